package exact

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// A source is a file of the toolchain and the changes found for it. No change adds a line, so that positions in stacks
// are those of the toolchain.
type source struct {
	text  []byte
	fset  *token.FileSet
	file  *ast.File
	edits []edit
}

// An edit replaces text[start:end].
type edit struct {
	start, end int
	text       string
}

// apply parses a file, lets patch find its changes and makes them.
func apply(path string, text []byte, patch func(*source) error) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	s := &source{text: text, fset: fset, file: file}
	if err := patch(s); err != nil {
		return nil, fmt.Errorf("%s: %v", path, err)
	}
	slices.SortFunc(s.edits, func(a, b edit) int { return a.start - b.start })
	var out bytes.Buffer
	at := 0
	for _, e := range s.edits {
		out.Write(text[at:e.start])
		out.WriteString(e.text)
		at = e.end
	}
	out.Write(text[at:])
	return out.Bytes(), nil
}

func (s *source) offset(p token.Pos) int { return s.fset.Position(p).Offset }

func (s *source) insert(p token.Pos, text string) {
	s.edits = append(s.edits, edit{s.offset(p), s.offset(p), text})
}

// show returns the source of n with all white space reduced to single blanks.
func (s *source) show(n ast.Node) string {
	return string(bytes.Join(bytes.Fields(s.text[s.offset(n.Pos()):s.offset(n.End())]), []byte(" ")))
}

// reads reports whether the source of n, with white space reduced to single blanks, is text. It looks at few bytes of
// a source that is much longer.
func (s *source) reads(n ast.Node, text string) bool {
	return int(n.End()-n.Pos()) < 2*len(text) && s.show(n) == text
}

// function returns the function or method of that name. recv is the type of the receiver, without its star; empty for
// a function. It is an error if the names of its parameters, receiver first, are not params: the inserted calls use
// them.
func (s *source) function(recv, name string, params ...string) (*ast.FuncDecl, error) {
	for _, d := range s.file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != name || receiver(f) != recv || f.Body == nil {
			continue
		}
		if got := names(f); len(got) < len(params) || !slices.Equal(got[:len(params)], params) {
			return nil, fmt.Errorf("%s has parameters %v, not %v", name, got, params)
		}
		return f, nil
	}
	return nil, fmt.Errorf("no function %s", name)
}

func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	t := f.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	id, ok := t.(*ast.Ident)
	if !ok {
		return "?" // a generic type, which is never asked for
	}
	return id.Name
}

func names(f *ast.FuncDecl) []string {
	var all []string
	fields := slices.Clone(f.Type.Params.List)
	if f.Recv != nil {
		fields = slices.Concat(f.Recv.List, fields)
	}
	for _, field := range fields {
		for _, id := range field.Names {
			all = append(all, id.Name)
		}
	}
	return all
}

// statement returns the only statement within n whose source is text, up to white space.
func (s *source) statement(n ast.Node, text string) (ast.Stmt, error) {
	var found []ast.Stmt
	ast.Inspect(n, func(n ast.Node) bool {
		if stmt, ok := n.(ast.Stmt); ok && s.reads(stmt, text) {
			found = append(found, stmt)
			return false
		}
		return true
	})
	if len(found) != 1 {
		return nil, fmt.Errorf("%d statements %q, want 1", len(found), text)
	}
	return found[0], nil
}

// A change rewrites a statement of package testing.
type change struct {
	function string   // "F", or "T.M" for a method of T or *T
	params   []string // as in source.function
	// statement is the source of the only such statement of the function, up to white space. "if c {" is the if statement
	// with that condition, and "" the first statement.
	statement string
	text      string // $ stands for the statement
}

