package equalfold_test

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/unheap/unheap/passes/equalfold"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, equalfold.Rule) }

// ascii are the strings of one ASCII character.
var ascii = func() (all [0x80]string) {
	for c := range all {
		all[c] = string(rune(c))
	}
	return all
}()

// TestCharacters holds the toolchain to the facts of the package comment: the only
// characters beside c and its other case that are taken for an ASCII c.
func TestCharacters(t *testing.T) {
	type pair struct {
		by   string
		char rune
		c    byte
	}
	want := map[pair]bool{
		{"ToLower", 0x130, 'i'}: true, {"ToLower", 0x212A, 'k'}: true,
		{"ToUpper", 0x131, 'I'}: true, {"ToUpper", 0x17F, 'S'}: true,
		{"EqualFold", 0x17F, 's'}: true, {"EqualFold", 0x17F, 'S'}: true,
		{"EqualFold", 0x212A, 'k'}: true, {"EqualFold", 0x212A, 'K'}: true,
	}
	got := make(map[pair]bool)
	for char := rune(0x80); char <= unicode.MaxRune; char++ {
		x := string(char)
		if low := strings.ToLower(x); low[0] < 0x80 {
			got[pair{"ToLower", char, low[0]}] = len(low) == 1
		}
		if up := strings.ToUpper(x); up[0] < 0x80 {
			got[pair{"ToUpper", char, up[0]}] = len(up) == 1
		}
		for c, text := range ascii {
			if strings.EqualFold(x, text) {
				got[pair{"EqualFold", char, byte(c)}] = true
			}
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("taken for ASCII: %v, want %v", got, want)
	}
	for _, x := range ascii {
		for d, y := range ascii {
			if !unicode.IsUpper(rune(d)) && strings.EqualFold(x, y) != (strings.ToLower(x) == y) {
				t.Errorf("EqualFold(%q, %q), in lower case", x, y)
			}
			if !unicode.IsLower(rune(d)) && strings.EqualFold(x, y) != (strings.ToUpper(x) == y) {
				t.Errorf("EqualFold(%q, %q), in upper case", x, y)
			}
		}
	}
}

// TestSecondForms holds the list of the package comment: where ToLower, or ToUpper, and
// EqualFold disagree about two characters.
func TestSecondForms(t *testing.T) {
	for _, m := range []struct {
		to    func(rune) rune
		lost  rune
		forms []rune
	}{
		{unicode.ToLower, 0x130, []rune{0xB5, 0x17F, 0x345, 0x3C2, 0x3D0, 0x3D1, 0x3D5, 0x3D6, 0x3F0, 0x3F1, 0x3F5,
			0x1C80, 0x1C81, 0x1C82, 0x1C83, 0x1C84, 0x1C85, 0x1C86, 0x1C87, 0x1C88, 0x1E9B, 0x1FBE}},
		{unicode.ToUpper, 0x131, []rune{0x3F4, 0x1E9E, 0x2126, 0x212A, 0x212B}},
	} {
		for r := rune(0); r <= unicode.MaxRune; r++ {
			mapped := m.to(r)
			folds, same := mapped == r, false
			for c := unicode.SimpleFold(r); c != r; c = unicode.SimpleFold(c) {
				folds = folds || c == mapped
				same = same || m.to(c) != mapped && !slices.Contains(m.forms, c) && !slices.Contains(m.forms, r)
			}
			if folds == (r == m.lost) {
				t.Errorf("%U is mapped to %U: %v", r, mapped, folds)
			}
			if same {
				t.Errorf("%U has another form that is not in the list", r)
			}
		}
	}
}

// TestForms compares each form that the pass writes, where it is safe, with the one
// that it replaces, on strings made of what can go wrong.
func TestForms(t *testing.T) {
	pieces := []string{"i", "I", "s", "S", "k", "K", "t", "T", "-", "\u0130", "\u0131", "\u017f", "\u212a", "\xff", "\xc4", "\u00c4", "\ufffd", ""}
	consts := []string{"t", "tt", "s", "st", "k", "kt", "t-k", "s-t", "i", "is", "ski"}
	r := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		var b strings.Builder
		for range r.IntN(5) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		x := b.String()
		for _, low := range consts {
			for _, m := range []struct {
				to                 func(string) string
				c                  string
				lost, gained, both string
			}{
				{strings.ToLower, low, "i", "s", "k"},
				{strings.ToUpper, strings.ToUpper(low), "I", "K", "S"},
			} {
				has := func(s string) bool { return strings.Contains(m.c, s) }
				want, fold := m.to(x) == m.c, strings.EqualFold(x, m.c)
				if bytes.EqualFold([]byte(x), []byte(m.c)) != fold {
					t.Errorf("%q, %q: bytes.EqualFold differs", x, m.c)
				}
				if (!has(m.lost) && !has(m.gained) || len(x) == len(m.c)) && fold != want {
					t.Errorf("%q, %q: equal", x, m.c)
				}
				if !has(m.lost) && !has(m.both) {
					if (len(x) == len(m.c) && fold) != want {
						t.Errorf("%q, %q: sized", x, m.c)
					}
					if (len(x) >= len(m.c) && strings.EqualFold(x[:len(m.c)], m.c)) != strings.HasPrefix(m.to(x), m.c) {
						t.Errorf("%q, %q: prefix", x, m.c)
					}
					if (len(x) >= len(m.c) && strings.EqualFold(x[len(x)-len(m.c):], m.c)) != strings.HasSuffix(m.to(x), m.c) {
						t.Errorf("%q, %q: suffix", x, m.c)
					}
					if strings.EqualFold(x[:min(len(x), len(m.c))], m.c) != strings.HasPrefix(m.to(x), m.c) {
						t.Errorf("%q, %q: prefix by min", x, m.c)
					}
					if strings.EqualFold(x[max(len(x)-len(m.c), 0):], m.c) != strings.HasSuffix(m.to(x), m.c) {
						t.Errorf("%q, %q: suffix by max", x, m.c)
					}
				}
			}
		}
	}
}

