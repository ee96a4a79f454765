package loops

import "strconv"

// basic test
func join(parts []string) string {
	s := ""
	for _, p := range parts {
		s += p + "," // want "each [+]= copies s"
	}
	return s
}

func declared(parts []string) string {
	var s string
	for _, p := range parts {
		s = s + p // want "each [+]= copies s"
	}
	return s
}

// read while it grows
func separated(parts []string) string {
	s := "["
	for _, p := range parts {
		if s != "[" {
			s += ", " // want "each [+]= copies s"
		}
		s += p
	}
	s += "]"
	return s
}

func empty(parts []string, max int) (string, int) {
	var s = ""
	for _, p := range parts {
		if s != "" {
			s += ", " // want "each [+]= copies s"
		}
		if len(s)+len(p) > max {
			break
		}
		s += p
	}
	return s, len(s)
}

// lengths are not known, but the operands need not be joined first
func numbers(ns []int) string {
	s := ""
	for _, n := range ns {
		s += strconv.Itoa(n) + ";" // want "each [+]= copies s"
	}
	return s
}

func bytes(chunks [][]byte, r rune) string {
	s := ""
	for _, c := range chunks {
		s += string(c) + string(r) // want "each [+]= copies s"
	}
	return s
}

func nested(rows [][]string) string {
	s := ""
	for _, row := range rows {
		for _, cell := range row {
			s += cell + "\t" // want "each [+]= copies s"
		}
		s += "\n"
	}
	return s
}

// the name strings is taken
func shadowed(strings []string) string {
	s := ""
	for _, p := range strings {
		s += p + "é" // want "each [+]= copies s"
	}
	return s
}

func generic[T ~string](list []T) string {
	s := "["
	for _, v := range list {
		s += string(v) + ";" // want "each [+]= copies s"
	}
	return s + "]"
}

func byIndex(parts []string) string {
	s := ""
	for i := range parts {
		s = s + " " + parts[i] // want "each [+]= copies s"
	}
	return s
}

// the first part is reserved for, too
func prefix(title string, parts []string) string {
	s := title + ":"
	for i := range parts {
		s = s + " " + parts[i] // want "copies s"
	}
	return s
}

// f is called once, and first
func prefixCall(f func() string, parts []string) string {
	s := f()
	for _, p := range parts {
		s += p + "," // want "copies s"
	}
	return s
}

func prefixOrder(title *string, f func() []string) string {
	s := *title + ":"
	for _, p := range f() {
		s += p + "," // want "copies s"
	}
	return s
}

func prefixRange(title string, f func() []string) string {
	s := title + ":"
	for _, p := range f() {
		s += p + "," // want "copies s"
	}
	return s
}

// 1<<n is an int here, and would be an int64 there
func shifted(ns []int) string {
	s := ""
	for _, n := range ns {
		s += strconv.Itoa(1<<n) + "," // want "s"
	}
	return s
}
