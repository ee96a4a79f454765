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

// TestConflicts holds when two analyzers chose one name for two things.
func TestConflicts(t *testing.T) {
	of := func(rewrite, function, text string, at int) record.Candidate {
		return record.Candidate{Rewrite: rewrite, Functions: []string{function}, Edits: []record.Edit{{File: "p.go", Start: at, End: at, New: text}}}
	}
	a := of("a", "f", "var buf2 bytes.Buffer\n", 1)
	a.Undeclared = []record.Local{{Name: "list", File: "p.go", Start: 0, End: 20}}
	tests := []struct {
		other record.Candidate
		want  bool
	}{
		{of("b", "f", "list = slices.Grow(list, n)\n", 9), true},
		{of("a", "f", "list = slices.Grow(list, n)\n", 9), true},
		{of("b", "g", "list = slices.Grow(list, n)\n", 29), false},
		{of("b", "f", "lists = slices.Grow(lists, n)\n", 9), false},
		{of("b", "f", "x++\nbuf2 := b.AvailableBuffer()\n", 9), true},
		{of("b", "f", "n, buf2 := 1, 2\n", 9), true},
		{of("b", "f", "buf2 = nil\nuse(buf2)\n", 9), false},
		{of("b", "f", "for buf2 := range n {", 9), false},
		{of("b", "f", "if buf2, ok := x.(T); ok {", 9), false},
		{of("b", "g", "buf2 := 1\n", 9), false},
		{of("a", "f", "buf2 := 1\n", 9), false}, // one analyzer knows its own names
		{of("b", "f", "buf3 := 1\n", 9), false},
	}
	for _, tt := range tests {
		if got := Conflicts(a, tt.other); got != tt.want || Conflicts(tt.other, a) != got {
			t.Errorf("%q: %v", tt.other.Edits[0].New, got)
		}
	}
}