// TestBuffer holds the text that the pass makes in a buffer to those that it replaces, character by
// character and of strings made of what can go wrong, and the toolchain to making no copy of it.
func TestBuffer(t *testing.T) {
	spelled := func(b []byte, s string, to func(rune) rune) []byte {
		for _, r := range s {
			b = utf8.AppendRune(b, to(r))
		}
		return b
	}
	same := func(s string) {
		if got := string(spelled(nil, s, unicode.ToUpper)); got != strings.ToUpper(s) {
			t.Errorf("%q in upper case is %q, want %q", s, got, strings.ToUpper(s))
		}
		if got := string(spelled(nil, s, unicode.ToLower)); got != strings.ToLower(s) {
			t.Errorf("%q in lower case is %q, want %q", s, got, strings.ToLower(s))
		}
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		same(string(r))
	}
	pieces := []string{"i", "I", "\u0130", "\u212a", "\xff", "\xc4", "\xa9", "\u00c4", "\ufffd", "\xed\xa0\x80"}
	r := rand.New(rand.NewPCG(5, 6))
	for range 3000 {
		var b strings.Builder
		for range r.IntN(6) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		same(b.String())
	}
	known, word, found := map[string]int{"KB": 1}, "kb of more than thirty-two characters in all", 0
	if n := testing.AllocsPerRun(100, func() {
		upper := make([]byte, 0, 64)
		for _, r := range word {
			upper = utf8.AppendRune(upper, unicode.ToUpper(r))
		}
		found += known[string(upper)]
		if string(upper) == word || string(upper) < word {
			found++
		}
		switch string(upper) {
		case "KB", "MB":
			found++
		}
	}); n != 0 {
		t.Errorf("%v objects, want none", n)
	}
}
