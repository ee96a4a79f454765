package mechanism

import (
	"go/ast"
	"go/constant"
	"go/token"
	"slices"
	"strings"

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

// onlyIn reports whether nothing but the value of verdict d gets hold of that of the site: it
// is made in the same loop, the variables that it goes through are handed on to that value or
// to one another and only looked at otherwise, and so is that value.
func (f *facts) onlyIn(d *record.Decision) bool {
	if f.src.file == nil || f.heap.Pos != f.site.Pos || d.Pos.File != f.site.Pos.File || jumps(function(f.path)) {
		return false
	}
	w := way{source: f.src, holder: f.src.valueAt(d.Pos), variable: f.src.declaredAt(d.Pos)}
	if itself := f.src.declaredAt(f.site.Pos); f.site.Kind == record.PointVariable {
		w.through = append(w.through, stop{itself, address})
	}
	how := pointer
	for _, step := range f.heap.Flow {
		if strings.HasPrefix(step.Dst, "{") || strings.HasPrefix(step.Dst, "~r") {
			how = content
		} else if step.Dst != d.Expr || w.variable == nil {
			w.through = append(w.through, stop{f.src.named(step.Dst, step.Pos), how})
			how = content
		}
	}
	loop := loopAround(f.path)
	return (loop == nil || inside(f.src.pos(d.Pos), loop)) && w.keeps() && !slices.ContainsFunc(w.through, func(v stop) bool {
		return v.variable == nil || loop != nil && !inside(v.variable.Pos(), loop) || !w.only(v)
	})
}
