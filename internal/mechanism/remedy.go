package mechanism

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/unheap/unheap/internal/record"
)

// remedy is that of the reason, made concrete where the syntax allows it.
func (f *facts) remedy(m Mechanism) string {
	if text, ok := instead(f.site.Callee); ok && m.Name != Runtime && m.Name != Goroutine {
		return text
	}
	if text, ok := ofSlice[m.Name]; ok && (f.site.Kind == record.PointMakeSlice || f.site.Kind == record.PointSliceLiteral) {
		return text
	}
	if f.src.file == nil {
		return m.Remedy
	}
	switch m.Name {
	case PoolMiss:
		return f.poolRemedy(m)
	case Growth:
		if t, n := f.appendsOne(); n != "" && f.site.Kind == record.PointAppend {
			return fmt.Sprintf("make it with room for the loop: make(%s, 0, len(%s))", t, n)
		}
	case MapGrowth:
		if index, _, ok := inner[*ast.IndexExpr](f.path); ok && f.local(index.X) {
			if n := f.overLength(); n != "" {
				return fmt.Sprintf("make it with room for the loop: make(%s, len(%s))", f.typeText(f.src.info.TypeOf(index.X)), n)
			}
		}
	}
	return m.Remedy
}

// ofSlice are the remedies for the array behind a slice, by reason, where the
// general one speaks of a pointer to a value.
var ofSlice = map[string]string{
	Returned: "let the caller pass in a slice to append to, as strconv.AppendInt does, and reuse it",
	Stored:   "cut several slices from one array, or keep one and reuse it cut to [:0]",
	Sent:     "have the receiver give it back for reuse",
}

// measuring is in place of a remedy where there is nothing to do.
const measuring = "nothing: it belongs to the measurement, and not to the program"

// uncalled is in place of a remedy for what goroutines of a library take: to
// use another form of a function is not possible where no line calls it.
const uncalled = "nothing: a library does it in a goroutine of its own, for which see its settings"

// measures reports whether a site is what package testing needs to run a test
// or benchmark at all, as against what the benchmark asks it for.
func (f *facts) measures(m Mechanism) bool {
	switch f.site.Callee {
	case "testing.(*B).Run", "testing.(*B).RunParallel", "testing.(*T).Run", "testing.(*F).Fuzz":
		return m.Name == Testing
	}
	return m.Name == Testing && f.foreign()
}

// appendsOne returns the type of the slice that an append inside of a loop grows
// by one element, and what the loop ranges over.
func (f *facts) appendsOne() (slice, over string) {
	call, _ := f.src.call(f.site.Pos)
	if call == nil || len(call.Args) != 2 || call.Ellipsis.IsValid() || !f.local(call.Args[0]) {
		return "", ""
	}
	return f.typeText(f.src.info.TypeOf(call)), f.overLength()
}

// local reports whether e is a variable declared in the body of the function
// around the site: what else a loop fills may hold something already.
func (f *facts) local(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	if !ok || f.src.info.Uses[id] == nil {
		return false
	}
	var body *ast.BlockStmt
	switch fn := function(f.path).(type) {
	case *ast.FuncDecl:
		body = fn.Body
	case *ast.FuncLit:
		body = fn.Body
	}
	declared := f.src.info.Uses[id].Pos()
	return body != nil && body.Pos() <= declared && declared < body.End()
}

// overLength returns the text of the slice, map, array or string that the
// innermost loop around the site ranges over; empty when the loop is another
// one.
func (f *facts) overLength() string {
	for i, n := range f.path {
		switch loop := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl, *ast.ForStmt:
			return ""
		case *ast.RangeStmt:
			if i == 0 || f.path[i-1] != loop.Body {
				continue
			}
			switch f.src.info.TypeOf(loop.X).Underlying().(type) {
			case *types.Slice, *types.Map, *types.Array:
				return types.ExprString(loop.X)
			}
			return ""
		}
	}
	return ""
}

// typeText prints a type as it is written in the file of the site's package.
func (f *facts) typeText(t types.Type) string {
	if t == nil {
		return "…"
	}
	return types.TypeString(t, func(p *types.Package) string {
		if f.pkg() == p {
			return ""
		}
		return p.Name()
	})
}

// pkg is the package of the site's file, by any of its declarations.
func (f *facts) pkg() *types.Package {
	for _, d := range f.src.file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && f.src.info.Defs[fn.Name] != nil {
			return f.src.info.Defs[fn.Name].Pkg()
		}
	}
	return nil
}