// TestApplyKeeps: what is not about the edit stays, down to the byte.
func TestApplyKeeps(t *testing.T) {
	tests := []struct{ name, old, from, to, want string }{
		{"not formatted",
			"package p\nimport \"fmt\"\nfunc f( ) string {return fmt.Sprint( 1 ) }\nvar   x=1\n",
			"fmt.Sprint( 1 )", `"1"`,
			"package p\nfunc f( ) string {return \"1\" }\nvar   x=1\n"},
		{"formatted around the edit",
			"package p\n\n//a comment of go1.18:\n//  - one\ntype s struct {\n\tab *int     // one\n\tb  [][]int  // two\n\tcd []string // three\n}\n\nvar x   = 1\n",
			"[][]int", "int",
			"package p\n\n//a comment of go1.18:\n//  - one\ntype s struct {\n\tab *int     // one\n\tb  int      // two\n\tcd []string // three\n}\n\nvar x   = 1\n"},
		{"a line less",
			"package p\n\nfunc f() {\n\ta()\n\n\tvar x int\n\n\tb()\n}\n\nvar x   = 1\n", "\tvar x int\n", "",
			"package p\n\nfunc f() {\n\ta()\n\n\tb()\n}\n\nvar x   = 1\n"},
		{"imports out of order",
			"package p\n\nimport (\n\t\"io\"\n\t\"fmt\"\n)\n\nvar x, _ = fmt.Sprint( 1), io.EOF\n", "fmt.Sprint( 1)", `"1"`,
			"package p\n\nimport (\n\t\"io\"\n)\n\nvar x, _ = \"1\", io.EOF\n"},
		{"carriage returns",
			"package p\r\n\r\nvar x = 1 + 1\r\n\r\nvar y = `\r\n`\r\n", "1 + 1", "2 +\n1",
			"package p\r\n\r\nvar x = 2 +\r\n\t1\r\n\r\nvar y = `\r\n`\r\n"},
		{"carriage returns here and there",
			"package p\r\n\nvar x = 1 + 1\n", "1 + 1", "2 +\n1", "package p\r\n\nvar x = 2 +\n\t1\n"},
		{"byte order mark", "\ufeffpackage p\n\nvar x = 1\n", "1", "2", "\ufeffpackage p\n\nvar x = 2\n"},
		{"no line break at the end", "package p\nvar x=1", "1", "2", "package p\nvar x=2"},
		{"one of two on a line",
			"package p\nimport (\"fmt\"; \"io\")\nvar x, _ = fmt.Sprint(1), io.EOF", "fmt.Sprint(1)", `"1"`,
			"package p\nimport ( \"io\")\nvar x, _ = \"1\", io.EOF"},
		{"the last of two on a line",
			"package p\nimport (\"io\"; \"fmt\")\nvar x, _ = fmt.Sprint(1), io.EOF", "fmt.Sprint(1)", `"1"`,
			"package p\nimport (\"io\"; )\nvar x, _ = \"1\", io.EOF"},
		{"declarations on a line",
			"package p; import \"fmt\"; import \"io\"\nvar x, _ = fmt.Sprint(1), io.EOF", "fmt.Sprint(1)", `"1"`,
			"package p;  import \"io\"\nvar x, _ = \"1\", io.EOF"},
		{"a group of one",
			"package p\n\nimport (\n\t\"fmt\"\n)\n\nvar x = fmt.Sprint(1)\n", "fmt.Sprint(1)", `"1"`,
			"package p\n\nvar x = \"1\"\n"},
		{"groups, with comments",
			"package p\n\nimport (\n\t// printing\n\t\"fmt\" // x\n\n\t// reading\n\t\"io\"\n)\n\nvar x, _ = fmt.Sprint(1), io.EOF\n", "fmt.Sprint(1)", `"1"`,
			"package p\n\nimport (\n\t// reading\n\t\"io\"\n)\n\nvar x, _ = \"1\", io.EOF\n"},
		{"the last group",
			"package p\n\nimport (\n\t\"io\"\n\n\t\"fmt\"\n)\n\nvar x, _ = fmt.Sprint(1), io.EOF\n", "fmt.Sprint(1)", `"1"`,
			"package p\n\nimport (\n\t\"io\"\n)\n\nvar x, _ = \"1\", io.EOF\n"},
		{"one of two names",
			"package p\n\nimport (\n\t\"fmt\"\n\tf \"fmt\"\n\t. \"fmt\"\n)\n\nvar x, y, _ = fmt.Sprint(1), f.Sprint(2), Sprint\n", "fmt.Sprint(1)", `"1"`,
			"package p\n\nimport (\n\tf \"fmt\"\n\t. \"fmt\"\n)\n\nvar x, y, _ = \"1\", f.Sprint(2), Sprint\n"},
		{"the second of two names",
			"package p\n\nimport (\n\t\"fmt\"\n\tf \"fmt\"\n)\n\nvar x, y = fmt.Sprint(1), f.Sprint(2)\n", "f.Sprint(2)", `"2"`,
			"package p\n\nimport (\n\t\"fmt\"\n)\n\nvar x, y = fmt.Sprint(1), \"2\"\n"},
		{"a blank import stays",
			"package p\n\nimport (\n\t\"fmt\"\n\t_ \"io\"\n)\n\nvar x = fmt.Sprint(1)\n", "fmt.Sprint(1)", `"1"`,
			"package p\n\nimport (\n\t_ \"io\"\n)\n\nvar x = \"1\"\n"},
	}
	for _, tt := range tests {
		at := strings.Index(tt.old, tt.from)
		e := record.Edit{File: "p.go", Start: at, End: at + len(tt.from), New: tt.to}
		got, err := Apply(func(string) ([]byte, error) { return []byte(tt.old), nil }, record.Candidate{Edits: []record.Edit{e}})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
		} else if string(got["p.go"]) != tt.want {
			t.Errorf("%s: got\n%q\nwant\n%q", tt.name, got["p.go"], tt.want)
		}
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

// TestGroupImports: an import beside a single one makes a declaration of both.
func TestGroupImports(t *testing.T) {
	for _, tt := range []struct{ old, want string }{
		{"package p\n\nimport \"strconv\"\n\nvar s = strconv.Itoa(1)\n",
			"package p\n\nimport (\n\t\"slices\"\n\t\"strconv\"\n)\n\nvar s = strconv.Itoa(1)\n\nvar _ = slices.Max[[]int]\n"},
		{"package p\n\nimport \"example.com/x\"\n\nvar s = x.S\n",
			"package p\n\nimport (\n\t\"slices\"\n\n\t\"example.com/x\"\n)\n\nvar s = x.S\n\nvar _ = slices.Max[[]int]\n"},
		{"package p\n\nimport \"strconv\" // for s\n\nvar s = strconv.Itoa(1)\n",
			"package p\n\nimport \"slices\"\nimport \"strconv\" // for s\n\nvar s = strconv.Itoa(1)\n\nvar _ = slices.Max[[]int]\n"},
	} {
		at := strings.Index(tt.old, "import")
		c := record.Candidate{Edits: []record.Edit{{File: "p.go", Start: at, End: at, New: "import \"slices\"\n"},
			{File: "p.go", Start: len(tt.old), End: len(tt.old), New: "\nvar _ = slices.Max[[]int]\n"}}}
		got, err := Apply(func(string) ([]byte, error) { return []byte(tt.old), nil }, c)
		if err != nil || string(got["p.go"]) != tt.want {
			t.Errorf("%v\n%s\nwant\n%s", err, got["p.go"], tt.want)
		}
	}
}
