package rewrite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/passes"
)

// program loads a module of one package.
func program(t *testing.T, text string) *load.Program {
	t.Helper()
	return programOf(t, map[string]string{"m.go": text})
}

// programOf loads a module of files, by name.
func programOf(t *testing.T, files map[string]string) *load.Program {
	t.Helper()
	dir := t.TempDir()
	files["go.mod"] = "module example.com/m\n\ngo 1.25\n"
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	prog, problems, err := load.Load(t.Context(), load.Options{Dir: dir})
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	return prog
}

// TestProposeSurvives has an analyzer that panics beside one that does not.
func TestProposeSurvives(t *testing.T) {
	bad := &analysis.Analyzer{Name: "bad", Doc: "bad panics", Run: func(pass *analysis.Pass) (any, error) {
		var names []string
		return names[len(pass.Files)], nil
	}}
	good := &analysis.Analyzer{Name: "good", Doc: "good reports", Run: func(pass *analysis.Pass) (any, error) {
		pass.Reportf(pass.Files[0].Name.Pos(), "it is there")
		return nil, nil
	}}
	got, err := Propose(t.Context(), program(t, "package m\n"), Options{Suite: []passes.Rule{{Analyzer: bad}, {Analyzer: good}}})
	if err != nil {
		t.Fatal(err)
	}
	all, failed := got.Candidates, got.Failed
	if len(all) != 1 || all[0].Rewrite != "good" || all[0].Message != "it is there" {
		t.Errorf("candidates %+v, want the one of good", all)
	}
	if len(failed) != 1 {
		t.Fatalf("failures %v, want one", failed)
	}
	for _, part := range []string{"example.com/m: bad: panicked: ", "index out of range [1] with length 0", "propose_test.go:"} {
		if !strings.Contains(failed[0].Error(), part) {
			t.Errorf("failure %q does not say %q", failed[0], part)
		}
	}
}

// TestProposeEnds: analyzers that have not begun when the context ends do not run.
func TestProposeEnds(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("enough")
	first := &analysis.Analyzer{Name: "first", Doc: "first stops it", Run: func(*analysis.Pass) (any, error) {
		cancel(stop)
		return nil, nil
	}}
	second := &analysis.Analyzer{Name: "second", Doc: "second is late", Requires: []*analysis.Analyzer{first}, Run: func(*analysis.Pass) (any, error) {
		t.Error("second ran")
		return nil, nil
	}}
	if _, err := Propose(ctx, program(t, "package m\n"), Options{Suite: []passes.Rule{{Analyzer: second}}}); err != stop {
		t.Errorf("error %v, want the cause", err)
	}
}

// TestCaveats: what a rule says arrives as it said it, however it is spelled.
func TestCaveats(t *testing.T) {
	text := `package m

func f(sizes []int) []int {
	var out []int
	for i := range sizes[0] {
		if i == sizes[1] {
			break
		}
		out = append(out, i*i)
	}
	return out
}
`
	i := slices.IndexFunc(passes.Suite, func(r passes.Rule) bool { return r.Name() == "presize" })
	got, err := Propose(t.Context(), program(t, text), Options{Suite: passes.Suite[i : i+1]})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Candidates) != 2 {
		t.Fatalf("candidates %+v, want two forms", got.Candidates)
	}
	want := []record.Caveat{
		{Kind: "reserves", Text: "memory for sizes[0] is reserved before any is needed"},
		{Kind: "spare", Text: "who keeps the result keeps room for max(sizes[0], 0), however little is in it"},
		{Kind: "nil-or-empty", Text: "nil becomes empty when nothing is added"},
	}
	if c := got.Candidates[0]; c.Class != record.Review || !slices.Equal(c.Caveats, want) || strings.Contains(c.Message, "review") {
		t.Errorf("got %s, %q, %+v, want %+v", c.Class, c.Message, c.Caveats, want)
	}
}

