package unchanged

var lower [256]byte

func table(s string) string {
	if len(s) == 0 {
		return s
	}
	b := make([]byte, len(s)) // want "s is copied even if nothing of it changes .review: who keeps the text"
	copy(b, s)
	for i := range b {
		b[i] = lower[b[i]]
	}
	return string(b)
}

func replaced(s string) string {
	b := []byte(s) // want "s is copied even if nothing of it changes .review: "
	for i, c := range b {
		if c == '-' { // the old name
			b[i] = '_'
		}
	}
	return string(b)
}

type header string

func (h header) canonical() (header, error) {
	var b = append([]byte(nil), h...) // want "h is copied even if nothing of it changes .review: "
	for i := 0; i < len(b); i++ {
		c := b[i]
		if i > 0 && b[i-1] == '-' {
			continue
		}
		switch {
		case 'A' <= c && c <= 'Z':
			b[i] += 'a' - 'A'
		case c == ' ', c == '\t':
			b[i] = '-'
		}
	}
	return header(b), nil
}

func upper(s string, sink func(string)) string {
	b := make([]byte, len(s)) // want "s is copied even if nothing of it changes .review: "
	for i := 0; i < len(s); i++ {
		c := s[i]
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		b[i] = c
	}
	return quoted(string(b))
}

func quoted(s string) string { return "'" + s + "'" }

func isPlain(c byte) bool { return 'a' <= c && c <= 'z' }

func plain(s string) string {
	b := []byte(s) // want "s is copied even if nothing of it changes .review: "
	for i := range len(b) {
		if isPlain(b[i]) {
			continue
		}
		b[i] = '?'
	}
	return string(b)
}

func letters(s string) string {
	b := []byte(s) // want "s is copied even if nothing of it changes .review: "
	for i, r := range s {
		if r == '/' {
			b[i] = '.'
		} else if r == '\\' {
			b[i] = '/'
			continue
		}
	}
	return string(b)
}

func named(s string, n int) (out string) {
	var (
		_ = n - 1
		b = []byte(s) // want "s is copied even if nothing of it changes .review: "
	)
turns:
	for i := range b {
		if b[i] == '-' {
			b[i] = '_'
		}
		continue turns
	}
	out = string(b)
	return
}

func variable(s string) (string, error) {
	b := []byte(s) // want "s is copied even if nothing of it changes .review: "
turns:
	for i, c := range b {
		switch {
		case c < ' ':
			continue turns
		}
		b[i] = lower[c]
	}
	text := string(b)
	return text, nil
}

func twice(s string) string {
	b := []byte(s) // want "s is copied even if nothing of it changes .review: "
	for i := range b {
		if b[i] == '-' {
			b[i] = '_'
		}
		b[i] = lower[b[i]]
	}
	return string(b)
}

func refused(s string) string {
	b := []byte(s) // want "s is copied even if nothing of it changes .review: "
	for i := range b {
		if b[i] == 0 {
			return ""
		}
		if b[i] == '-' {
			b[i] = '_'
			lower['-']++
		}
	}
	return string(b)
}
