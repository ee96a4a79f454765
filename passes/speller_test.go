package passes_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

// A speller collects the edits that spell a file anew.
type speller struct {
	pkg   *load.Package
	fixed func() []*load.Package // the package with each of the fixes
	file  *ast.File
	text  []byte
	edits []record.Edit
	more  strings.Builder
	seen  map[string]bool
	name  string // of the function at hand, as it is called then
	names int    // that were given so far
}

// spell returns the text with the functions spelt anew, and the names that those have then
// that are another text, by the names before.
func spell(sp spelling, pkg *load.Package, fixed func() []*load.Package, file *ast.File, text []byte, fns []*ast.FuncDecl) (out []byte, changed map[string]string) {
	changed = make(map[string]string)
	s := &speller{pkg: pkg, fixed: fixed, file: file, text: text, seen: make(map[string]bool)}
	for _, fn := range fns {
		n := len(s.edits)
		s.name = rewrite.FuncName(fn)
		sp.write(s, fn)
		if len(s.edits) > n {
			changed[rewrite.FuncName(fn)] = s.name
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
	end := token.NoPos // of the last branch that was written on one line
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
		if block != nil && block.Pos() > end && len(block.List) == 1 && !strings.Contains(s.of(block.List[0]), "\n") {
			s.put(block.Lbrace+1, block.Rbrace, " "+s.of(block.List[0])+" ")
			end = block.End()
		}
	}
}

// declare writes v := x as a declaration, by a format that gets v = x.
func (s *speller) declare(fn *ast.FuncDecl, format string) {
	around := func(stmt ast.Stmt) {
		before, after, _ := strings.Cut(format, "%s")
		s.put(stmt.Pos(), stmt.Pos(), before)
		s.put(stmt.End(), stmt.End(), after)
	}
	lists(fn.Body, func(list []ast.Stmt) {
		for _, stmt := range list {
			switch stmt := stmt.(type) {
			case *ast.AssignStmt:
				if id, ok := stmt.Lhs[0].(*ast.Ident); ok && stmt.Tok == token.DEFINE && len(stmt.Lhs) == 1 && s.pkg.Info.Defs[id] != nil {
					s.put(stmt.TokPos, stmt.TokPos+2, "=")
					around(stmt)
				}
			case *ast.DeclStmt:
				if gd := stmt.Decl.(*ast.GenDecl); gd.Tok == token.VAR && !gd.Lparen.IsValid() && strings.Contains(format, "(") {
					s.put(gd.Pos(), gd.Specs[0].Pos(), "")
					around(stmt)
				}
			}
		}
	})
}

// fresh is a name that nothing has.
func (s *speller) fresh() string {
	s.names++
	return fmt.Sprintf("spelt%d", s.names)
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
// are used without, if the names do not clash.
func (s *speller) imports(fn *ast.FuncDecl, name string) {
	s.put(fn.Pos(), fn.Pos(), "") // counts as a change
	if s.seen["imports"] {
		return
	}
	s.seen["imports"] = true
	used, members := make(map[*types.PkgName]bool), make(map[string]bool)
	for n := range ast.Preorder(s.file) {
		if id, ok := n.(*ast.Ident); ok && s.pkg.Info.Defs[id] != nil {
			members[id.Name] = true
		} else if pkg, ok := s.pkg.Info.Uses[id].(*types.PkgName); ok {
			used[pkg] = true
		}
	}
	respelt := make(map[*types.PkgName]bool)
	for _, spec := range s.file.Imports {
		pkg := s.pkg.Info.PkgNameOf(spec)
		if !used[pkg] {
			continue
		}
		if name != "." {
			s.put(spec.Pos(), spec.Path.Pos(), name+pkg.Name()+" ")
			respelt[pkg] = true
		} else if s.disjoint(pkg.Imported(), members) {
			s.put(spec.Pos(), spec.Path.Pos(), ". ")
			s.once(mention(pkg.Imported())) // whoever applies fixes cannot see it to be superfluous
			respelt[pkg] = true
		}
	}
	for n := range ast.Preorder(s.file) {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			continue
		}
		id, ok := sel.X.(*ast.Ident)
		if pkg, isPkg := s.pkg.Info.Uses[id].(*types.PkgName); !ok || !isPkg || !respelt[pkg] {
			continue
		}
		if name == "." {
			s.put(sel.Pos(), sel.Sel.Pos(), "")
		} else {
			s.put(id.Pos(), id.End(), name+id.Name)
		}
	}
}

// disjoint reports whether the members of the package are none of the names, nor declared
// by ours, and adds them.
func (s *speller) disjoint(pkg *types.Package, names map[string]bool) bool {
	for _, name := range pkg.Scope().Names() {
		if token.IsExported(name) && (names[name] || s.pkg.Types.Scope().Lookup(name) != nil) {
			return false
		}
	}
	for _, name := range pkg.Scope().Names() {
		names[name] = true
	}
	return true
}

// mention is a declaration that uses a function or type of the package.
func mention(pkg *types.Package) string {
	for _, name := range pkg.Scope().Names() {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			if obj.Exported() && obj.Signature().TypeParams() == nil {
				return "var _ = " + name
			}
		case *types.TypeName:
			if named, ok := obj.Type().(*types.Named); ok && obj.Exported() && named.TypeParams() == nil {
				return "var _ " + name
			}
		}
	}
	return ""
}

