package passes_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
	"github.com/unheap/unheap/passes"
)

// A spelling is another way to write a program down that means the same, so that a
// rewrite which sees the one should see the other.
type spelling struct {
	name string
	// write makes the edits of one function; more is appended to the file.
	write func(s *speller, fn *ast.FuncDecl)
	// floor is the share of the fixes that are found again, in percent.
	floor int
}

func spellings() []spelling {
	return []spelling{
		{"one-line body", (*speller).oneLine, 100},
		{"var x = y", func(s *speller, fn *ast.FuncDecl) { s.declare(fn, "var ", "") }, 99},
		{"var ( x = y )", func(s *speller, fn *ast.FuncDecl) { s.declare(fn, "var (\n", "\n)") }, 99},
		{"var ( a; x )", func(s *speller, fn *ast.FuncDecl) { s.declare(fn, "var (\nspelt = 0\n", "\n)\n_ = spelt") }, 94},
		{"parentheses", (*speller).parentheses, 98},
		{"renamed import", func(s *speller, fn *ast.FuncDecl) { s.imports(fn, "spelt") }, 100},
		{"dot import", func(s *speller, fn *ast.FuncDecl) { s.imports(fn, ".") }, 91},
		{"result in a variable", (*speller).temporary, 98},
		{"in an if", func(s *speller, fn *ast.FuncDecl) { s.wrap(fn, "if spelt {\n", "\n}\n") }, 97},
		{"in an else", func(s *speller, fn *ast.FuncDecl) { s.wrap(fn, "if !spelt {\n} else {\n", "\n}\n") }, 97},
		{"in a switch", func(s *speller, fn *ast.FuncDecl) { s.wrap(fn, "switch {\ncase spelt: ", "\n}\n") }, 97},
		{"in a block", func(s *speller, fn *ast.FuncDecl) { s.wrap(fn, "{\n", "\n}\n") }, 97},
		{"in a closure", (*speller).closure, 93},
		{"if on one line", (*speller).oneLineIfs, 100},
		{"comment on the line", (*speller).comments, 98},
		{"three-clause loop", (*speller).threeClauses, 88},
		{"range over a number", (*speller).rangeNumber, 87},
		{"labelled loop", (*speller).labels, 94},
		{"type alias", (*speller).aliases, 99},
	}
}

// TestSpellings writes the functions of the fixtures in which something is found in other
// ways, and counts how often it is found again. What is found must type-check.
func TestSpellings(t *testing.T) {
	if testing.Short() {
		t.Skip("TestTraps goes the same way, with fewer texts")
	}
	fixtures, all := newFixtures(t, "1.26.0"), spellings()
	sums := make([]tally, len(all))
	var table strings.Builder
	fmt.Fprintf(&table, "%-22s", "")
	for _, a := range passes.Suite {
		fmt.Fprintf(&table, "%9.8s", a.Name())
	}
	for i, sp := range all {
		fmt.Fprintf(&table, "\n%-22s", sp.name)
		for _, a := range passes.Suite {
			c := fixtures[a.Name()]
			var sum tally
			for _, pkg := range c.packages {
				sum.add(c.respell(t, a, sp, pkg))
			}
			fmt.Fprintf(&table, "%9s", sum)
			sums[i].add(sum)
		}
		fmt.Fprintf(&table, "  all %s of %d", sums[i], sums[i].want)
	}
	t.Log("\n" + table.String())
	for i, sp := range all {
		if sums[i].want == 0 || 100*sums[i].have < sp.floor*sums[i].want {
			t.Errorf("%s: %s found, want %d %%", sp.name, sums[i], sp.floor)
		}
	}
}

// A tally says how many fixes there were, and how many of them are found again.
type tally struct{ want, have int }

func (t *tally) add(u tally) { t.want, t.have = t.want+u.want, t.have+u.have }

func (t tally) String() string {
	if t.want == 0 {
		return "-"
	}
	return fmt.Sprintf("%d %%", 100*t.have/t.want)
}

