// Package again uses the whole list where its number of parts is wrong.
package again

import (
	"errors"
	"fmt"
	"log"
	"strings"
)

type point struct{ major, minor string }

func exactly(fields []string) (p point, err error) {
	mm := strings.SplitN(fields[2], ":", 3) // want `strings.SplitN makes a slice that is not needed`
	if len(mm) != 2 {
		return p, fmt.Errorf("unexpected major:minor pair %s", mm)
	}
	p.major = mm[0]
	p.minor = mm[1]
	return p, nil
}

func number(s string) (string, error) {
	parts := strings.Split(s, "/") // want `strings.Split makes a slice that is not needed`
	if len(parts) != 2 {
		return "", fmt.Errorf("%q: expected 2 parts, got %d", parts, len(parts))
	}
	return parts[1] + parts[0], nil
}

func lines(all []string) map[string]string {
	out := make(map[string]string)
	for _, line := range all {
		kv := strings.SplitN(line, "=", 2) // want `strings.SplitN makes a slice that is not needed`
		if len(kv) < 2 {
			log.Println("no value", kv)
			continue
		}
		out[kv[0]] = kv[1]
	}
	return out
}

func inSwitch(s string) (string, error) {
	v := strings.Split(s, ".") // want `strings.Split makes a slice that is not needed`
	switch len(v) {
	case 1:
		return v[0], nil
	case 2:
		return v[1], nil
	default:
		return "", fmt.Errorf("too many parts: %v", v)
	}
}

// nope: the text is another one where the list is printed
func changed(s string) (string, error) {
	kv := strings.SplitN(s, "=", 2)
	s = strings.ToUpper(s)
	if len(kv) != 2 {
		return s, fmt.Errorf("no pair: %v", kv)
	}
	return kv[1], nil
}

// nope: an argument in front of the list changes the text
func disturbed(fields []string) (string, error) {
	kv := strings.SplitN(fields[2], "=", 2)
	if len(kv) != 2 {
		return "", fmt.Errorf("%v: %v", erase(fields), kv)
	}
	return kv[1], nil
}

func erase(fields []string) int { fields[2] = ""; return 2 }

// nope: the callee may change a part that is read behind it
func written(s string) string {
	kv := strings.SplitN(s, "=", 2)
	if len(kv) == 2 {
		clean(kv)
		return kv[1]
	}
	return ""
}

func clean(kv []string) { kv[1] = strings.TrimSpace(kv[1]) }

// nope: the switch is left, and the list is used behind it
func left(s string) string {
	kv := strings.SplitN(s, "=", 2)
	switch {
	case len(kv) == 2:
		clean(kv)
		break
	default:
		return ""
	}
	if len(kv) == 2 {
		return kv[1]
	}
	return kv[0]
}

// nope: the list goes on to the next iteration
func turns(s string, n int) (out []string, err error) {
	kv := strings.SplitN(s, "=", 2)
	if len(kv) != 2 {
		return nil, errors.New("no pair")
	}
	for range n {
		if out == nil {
			clean(kv)
			continue
		}
		out = append(out, kv[1])
	}
	return out, nil
}

// nope: a deferred function sees what the callee has changed
func later(s string) (err error) {
	kv := strings.SplitN(s, "=", 2)
	defer func() { log.Println(kv[0]) }()
	if len(kv) != 2 {
		return check(kv)
	}
	return nil
}

func check(kv []string) error { kv[0] = "checked"; return errors.New("no pair") }

// nope: the parts have no other use
func whole(s string) []string {
	kv := strings.SplitN(s, "=", 2)
	if len(kv) == 2 {
		return kv
	}
	return nil
}

type source struct{ text string }

func (s *source) first() (string, error) {
	kv := strings.SplitN(s.text, "=", 2) // want `strings.SplitN makes a slice that is not needed`
	n := len(s.text)
	if len(kv) != 2 {
		return "", fmt.Errorf("%d: %v", n, kv)
	}
	return kv[0] + kv[1], nil
}
