package rest

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

type field struct {
	name    string
	options map[string]bool
}

func tag(s string) field {
	parts := strings.Split(s, ",") // want "strings.Split makes a slice"
	f := field{name: parts[0], options: map[string]bool{}}
	for _, option := range parts[1:] {
		f.options[option] = true
	}
	return f
}

func guarded(s string) (f field) {
	parts := strings.Split(s, ",") // want "strings.Split makes a slice"
	f.name = parts[0]
	if len(parts) > 1 {
		for _, option := range parts[1:] {
			if option == "-" {
				continue
			}
			f.options[option] = true
		}
	}
	return f
}

func leaves(s string) (n int, err error) {
	words := strings.Split(s, " ") // want "strings.Split makes a slice"
	if len(words) < 2 {
		return 0, errors.New("no arguments")
	}
	for _, w := range words[1:] { // each of the arguments
		k, err := strconv.Atoi(w)
		if err != nil {
			return 0, err
		}
		n += k
	}
	return n, nil
}

func joined(s string) (key, value string) {
	kv := strings.Split(s, ":") // want "strings.Split makes a slice"
	return kv[0], strings.Join(kv[1:], ":")
}

func asked(s string) error {
	kv := strings.Split(s, "::") // want "strings.Split makes a slice"
	if len(kv) < 2 {
		return errors.New("no value")
	}
	value := strings.Join(kv[1:], "::")
	return fmt.Errorf("%s is %s", kv[0], value)
}

func words(s string) (method, path, more string) {
	f := strings.Split(s, " ") // want "strings.Split makes a slice"
	if len(f) < 3 {
		return "", "", ""
	}
	return f[0], f[1], strings.Join(f[2:], " ")
}

func limited(s string) (n int) {
	for p := range strings.SplitSeq(s, ";") {
		kv := strings.SplitN(p, "=", -1) // want "strings.SplitN makes a slice"
		for _, v := range kv[1:] {
			n += len(v)
		}
	}
	return n
}

func chosen(s string) (n int) {
	kv := strings.Split(s, ":") // want "strings.Split makes a slice"
	if n = len(kv[0]); n > 3 {
		return n
	} else if len(kv) > 1 {
		for _, v := range kv[1:] {
			n += len(v)
		}
	}
	return n
}

// The parts are gathered in these: the sum has other separators
func other(s string) (string, string) {
	kv := strings.Split(s, ":") // want "strings.Split makes a slice"
	return kv[0], strings.Join(kv[1:], "=")
}

// a part may not exist, and neither may the list
func missing(s string) (string, string) {
	kv := strings.Split(s, ":") // want "strings.Split makes a slice"
	return kv[0], strings.Join(kv[2:], ":")
}

// a part is not the rest
func part(s string) (a, b, c string) {
	kv := strings.Split(s, ":") // want "strings.Split makes a slice"
	if len(kv) < 2 {
		return
	}
	return kv[0], kv[1], strings.Join(kv[1:], ":")
}

// there are two loops
func twice(s string) (n int) {
	kv := strings.Split(s, ":") // want "strings.Split makes a slice"
	for _, v := range kv[1:] {
		n += len(v)
	}
	for _, v := range kv[1:] {
		n -= len(v)
	}
	return n
}

// the loop runs again
func again(s string) (n int) {
	kv := strings.Split(s, ":") // want "strings.Split makes a slice"
	for range 2 {
		for _, v := range kv[1:] {
			n += len(v)
		}
	}
	return n
}

// the number is asked for behind the loop, and in it
func behind(s, t string) (n int) {
	kv := strings.Split(s, ":") // want "strings.Split makes a slice"
	for _, v := range kv[1:] {
		n += len(v)
	}
	if len(kv) > 1 {
		n++
	}
	list := strings.Split(t, ":") // want "strings.Split makes a slice"
	for _, v := range list[1:] {
		if len(list) > 1 {
			n += len(v)
		}
	}
	return n
}

// the index
func indexed(s string) (n int) {
	kv := strings.Split(s, ":") // want "strings.Split makes a slice"
	for i, v := range kv[1:] {
		n += i * len(v)
	}
	return n
}

// the part hides what cuts it
func hides(s, sep string) (n int) {
	kv := strings.Split(s, ":") // want "strings.Split makes a slice"
	for _, strings := range kv[1:] {
		n += len(strings)
	}
	return n
}

// exactly two is another question
func exactly(s string) (n int) {
	kv := strings.Split(s, ":") // want "strings.Split makes a slice"
	if len(kv) == 2 {
		for _, v := range kv[1:] {
			n += len(v)
		}
	}
	return n
}

// nope: later
func later(s string) func() int {
	kv := strings.Split(s, ":")
	return func() (n int) {
		for _, v := range kv[1:] {
			n += len(v)
		}
		return n
	}
}
