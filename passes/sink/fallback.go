package sink

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A fallback is a value that the first statement with its variable may overwrite, in some of its branches.
//
//	v := x
//	if cond {
//		v = y
//	}
type fallback struct {
	decl
	stmt  ast.Stmt
	heads []ast.Node      // what is evaluated to choose a branch
	set   *ast.AssignStmt // the first v = y
	// open is the block or the clause that needs the value; nil if it is needed where no branch runs.
	open ast.Node
}

// fallbacks makes values only where nothing overwrites them at once.
func (s *sinker) fallbacks() {
	for cur := range s.Cursor.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		for d := range s.Decls(cur) {
			if f, ok := s.fallback(d); ok && s.replaceable(f) {
				s.prefer(f)
			}
		}
	}
}

// fallback recognises the declaration, and the statement that may overwrite it in all branches but one.
func (s *sinker) fallback(d source.Decl) (f fallback, ok bool) {
	i := slices.IndexFunc(d.Rest, func(stmt ast.Stmt) bool { return s.Pkg.Mentions(stmt, d.Var) > 0 })
	if i < 0 || d.Value == nil {
		return f, false
	}
	f.stmt = d.Rest[i]
	f.decl = decl{Decl: d, val: effect.Of(s.Pkg, d.Value)}
	branches, heads, complete := s.branchesOf(f.stmt)
	if f.heads = heads; slices.ContainsFunc(heads, func(n ast.Node) bool { return s.Pkg.Mentions(n, d.Var) > 0 }) {
		return f, false
	}
	if slices.ContainsFunc(branches, source.FallsThrough) {
		return f, false
	}
	var open []ast.Node
	if !complete {
		open = append(open, nil)
	}
	for _, b := range branches {
		set, needed := s.overwrites(b, d.Var)
		if needed {
			open = append(open, b)
		}
		if f.set == nil {
			f.set = set
		}
	}
	if len(open) == 1 {
		f.open = open[0]
	}
	return f, f.set != nil && len(open) == 1 && f.val.Allocates && f.val.Movable() && s.lineOf(d.Node().End())-s.lineOf(d.Node().Pos()) < maxLines
}

// branchesOf lists the blocks of an if, or the clauses of a switch, of which one runs, and what is
// evaluated to choose it. complete says that one branch always runs.
func (s *sinker) branchesOf(stmt ast.Stmt) (branches, heads []ast.Node, complete bool) {
	heads = flow.Heads(s.Info, stmt)
	switch stmt := stmt.(type) {
	case *ast.IfStmt:
		branches = []ast.Node{stmt.Body}
		switch e := stmt.Else.(type) {
		case *ast.BlockStmt:
			return append(branches, e), heads, true
		case *ast.IfStmt:
			b, h, all := s.branchesOf(e)
			return append(branches, b...), append(heads, h...), all
		}
	case *ast.SwitchStmt:
		for _, clause := range stmt.Body.List {
			clause := clause.(*ast.CaseClause)
			branches, heads = append(branches, clause), append(heads, asNodes(clause.List)...)
		}
		complete = source.HasDefault(stmt.Body)
	}
	return branches, heads, complete
}

// overwrites returns the statement of a branch that gives v another value before anything reads v.
// A branch without this statement needs the value, unless the branch leaves the function without reading v.
func (s *sinker) overwrites(branch ast.Node, v *types.Var) (set *ast.AssignStmt, needed bool) {
	list := source.Statements(branch)
	for _, stmt := range list {
		if set, ok := stmt.(*ast.AssignStmt); ok && set.Tok == token.ASSIGN && s.Pkg.Mentions(set, v) == 1 && flow.Sets(s.Info, set, v) {
			return set, false
		}
		if s.Pkg.Mentions(stmt, v) > 0 || source.Has[*ast.BranchStmt](stmt) {
			return nil, true
		}
	}
	if len(list) == 0 {
		return nil, true
	}
	_, leaves := list[len(list)-1].(*ast.ReturnStmt)
	return nil, !leaves
}

// start is where the branch begins that needs the value, or where a branch can be added.
func (f fallback) start() token.Pos {
	switch open := f.open.(type) {
	case *ast.BlockStmt:
		return open.Lbrace + 1
	case *ast.CaseClause:
		return open.Colon + 1
	}
	return f.stmt.End() - 1
}

// replaceable reports whether the value is the same where nothing has overwritten it.
func (s *sinker) replaceable(f fallback) bool {
	between := slices.Concat(f.After(), f.heads, asNodes(f.Rest[:slices.Index(f.Rest, f.stmt)]))
	switch {
	case f.val.Methods || f.val.Literals:
		return false
	case s.Jumps(f.Stmt.Pos()) || f.HasComment():
		return s.Refuse(f.Node(), "a goto, or a comment, is in the way")
	case !f.val.MayMove(s.Pkg, between...):
		return s.Refuse(f.Node(), "what "+f.Var.Name()+" is made of may change before it is needed")
	}
	for id := range s.Misread(f.Value, f.start()) {
		return s.Refuse(f.Node(), id.Name+" means something else where "+f.Var.Name()+" is needed")
	}
	return true
}

// prefer writes the value where it is not overwritten.
//
//	v := x
//	if cond {
//		v = y
//	}
//	--------------
//	var v T
//	if cond {
//		v = y
//	} else {
//		v = x
//	}
//
// A switch has a default instead of the else. Where a branch is there it begins with v = x.
func (s *sinker) prefer(f fallback) {
	name := f.Var.Name()
	typ, ok := s.TypeText(f.Var.Type(), f.Stmt.Pos())
	if f.Type != nil {
		typ, ok = s.Text(f.Type), true
	}
	if !ok {
		return
	}
	s.Report(rule.Finding{
		At:      f.Node(),
		Message: name + " is made, and then overwritten",
		Title:   "Make " + name + " only where it is not overwritten",
		Class:   s.class(f.decl),
		Edits:   append(f.Instead("var "+name+" "+typ), s.needed(f, name+" = "+s.Text(f.Value))),
	})
}

// needed returns the edit that sets the variable in the branch that needs it.
func (s *sinker) needed(f fallback, set string) source.TextEdit {
	indent := "\n" + s.Indent(f.stmt.Pos())
	if list := source.Statements(f.open); len(list) > 0 {
		return s.Before(list[0], set)
	}
	switch f.open.(type) {
	case *ast.CaseClause:
		text := indent + "\t" + set
		if rest := strings.TrimSpace(s.Between(f.start(), s.LineBelow(f.start()))); rest != "" && !strings.HasPrefix(rest, "//") {
			text += indent // the switch is on one line
		}
		return source.Insert(f.start(), text)
	case *ast.BlockStmt:
		return source.Insert(f.start(), indent+"\t"+set+indent)
	}
	if _, isIf := f.stmt.(*ast.IfStmt); isIf {
		return source.Insert(f.stmt.End(), " else {"+indent+"\t"+set+indent+"}")
	}
	text := "default:" + indent + "\t" + set + indent
	if !s.AloneOnLine(f.start()) {
		text = indent + text
	}
	return source.Insert(f.start(), text)
}
