// Package sortfunc defines an analyzer that sorts without reflection.
//
// Invariant: the same comparisons are made in the same order and the same elements
// change places, so that also equal elements, elements that do not compare, and a
// panic in the middle leave the same slice.
//
// Model: sort.Slice takes the slice as an interface, a closure that finds the
// elements by their indices, and a function made by package reflect that swaps two
// of them: two or three objects for each call. slices.SortFunc takes the slice as it
// is, and hands the elements to a function that then captures nothing. Both are
// printed from one template (sort/gen_sort_variants.go): sort/zsortfunc.go and
// slices/zsortanyfunc.go are the same text, but for less(i, j) in the one where the
// other has cmp(data[i], data[j]) < 0, and for Swap. The only random choices are made
// of the length.
//
// What it blurs: elements are handed over as copies, which costs time where they are
// large. The functions that this pass writes return 1 where less was false and
// nothing says more, be it that the elements are equal, and 0 at their end, if a return
// in front of it may say greater: only the sign below zero is asked for. For the compiler sort.Sort keeps what it is given: where a field is handed
// over by its address, a caller that has the object in its frame, and is not seen to in
// the package, gets it on the heap.
//
// # Analyzer sortfunc
//
// sortfunc: use slices.Sort, SortFunc and SortStableFunc for sort.Slice and sort.Sort
//
//	sort.Slice(s, func(i, j int) bool {     =>   slices.SortFunc(s, func(a, b T) int {
//		return s[i].name < s[j].name                 return cmp.Compare(a.name, b.name)
//	})                                           })
//
//	sort.Slice(s, func(i, j int) bool {     =>   slices.SortFunc(s, func(a, b T) int {
//		if s[i].size != s[j].size {                  if a.size != b.size {
//			return s[i].size > s[j].size                 return cmp.Compare(b.size, a.size)
//		}                                            }
//		return s[i].time.Before(s[j].time)           return a.time.Compare(b.time)
//	})                                           })
//
//	sort.Slice(ids, func(i, j int) bool { return ids[i] < ids[j] })
//	                                        =>   slices.Sort(ids)
//
//	sort.Sort(sort.StringSlice(names))      =>   slices.Sort(names)
//
//	sort.Sort(byName(s))                    =>   slices.SortFunc(s, func(a, b T) int {
//	                                                 return cmp.Compare(a.name, b.name)
//	                                             })
//
// Before go1.21, without package slices:
//
//	sort.Slice(s, …s[i] < s[j])             =>   sort.Strings(s)
//
//	sort.Slice(s, func(i, j int) bool {     =>   sort.Sort(byName(s))
//		return s[i].name < s[j].name
//	})                                           type byName []T
//
//	                                             func (s byName) Len() int           { return len(s) }
//	                                             func (s byName) Less(i, j int) bool { return s[i].name < s[j].name }
//	                                             func (s byName) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
//
//	sort.Sort(r.timers) // r is the receiver =>  sort.Sort(&r.timers)
//
// Conditions, all of the safe class:
//   - less is a function literal that uses its indices only to read elements of the
//     slice that is sorted, which is a variable or a chain of fields. It takes no
//     address of an element, assigns to nothing but its own variables, starts
//     nothing, and calls only functions that are known, or seen in the package, to
//     change nothing: nobody can tell an element from its copy then;
//   - of a type of the package with methods, a slice, a struct of one field or a pointer to a new
//     one: Len returns the length, Swap exchanges two elements, and Less, which stands for the
//     literal, mentions nothing else that means another thing where the sort stands;
//   - no element holds, other than by a pointer, a value of the type of the slice, or of
//     what leads to it: sorting n.children, of elements that have children, could
//     change what n.children is;
//   - the type of the elements has a name where the sort stands, at most 128 bytes,
//     and no lock in it;
//   - cmp.Compare stands for < of integers and strings only. It has an opinion about
//     NaN that < does not share: floating-point numbers are compared by < twice;
//   - cmp.Or, of go1.22, stands for three keys and more that are compared one after the other, if asking for
//     all of them shows in nothing: no call, and no pointer followed but those of the first key;
//   - slices.Sort stands for < of elements that are integers or strings, of which
//     equal ones cannot be told apart, and for sort.Float64Slice, which orders NaN
//     as slices.Sort does;
//   - go1.21. Before, less becomes a method, if the type of the elements can be written at package
//     level and may be copied: of a type that the package has, if one sorts in the same way. One or two
//     variables of the function, whose address is not taken and which nothing sets meanwhile, become
//     fields. sort.Strings and
//     sort.Ints stand for < of strings and of int. A field of a pointer receiver, of the type of a slice, is
//     handed over by its address, unless a caller in the package, other than a test, is seen to have the object in its frame,
//     also where a Less is too long to be written again.
//
// Review, if less calls a function that is not known, be it a method of an interface:
// it must not change the slice. Whether it returns, panics or counts makes no
// difference. Also, for a method, if elements hold a value of a type parameter, which might hold the
// variable that is sorted.
//
// Not proposed: sort.Strings, Ints and Float64s, which call slices.Sort; elements that
// hold a value of a type parameter which may be anything, and so of any size. The type with
// the methods goes if it is not exported, and nothing but the call, and what asserts that it implements sort.Interface,
// uses it in any build; it stays with a comment inside it.
package sortfunc