// respell spells the functions of a package in which the pass offers something.
func (c *corpus) respell(t *testing.T, a passes.Rule, sp spelling, pkg *load.Package) (sum tally) {
	before := count(c.fixes(t, pkg, a))
	for _, f := range pkg.Files {
		text, err := os.ReadFile(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		var fns []*ast.FuncDecl
		for _, d := range f.Syntax.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && before[rewrite.FuncName(fn)] > 0 {
				fns = append(fns, fn)
			}
		}
		for len(fns) > 0 {
			respelt, changed := spell(sp, pkg, f.Syntax, text, fns)
			after, err := c.checker.Check(pkg, map[string][]byte{f.Name: respelt})
			if err == nil {
				sum.add(c.again(t, sp.name, a, after, f.Name, respelt, changed, before))
				break
			}
			if len(fns) > 1 && len(changed) > 0 { // one of them cannot be spelt like this
				for _, fn := range fns {
					respelt, changed := spell(sp, pkg, f.Syntax, text, []*ast.FuncDecl{fn})
					if after, err := c.checker.Check(pkg, map[string][]byte{f.Name: respelt}); err == nil {
						sum.add(c.again(t, sp.name, a, after, f.Name, respelt, changed, before))
					} else if testing.Verbose() && *missedFlag == a.Name() {
						t.Logf("%s: %s: not tried: %v", sp.name, rewrite.FuncName(fn), err)
					}
				}
			}
			break
		}
	}
	return sum
}

// again counts what is found in the functions that were spelt anew.
func (c *corpus) again(t *testing.T, name string, a passes.Rule, pkg *load.Package, file string, text []byte, changed []string, before map[string]int) (sum tally) {
	fixes := c.fixes(t, pkg, a)
	found := count(fixes)
	for _, fn := range changed {
		sum.add(tally{before[fn], min(before[fn], found[fn])})
		if found[fn] < before[fn] && *missedFlag == a.Name() {
			t.Logf("%s: missed in %s %s", name, file, fn)
		}
	}
	for _, set := range rewrite.Disjoint(fixes) {
		texts, err := rewrite.Apply(func(f string) ([]byte, error) {
			if f == file {
				return text, nil
			}
			return os.ReadFile(c.paths[f])
		}, set...)
		if err == nil {
			_, err = c.checker.Check(pkg, texts)
		}
		if err != nil {
			t.Errorf("%s: %s: %v", a.Name(), name, err)
		}
	}
	return sum
}

// count says how many fixes touch a function.
func count(fixes []record.Candidate) map[string]int {
	m := make(map[string]int)
	for _, fix := range fixes {
		for _, fn := range fix.Functions {
			m[fn]++
		}
	}
	return m
}

// A speller collects the edits that spell a file anew.
type speller struct {
	pkg   *load.Package
	file  *ast.File
	text  []byte
	edits []record.Edit
	more  strings.Builder
	seen  map[string]bool
}

// spell returns the text with the functions spelt anew, and the names of those that are
// another text then.
func spell(sp spelling, pkg *load.Package, file *ast.File, text []byte, fns []*ast.FuncDecl) (out []byte, changed []string) {
	s := &speller{pkg: pkg, file: file, text: text, seen: make(map[string]bool)}
	for _, fn := range fns {
		n := len(s.edits)
		sp.write(s, fn)
		if len(s.edits) > n {
			changed = append(changed, rewrite.FuncName(fn))
		}
	}
	slices.SortStableFunc(s.edits, func(a, b record.Edit) int {
		return 4*(a.Start-b.Start) + 2*min(1, max(-1, a.End-b.End))
	})
	last := 0
	for _, e := range s.edits {
		out = append(append(out, text[last:e.Start]...), e.New...)
		last = e.End
	}
	return append(append(out, text[last:]...), s.more.String()...), changed
}

func (s *speller) offset(pos token.Pos) int { return int(pos - s.file.FileStart) }

func (s *speller) of(n ast.Node) string { return string(s.text[s.offset(n.Pos()):s.offset(n.End())]) }

func (s *speller) put(start, end token.Pos, text string) {
	s.edits = append(s.edits, record.Edit{Start: s.offset(start), End: s.offset(end), New: text})
}

