package mechanism

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/unheap/unheap/internal/record"
)

// missed reports whether the object at the site was made because a pool was empty: each path to the site goes through
// sync.Pool's Get, or the site is in the function literal of a pool's New.
func (f *facts) missed() bool {
	for _, c := range f.site.Callers {
		if !c.Pool {
			return false
		}
	}
	return len(f.site.Callers) > 0 || f.src.file != nil && f.src.poolNew(f.path)
}

// poolMiss says which function took from the empty pool most often, and whether it returns what it takes.
func (f *facts) poolMiss() finding {
	why := "the pool held nothing, so Get called New"
	if len(f.site.Callers) == 0 {
		return finding{PoolMiss, why}
	}
	most := &f.site.Callers[0]
	h := f.heldIn(most.Frames)
	f.taken = h
	f.cause = "the pool that was empty for " + h.text
	f.causePos = record.Position{File: most.Frames[0].File, Line: most.Frames[0].Line}
	if all := total(f.site.Callers); len(f.site.Callers) > 1 {
		return finding{PoolMiss, fmt.Sprintf("%s, %d %% of the time for %s", why, 100*most.Objects/max(1, all), h.text)}
	}
	return finding{PoolMiss, why + " for " + h.text}
}

func total(callers []record.Caller) (sum int64) {
	for _, c := range callers {
		sum += c.Objects
	}
	return sum
}

// A holding describes the function that has an object from a pool.
type holding struct {
	text string // "F (line 3), which returns without Put in line 5"
	lost bool   // whether the object is not put back on some path
	in   string // the field or literal that stores it; empty for none
	back string // the function that puts back what is stored there; empty if unknown
	away bool   // whether it is passed on to code that has to put it back
}

// heldIn follows an object from the call of Get outward, through functions that only return it, to the function that
// has it.
func (f *facts) heldIn(frames []record.Frame) holding {
	what := "sync.(*Pool).Get"
	for i := range frames {
		fr := &frames[i]
		h := holding{text: fmt.Sprintf("%s (%s:%d)", short(fr.Function), fr.File, fr.Line)}
		src := f.src.of(record.Position{File: fr.File})
		if src.file == nil {
			return h
		}
		calls := src.callsOf(what, fr.Line)
		if len(calls) == 0 {
			return h
		}
		path := calls[0]
		holder := src.variable(path)
		if in, field := src.keeper(path); in != "" {
			src.keptIn(&h, in, field)
			return h
		}
		if src.returnsBack(path, holder) {
			h.text, h.away = h.text+", which hands it on with a function that puts it back", true
			return h
		}
		if src.handsOn(path, holder) {
			what = fr.Function
			if i+1 < len(frames) {
				continue
			}
			h.text += ", which hands it on"
			return h
		}
		src.givenBack(&h, path, holder)
		return h
	}
	return holding{text: fmt.Sprintf("%s (%s:%d)", short(frames[0].Function), frames[0].File, frames[0].Line)}
}

// base is the name of a function without package and receiver.
func base(function string) string {
	function = record.WithoutTypeArguments(function)
	return function[strings.LastIndexByte(function, '.')+1:]
}

// callsOf returns the calls of a function at a line, each with the nodes around it. If the callee is known only at
// run time, calls are matched by name.
func (s source) callsOf(function string, line int) (all [][]ast.Node) {
	for call := range each[*ast.CallExpr](s.file) {
		if s.fset.Position(call.Lparen).Line != line {
			continue
		}
		kind, obj := s.callee(call)
		if obj == nil || obj.Name() != base(function) || kind == staticCall && short(name(obj)) != short(function) && !strings.HasPrefix(function, "main.") {
			continue
		}
		path, _ := astutil.PathEnclosingInterval(s.file, call.Lparen, call.Lparen)
		if i := slices.Index(path, ast.Node(call)); i >= 0 {
			all = append(all, path[i:])
		}
	}
	return all
}

// variable returns the variable that the call at the start of a path is assigned to; nil if there is none.
func (s source) variable(path []ast.Node) types.Object {
	assign, _, ok := inner[*ast.AssignStmt](path)
	if !ok || len(assign.Rhs) != 1 {
		return nil
	}
	id, ok := assign.Lhs[0].(*ast.Ident)
	if !ok {
		return nil
	}
	return s.info.ObjectOf(id)
}

// keeper describes the field or literal in which the expression at the start of a path is stored, and returns the
// field; empty if it is stored in neither.
func (s source) keeper(path []ast.Node) (in string, field types.Object) {
	value, ok := path[0].(ast.Expr)
	for _, n := range path[1:] {
		if !ok {
			break
		}
		switch n := n.(type) {
		case *ast.TypeAssertExpr, *ast.ParenExpr:
			value = n.(ast.Expr)
		case *ast.KeyValueExpr:
			if key, isName := n.Key.(*ast.Ident); isName && n.Value == value {
				field = s.info.Uses[key]
			}
		case *ast.CompositeLit:
			if n.Type != nil {
				return types.ExprString(n.Type) + "{…}", field
			}
		case *ast.AssignStmt:
			i := slices.Index(n.Rhs, value)
			if i < 0 || len(n.Lhs) != len(n.Rhs) {
				return "", nil
			}
			if sel, ok := n.Lhs[i].(*ast.SelectorExpr); ok {
				return types.ExprString(sel), s.info.Uses[sel.Sel]
			}
			return "", nil
		default:
			return "", nil
		}
	}
	return "", nil
}

// handsOn reports whether the enclosing function returns the result of the call at the start of a path, or the
// variable holder that has it.
func (s source) handsOn(path []ast.Node, holder types.Object) bool {
	if _, rest, ok := inner[*ast.ReturnStmt](path); ok && function(rest) == function(path) {
		return true
	}
	return holder != nil && returned(function(path), s.holders(function(path), holder))
}

func (s source) isVariable(e ast.Expr, v types.Object) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && s.info.Uses[id] == v
}

// used returns what an expression names; nil if the expression is no name.
func (s source) used(e ast.Expr) types.Object {
	id, _ := ast.Unparen(e).(*ast.Ident)
	return s.info.Uses[id]
}

// poolRemedy returns the remedy for an empty pool. The general one, to call Put, is left to functions that do not;
// otherwise the remedy says why the pool may be empty.
func (f *facts) poolRemedy() string {
	switch h := f.taken; {
	case len(f.site.Callers) == 0:
		return "Put what Get returned where some path does not; otherwise collections emptied the pool, or more are taken at once than come back"
	case h.lost:
		return ""
	case h.back != "":
		return fmt.Sprintf("it comes back when %s is called: see that each path does", h.back)
	case h.in != "":
		return fmt.Sprintf("Put it when what has it in %s is done: it comes back only from there", h.in)
	case h.away:
		return "see that whoever has it in the end puts it back"
	}
	return "more are taken at once than come back, or collections empty the pool in between: take one for more work"
}