import (
	_ "embed"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed sortfunc.go
var docText string

// Rule is the sortfunc rewrite.
var Rule = rule.New("sortfunc", docText, run, "sort")

func run(pass *rule.Pass) {
	var methods []*method
	for r, cur := range pass.Nodes((*ast.CallExpr)(nil)) {
		p := &sorter{r}
		if s, ok := p.recognise(cur); ok && p.AtLeast("go1.21") {
			p.rewrite(s)
		} else if ok {
			if m := p.older(s); m != nil {
				methods = append(methods, m)
			}
		} else if w, ok := p.wrapped(cur); ok && w.elem != "" && p.Has(w.call, "slices", "Sort") {
			p.unwrap(w)
		} else if ok && w.elem == "" {
			if s, ok := p.interfaced(w.call); ok && p.AtLeast("go1.21") {
				p.rewrite(s)
			} else if !p.pointed(w.call) && ok {
				p.Has(s.call, "slices", "SortFunc")
			}
		}
	}
	declareAll(methods)
}

type sorter struct{ *rule.Run }

// A site is a call of sort.Slice or sort.SliceStable, or of sort.Sort or sort.Stable with a type of the program.
type site struct {
	call  *ast.CallExpr
	name  string   // "Slice" or "SliceStable"
	slice ast.Expr // the slice, as less names it
	elem  types.Type
	less  *ast.FuncLit // the second argument, or a literal made of the method Less
	src   *source.File // the file that has less
	at    token.Pos    // position of less in the new code
	i, j  *types.Var   // the parameters of less
	// given is the source of the slice that is sorted, if less is a method; "" for a literal.
	given string
	kind  *kind // the type with that method
}

func (p *sorter) recognise(cur inspector.Cursor) (*site, bool) {
	call, ok := source.CallTo(p.Info, cur.Node().(*ast.CallExpr), "sort", "Slice", "SliceStable")
	if !ok || source.Parens(cur).ParentEdgeKind() != edge.ExprStmt_X {
		return nil, false // in a defer or go statement, less would see another slice than the one that is sorted
	}
	s := &site{call: call, slice: call.Args[0], name: source.CalleeName(call)}
	slice, ok := source.Core(p.Info.TypeOf(s.slice)).(*types.Slice)
	if !ok || !p.place(s.slice) {
		return nil, false
	}
	s.elem = slice.Elem()
	if p.moves(s.slice, s.elem, false) {
		return nil, p.Refuse(call, "sorting moves the very slice that is sorted")
	}
	s.less, ok = ast.Unparen(call.Args[1]).(*ast.FuncLit)
	if !ok {
		return nil, p.Refuse(call, "less is not a function literal")
	}
	s.src, s.at = p.File, s.less.Pos()
	s.i, s.j, ok = p.indices(s.less.Type)
	return s, ok
}

// indices returns the parameters of a function of the form func(i, j int) bool.
func (p *sorter) indices(less *ast.FuncType) (i, j *types.Var, ok bool) {
	var params []*types.Var
	for _, field := range less.Params.List {
		for _, name := range field.Names {
			if v, isVar := p.Info.Defs[name].(*types.Var); isVar && name.Name != "_" {
				params = append(params, v)
			}
		}
	}
	if len(params) != 2 || len(less.Results.List) != 1 || len(less.Results.List[0].Names) > 0 {
		return nil, nil, false
	}
	return params[0], params[1], true
}

// place reports whether e denotes the same variable as long as there are no assignments: a variable, a field of one,
// what one points to, or an element of one.
func (p *sorter) place(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		_, isVar := p.Info.Uses[e].(*types.Var)
		return isVar
	case *ast.SelectorExpr:
		if sel := p.Info.Selections[e]; sel != nil {
			return sel.Kind() == types.FieldVal && p.place(e.X)
		}
		_, isVar := p.Info.Uses[e.Sel].(*types.Var)
		return isVar // a variable of another package
	case *ast.StarExpr:
		return p.place(e.X)
	case *ast.IndexExpr:
		return p.place(e.X) && (p.Info.Types[e.Index].Value != nil || p.place(e.Index))
	}
	return false
}

