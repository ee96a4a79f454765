package mechanism

import (
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/testprog"
)

func TestWriteList(t *testing.T) {
	var b strings.Builder
	if err := WriteList(&b); err != nil {
		t.Fatal(err)
	}
	for _, m := range List() {
		if !strings.Contains(b.String(), "  "+m.Name+" ") {
			t.Errorf("%s is not listed", m.Name)
		}
	}
	narrow(t, "list", b.String())
}

func TestWrite(t *testing.T) {
	for _, m := range List() {
		p, _ := testprog.Lookup(m.Program)
		var b strings.Builder
		if err := m.Write(&b, Proof{p.File(), "", p.Command()}, nil); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{m.Title, strings.TrimSpace(m.After), p.Command()} {
			if !strings.Contains(strings.ReplaceAll(b.String(), "\n"+indent, "\n"), want) {
				t.Errorf("%s lacks %q:\n%s", m.Name, want, &b)
			}
		}
		narrow(t, m.Name, b.String())
	}
}

func TestWriteQuestions(t *testing.T) {
	for _, q := range Questions() {
		source, ok := testprog.Question(q.Program)
		if !ok {
			t.Errorf("%s: there is no program %q", q.Name, q.Program)
		}
		file := q.Program + ".go"
		command := "go run " + file
		if !strings.Contains(source, "// Run it: "+command+"\n") {
			t.Errorf("%s does not say how to run it", file)
		}
		var b strings.Builder
		if err := q.Write(&b, Proof{file, source, command}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(b.String(), "func main() {") {
			t.Errorf("%s: the program is not printed:\n%s", q.Name, &b)
		}
	}
}

// narrow checks that nothing but code is wider than promised.
func narrow(t *testing.T, name, text string) {
	for line := range strings.Lines(text) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > Width && !strings.HasPrefix(line, indent) {
			t.Errorf("%s: %d columns: %s", name, n, line)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		text string
		want string
	}{
		{"", ""},
		{"one", "one"},
		{"one two three", "one two|three"},
		{"one\ntwo  three", "one two|three"},
		{"muchtoolongword x", "muchtoolongword|x"},
		{"äöü äöü äöü", "äöü äöü|äöü"},
	} {
		if got := strings.Join(wrap(tt.text, 7), "|"); got != tt.want {
			t.Errorf("wrap(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
}