// temporary gives each result a name before it is returned.
func (s *speller) temporary(fn *ast.FuncDecl) {
	for n := range ast.Preorder(fn.Body) {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || len(ret.Results) != 1 {
			continue
		}
		if _, isTuple := s.pkg.Info.TypeOf(ret.Results[0]).(*types.Tuple); isTuple {
			continue
		}
		if _, isCall := ret.Results[0].(*ast.CallExpr); isCall {
			s.put(ret.Pos(), ret.Results[0].Pos(), "spelt := ")
			s.put(ret.End(), ret.End(), "\nreturn spelt")
		}
	}
}

// inline writes the value of a variable that is read once where it is read, in the next
// statement. Nothing that could change the value is evaluated in between, nor anything that
// the value could change: in front of it there are only names, of which a call in the value
// could change only variables.
func (s *speller) inline(fn *ast.FuncDecl) {
	info := s.pkg.Info
	lists(fn.Body, func(list []ast.Stmt) {
		written := -1 // the last statement in which another one was written
		for i, stmt := range list {
			def, ok := stmt.(*ast.AssignStmt)
			if !ok || def.Tok != token.DEFINE || len(def.Lhs) != 1 || len(def.Rhs) != 1 || i+1 == len(list) || info.Types[def.Rhs[0]].Value != nil || i == written {
				continue
			}
			uses := s.uses(fn, info.Defs[def.Lhs[0].(*ast.Ident)])
			if len(uses) != 1 || !types.Identical(info.TypeOf(def.Lhs[0]), info.TypeOf(def.Rhs[0])) {
				continue
			}
			calls := s.calls(def.Rhs[0])
			if s.addressed(list[i+1], info.Defs[def.Lhs[0].(*ast.Ident)]) {
				continue // it would be the variable itself
			}
			if first := s.evaluated(list[i+1]); first != nil && s.before(fn, first, uses[0], calls) {
				s.put(def.Pos(), def.End(), "")
				s.put(uses[0].Pos(), uses[0].End(), s.of(def.Rhs[0]))
				written = i + 1
			}
		}
	})
}

// addressed reports whether n writes to the object, or to a part of it, or takes its address.
func (s *speller) addressed(n ast.Node, obj types.Object) bool {
	if s.written(n, obj) {
		return true
	}
	for n := range ast.Preorder(n) {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			sel := s.pkg.Info.Selections[n]
			if sel != nil && sel.Kind() == types.MethodVal && s.mentions(n.X, obj) {
				_, byPointer := sel.Obj().(*types.Func).Signature().Recv().Type().(*types.Pointer)
				_, isPointer := s.pkg.Info.TypeOf(n.X).Underlying().(*types.Pointer)
				if byPointer && !isPointer {
					return true
				}
			}
		case *ast.SliceExpr:
			if _, isArray := s.pkg.Info.TypeOf(n.X).Underlying().(*types.Array); isArray && s.mentions(n.X, obj) {
				return true
			}
		}
	}
	return false
}

// uses are the places at which the function mentions an object, but for its declaration.
func (s *speller) uses(fn *ast.FuncDecl, obj types.Object) (uses []*ast.Ident) {
	for n := range ast.Preorder(fn.Body) {
		if id, ok := n.(*ast.Ident); ok && obj != nil && s.pkg.Info.Uses[id] == obj {
			uses = append(uses, id)
		}
	}
	return uses
}

// calls reports whether something in e runs other code, or waits.
func (s *speller) calls(e ast.Node) bool {
	for n := range ast.Preorder(e) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if !s.pkg.Info.Types[n.Fun].IsType() {
				return true
			}
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				return true
			}
		}
	}
	return false
}

