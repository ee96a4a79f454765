package rewrite

import (
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/record"
)

// TestCombine holds that a combined candidate makes, in edits of the first text, what its parts make one
// after the other, and that its imports are edits that others may have too.
func TestCombine(t *testing.T) {
	const text = "package p\n\nimport \"fmt\"\n\nfunc f() string {\n\tx := fmt.Sprint(1)\n\ty := 2\n\treturn x\n}\n"
	source := func(string) ([]byte, error) { return []byte(text), nil }
	edit := func(in, old, now string) record.Edit {
		at := strings.Index(in, old)
		if at < 0 {
			t.Fatalf("%q is not in %q", old, in)
		}
		return record.Edit{File: "p.go", Start: at, End: at + len(old), New: now}
	}
	strconvImport := record.Edit{File: "p.go", Start: strings.Index(text, "import"), End: strings.Index(text, "import"), New: "import \"strconv\"\n"}
	first := record.Candidate{ID: "a#1", Rewrite: "a", Message: "Do a", Functions: []string{"f"}, Class: record.Safe, Edits: []record.Edit{edit(text, "x := fmt.Sprint(1)", "x := fmt.Sprintf(\"%d\", 1)")}}
	barred := record.Candidate{ID: "b#1", Rewrite: "b", Functions: []string{"f"}, Edits: []record.Edit{strconvImport, edit(text, "fmt.Sprint(1)", "strconv.Itoa(1)")}}
	once, err := Apply(source, first)
	if err != nil {
		t.Fatal(err)
	}
	now := string(once["p.go"])
	second := record.Candidate{
		ID: "b#2", Rewrite: "b", Message: "Do b", Functions: []string{"f"}, Class: record.Review, Caveats: []record.Caveat{{Kind: "order", Text: "it runs later"}},
		Edits: []record.Edit{strconvImport, edit(now, "fmt.Sprintf(\"%d\", 1)", "strconv.Itoa(1)")},
	}
	c, ok := Combine(source, first, []record.Candidate{barred}, []record.Candidate{second})
	if !ok {
		t.Fatal("not combined")
	}
	made, err := Apply(source, c)
	if want := "package p\n\nimport \"strconv\"\n\nfunc f() string {\n\tx := strconv.Itoa(1)\n\ty := 2\n\treturn x\n}\n"; err != nil || string(made["p.go"]) != want {
		t.Errorf("makes %q, want %q: %v", made["p.go"], want, err)
	}
	if c.Message != "Do a; do b" || c.Class != record.Review || len(c.Caveats) != 1 || strings.Join(c.Of, " ") != "a#1 b#1" || c.ID != "a#1+b#2" {
		t.Errorf("combined %+v", c)
	}
	if !Conflicts(c, first) || !Conflicts(c, barred) {
		t.Error("it may stand beside its parts")
	}
	other := record.Candidate{ID: "c#1", Rewrite: "c", Functions: []string{"g"}, Edits: []record.Edit{strconvImport, edit(text, "y := 2", "y := len(strconv.Itoa(3))")}}
	if Overlap(c, other) {
		t.Error("another candidate that adds the same import may not stand beside it")
	}
	if _, ok := Combine(source, first, []record.Candidate{barred}, nil); ok {
		t.Error("combined with nothing")
	}
}

// TestSaying holds that what a message says already is said once, with the number of all places.
func TestSaying(t *testing.T) {
	for _, tt := range []struct{ message, text, want string }{
		{"Collect b on the stack", "append the text", "Collect b on the stack; append the text"},
		{"Collect b on the stack, in 2 places; append the text, in 2 places", "append the text, in 3 places", "Collect b on the stack, in 2 places; append the text, in 5 places"},
		{"Collect b; append the text", "append the text", "Collect b; append the text, in 2 places"},
		{"Collect b", "write in places", "Collect b; write in places"},
	} {
		if got := saying(tt.message, tt.text); got != tt.want {
			t.Errorf("%q and %q: %q, want %q", tt.message, tt.text, got, tt.want)
		}
	}
}