// once appends text to the file, if it was not yet.
func (s *speller) once(text string) {
	if !s.seen[text] {
		s.seen[text] = true
		s.more.WriteString("\n" + text + "\n")
	}
}

func (s *speller) oneLine(fn *ast.FuncDecl) {
	from, to := s.offset(fn.Body.Lbrace)+1, s.offset(fn.Body.Rbrace)
	var b strings.Builder
	for _, l := range lexemes(s.text, from, to) {
		if l.auto {
			b.WriteString("; ")
		} else {
			b.Write(s.text[l.from:l.to])
			b.WriteString(" ")
		}
	}
	s.put(fn.Body.Lbrace+1, fn.Body.Rbrace, strings.TrimSuffix(strings.TrimSpace(b.String()), ";"))
}

// oneLineIfs takes the line breaks out of the branches that hold one statement.
func (s *speller) oneLineIfs(fn *ast.FuncDecl) {
	for n := range ast.Preorder(fn.Body) {
		var block *ast.BlockStmt
		switch n := n.(type) {
		case *ast.IfStmt:
			block = n.Body
		case *ast.ForStmt:
			block = n.Body
		case *ast.RangeStmt:
			block = n.Body
		}
		if block != nil && len(block.List) == 1 && !strings.Contains(s.of(block.List[0]), "\n") {
			s.put(block.Lbrace+1, block.Rbrace, " "+s.of(block.List[0])+" ")
		}
	}
}

// declare writes v := x as a declaration.
func (s *speller) declare(fn *ast.FuncDecl, before, after string) {
	lists(fn.Body, func(list []ast.Stmt) {
		for _, stmt := range list {
			switch stmt := stmt.(type) {
			case *ast.AssignStmt:
				if id, ok := stmt.Lhs[0].(*ast.Ident); ok && stmt.Tok == token.DEFINE && len(stmt.Lhs) == 1 && s.pkg.Info.Defs[id] != nil {
					s.put(stmt.Pos(), stmt.Pos(), before)
					s.put(stmt.TokPos, stmt.TokPos+2, "=")
					s.put(stmt.End(), stmt.End(), after)
				}
			case *ast.DeclStmt:
				if gd := stmt.Decl.(*ast.GenDecl); gd.Tok == token.VAR && !gd.Lparen.IsValid() && after != "" {
					s.put(gd.Pos(), gd.Specs[0].Pos(), before)
					s.put(stmt.End(), stmt.End(), after)
				}
			}
		}
	})
}

// lists calls yield with each list of statements.
func lists(body *ast.BlockStmt, yield func([]ast.Stmt)) {
	for n := range ast.Preorder(body) {
		switch n := n.(type) {
		case *ast.BlockStmt:
			yield(n.List)
		case *ast.CaseClause:
			yield(n.Body)
		case *ast.CommClause:
			yield(n.Body)
		}
	}
}

// parentheses puts some around what is assigned, passed, returned and asked.
func (s *speller) parentheses(fn *ast.FuncDecl) {
	around := func(list ...ast.Expr) {
		for _, e := range list {
			tv := s.pkg.Info.Types[e]
			if _, isTuple := tv.Type.(*types.Tuple); tv.IsValue() && !isTuple || tv.IsNil() {
				s.put(e.Pos(), e.Pos(), "(")
				s.put(e.End(), e.End(), ")")
			}
		}
	}
	for n := range ast.Preorder(fn.Body) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) == len(n.Rhs) {
				around(n.Rhs...)
			}
		case *ast.ReturnStmt:
			around(n.Results...)
		case *ast.CallExpr:
			around(n.Args...)
		case *ast.IfStmt:
			around(n.Cond)
		case *ast.RangeStmt:
			around(n.X)
		}
	}
}

