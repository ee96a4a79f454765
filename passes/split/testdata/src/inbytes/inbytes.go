package inbytes

import "bytes"

// What is read from a line.
func readConfig(lines [][]byte, target string) string {
	for _, line := range lines {
		fields := bytes.SplitN(line, []byte{'='}, 2) // want "bytes.SplitN makes a slice that is not needed$"
		if len(fields) != 2 {
			continue
		}
		if bytes.Equal(fields[0], []byte(target)) {
			return string(bytes.Trim(fields[1], `"`))
		}
	}
	return ""
}

func labels(line []byte, to map[string]string) {
	fields := bytes.SplitN(line, []byte("="), 2) // want "bytes.SplitN makes a slice that is not needed$"
	if len(fields) != 2 {
		return
	}
	key, val := bytes.TrimSpace(fields[0]), bytes.TrimSpace(fields[1])
	to[string(key)] = string(bytes.Trim(val, `"`))
}

func named(line []byte) int {
	parts := bytes.Split(line, []byte(":")) // want "bytes.Split makes a slice that is not needed$"
	if len(parts) < 2 {
		return 0
	}
	host := bytes.TrimSpace(parts[0])
	port := parts[1]
	return len(host) + len(port) + len(parts)
}

// Who has a part may append to it.
func kept(line []byte) (key, value []byte) {
	parts := bytes.SplitN(line, []byte(":"), 2) // want "review: who appends to a part writes into the text behind it"
	if len(parts) == 2 {
		key = append(parts[0], '!')
		value = parts[1]
	}
	return key, value
}

// The bytes may change before the number of parts is asked for.
func changed(line []byte) int {
	parts := bytes.Split(line, []byte("=")) // want "bytes.Split makes a slice that is not needed$"
	line[len(line)-1] = '='
	if len(parts) != 2 {
		return 0
	}
	return len(parts[1]) + len(parts[0])
}
