package valuefield

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/source"
)

// pointersOnly requires that no T is ever copied: the package mentions the type as *T, &T{…}, new(T) and v := T{…}, and
// looks through pointers to it for fields and methods alone.
func (f *field) pointersOnly() bool {
	if !f.behindPointers(f.owner) {
		return f.Refuse(f.star, f.owner.Name()+" is also used as a value, which may be copied")
	}
	for cur := range f.Pkg.Files[0].Cursor.Parent().Preorder((*ast.StarExpr)(nil)) {
		star := cur.Node().(*ast.StarExpr)
		if tv := f.Info.Types[star]; tv.IsValue() && f.owns(tv.Type) && source.Parens(cur).ParentEdgeKind() != edge.SelectorExpr_X {
			return f.Refuse(f.star, "a "+f.owner.Name()+" is copied or compared by "+types.ExprString(star))
		}
	}
	copied, _ := retain.Copies(f.Pkg, f.v)
	return copied == "" || f.Refuse(f.star, "a "+f.owner.Name()+" is copied by "+copied)
}

// behindPointers reports whether each use of the name of T is behind a pointer, or declares another name
// for it that nobody else can use, of which the same holds.
func (f *field) behindPointers(name *types.TypeName) bool {
	return f.Pkg.Every(name, func(use inspector.Cursor) bool {
		spec, isSpec := source.Parens(use).Parent().Node().(*ast.TypeSpec)
		if !isSpec || !spec.Assign.IsValid() || spec.TypeParams != nil {
			return f.behindPointer(use)
		}
		alias, ok := f.Info.Defs[spec.Name].(*types.TypeName)
		return ok && !alias.Exported() && f.Pkg.Everywhere(alias) && !f.Pkg.OtherBuilds()[alias.Name()] && !f.Pkg.Elsewhere(alias.Name()) && f.behindPointers(alias)
	})
}

// owns reports whether t is T, or an instance of it.
func (f *field) owns(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Origin().Obj() == f.owner
}

// behindPointer reports whether the name of a type at cur is that in *T, &T{…}, new(T) or v := T{…}.
func (f *field) behindPointer(cur inspector.Cursor) bool {
	for cur = source.Parens(cur); ; cur = source.Parens(cur.Parent()) {
		switch cur.ParentEdgeKind() {
		case edge.IndexExpr_X, edge.IndexListExpr_X:
			continue // an instance
		case edge.StarExpr_X:
			return true
		case edge.CompositeLit_Type:
			return referenced(cur.Parent()) || f.stays(cur.Parent())
		case edge.CallExpr_Args:
			return source.IsBuiltin(f.Info, cur.Parent().Node().(*ast.CallExpr), "new")
		}
		return false
	}
}

// referenced reports whether the literal at cur is that of &T{…}.
func referenced(cur inspector.Cursor) bool {
	return source.Parens(cur).ParentEdgeKind() == edge.UnaryExpr_X
}

// stays reports whether the literal at cur is that of v := T{…}, where v is never copied: only its address, fields and methods
// are used.
func (f *field) stays(cur inspector.Cursor) bool {
	file := f.Pkg.FileOf(cur.Node())
	if file == nil {
		return false
	}
	d, ok := file.DeclWith(cur)
	if !ok || d.Type != nil {
		return false
	}
	_, _, inList := source.StmtList(d.Cur)
	return inList && f.Pkg.Every(d.Var, func(use inspector.Cursor) bool {
		use = source.Parens(use)
		address, isUnary := use.Parent().Node().(*ast.UnaryExpr)
		return isUnary && address.Op == token.AND || use.ParentEdgeKind() == edge.SelectorExpr_X
	})
}

