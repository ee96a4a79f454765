package rewrite

import "testing"

// TestWrap: a line that has become too long is broken at the outermost place where it becomes short enough; what was as long
// stays.
func TestWrap(t *testing.T) {
	const name = "thirtyCharactersAreManyForOne_"
	for _, tt := range []struct{ what, old, now, want string }{
		{"a sum", "return f(x)", `return errors.New("invalid argument " + ` + name + ` + " for the command " + ` + name + ` + ", which is not one")`,
			`return errors.New("invalid argument " + ` + name + ` + " for the command " +` + "\n\t\t" + name + ` + ", which is not one")`},
		{"no longer than it was", "return " + name + name + name + name + name, "return " + name + " + " + name + " + " + name + " + " + name, ""},
		{"a call", "f(x)", "call(" + name + ", g(" + name + ", " + name + "), " + name + ", " + name + ")",
			"call(" + name + ", g(" + name + ", " + name + "),\n\t\t" + name + ", " + name + ")"},
		{"a condition", "if x {\n\t}", "if " + name + " || " + name + " && " + name + " || " + name + " {\n\t}",
			"if " + name + " || " + name + " && " + name + " ||\n\t\t" + name + " {\n\t}"},
		{"a comment", "f(x)", "f(" + name + ", " + name + ", " + name + ", " + name + ") // so", ""},
		{"one operand", "f(x)", "f(" + name + name + name + name + name + ")", ""},
		{"three lines", "f(x)", "f(" + name + ", " + name + ", " + name + ", " + name + ", " + name + ", " + name + ", " + name + ", " + name + ")",
			"f(" + name + ", " + name + ", " + name + ",\n\t\t" + name + ", " + name + ", " + name + ",\n\t\t" + name + ", " + name + ")"},
		{"a raw text", "f(x)", "f(`\n" + name + name + name + "` + " + name + " + " + name + ")",
			"f(`\n" + name + name + name + "` +\n\t\t" + name + " + " + name + ")"},
		{"a body on the line", "f(func() {})", "f(func() { g(" + name + ", " + name + ", " + name + ", " + name + ") })", ""},
	} {
		text := func(line string) []byte { return []byte("package p\n\nfunc F() error {\n\t" + line + "\n}\n") }
		if tt.want == "" {
			tt.want = tt.now
		}
		if got := wrap(text(tt.old), text(tt.now)); string(got) != string(text(tt.want)) {
			t.Errorf("%s:\n%s\nwant\n%s", tt.what, got, text(tt.want))
		}
	}
	old := "package p\n\nfunc f() {}\n"
	now := "package p\n\nfunc f() {}\n\nfunc g(" + name + " int, a, b string, other" + name + " string, third" + name + " []string) (string, error) { return f() }\n"
	if got := wrap([]byte(old), []byte(now)); string(got) != now {
		t.Errorf("%s", got)
	}
}