// evaluated is the part of a statement that is evaluated once, when it begins.
func (s *speller) evaluated(stmt ast.Stmt) ast.Node {
	switch stmt := stmt.(type) {
	case *ast.ReturnStmt, *ast.ExprStmt, *ast.AssignStmt, *ast.SendStmt:
		return stmt
	case *ast.RangeStmt:
		return stmt.X
	case *ast.IfStmt:
		if stmt.Init == nil {
			return stmt.Cond
		}
		return stmt.Init
	case *ast.SwitchStmt:
		if stmt.Init == nil && stmt.Tag != nil {
			return stmt.Tag
		}
	}
	return nil
}

// before reports whether it is the same if the value of the name is evaluated after what
// stands in front of it in n, where the value calls something.
func (s *speller) before(fn *ast.FuncDecl, n ast.Node, name *ast.Ident, calls bool) bool {
	found, ok := false, true
	ast.Inspect(n, func(n ast.Node) bool {
		if n == nil || n.Pos() > name.Pos() || found || !ok {
			return false
		}
		switch n := n.(type) {
		case *ast.FuncLit:
			ok = false
		case *ast.BinaryExpr:
			ok = n.Op != token.LAND && n.Op != token.LOR
		case *ast.Ident:
			found = n == name
			v, isVar := s.pkg.Info.Uses[n].(*types.Var)
			ok = !isVar || !calls || found || s.private(fn, v)
		case *ast.CallExpr, *ast.IndexExpr, *ast.SliceExpr, *ast.StarExpr, *ast.TypeAssertExpr:
			ok = n.End() >= name.End() // what it does comes after its operands
		}
		return true
	})
	return found && ok
}

// private reports whether nothing that the function calls can write the variable.
func (s *speller) private(fn *ast.FuncDecl, v *types.Var) bool {
	ok := fn.Pos() <= v.Pos() && v.Pos() < fn.End()
	for n := range ast.Preorder(fn.Body) {
		var inside ast.Node
		switch n := n.(type) {
		case *ast.FuncLit:
			inside = n
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				inside = n
			}
		}
		if inside != nil && s.mentions(inside, v) {
			ok = false
		}
	}
	return ok
}

// mentions reports whether n does so of the object.
func (s *speller) mentions(n ast.Node, obj types.Object) bool {
	for n := range ast.Preorder(n) {
		if id, ok := n.(*ast.Ident); ok && s.pkg.Info.Uses[id] == obj {
			return true
		}
	}
	return false
}

// written reports whether n assigns to the object or to a part of it, or takes its address.
func (s *speller) written(n ast.Node, obj types.Object) bool {
	found := false
	check := func(list ...ast.Expr) {
		for _, e := range list {
			found = found || e != nil && s.mentions(e, obj)
		}
	}
	for n := range ast.Preorder(n) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			check(n.Lhs...)
		case *ast.IncDecStmt:
			check(n.X)
		case *ast.RangeStmt:
			check(n.Key, n.Value)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				check(n.X)
			}
		}
	}
	return found
}

// named gives names to the results, and with bare assigns to them before it returns.
func (s *speller) named(fn *ast.FuncDecl, bare bool) {
	results := fn.Type.Results
	if results == nil || results.List[0].Names != nil {
		return
	}
	var names []string
	if !results.Opening.IsValid() {
		s.put(results.Pos(), results.Pos(), "(")
		s.put(results.End(), results.End(), ")")
	}
	for i, r := range results.List {
		names = append(names, fmt.Sprintf("spelt%d", i))
		s.put(r.Pos(), r.Pos(), names[i]+" ")
	}
	if !bare {
		return
	}
	for _, ret := range returns(fn.Body) {
		s.put(ret.Pos(), ret.Results[0].Pos(), strings.Join(names, ", ")+" = ")
		s.put(ret.End(), ret.End(), "\nreturn")
	}
}

// returns are the statements that leave the function itself.
func returns(body *ast.BlockStmt) (all []*ast.ReturnStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		if ret, ok := n.(*ast.ReturnStmt); ok {
			all = append(all, ret)
		}
		_, isLit := n.(*ast.FuncLit)
		return !isLit
	})
	return all
}

// holder is the type of which speller.method makes functions methods.
const holder = "speltHolder"