// imports gives the packages that the file imports other names; with "." their members
// are used without.
func (s *speller) imports(fn *ast.FuncDecl, name string) {
	s.put(fn.Pos(), fn.Pos(), "") // counts as a change
	if s.seen["imports"] {
		return
	}
	s.seen["imports"] = true
	used := make(map[*types.PkgName]bool)
	for n := range ast.Preorder(s.file) {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			continue
		}
		id, ok := sel.X.(*ast.Ident)
		if !ok {
			continue
		}
		pkg, ok := s.pkg.Info.Uses[id].(*types.PkgName)
		if !ok {
			continue
		}
		used[pkg] = true
		if name == "." {
			s.put(sel.Pos(), sel.Sel.Pos(), "")
		} else {
			s.put(id.Pos(), id.End(), name+id.Name)
		}
	}
	for _, spec := range s.file.Imports {
		pkg := s.pkg.Info.PkgNameOf(spec)
		if !used[pkg] {
			continue
		}
		if name == "." { // which whoever applies fixes cannot see to be superfluous
			s.once("var _ " + exported(pkg.Imported()))
			s.put(spec.Pos(), spec.Path.Pos(), ". ")
		} else {
			s.put(spec.Pos(), spec.Path.Pos(), name+pkg.Name()+" ")
		}
	}
}

// exported is the name of a type of the package.
func exported(pkg *types.Package) string {
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if named, ok := obj.Type().(*types.Named); ok && obj.Exported() && named.TypeParams().Len() == 0 {
			if _, isType := obj.(*types.TypeName); isType {
				return name
			}
		}
	}
	return "none"
}

// temporary gives each result a name before it is returned.
func (s *speller) temporary(fn *ast.FuncDecl) {
	for n := range ast.Preorder(fn.Body) {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || len(ret.Results) != 1 {
			continue
		}
		if _, isCall := ret.Results[0].(*ast.CallExpr); isCall {
			s.put(ret.Pos(), ret.Results[0].Pos(), "spelt := ")
			s.put(ret.End(), ret.End(), "\nreturn spelt")
		}
	}
}

// wrap puts the body into another statement.
func (s *speller) wrap(fn *ast.FuncDecl, before, after string) {
	s.once("var spelt = len(`a`) > 0")
	s.put(fn.Body.Lbrace+1, fn.Body.Lbrace+1, "\n"+before)
	if fn.Type.Results != nil && !strings.HasPrefix(before, "{") {
		after += "panic(\"unreachable\")\n"
	}
	s.put(fn.Body.Rbrace, fn.Body.Rbrace, after)
}

// closure puts the body into a function literal that is called.
func (s *speller) closure(fn *ast.FuncDecl) {
	before := "func() {"
	if fn.Type.Results != nil {
		before = "return func() " + s.of(fn.Type.Results) + " {"
	}
	s.put(fn.Body.Lbrace+1, fn.Body.Lbrace+1, "\n"+before)
	s.put(fn.Body.Rbrace, fn.Body.Rbrace, "}()\n")
}

// comments puts one at the end of each line.
func (s *speller) comments(fn *ast.FuncDecl) {
	from, to := s.offset(fn.Body.Lbrace)+1, s.offset(fn.Body.Rbrace)
	if bytes.IndexByte(s.text[from:to], '`') >= 0 {
		return
	}
	for i := from; i < to; i++ {
		if s.text[i] != '\n' {
			continue
		}
		start := bytes.LastIndexByte(s.text[:i], '\n') + 1
		if line := string(s.text[start:i]); !strings.Contains(line, "//") && strings.TrimSpace(line) != "" {
			s.edits = append(s.edits, record.Edit{Start: i, End: i, New: " // a note"})
		} else if at := strings.Index(line, "// want"); at >= 0 {
			s.edits = append(s.edits, record.Edit{Start: start + at, End: i, New: "// a note"})
		}
	}
}