// TestAlike: places that look alike in one function are one candidate, these are one with those of
// other functions of the file, and these with those of namesakes in other files, which they are parts of. Those that
// become something else are their own.
func TestAlike(t *testing.T) {
	text := `package m

import "fmt"

func f(x any, name, value string, n int) string {
	switch x.(type) {
	case int:
		return fmt.Sprintf("%s AS %s", name, value)
	case string:
		return fmt.Sprintf("%s AS %s", value, name)
	case bool:
		return fmt.Sprintf("%s=%d", name, n)
	}
	return ""
}

func g(name, value string) string { return fmt.Sprintf("(%s) AS %s", name, value) }

func h(name string) string { return fmt.Sprintf("%s = %s - 1", name, name) }

func i(name, value string) string { return fmt.Sprintf("%s = %s - %s", name, name, value) }

func j(x float64) string { return fmt.Sprintf("%.0f", x) }

func k(n int) string { return fmt.Sprintf("%d", n) }

func m(n int) (string, string) { return fmt.Sprintf("$%d", n), fmt.Sprintf("{%d}", n) }

func o(name string) string {
	s := fmt.Sprintf("<%s>", name)
	return s + fmt.Sprintf(": %s", name)
}
`
	other := `package m

import "fmt"

type t struct{}

func (t) g(name, value string) string { return fmt.Sprintf("%s AS (%s)", name, value) }

func (t) l(name, value string) string { return fmt.Sprintf("%s = %s - %s", name, name, value) }
`
	i := slices.IndexFunc(passes.Suite, func(r passes.Rule) bool { return r.Name() == "format" })
	got, err := Propose(t.Context(), programOf(t, map[string]string{"m.go": text, "other.go": other}), Options{Suite: passes.Suite[i : i+1]})
	if err != nil {
		t.Fatal(err)
	}
	all := outline(got.Candidates, "Write the values without fmt.Sprintf")
	want := []string{
		`format:m.go#1 [f g t.g]:8 Sprintf[]["AS"] in place , in 4 places`,
		`	format:m.go#2 [f g]:8 Sprintf[]["AS"] in place , in 3 places`,
		`		format:m.go#3 [f]:8 Sprintf[]["AS"] in place , in 2 places`,
		`		format:m.go#4 [g]:17 Sprintf[]["AS"] in place `,
		`	format:other.go#1 [t.g]:7 Sprintf[]["AS"] in place `,
		`format:m.go#5 [f]:12 Sprintf["d"]["="] `, // a buffer
		`format:m.go#6 [f]:12 Sprintf["d"]["="] in place `,
		`format:m.go#7 [h i]:19 Sprintf[]["=" "-"] in place , in 2 places`,
		`	format:m.go#8 [h]:19 Sprintf[]["=" "-"] in place `,
		`	format:m.go#9 [i]:21 Sprintf[]["=" "-"] in place `,
		`format:m.go#10 [j]:23 Sprintf["f"][] in place `,
		`format:m.go#11 [k]:25 Sprintf["d"][] in place `,
		`format:m.go#12 [m]:27 Sprintf["d"]["$"] in place; Sprintf["d"]["{" "}"] in place , in 2 places`,
		`	format:m.go#13 [m]:27 Sprintf["d"]["$"] in place `,
		`	format:m.go#14 [m]:27 Sprintf["d"]["{" "}"] in place `,
		`format:m.go#15 [o]:30 Sprintf[]["<" ">"] in place; Sprintf[][":"] in place , in 2 places`,
		`	format:m.go#16 [o]:30 Sprintf[]["<" ">"] in place `,
		`	format:m.go#17 [o]:31 Sprintf[][":"] in place `,
		`format:other.go#2 [t.l]:9 Sprintf[]["=" "-"] in place `,
	}
	if !slices.Equal(all, want) {
		t.Errorf("candidates\n%s\nwant\n%s", strings.Join(all, "\n"), strings.Join(want, "\n"))
	}
}

// outline lists candidates, with their parts indented below them, and their messages without a prefix.
func outline(some []record.Candidate, prefix string) (lines []string) {
	for _, c := range some {
		lines = append(lines, fmt.Sprintf("%s %s:%d %s %s", c.ID, c.Functions, c.Pos.Line, c.Form, strings.TrimPrefix(c.Message, prefix)))
		for _, line := range outline(c.Parts, prefix) {
			lines = append(lines, "\t"+line)
		}
	}
	return lines
}

// TestGuards: a reader of one guard asks why the next call of the function has none, but not of one where something
// failed; each can be kept alone.
func TestGuards(t *testing.T) {
	text := `package m

import "log"

type server struct{ debug bool }

func (s *server) debugf(format string, args ...any) {
	if s.debug {
		log.Printf(format, args...)
	}
}

func (s *server) serve(id int, read func() error) error {
	s.debugf("serve %d", id)
	if err := read(); err != nil {
		s.debugf("cannot read %d", id)
		return err
	}
	s.debugf("served %d", id)
	return nil
}

func (s *server) stop(id int) { s.debugf("stop %d", id) }
`
	i := slices.IndexFunc(passes.Suite, func(r passes.Rule) bool { return r.Name() == "guardcall" })
	got, err := Propose(t.Context(), programOf(t, map[string]string{"m.go": text}), Options{Suite: passes.Suite[i : i+1]})
	if err != nil {
		t.Fatal(err)
	}
	all := outline(got.Candidates, "ask s.debug first")
	want := []string{
		`guardcall:m.go#1 [(*server).serve]:14 s.debugf("serve %d", id); s.debugf("served %d", id) , in 2 places`,
		`	guardcall:m.go#2 [(*server).serve]:14 s.debugf("serve %d", id) `,
		`	guardcall:m.go#3 [(*server).serve]:19 s.debugf("served %d", id) `,
		`guardcall:m.go#4 [(*server).serve]:16  `,
		`guardcall:m.go#5 [(*server).stop]:23 s.debugf("stop %d", id) `,
	}
	if !slices.Equal(all, want) {
		t.Errorf("candidates\n%s\nwant\n%s", strings.Join(all, "\n"), strings.Join(want, "\n"))
	}
}