// moves reports whether sorting may change which variable the place denotes, because an element may contain it:
// n.children, whose elements have children themselves. An element of a type parameter contains it if it may.
func (p *sorter) moves(place ast.Expr, elem types.Type, may bool) bool {
	var inner ast.Expr
	switch e := ast.Unparen(place).(type) {
	case *ast.SelectorExpr:
		if p.Info.Selections[e] == nil {
			return false // a variable of another package
		}
		inner = e.X
	case *ast.StarExpr:
		inner = e.X
	case *ast.IndexExpr:
		if p.moves(e.Index, elem, may) {
			return true
		}
		inner = e.X
	default:
		return false
	}
	return holds(elem, p.Info.TypeOf(place), may) || p.moves(inner, elem, may)
}

// same reports whether two expressions denote the same place.
func (p *sorter) same(x, y ast.Expr) bool {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		y, ok := ast.Unparen(y).(*ast.Ident)
		return ok && p.Info.Uses[x] != nil && p.Info.Uses[x] == p.Info.Uses[y]
	case *ast.SelectorExpr:
		y, ok := ast.Unparen(y).(*ast.SelectorExpr)
		return ok && p.Info.Uses[x.Sel] == p.Info.Uses[y.Sel] && (p.Info.Selections[x] == nil || p.same(x.X, y.X))
	case *ast.StarExpr:
		y, ok := ast.Unparen(y).(*ast.StarExpr)
		return ok && p.same(x.X, y.X)
	case *ast.IndexExpr:
		y, ok := ast.Unparen(y).(*ast.IndexExpr)
		return ok && p.same(x.X, y.X) && (p.same(x.Index, y.Index) || p.Info.Types[x.Index].Value != nil && p.Text(x.Index) == p.Text(y.Index))
	}
	return false
}

func (p *sorter) report(call *ast.CallExpr, class rule.Class, message, to string, edits ...source.TextEdit) {
	p.Report(rule.Finding{
		At:      call,
		Message: message,
		Title:   "Sort with " + to,
		Class:   class,
		Edits:   edits,
		Form:    p.Text(call.Fun) + " " + to,
	})
}

// rewrite reports the call, with a fix by slices.Sort or by slices.SortFunc with a comparison.
func (p *sorter) rewrite(s *site) {
	if op, ok := p.natural(s); ok && op == "<" {
		p.plain(s)
		return
	}
	c := p.compare(s)
	does, ok := p.does(s)
	if c == nil || !ok {
		return
	}
	to := strings.Replace(s.name, "Slice", "Sort", 1) + "Func"
	if s.name == "SliceStable" {
		to = "SortStableFunc"
	}
	class := does.class()
	c.careful = len(does.unknown) > 0 || does.Prints || does.World
	q, edits, ok := p.Import("slices", to, s.call.Pos())
	if !ok {
		return
	}
	if s.given != "" {
		if less, imports, ok := c.literal(); ok {
			p.replace(s, class, "slices."+to, q+to+"("+s.given+", "+less+")", append(edits, imports...))
		}
		return
	}
	body, ok := c.edits()
	if !ok {
		return
	}
	edits = append(edits, source.ReplaceNode(s.call.Fun, q+to))
	p.report(s.call, class, s.message(), "slices."+to, append(edits, body...)...)
}