// method makes a function a method of a new type.
func (s *speller) method(fn *ast.FuncDecl) {
	if fn.Recv != nil || fn.Type.TypeParams != nil {
		return
	}
	s.once("type " + holder + " struct{}")
	s.put(fn.Name.Pos(), fn.Name.Pos(), "("+s.fresh()+" "+holder+") ")
	s.name = holder + "." + s.name
	s.callers(fn, func(id *ast.Ident) { s.put(id.Pos(), id.Pos(), "("+holder+"{}).") })
}

// generic gives a function a type parameter.
func (s *speller) generic(fn *ast.FuncDecl) {
	if fn.Recv != nil || fn.Type.TypeParams != nil {
		return
	}
	s.put(fn.Name.End(), fn.Name.End(), "[spelt any]")
	s.callers(fn, func(id *ast.Ident) { s.put(id.End(), id.End(), "[int]") })
}

// callers calls yield with each mention of the function in the file.
func (s *speller) callers(fn *ast.FuncDecl, yield func(*ast.Ident)) {
	for n := range ast.Preorder(s.file) {
		if id, ok := n.(*ast.Ident); ok && s.pkg.Info.Uses[id] == s.pkg.Info.Defs[fn.Name] {
			yield(id)
		}
	}
}

// receiver makes it a pointer, or a value. That means the same where the method only reads
// fields and nothing that it calls could write them: package-level functions of other
// packages that take no function; and a fix changes nothing in that.
func (s *speller) receiver(fn *ast.FuncDecl, pointer bool) {
	if fn.Recv == nil || len(fn.Recv.List[0].Names) == 0 {
		return
	}
	recv := fn.Recv.List[0]
	star, isPointer := recv.Type.(*ast.StarExpr)
	if isPointer == pointer || !s.onlyReads(fn, s.pkg.Info.Defs[recv.Names[0]]) || !s.staysReading(fn) {
		return
	}
	if pointer {
		s.put(recv.Type.Pos(), recv.Type.Pos(), "*")
		typ, method, _ := strings.Cut(s.name, ".")
		s.name = "(*" + typ + ")." + method
	} else {
		s.put(star.Pos(), star.X.Pos(), "")
		s.name = strings.NewReplacer("(*", "", ")", "").Replace(s.name)
	}
}

// staysReading reports whether the method does so with any fix, too: one may keep memory in the object.
func (s *speller) staysReading(fn *ast.FuncDecl) bool {
	for _, pkg := range s.fixed() {
		after := &speller{pkg: pkg}
		for _, f := range pkg.Files {
			for _, d := range f.Syntax.Decls {
				now, ok := d.(*ast.FuncDecl)
				if ok && now.Recv != nil && len(now.Recv.List[0].Names) > 0 && rewrite.FuncName(now) == rewrite.FuncName(fn) && after.addressed(now.Body, pkg.Info.Defs[now.Recv.List[0].Names[0]]) {
					return false
				}
			}
		}
	}
	return true
}

// onlyReads reports whether the method only reads fields of the receiver, at once.
func (s *speller) onlyReads(fn *ast.FuncDecl, recv types.Object) bool {
	if s.written(fn.Body, recv) {
		return false
	}
	fields := 0
	for n := range ast.Preorder(fn.Body) {
		switch n := n.(type) {
		case *ast.FuncLit:
			if s.mentions(n, recv) {
				return false
			}
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok && s.pkg.Info.Uses[id] == recv && s.pkg.Info.Selections[n].Kind() == types.FieldVal {
				fields++
			}
		case *ast.CallExpr:
			if !s.foreign(n) {
				return false
			}
		}
	}
	return fields == len(s.uses(fn, recv))
}

// foreign reports whether the call runs no code of this package.
func (s *speller) foreign(call *ast.CallExpr) bool {
	if tv := s.pkg.Info.Types[call.Fun]; tv.IsType() || tv.IsBuiltin() {
		return true
	}
	for _, arg := range call.Args {
		if _, isFunc := s.pkg.Info.TypeOf(arg).Underlying().(*types.Signature); isFunc {
			return false
		}
	}
	callee := typeutil.StaticCallee(s.pkg.Info, call)
	return callee != nil && callee.Pkg() != s.pkg.Types && callee.Signature().Recv() == nil
}