// patched are the files of package testing that are changed. The files of package runtime are found by their contents.
var patched = map[string][]change{
	"testing/benchmark.go": {
		// The timer reads MemStats through the recorder.
		{"B.StartTimer", []string{"b"}, "runtime.ReadMemStats(&memStats)", "unheapStats(b, &memStats, true)"},
		{"B.StopTimer", []string{"b"}, "runtime.ReadMemStats(&memStats)", "unheapStats(b, &memStats, false)"},
		{"B.ResetTimer", []string{"b"}, "runtime.ReadMemStats(&memStats)", "unheapStats(b, &memStats, true)"},
		{"B.ResetTimer", []string{"b"}, "", "unheapReset(b); $"},
		{"B.runN", []string{"b"}, "b.ResetTimer()", "unheapRunStart(b); defer unheapRunEnd(b); $"},
		{"B.runN", []string{"b"}, "b.previousN = n", "unheapReturned(b); $"},
		{"B.loopSlowPath", []string{"b"}, "b.ResetTimer()", "unheapLoopStart(b); $"},
		{"B.loopSlowPath", []string{"b"}, "var more bool", "if unheapLoopFirst(b) { return true }; $"},
		{"B.launch", []string{"b"}, "if b.loop.n == 0 {", "unheapChoose(b); $"},
		{"B.Run", []string{"b"}, "b.add(sub.result)", "unheapBenchEnd(sub); $"},
	},
	// For each fuzz target, the objects are counted that its corpus allocates.
	"testing/fuzz.go": {
		{"fRunner", []string{"f", "fn"}, "fn(f)", "unheapTestStart(&f.common); defer unheapTestEnd(&f.common); $"},
	},
	// The objects of each test are counted, and each test can be run twice. The end of the program is marked in the
	// journal.
	"testing/testing.go": {
		{"tRunner", []string{"t", "fn"}, "fn(t)", "unheapTestStart(&t.common); defer unheapTestEnd(&t.common); $"},
		{"T.Parallel", []string{"t"}, "t.isParallel = true", "if unheapSerial() { return }; $"},
		{"runTests", nil, "t.Run(test.Name, test.F)", "unheapTwice(t.tstate.match, func() { $ })"},
		{"M.after", []string{"m"}, "", "unheapEnd(); $"},
	},
	"testing/example.go": {
		{"runExamples", []string{"matchString", "examples"}, "if !runExample(eg) { ok = false }", "unheapTwice(nil, func() { $ })"},
	},
	"testing/run_example.go": {
		{"runExample", []string{"eg"}, "start := time.Now()", "$"}, // for the next one
		{"runExample", []string{"eg"}, "eg.F()", "unheapExampleStart(eg.Name); $; unheapExampleEnd(eg.Name, start)"},
	},
}

// patchTesting makes the changes of one file.
func (s *source) patchTesting(changes []change) error {
	for _, c := range changes {
		recv, name, method := strings.Cut(c.function, ".")
		if !method {
			recv, name = "", recv
		}
		f, err := s.function(recv, name, c.params...)
		if err != nil {
			return err
		}
		stmt, err := s.anchor(f.Body, c.statement)
		if err != nil {
			return fmt.Errorf("%s: %v", name, err)
		}
		before, after, stays := strings.Cut(c.text, "$")
		if !stays {
			s.edits = append(s.edits, edit{s.offset(stmt.Pos()), s.offset(stmt.End()), c.text})
			continue
		}
		s.insert(stmt.Pos(), before)
		s.insert(stmt.End(), after)
	}
	return nil
}

// anchor returns the statement that a change is about.
func (s *source) anchor(body *ast.BlockStmt, text string) (ast.Stmt, error) {
	if text != "" && text[len(text)-1] != '{' {
		return s.statement(body, text)
	}
	for _, stmt := range body.List {
		cond, ok := stmt.(*ast.IfStmt)
		if text == "" || ok && "if "+s.show(cond.Cond)+" {" == text {
			return stmt, nil
		}
	}
	return nil, fmt.Errorf("no statement %q", text)
}

// checkLoop returns an error unless B.Loop counts as the recorder expects: it takes the slow path when loop.i reaches
// loop.n.
func (s *source) checkLoop() error {
	f, err := s.function("B", "Loop", "b")
	if err != nil {
		return err
	}
	if len(f.Body.List) != 2 ||
		s.show(f.Body.List[0]) != "if b.loop.i < b.loop.n { b.loop.i++ return true }" ||
		s.show(f.Body.List[1]) != "return b.loopSlowPath()" {
		return errors.New("method Loop does not count loop.i up to loop.n")
	}
	return nil
}
