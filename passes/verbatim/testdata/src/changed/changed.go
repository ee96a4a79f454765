package changed

import "strings"

var (
	table [256]byte
	count int
)

// nope: bytes are the caller's, and a copy is not
func bytes(s []byte) []byte {
	b := append([]byte(nil), s...)
	for i := range b {
		b[i] = table[b[i]]
	}
	return b
}

// nope: what an iteration does depends on the one before
func words(s string) string {
	b, start := []byte(s), true
	for i, c := range b {
		if start {
			b[i] = table[c]
		}
		start = c == ' '
	}
	return string(b)
}

// nope: as above
func title(s string) string {
	start := true
	b := []byte(s)
	for i, c := range b {
		if start {
			b[i] = table[c]
		}
		start = c == ' '
	}
	return string(b)
}

// nope: runes that are none are replaced
func runes(s string) string {
	b := []rune(s)
	for i, c := range b {
		if c == '-' {
			b[i] = '_'
		}
	}
	return string(b)
}

// nope: asking would count twice
func counted(s string) string {
	b := []byte(s)
	for i := range b {
		b[i] = next(b[i])
	}
	return string(b)
}

func next(c byte) byte {
	count++
	return c + byte(count)
}

// nope: not every byte is set
func sparse(s string) string {
	b := make([]byte, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == ' ' {
			continue
		}
		b[i] = s[i]
	}
	return string(b)
}

// nope: the bytes are not in their order
func reversed(s string) string {
	b := make([]byte, len(s))
	for i := 0; i < len(s); i++ {
		b[len(s)-1-i] = s[i]
	}
	return string(b)
}

// nope: as above, from the other end
func backward(s string) string {
	b := make([]byte, len(s))
	for i := len(s) - 1; i >= 0; i-- {
		b[i] = s[i]
	}
	return string(b)
}

// nope: longer than the text
func longer(s string) string {
	b := make([]byte, len(s)+1)
	for i := 0; i < len(s); i++ {
		b[i] = s[i]
	}
	return string(b)
}

// nope: the text is another one by then
func assigned(s string) string {
	b := []byte(s)
	for i := range b {
		if b[i] == '-' {
			b[i] = '_'
		}
	}
	s = ""
	return s + string(b)
}

// nope: the text has another name in the loop
func shadowed(s string) string {
	b := []byte(s)
	for i := range b {
		s := b[i]
		if b[i] == '-' && s > 0 {
			b[i] = '_'
		}
	}
	return string(b)
}

// nope: more than the text is returned, or less
func part(s string) (string, string) {
	b := []byte(s)
	for i := range b {
		b[i] = table[b[i]]
	}
	return string(b), string(b[1:])
}

// nope: somebody has thought of it
func asked(s string) string {
	if !strings.Contains(s, "-") {
		return s
	}
	b := []byte(s) // refused "s is returned as it is already"
	for i := range b {
		if b[i] == '-' {
			b[i] = '_'
		}
	}
	return string(b)
}

// nope: the lookup copies nothing; BAD: the copy of a long text could go
func lookup(s string, m map[string]int) int {
	b := []byte(s)
	for i := range b {
		b[i] = table[b[i]]
	}
	return m[string(b)]
}

// nope: there would be a variable that nothing reads
func unread(s string, at []bool) string {
	b := []byte(s)
	for i := range b {
		c := b[i]
		if at[i] {
			b[i] = table[c]
		}
	}
	return string(b)
}

// nope: each byte changes
func masked(s string) string {
	b := []byte(s)
	for i := range b {
		b[i] ^= 0x20
	}
	return string(b)
}

// nope: a jump may leave the declaration out
func jumps(s string) string {
	if s == "" {
		goto end
	}
end:
	b := []byte(s)
	for i := range b {
		b[i] = table[b[i]]
	}
	return string(b)
}

// nope: an inner loop, which may not end
func inner(s string) string {
	b := []byte(s)
	for i := range b {
		for j := 0; j < i; j++ {
		}
		b[i] = table[b[i]]
	}
	return string(b)
}

// nope: the text has another name where the byte is set
func hiddenSet(s string) string {
	b := []byte(s)
	for i := range b {
		c := table[b[i]]
		s := int(c)
		b[i] = c + byte(s)
	}
	return string(b)
}

// nope: what is declared beside it has an effect
func beside(s string) string {
	var (
		n = next(0)
		b = []byte(s)
	)
	for i := range b {
		if b[i] == n {
			b[i] = '_'
		}
	}
	return string(b)
}

// nope: the question would need what is declared beside it
func needed(s string, n byte) string {
	var (
		m = n + 1
		b = []byte(s)
	)
	for i := range b {
		if b[i] == m {
			b[i] = '_'
		}
	}
	return string(b)
}

// nope: the loop around it goes on
func around(list []string) (out string) {
turns:
	for _, s := range list {
		b := []byte(s)
		for i := range b {
			if b[i] == 0 {
				continue turns
			}
			b[i] = table[b[i]]
		}
		return string(b)
	}
	return ""
}

// nope: nothing is set
func only(s string) string {
	b := []byte(s)
	for i := range b {
		if b[i] == 0 {
			return ""
		}
	}
	return string(b)
}