// wrap puts the body into another statement.
func (s *speller) wrap(fn *ast.FuncDecl, before, after string) {
	s.once("var speltTrue = len(`a`) > 0")
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
			if u.Kind() == types.Int && s.steady(fn, loop, loop.X, loop.Body) {
				s.put(loop.For, loop.Body.Lbrace, fmt.Sprintf("for %s := 0; %[1]s < %s; %[1]s++ ", key, s.of(loop.X)))
			}
		case *types.Slice:
			if isName && s.steady(fn, loop, loop.X, loop.Body) {
				s.put(loop.For, loop.Body.Lbrace, fmt.Sprintf("for %s := 0; %[1]s < len(%s); %[1]s++ ", key, id.Name))
				if v, ok := loop.Value.(*ast.Ident); ok && v.Name != "_" {
					s.put(loop.Body.Lbrace+1, loop.Body.Lbrace+1, fmt.Sprintf("\n%s := %s[%s]", v.Name, id.Name, key))
				}
			}
		}
	}
}

// steady reports whether e, by which a loop ends, is the same before each iteration, and the
// loop changes none of its own variables: the language looks at e once, or each time.
func (s *speller) steady(fn *ast.FuncDecl, loop ast.Stmt, e ast.Expr, body *ast.BlockStmt) bool {
	runs := false // code that may write what is not the function's own
	for n := range ast.Preorder(body) {
		call, ok := n.(*ast.CallExpr)
		runs = runs || ok && !s.foreign(call)
	}
	for n := range ast.Preorder(e) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if !s.pkg.Info.Types[n.Fun].IsBuiltin() {
				return false
			}
		case *ast.Ident:
			v, ok := s.pkg.Info.Uses[n].(*types.Var)
			if ok && (s.written(body, v) || runs && !s.private(fn, v)) {
				return false
			}
		}
	}
	var keys []ast.Expr
	switch loop := loop.(type) {
	case *ast.RangeStmt:
		keys = []ast.Expr{loop.Key}
	case *ast.ForStmt:
		keys = loop.Init.(*ast.AssignStmt).Lhs
	}
	for _, key := range keys {
		if id, ok := key.(*ast.Ident); ok && s.pkg.Info.Defs[id] != nil && s.written(body, s.pkg.Info.Defs[id]) {
			return false
		}
	}
	return true
}

// rangeNumber writes counting loops as ranges.
func (s *speller) rangeNumber(fn *ast.FuncDecl) {
	for n := range ast.Preorder(fn.Body) {
		switch loop := n.(type) {
		case *ast.ForStmt:
			init, ok := loop.Init.(*ast.AssignStmt)
			cond, ok2 := loop.Cond.(*ast.BinaryExpr)
			if ok && ok2 && init.Tok == token.DEFINE && s.of(init.Rhs[0]) == "0" && cond.Op == token.LSS && loop.Post != nil &&
				s.of(loop.Post) == s.of(init.Lhs[0])+"++" && s.of(cond.X) == s.of(init.Lhs[0]) && s.steady(fn, loop, cond.Y, loop.Body) {
				s.put(loop.For, loop.Body.Lbrace, fmt.Sprintf("for %s := range %s ", s.of(init.Lhs[0]), s.of(cond.Y)))
			}
		case *ast.RangeStmt:
			id, isName := loop.X.(*ast.Ident)
			if _, isSlice := s.pkg.Info.TypeOf(loop.X).Underlying().(*types.Slice); !isSlice || !isName || loop.Tok == token.ASSIGN || !s.steady(fn, loop, loop.X, loop.Body) {
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

// labels gives each loop one, to which it continues.
func (s *speller) labels(fn *ast.FuncDecl) {
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
			label := s.fresh()
			s.put(stmt.Pos(), stmt.Pos(), label+":\n")
			s.put(body.Rbrace, body.Rbrace, "; continue "+label+"\n")
		}
	})
}

// aliases gives types another name.
func (s *speller) aliases(fn *ast.FuncDecl) {
	last := token.NoPos
	heads := make(map[ast.Node]bool) // of function literals, which have no other name
	for n := range ast.Preorder(fn.Body) {
		if lit, ok := n.(*ast.FuncLit); ok {
			heads[lit.Type] = true
		}
		e, ok := n.(ast.Expr)
		if !ok || heads[e] || e.Pos() < last || !s.pkg.Info.Types[e].IsType() || s.ofTypeParams(e) {
			continue
		}
		name := s.fresh()
		s.once("type " + name + " = " + s.of(e))
		s.put(e.Pos(), e.End(), name)
		last = e.End()
	}
}

// ofTypeParams reports whether the type mentions one, which an alias outside cannot.
func (s *speller) ofTypeParams(e ast.Expr) bool {
	for n := range ast.Preorder(e) {
		if id, ok := n.(*ast.Ident); ok {
			if _, isParam := types.Unalias(s.pkg.Info.TypeOf(id)).(*types.TypeParam); isParam {
				return true
			}
		}
	}
	return false
}
