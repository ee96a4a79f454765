package rewrite

import (
	"errors"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/record"
)

const source = `package p

import (
	"fmt"
	"strings"
)

// f does.
func f(n int) string { // a comment
	s := fmt.Sprint(n)
	return strings.TrimSpace(s)
}
`

// edit replaces the only occurrence of old in source.
func edit(t *testing.T, old, new string) record.Edit {
	if strings.Count(source, old) != 1 {
		t.Fatalf("%q is not once in the source", old)
	}
	at := strings.Index(source, old)
	return record.Edit{File: "p.go", Start: at, End: at + len(old), New: new}
}

func readSource(string) ([]byte, error) { return []byte(source), nil }

func TestApply(t *testing.T) {
	insert := func(before, text string) record.Edit {
		e := edit(t, before, "")
		return record.Edit{File: e.File, Start: e.Start, End: e.Start, New: text}
	}
	itoa := []record.Edit{
		insert(`"strings"`, "\"strconv\"\n\t"),
		edit(t, "fmt.Sprint(n)", "strconv.Itoa(n)"),
	}
	tests := []struct {
		name       string
		candidates []record.Candidate
		want       []string // the lines that differ from source, new text
		gone       []string
	}{
		{"nothing", nil, nil, nil},
		{"import no longer used", []record.Candidate{{Edits: itoa}},
			[]string{"\t\"strconv\"\n", "s := strconv.Itoa(n)", "// a comment", "// f does."}, []string{`"fmt"`}},
		{"the same insertion twice", []record.Candidate{{Edits: itoa}, {Edits: itoa[:1]}},
			[]string{"import (\n\t\"strconv\"\n\t\"strings\"\n)"}, []string{`"fmt"`}},
		{"gofmt", []record.Candidate{{Edits: []record.Edit{edit(t, "s := fmt", "s   :=   fmt")}}},
			[]string{"\ts := fmt.Sprint(n)"}, []string{"   "}},
	}
	for _, tt := range tests {
		got, err := Apply(readSource, tt.candidates...)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		text := string(got["p.go"])
		for _, s := range tt.want {
			if !strings.Contains(text, s) {
				t.Errorf("%s: %q is not in\n%s", tt.name, s, text)
			}
		}
		for _, s := range tt.gone {
			if strings.Contains(text, s) {
				t.Errorf("%s: %q is still in\n%s", tt.name, s, text)
			}
		}
	}
}

func TestApplyRefuses(t *testing.T) {
	a := record.Candidate{Edits: []record.Edit{edit(t, "fmt.Sprint(n)", `"a"`)}}
	b := record.Candidate{Edits: []record.Edit{edit(t, "Sprint(n)", `Sprintln(n)`)}}
	var conflict *Conflict
	if _, err := Apply(readSource, a, b); !errors.As(err, &conflict) {
		t.Errorf("overlap: got %v, want a conflict", err)
	}
	if !Conflicts(a, b) || !Conflicts(b, a) || Conflicts(a, record.Candidate{}) {
		t.Error("Conflicts disagrees with Apply")
	}
	broken := record.Candidate{Edits: []record.Edit{edit(t, "func f(n int)", "func (")}}
	if _, err := Apply(readSource, broken); err == nil || !strings.Contains(err.Error(), "p.go: no longer parses") {
		t.Errorf("broken: got %v", err)
	}
	outside := record.Candidate{Edits: []record.Edit{{File: "p.go", Start: 5, End: len(source) + 1}}}
	if _, err := Apply(readSource, outside); err == nil {
		t.Error("an edit beyond the end was accepted")
	}
}

// FuzzApply: whatever the edits, the result parses or there is an error.
func FuzzApply(f *testing.F) {
	f.Add(10, 20, "x", 30, 40, "")
	f.Add(0, 0, "// c\n", 0, 0, "// d\n")
	f.Fuzz(func(t *testing.T, s1, e1 int, n1 string, s2, e2 int, n2 string) {
		got, err := Apply(readSource, record.Candidate{Edits: []record.Edit{
			{File: "p.go", Start: s1, End: e1, New: n1},
			{File: "p.go", Start: s2, End: e2, New: n2},
		}})
		if err != nil {
			return
		}
		if _, err := parser.ParseFile(token.NewFileSet(), "p.go", got["p.go"], parser.SkipObjectResolution); err != nil {
			t.Errorf("result does not parse: %v\n%s", err, got["p.go"])
		}
	})
}