// replace reports a call with a type of the program, and the text in its place. The type goes, too, if nothing else uses it.
func (p *sorter) replace(s *site, class rule.Class, to, text string, edits []source.TextEdit) {
	p.report(s.call, class, s.message(), to, slices.Concat(edits, []source.TextEdit{source.ReplaceNode(s.call, text)}, p.unused(s, text))...)
}

// message says what allocates.
func (s *site) message() string {
	if s.given != "" {
		return "sort." + source.CalleeName(s.call) + " takes the slice as an interface"
	}
	return "sort." + s.name + " swaps elements by reflection"
}

// What less does.
type deeds struct {
	effect.Summary
	unknown []string // what it calls that is not known to change nothing
	moved   string   // the slice, if a type argument can be such that sorting moves it
}

// does returns what less does. ok is false if it does what sorting in another way may change.
func (p *sorter) does(s *site) (d deeds, ok bool) {
	does, callees := effect.Direct(p.Pkg, s.less.Body)
	unknown := does.Calls
	for _, fn := range callees {
		if !effect.Function(p.Pkg, fn).Quiet() {
			unknown = append(unknown, fn.Name())
		}
	}
	slices.Sort(unknown)
	unknown = slices.Compact(unknown)
	if does.Methods {
		unknown = append(unknown, "methods of what is formatted")
	}
	d = deeds{Summary: does, unknown: unknown}
	if p.moves(s.slice, s.elem, true) {
		d.moved = s.src.Text(s.slice)
	}
	return d, does.Writes == 0 && !does.Waits && !does.Literals && !slices.Contains(unknown, "")
}

// class is that of sorting in another way.
func (d deeds) class() rule.Class {
	class := rule.Safe
	if len(d.unknown) > 0 {
		class = rule.Review(rule.Contract.Caveat(strings.Join(d.unknown, ", ") + " must not change the slice"))
	}
	if d.moved != "" {
		class = class.And(rule.Review(rule.Contract.Caveat("no element may hold the variable " + d.moved)))
	}
	return class
}

// plain offers slices.Sort.
//
//	sort.Slice(s, func(i, j int) bool { return s[i] < s[j] })
//	---------------------------------------------------------
//	slices.Sort(s)
func (p *sorter) plain(s *site) {
	q, edits, ok := p.Import("slices", "Sort", s.call.Pos())
	switch {
	case ok && s.given != "":
		p.replace(s, rule.Safe, "slices.Sort", q+"Sort("+s.given+")", edits)
	case ok:
		p.report(s.call, rule.Safe, s.message(), "slices.Sort", append(edits,
			source.ReplaceNode(s.call.Fun, q+"Sort"), source.Replace(s.slice.End(), s.call.Rparen, ""))...)
	}
}

// natural reports whether less compares the elements themselves, whose equal values cannot be told apart, and returns
// the operator.
func (p *sorter) natural(s *site) (op string, ok bool) {
	if len(s.less.Body.List) != 1 || !exact(s.elem) {
		return "", false
	}
	ret, ok := s.less.Body.List[0].(*ast.ReturnStmt)
	if !ok {
		return "", false
	}
	less, ok := ast.Unparen(ret.Results[0]).(*ast.BinaryExpr)
	if !ok || !p.element(s, less.X, s.i) || !p.element(s, less.Y, s.j) {
		return "", false
	}
	return less.Op.String(), true
}

// element reports whether e is the element of the slice at the index in the variable index.
func (p *sorter) element(s *site, e ast.Expr, index *types.Var) bool {
	x, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok || !p.same(s.slice, x.X) {
		return false
	}
	id, ok := ast.Unparen(x.Index).(*ast.Ident)
	return ok && p.Info.Uses[id] == index
}
