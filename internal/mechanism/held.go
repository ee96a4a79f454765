package mechanism

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
)

// Link sets the Holder of each site of which the compiler says that it is on the heap
// because the object of another one is, and clears it of others. The compiler names one
// reason and no second one, so the code must show that nothing else gets hold of the value.
// Link reads what [Explain] has filled in of all sites, and the same program and log.
func Link(sites []record.Site, p *load.Program, log *Log) {
	byVerdict := make(map[verdictKey]string)
	for i := range sites {
		s := &sites[i]
		for j := range s.Decisions {
			// Without a box its value would go the same way.
			if d := &s.Decisions[j]; s.Match == record.Measured && s.Mechanism != Boxing && puts(d) {
				byVerdict[keyOf(d)] = s.ID
			}
		}
	}
	for i := range sites {
		s := &sites[i]
		s.Holder = ""
		if s.Match != record.Measured || !slices.Contains(held, s.Mechanism) {
			continue
		}
		f := newFacts(s, sourceOf(p, s.Pos.File))
		f.log = log
		if d := f.holder(); d != nil && f.fits() && f.onlyIn(d) && byVerdict[keyOf(d)] != s.ID {
			s.Holder = byVerdict[keyOf(d)]
		}
	}
}

// held are the reasons of objects that would be on the stack if nothing on the heap held
// them.
var held = []string{Stored, Captured, Passed, Closure, MethodValue, Variadic, Boxing, Map}

// A verdictKey is what a verdict is about.
type verdictKey struct {
	pkg, expr string
	pos       record.Position
}

func keyOf(d *record.Decision) verdictKey { return verdictKey{d.Package, d.Expr, d.Pos} }

// holder returns the verdict on the value that holds the one of the site, in the same
// function: what put that on the heap put both there. It is nil where none does, or it
// cannot be told which.
func (f *facts) holder() *record.Decision {
	step := last(f.heap)
	text, _ := strings.CutPrefix(step.Dst, "{storage for ")
	text = strings.TrimSuffix(text, "}")
	if f.log == nil || text == "" || text == "{heap" {
		return nil
	}
	var all []*record.Decision
	for _, d := range f.log.heap[functionKey(f.heap.Package, f.heap.Function)] {
		if d.Expr == text && d.Pos != f.heap.Pos && len(d.Flow) > 0 && !slices.ContainsFunc(all, func(e *record.Decision) bool { return e.Pos == d.Pos }) {
			all = append(all, d)
		}
	}
	if text == "func literal" {
		return f.literalAround(step.Pos, all)
	}
	if len(all) > 1 { // equal texts: the step is a part of the one that it goes into
		all = slices.DeleteFunc(all, func(d *record.Decision) bool { return d.Pos.File != step.Pos.File || d.Pos.Line != step.Pos.Line })
	}
	if len(all) != 1 {
		return nil
	}
	return all[0]
}

// literalAround is the verdict, of several, on the innermost function literal around the
// place where a variable of the site is used.
func (f *facts) literalAround(use record.Position, all []*record.Decision) *record.Decision {
	src := f.src.of(use)
	for _, n := range src.at(use) {
		lit, ok := n.(*ast.FuncLit)
		if !ok {
			continue
		}
		i := slices.IndexFunc(all, func(d *record.Decision) bool { return src.pos(d.Pos) == lit.Pos() })
		if i >= 0 {
			return all[i]
		}
	}
	return nil
}

// fits reports whether nothing but what holds it keeps the value of the site from the
// stack: what make is given is constant, and of a map no more than the stack has room for.
func (f *facts) fits() bool {
	const room = 8
	switch f.site.Kind {
	case record.PointMakeSlice, record.PointMakeMap:
		call, _ := f.src.call(f.site.Pos)
		return call != nil && !slices.ContainsFunc(call.Args[1:], func(e ast.Expr) bool {
			v := f.src.info.Types[e].Value
			return v == nil || f.site.Kind == record.PointMakeMap && constant.Compare(v, token.GTR, constant.MakeInt64(room))
		})
	case record.PointMapLiteral:
		lit, _, ok := inner[*ast.CompositeLit](f.path)
		return ok && len(lit.Elts) <= room
	}
	return true
}

