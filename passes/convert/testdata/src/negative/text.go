package negative

import "fmt"

var table = map[string]int{}

var last string

func change(b []byte) { b[0]++ }

func kept(b []byte) (string, error) {
	name := string(b) // nope: but for an error it is kept in any case
	if table[name] == 0 {
		return "", fmt.Errorf("no name")
	}
	return name, nil
}

func both(b []byte) string {
	name := string(b) // nope: each way keeps it
	if table[name] > 0 {
		return "<" + name
	}
	return name
}

func changing(b []byte) string {
	name := string(b) // refused "the bytes of name may change"
	change(b)
	if table[name] > 0 {
		return ""
	}
	return name
}

func unknown(b []byte, f func()) string {
	name := string(b) // refused "the bytes of name may change"
	if table[name] > 0 {
		return ""
	}
	f()
	return name
}

func beside(b []byte, f func() string) bool {
	name := string(b) // refused "the bytes of name may change"
	if name == f() {
		return true
	}
	last = name
	return false
}

func overlap(b, out []byte) {
	name := string(b) // refused "the bytes of name may change"
	if table[name] > 0 {
		return
	}
	copy(out, name)
	last = name
}

func waits(b []byte, ch chan bool) string {
	name := string(b) // refused "the bytes of name may change"
	<-ch
	if table[name] > 0 {
		return ""
	}
	return name
}

func received(b []byte, ch chan bool) string {
	name := string(b) // refused "the bytes of name may change"
	for range ch {
		if table[name] > 0 {
			return ""
		}
	}
	return name
}

func iterated(b []byte, seq func(func(int) bool)) string {
	name := string(b) // refused "the bytes of name may change"
	for range seq {
		if table[name] > 0 {
			return ""
		}
	}
	return name
}

func captured(b []byte) func() string {
	name := string(b) // nope: a function literal has it
	if table[name] > 0 {
		return nil
	}
	return func() string { return name }
}

func set(b []byte) string {
	name := string(b) // nope: it becomes another one
	if table[name] > 0 {
		name = ""
	}
	return name
}

func repeated(b []byte, list []string) {
	name := string(b) // nope: each iteration would keep one
	if table[name] > 0 {
		return
	}
	for i := range list {
		list[i] = name
	}
}

func twice(b []byte) string {
	name := string(b) // nope: in front of both that keep it nothing looks at it
	last = name
	if table[name] > 0 {
		return ""
	}
	return name
}

func stored(b []byte) {
	name := string(b) // nope: the map keeps it
	table[name]++
}

func hidden(b []byte, string func([]byte) string) {
	name := string(b) // nope: a call
	if table[name] > 0 {
		return
	}
	last = name
}

func jumps(b []byte) string {
	name := string(b) // nope: a goto
again:
	if table[name] > 0 {
		table[name]--
		goto again
	}
	return name
}

func empty(b []byte) string {
	name := string(b) // nope: where it is not kept it takes no memory
	if name == "" {
		return "none"
	}
	return name
}

func behind(b []byte) int {
	name := string(b) // refused "the bytes of name may change"
	if table[name] == 0 {
		last = name
		change(b)
		last = name
	}
	return table[name]
}

func commented(b []byte) string {
	name := string( /* a copy */ b) // refused "a comment is in the way"
	if table[name] > 0 {
		return ""
	}
	return name
}