// makers requires that each T gets its object when it is made. Tests may make some without.
func (f *field) makers() bool {
	placed := make(map[ast.Node]bool) // the sets that belong to a maker
	for cur := range f.Pkg.Files[0].Cursor.Parent().Preorder((*ast.CompositeLit)(nil), (*ast.CallExpr)(nil)) {
		made, ok := f.maker(cur)
		if !ok {
			continue
		}
		in := slices.IndexFunc(f.sets, func(s set) bool { return s.at.Parent().Node() == cur.Node() })
		if in >= 0 {
			placed[f.sets[in].at.Node()] = true
		}
		behind, found := f.behind(made)
		if found {
			if f.readMeanwhile(behind) {
				return f.Refuse(behind.value, f.v.Name()+" may be read while its object is made")
			}
			placed[behind.at.Node()] = true
		}
		if lit, isLit := cur.Node().(*ast.CompositeLit); isLit && len(lit.Elts) > 0 && !source.IsA[*types.Pointer](f.Info.TypeOf(lit)) {
			if _, keyed := lit.Elts[0].(*ast.KeyValueExpr); !keyed {
				return f.Refuse(f.star, "a literal sets "+f.v.Name()+" without its name")
			}
		}
		file := f.Pkg.FileOf(cur.Node())
		if in < 0 && !found && (file == nil || !file.IsTest()) {
			return f.Refuse(cur.Node(), "a "+f.owner.Name()+" is made here without "+f.v.Name())
		}
	}
	for _, s := range f.sets {
		if file := f.Pkg.FileOf(s.value); file == nil || !placed[s.at.Node()] {
			return f.Refuse(s.value, f.v.Name()+" gets another object here")
		}
	}
	return true
}

// readMeanwhile reports whether a function that runs in x.f = newU(x) may read the field, which is nil there.
func (f *field) readMeanwhile(s set) bool {
	sel := ast.Unparen(s.at.Node().(*ast.AssignStmt).Lhs[0]).(*ast.SelectorExpr)
	if v, ok := f.Pkg.LocalVar(sel.X); !ok || f.Pkg.Mentions(s.value, v) == 0 {
		return false
	}
	reached := effect.ReachedFrom(f.Pkg, s.value)
	return slices.ContainsFunc(f.uses, func(x inspector.Cursor) bool {
		for decl := range x.Enclosing((*ast.FuncDecl)(nil)) {
			fn, _ := f.Info.Defs[decl.Node().(*ast.FuncDecl).Name].(*types.Func)
			return reached[fn]
		}
		return true
	})
}

// maker recognises &T{…} and new(T) at cur, and returns the cursor of the pointer.
func (f *field) maker(cur inspector.Cursor) (inspector.Cursor, bool) {
	switch n := cur.Node().(type) {
	case *ast.CompositeLit:
		t := typefact.Pointee(f.Info.TypeOf(n)) // of a pointer for an element {…} of a list of pointers
		if f.owns(t) && referenced(cur) {
			return source.Parens(cur).Parent(), true
		}
		return cur, f.owns(t)
	case *ast.CallExpr:
		return cur, source.IsBuiltin(f.Info, n, "new") && f.Info.Types[n.Args[0]].IsType() && f.owns(f.Info.TypeOf(n.Args[0]))
	}
	return cur, false
}

// behind returns the statement that sets the field of a T which a declaration in the same list has
// made. What stands in between uses nothing but other fields of it.
//
//	c := &T{n: 1}
//	c.name = name
//	c.f = new(U)
func (f *field) behind(made inspector.Cursor) (set, bool) {
	file := f.Pkg.FileOf(made.Node())
	if file == nil {
		return set{}, false
	}
	d, ok := file.DeclWith(made)
	if !ok || len(f.Pkg.Writes(d.Var)) > 0 || file.Jumps(d.Stmt.Pos()) {
		return set{}, false
	}
	i := slices.IndexFunc(f.sets, func(s set) bool {
		stmt, isAssign := s.at.Node().(*ast.AssignStmt)
		return isAssign && len(stmt.Lhs) == 1 && slices.Contains(d.Rest, ast.Stmt(stmt)) && f.Pkg.Is(ast.Unparen(stmt.Lhs[0]).(*ast.SelectorExpr).X, d.Var)
	})
	if i < 0 {
		return set{}, false
	}
	s := f.sets[i]
	for _, use := range f.Pkg.Uses(d.Var) {
		if use.Node().Pos() >= s.at.Node().Pos() {
			continue
		}
		use = source.Parens(use)
		sel, isSel := use.Parent().Node().(*ast.SelectorExpr)
		if !isSel || f.Info.Selections[sel] == nil || f.Info.Selections[sel].Kind() != types.FieldVal || f.Info.Selections[sel].Obj().(*types.Var).Origin() == f.v {
			return set{}, false
		}
	}
	return s, true
}