// TestRivals: where a call has two fixes, each is joined with what else the rule has in the function, which is a part
// of the first only; both can be applied.
func TestRivals(t *testing.T) {
	text := `package m

import (
	"fmt"
	"strings"
)

func f(list []int, id int) string {
	var codes []string
	for _, c := range list {
		codes = append(codes, fmt.Sprintf("%d", c))
	}
	return fmt.Sprintf("<f ID=%d Codes=[%s]>", id, strings.Join(codes, ", "))
}

func g(id int, names []string) string {
	if len(names) == 0 {
		return fmt.Sprintf("<g ID=%d Name=%s>", id, names[0])
	}
	return fmt.Sprintf("Names=%q", names[0])
}
`
	i := slices.IndexFunc(passes.Suite, func(r passes.Rule) bool { return r.Name() == "format" })
	got, err := Propose(t.Context(), program(t, text), Options{Suite: passes.Suite[i : i+1]})
	if err != nil {
		t.Fatal(err)
	}
	all := outline(got.Candidates, "Write the values without fmt.Sprintf")
	want := []string{
		`format:m.go#1 [f]:11 Sprintf["d"][] in place; Sprintf["d"]["<f" "ID=" "Codes=[" "]>"] , in 2 places`, // a buffer
		`	format:m.go#2 [f]:11 Sprintf["d"][] in place `,
		`	format:m.go#3 [f]:13 Sprintf["d"]["<f" "ID=" "Codes=[" "]>"] `,
		`format:m.go#4 [f]:11 Sprintf["d"][] in place; Sprintf["d"]["<f" "ID=" "Codes=[" "]>"] in place , in 2 places`,
		`	format:m.go#5 [f]:13 Sprintf["d"]["<f" "ID=" "Codes=[" "]>"] in place `,
		`format:m.go#6 [g]:18 Sprintf["d"]["<g" "ID=" "Name=" ">"]; Sprintf["q"]["Names="] , in 2 places`,
		`	format:m.go#7 [g]:18 Sprintf["d"]["<g" "ID=" "Name=" ">"] `,
		`	format:m.go#8 [g]:20 Sprintf["q"]["Names="] `,
		`format:m.go#9 [g]:18 Sprintf["d"]["<g" "ID=" "Name=" ">"] in place; Sprintf["q"]["Names="] , in 2 places`,
		`	format:m.go#10 [g]:18 Sprintf["d"]["<g" "ID=" "Name=" ">"] in place `,
	}
	if !slices.Equal(all, want) {
		t.Errorf("candidates\n%s\nwant\n%s", strings.Join(all, "\n"), strings.Join(want, "\n"))
	}
	for _, c := range got.Candidates {
		files, err := Apply(func(string) ([]byte, error) { return []byte(text), nil }, c)
		if err != nil || strings.Count(string(files["m.go"]), "fmt.Sprintf") != 2 {
			t.Errorf("%s: %v, want both calls of a function changed, got\n%s", c.ID, err, files["m.go"])
		}
	}
}