// threeClauses writes loops over numbers and slices with a counter.
func (s *speller) threeClauses(fn *ast.FuncDecl) {
	for n := range ast.Preorder(fn.Body) {
		loop, ok := n.(*ast.RangeStmt)
		if !ok || loop.Tok == token.ASSIGN {
			continue
		}
		key := "spelt"
		if id, ok := loop.Key.(*ast.Ident); ok && id.Name != "_" {
			key = id.Name
		}
		id, isName := loop.X.(*ast.Ident)
		switch u := s.pkg.Info.TypeOf(loop.X).Underlying().(type) {
		case *types.Basic:
			if u.Kind() == types.Int {
				s.put(loop.For, loop.Body.Lbrace, fmt.Sprintf("for %s := 0; %[1]s < %s; %[1]s++ ", key, s.of(loop.X)))
			}
		case *types.Slice:
			if isName {
				s.put(loop.For, loop.Body.Lbrace, fmt.Sprintf("for %s := 0; %[1]s < len(%s); %[1]s++ ", key, id.Name))
				if v, ok := loop.Value.(*ast.Ident); ok && v.Name != "_" {
					s.put(loop.Body.Lbrace+1, loop.Body.Lbrace+1, fmt.Sprintf("\n%s := %s[%s]", v.Name, id.Name, key))
				}
			}
		}
	}
}

// rangeNumber writes counting loops as ranges.
func (s *speller) rangeNumber(fn *ast.FuncDecl) {
	for n := range ast.Preorder(fn.Body) {
		switch loop := n.(type) {
		case *ast.ForStmt:
			init, ok := loop.Init.(*ast.AssignStmt)
			cond, ok2 := loop.Cond.(*ast.BinaryExpr)
			if ok && ok2 && init.Tok == token.DEFINE && s.of(init.Rhs[0]) == "0" && cond.Op == token.LSS && loop.Post != nil &&
				s.of(loop.Post) == s.of(init.Lhs[0])+"++" && s.of(cond.X) == s.of(init.Lhs[0]) {
				s.put(loop.For, loop.Body.Lbrace, fmt.Sprintf("for %s := range %s ", s.of(init.Lhs[0]), s.of(cond.Y)))
			}
		case *ast.RangeStmt:
			id, isName := loop.X.(*ast.Ident)
			if _, isSlice := s.pkg.Info.TypeOf(loop.X).Underlying().(*types.Slice); !isSlice || !isName || loop.Tok == token.ASSIGN {
				continue
			}
			key := "spelt"
			if id, ok := loop.Key.(*ast.Ident); ok && id.Name != "_" {
				key = id.Name
			}
			v, ok := loop.Value.(*ast.Ident)
			if !ok || v.Name == "_" {
				continue
			}
			s.put(loop.For, loop.Body.Lbrace+1, fmt.Sprintf("for %s := range len(%s) {\n%s := %s[%s]", key, id.Name, v.Name, id.Name, key))
		}
	}
}

// labels gives each loop one.
func (s *speller) labels(fn *ast.FuncDecl) {
	n := 0
	lists(fn.Body, func(list []ast.Stmt) {
		for _, stmt := range list {
			var body *ast.BlockStmt
			switch stmt := stmt.(type) {
			case *ast.ForStmt:
				body = stmt.Body
			case *ast.RangeStmt:
				body = stmt.Body
			default:
				continue
			}
			n++
			s.once("var spelt = len(`a`) > 0")
			s.put(stmt.Pos(), stmt.Pos(), fmt.Sprintf("spelt%d:\n", n))
			s.put(body.Rbrace, body.Rbrace, fmt.Sprintf("if spelt { continue spelt%d }\n", n))
		}
	})
}

// aliases gives types another name.
func (s *speller) aliases(fn *ast.FuncDecl) {
	last := token.NoPos
	for n := range ast.Preorder(fn.Body) {
		e, ok := n.(ast.Expr)
		if !ok || e.Pos() < last || !s.pkg.Info.Types[e].IsType() {
			continue
		}
		text := s.of(e)
		name := "spelt" + strings.Map(func(r rune) rune {
			if r == '[' || r == ']' || r == '*' || r == '.' || r == '{' || r == '}' || r == ' ' || r == '\n' || r == '\t' {
				return '_'
			}
			return r
		}, text)
		s.once("type " + name + " = " + text)
		s.put(e.Pos(), e.End(), name)
		last = e.End()
	}
}

var missedFlag = flag.String("missed", "", "TestSpellings names the functions in which this `pass` misses a spelling")
