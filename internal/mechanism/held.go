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

// Link sets the Holder of each site that, by the compiler's word, is on the heap because another site's object is,
// and clears it for all other sites. The compiler reports only one reason for each value, so the code must show that
// no other value gets hold of the site's. Link needs what [Explain] has set in all sites, and the same program and
// log.
func Link(sites []record.Site, p *load.Program, log *Log) {
	byVerdict := make(map[verdictKey]string)
	for i := range sites {
		s := &sites[i]
		for j := range s.Decisions {
			// Not for a box: without it, its value would escape in the same way.
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

// held are the reasons of objects that would be on the stack if no object on the heap held them.
var held = []string{Stored, Captured, Passed, Closure, MethodValue, Variadic, Boxing, Map}

// A verdictKey identifies the value that a verdict is about.
type verdictKey struct {
	pkg, expr string
	pos       record.Position
}

func keyOf(d *record.Decision) verdictKey { return verdictKey{d.Package, d.Expr, d.Pos} }

// holder returns the verdict on the value, in the same function, that holds the site's value: what put the holder on
// the heap put both there. It is nil if there is no such value, or if several could be meant.
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
	if len(all) > 1 { // of several with equal text, the one on the line of the step
		all = slices.DeleteFunc(all, func(d *record.Decision) bool { return d.Pos.File != step.Pos.File || d.Pos.Line != step.Pos.Line })
	}
	if len(all) != 1 {
		return nil
	}
	return all[0]
}

// literalAround returns, of several verdicts, the one on the innermost function literal around the place where a
// variable of the site is used.
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

// fits reports whether the value of the site would fit the stack without its holder: the arguments of its make are
// constant, and a map has room for no more entries than the stack provides.
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

// onlyIn reports whether only the value of verdict d gets hold of the site's value. Both must be made in the same
// loop; the variables that the site's value goes through may be passed on to that holder or to one another and are
// only read otherwise, and so is the holder.
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