// TestAlikeRules: rules whose fixes are small say what looks alike, by what it becomes; a candidate that is joined
// from fixes of several kinds says what each does.
func TestAlikeRules(t *testing.T) {
	for rule, tt := range map[string]struct {
		text string
		want []string
	}{
		"split": {`package m

import "strings"

func f(s string, kind int) string {
	switch kind {
	case 1:
		parts := strings.Split(s, ".")
		return "1" + parts[len(parts)-1]
	case 2:
		parts := strings.Split(s, ".")
		return parts[len(parts)-1]
	case 3:
		return strings.Split(s, ":")[0]
	}
	return s
}

func first(s string) (n int) {
	parts := strings.Split(s, ".")
	n++
	for _, part := range parts {
		n += len(part)
	}
	return n
}

func second(s string) (n int) {
	parts := strings.Split(s, ".")
	for i, part := range parts {
		n += i * len(part)
	}
	return n
}

func last(text string) string {
	parts := strings.Split(text, ":")
	return parts[len(parts)-1]
}

func same(text string) string {
	list := strings.Split(text, ":")
	return "1" + list[len(list)-1]
}
`, []string{
			`split:m.go#1 [f]:8 Take the last part with strings.LastIndex["s[strings.LastIndex(s," "\".\")+1:]"]; Take the first part with strings.Cut["before," "_," "_" ":=" "strings.Cut(s," "\":\")" "before"] Take the last part with strings.LastIndex; Take the first part with strings.Cut, in 3 places`,
			`	split:m.go#2 [f]:8 Take the last part with strings.LastIndex["s[strings.LastIndex(s," "\".\")+1:]"] Take the last part with strings.LastIndex, in 2 places`,
			`	split:m.go#3 [f]:14 Take the first part with strings.Cut["before," "_," "_" ":=" "strings.Cut(s," "\":\")" "before"] Take the first part with strings.Cut`,
			`split:m.go#4 [first]:20 Range over strings.SplitSeq["for" "part" ":=" "range" "strings.SplitSeq(s," "\".\")"] Range over strings.SplitSeq`,
			`split:m.go#5 [second]:29 Range over strings.SplitSeq["i" ":=" "-1" "i++" "for" "part" ":=" "range" "strings.SplitSeq(s," "\".\")"] Range over strings.SplitSeq`,
			`split:m.go#6 [last same]:37 Take the last part with strings.LastIndex["text[strings.LastIndex(text," "\":\")+1:]"] Take the last part with strings.LastIndex, in 2 places`,
			`	split:m.go#7 [last]:37 Take the last part with strings.LastIndex["text[strings.LastIndex(text," "\":\")+1:]"] Take the last part with strings.LastIndex`,
			`	split:m.go#8 [same]:42 Take the last part with strings.LastIndex["text[strings.LastIndex(text," "\":\")+1:]"] Take the last part with strings.LastIndex`,
		}},
		"headerkey": {`package m

import "net/http"

func f(h http.Header, id string) {
	if id == "" {
		h.Del("Last-Event-ID")
	} else {
		h.Set("Last-Event-ID", id)
	}
}

func g(h http.Header) string { return h.Get("Last-Event-ID") + h.Get("X-Request-ID") }

const key = "X-Other-ID"

func i(h http.Header) bool { return h.Get(key) == h.Get("Other") && h.Get(key) != "" }
`, []string{
			`headerkey:m.go#1 [f]:7 Last-Event-Id Write Last-Event-Id, in 2 places`,
			`headerkey:m.go#2 [g]:13 Last-Event-Id; X-Request-Id Write Last-Event-Id; Write X-Request-Id, in 2 places`,
			`	headerkey:m.go#3 [g]:13 Last-Event-Id Write Last-Event-Id`,
			`	headerkey:m.go#4 [g]:13 X-Request-Id Write X-Request-Id`,
			`headerkey:m.go#5 [i]:17 X-Other-Id Write X-Other-Id, in 2 places`,
		}},
	} {
		i := slices.IndexFunc(passes.Suite, func(r passes.Rule) bool { return r.Name() == rule })
		got, err := Propose(t.Context(), program(t, tt.text), Options{Suite: passes.Suite[i : i+1]})
		if err != nil {
			t.Fatal(err)
		}
		if all := outline(got.Candidates, ""); !slices.Equal(all, tt.want) {
			t.Errorf("candidates\n%s\nwant\n%s", strings.Join(all, "\n"), strings.Join(tt.want, "\n"))
		}
	}
}

// TestMisses: of two functions that make a text, and get a builder instead, one cannot write to that of the
// other as if it were still there. A list that becomes a parameter stays what it is.
func TestMisses(t *testing.T) {
	text := `package m

import "strings"

func inner(list []string) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(s)
	}
	return b.String()
}

func outer(list []string) string {
	var b strings.Builder
	b.WriteString(inner(list))
	return b.String()
}

func beside(list []string) string {
	var b strings.Builder
	b.WriteString(list[0])
	return b.String()
}

func page(list []string) string {
	var b strings.Builder
	b.WriteString(outer(list))
	b.WriteString(beside(list))
	return b.String()
}

func leaves(list []string) []string {
	var out []string
	out = append(out, list[0])
	return out
}

func names(list []string) []string {
	var out []string
	out = append(out, leaves(list)...)
	return out
}

func all(list []string) []string {
	var out []string
	out = append(out, names(list)...)
	return append(out, out...)
}
`
	i := slices.IndexFunc(passes.Suite, func(r passes.Rule) bool { return r.Name() == "appendto" })
	got, err := Propose(t.Context(), program(t, text), Options{Suite: passes.Suite[i : i+1]})
	if err != nil {
		t.Fatal(err)
	}
	var conflicts []string
	for i, a := range got.Candidates {
		for _, b := range got.Candidates[i+1:] {
			if Conflicts(a, b) {
				conflicts = append(conflicts, a.Message+", "+b.Message)
			}
		}
	}
	want := []string{"Let inner write to what it is given, Let outer write to what it is given"}
	if len(got.Candidates) != 5 || !slices.Equal(conflicts, want) {
		t.Errorf("%d candidates, conflicts %q, want 5 and %q", len(got.Candidates), conflicts, want)
	}
}
