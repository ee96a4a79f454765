package exact

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
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

func (s *source) replace(n ast.Node, text string) {
	s.edits = append(s.edits, edit{s.offset(n.Pos()), s.offset(n.End()), text})
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

// before inserts text before the only statement of the function whose source is anchor.
//
//	fn(t)
//	unheapTestStart(&t.common); fn(t)
func (s *source) before(f *ast.FuncDecl, anchor, text string) error {
	stmt, err := s.statement(f.Body, anchor)
	if err != nil {
		return fmt.Errorf("%s: %v", f.Name.Name, err)
	}
	s.insert(stmt.Pos(), text+"; ")
	return nil
}

// patchBenchmark inserts calls of the recorder where a benchmark starts, stops or resets its timer, and where it runs.
func patchBenchmark(s *source) error {
	// The timer reads MemStats through the recorder.
	//
	//	runtime.ReadMemStats(&memStats)
	//	unheapStats(b, &memStats, true)
	timed := map[string]string{"StartTimer": "true", "StopTimer": "false", "ResetTimer": "true"}
	for name, on := range timed {
		f, err := s.function("B", name, "b")
		if err != nil {
			return err
		}
		stmt, err := s.statement(f.Body, "runtime.ReadMemStats(&memStats)")
		if err != nil {
			return fmt.Errorf("%s: %v", name, err)
		}
		s.replace(stmt, "unheapStats(b, &memStats, "+on+")")
		if name == "ResetTimer" {
			s.insert(f.Body.List[0].Pos(), "unheapReset(b); ")
		}
	}
	inserts := []struct{ recv, name, anchor, text string }{
		{"B", "runN", "b.ResetTimer()", "unheapRunStart(b); defer unheapRunEnd(b)"},
		{"B", "runN", "b.previousN = n", "unheapReturned(b)"},
		{"B", "loopSlowPath", "b.ResetTimer()", "unheapLoopStart(b)"},
		{"B", "loopSlowPath", "var more bool", "if unheapLoopFirst(b) { return true }"},
		{"B", "launch", "if b.loop.n == 0 {", "unheapChoose(b)"},
		{"B", "Run", "b.add(sub.result)", "unheapBenchEnd(sub)"},
	}
	for _, in := range inserts {
		f, err := s.function(in.recv, in.name, "b")
		if err != nil {
			return err
		}
		if err := s.beforeAny(f, in.anchor, in.text); err != nil {
			return err
		}
	}
	return s.checkLoop()
}

// beforeAny is before for an anchor that may also be the head of an if statement.
func (s *source) beforeAny(f *ast.FuncDecl, anchor, text string) error {
	if anchor[len(anchor)-1] != '{' {
		return s.before(f, anchor, text)
	}
	for _, stmt := range f.Body.List {
		if cond, ok := stmt.(*ast.IfStmt); ok && "if "+s.show(cond.Cond)+" {" == anchor {
			s.insert(stmt.Pos(), text+"; ")
			return nil
		}
	}
	return fmt.Errorf("%s: no statement %q", f.Name.Name, anchor)
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

// patchFuzz counts, for each fuzz target, the objects that its corpus allocates.
func patchFuzz(s *source) error {
	f, err := s.function("", "fRunner", "f", "fn")
	if err != nil {
		return err
	}
	return s.before(f, "fn(f)", "unheapTestStart(&f.common); defer unheapTestEnd(&f.common)")
}

// patchTesting counts the objects of each test, and marks the end of the program in the journal.
func patchTesting(s *source) error {
	inserts := []struct {
		recv, name string
		params     []string
		anchor     string
		text       string
	}{
		{"", "tRunner", []string{"t", "fn"}, "fn(t)", "unheapTestStart(&t.common); defer unheapTestEnd(&t.common)"},
		{"T", "Parallel", []string{"t"}, "t.isParallel = true", "if unheapSerial() { return }"},
	}
	for _, in := range inserts {
		f, err := s.function(in.recv, in.name, in.params...)
		if err != nil {
			return err
		}
		if err := s.before(f, in.anchor, in.text); err != nil {
			return err
		}
	}
	if err := s.patchRunTests(); err != nil {
		return err
	}
	f, err := s.function("M", "after", "m")
	if err != nil {
		return err
	}
	if len(f.Body.List) == 0 {
		return fmt.Errorf("after is empty")
	}
	s.insert(f.Body.List[0].Pos(), "unheapEnd(); ")
	return nil
}

// patchRunTests makes it possible to run each test twice.
//
//	t.Run(test.Name, test.F)
//	unheapTwice(t.tstate.match, func() { t.Run(test.Name, test.F) })
func (s *source) patchRunTests() error {
	f, err := s.function("", "runTests")
	if err != nil {
		return err
	}
	stmt, err := s.statement(f.Body, "t.Run(test.Name, test.F)")
	if err != nil {
		return fmt.Errorf("runTests: %v", err)
	}
	s.insert(stmt.Pos(), "unheapTwice(t.tstate.match, func() { ")
	s.insert(stmt.End(), " })")
	return nil
}

// patchExamples makes it possible to run each example twice.
//
//	if !runExample(eg) { ok = false }
//	unheapTwice(nil, func() { if !runExample(eg) { ok = false } })
func patchExamples(s *source) error {
	f, err := s.function("", "runExamples", "matchString", "examples")
	if err != nil {
		return err
	}
	stmt, err := s.statement(f.Body, "if !runExample(eg) { ok = false }")
	if err != nil {
		return fmt.Errorf("runExamples: %v", err)
	}
	s.insert(stmt.Pos(), "unheapTwice(nil, func() { ")
	s.insert(stmt.End(), " })")
	return nil
}

// patchExample counts the objects of each example.
//
//	eg.F()
//	unheapExampleStart(eg.Name); eg.F(); unheapExampleEnd(eg.Name, start)
func patchExample(s *source) error {
	f, err := s.function("", "runExample", "eg")
	if err != nil {
		return err
	}
	if _, err := s.statement(f.Body, "start := time.Now()"); err != nil {
		return fmt.Errorf("runExample: %v", err)
	}
	stmt, err := s.statement(f.Body, "eg.F()")
	if err != nil {
		return fmt.Errorf("runExample: %v", err)
	}
	s.insert(stmt.Pos(), "unheapExampleStart(eg.Name); ")
	s.insert(stmt.End(), "; unheapExampleEnd(eg.Name, start)")
	return nil
}
