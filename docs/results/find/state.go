package main

import (
	"bufio"
	"encoding/json"
	"log"
	"os"
)

// A state is a file with the measurements made so far, one per line, so that none is made twice. A line with the kind
// and key of an earlier line replaces that.
type state struct {
	file  *os.File
	lines map[string]json.RawMessage
}

type line struct {
	Key   string
	Value json.RawMessage
}

func openState(name string) (*state, error) {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	s := &state{file: f, lines: make(map[string]json.RawMessage)}
	in := bufio.NewScanner(f)
	in.Buffer(nil, 16<<20)
	for in.Scan() {
		var l line
		if json.Unmarshal(in.Bytes(), &l) == nil { // skips a last line that was cut off
			s.lines[l.Key] = l.Value
		}
	}
	return s, in.Err()
}

// get reads the value of a key into to, and reports whether there is one.
func (s *state) get(key string, to any) bool {
	value, ok := s.lines[key]
	return ok && json.Unmarshal(value, to) == nil
}

// measured makes a measurement and stores it, unless one with the key is stored.
func measured[T any](s *state, key string, measure func() (T, error)) error {
	if s.get(key, new(T)) {
		return nil
	}
	log.Print(key)
	value, err := measure()
	if err != nil {
		return err
	}
	return s.put(key, value)
}

func (s *state) put(key string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	s.lines[key] = text
	text, err = json.Marshal(line{key, text})
	if err != nil {
		return err
	}
	_, err = s.file.Write(append(text, '\n'))
	return err
}