// onlyIn reports whether nothing but the value of verdict d gets hold of that of the site:
// of each variable that it goes through on its way, all other uses look at it only.
func (f *facts) onlyIn(d *record.Decision) bool {
	way := make(map[int]bool) // lines of the flow
	for _, step := range f.heap.Flow {
		way[step.Pos.Line] = true
	}
	src := f.src.of(f.heap.Pos)
	if src.file == nil || d.Pos.File != f.heap.Pos.File {
		return false
	}
	var within ast.Node // the holder
	for _, n := range src.at(d.Pos) {
		switch n.(type) {
		case *ast.CompositeLit, *ast.FuncLit:
			within = n
		}
		if within != nil {
			break
		}
	}
	looks := func(v types.Object) bool {
		itself := f.site.Kind == record.PointVariable && src.pos(f.heap.Pos) == v.Pos()
		return src.allUses(v, func(path []ast.Node, captured bool) bool {
			at := path[0].Pos()
			return within != nil && inside(at, within) || way[src.fset.Position(at).Line] || !captured && src.looksAt(path, itself)
		})
	}
	if f.site.Kind == record.PointVariable {
		v := src.declaredAt(f.heap.Pos)
		if v == nil || !looks(v) {
			return false
		}
	}
	for _, step := range f.heap.Flow {
		if strings.HasPrefix(step.Dst, "{") || strings.HasPrefix(step.Dst, "~r") || step.Dst == d.Expr {
			continue
		}
		v := src.named(step.Dst, step.Pos)
		if v == nil || !looks(v) {
			return false
		}
	}
	return true
}

// declaredAt is the variable that is declared at a position; nil if none is.
func (s source) declaredAt(at record.Position) types.Object {
	for _, n := range s.at(at) {
		if id, ok := n.(*ast.Ident); ok && s.info.Defs[id] != nil {
			return s.info.Defs[id]
		}
	}
	return nil
}

// named is the variable of a name in the line of a step; nil if there is none.
func (s source) named(name string, at record.Position) types.Object {
	around := function(s.at(at))
	if around == nil || at.File != s.name {
		return nil
	}
	var found types.Object
	ast.Inspect(around, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if ok && id.Name == name && s.fset.Position(id.Pos()).Line == at.Line {
			found = s.info.ObjectOf(id)
		}
		return found == nil
	})
	return found
}

// allUses reports whether a property holds of all uses of a local variable, each the start
// of a path, in its function or captured by a function literal.
func (s source) allUses(v types.Object, holds func(path []ast.Node, captured bool) bool) bool {
	around := function(s.at(record.Position{File: s.name, Line: s.fset.Position(v.Pos()).Line, Column: s.fset.Position(v.Pos()).Column}))
	if around == nil {
		return false
	}
	all := true
	ast.Inspect(around, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if ok && s.info.Uses[id] == v {
			path, _ := astutil.PathEnclosingInterval(s.file, id.Pos(), id.End())
			all = all && holds(path, function(path) != around)
		}
		return all
	})
	return all
}

// looksAt reports whether the use of a variable at the start of a path lets nobody have what
// it points to; of a variable that is itself on the heap, its address.
func (s source) looksAt(path []ast.Node, itself bool) bool {
	use, part := path[0], false
	for len(path) > 2 {
		switch n := path[1].(type) {
		case *ast.ParenExpr:
		case *ast.SelectorExpr:
			if sel := s.info.Selections[n]; n.X != use || sel == nil || sel.Kind() != types.FieldVal {
				return false // a method may keep its receiver
			}
			part = true
		case *ast.IndexExpr:
			if n.X != use {
				return true
			}
			part = true
		case *ast.StarExpr, *ast.BinaryExpr, *ast.IncDecStmt:
			return true
		case *ast.UnaryExpr:
			return n.Op != token.AND
		case *ast.SliceExpr:
			return false
		case *ast.RangeStmt:
			return n.X == use
		case *ast.AssignStmt:
			left := slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return e == use })
			return left || itself || part
		case *ast.CallExpr:
			kind, obj := s.callee(n)
			return itself || part || kind == builtinCall && (obj.Name() == "len" || obj.Name() == "cap" || obj.Name() == "copy" || obj.Name() == "clear")
		default:
			return itself || part
		}
		use, path = path[1], path[1:]
	}
	return false
}
