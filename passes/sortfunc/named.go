package sortfunc

import (
	"cmp"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A method is a literal less that becomes the method Less of a type, for a language without slices.SortFunc.
type method struct {
	*sorter
	*site
	pos   token.Pos // behind the declaration around the call: the place of a new type
	class rule.Class
	typ   string             // the type of the elements, as it is written there
	owned []*types.TypeParam // the type parameters of the new type
	// captured are the variables of the function around the call that less reads: fields of the new type.
	captured []*types.Var
}

// declareAll gives the sites of each file that sort elements of one type by one less the same type.
func declareAll(all []*method) {
	for len(all) > 0 {
		first := all[0]
		same := func(m *method) bool {
			return m.File == first.File && m.typ == first.typ && slices.Equal(m.captured, first.captured) &&
				slices.EqualFunc(m.owned, first.owned, alike) && m.canonical(m.site) == first.canonical(first.site)
		}
		first.declare(slices.DeleteFunc(slices.Clone(all), func(m *method) bool { return !same(m) }))
		all = slices.DeleteFunc(all, same)
	}
}

// alike reports whether two type parameters have one constraint.
func alike(p, q *types.TypeParam) bool { return types.Identical(p.Constraint(), q.Constraint()) }

// older offers what there is before go1.21 for sort.Slice: at once a function of package sort, or a method, which it
// returns; nil if there is none.
//
//	sort.Slice(names, func(i, j int) bool { return names[i] < names[j] })
//	---------------------------------------------------------------------
//	sort.Strings(names)
func (p *sorter) older(s *site) *method {
	op, _ := p.natural(s)
	for to, kind := range map[string]types.BasicKind{"Strings": types.String, "Ints": types.Int} {
		if op != "<" || types.Unalias(s.elem) != types.Typ[kind] {
			continue
		}
		if q, edits, ok := p.Import("sort", to, s.call.Pos()); ok {
			p.report(s.call, rule.Safe, s.message(), "sort."+to, append(edits,
				source.ReplaceNode(s.call.Fun, q+to), source.Replace(s.slice.End(), s.call.Rparen, ""))...)
		}
		return nil
	}
	return p.method(s)
}

// method checks whether less can be a method of a type that is declared at package level; nil if not.
func (p *sorter) method(s *site) *method {
	m := &method{sorter: p, site: s, pos: p.DeclAt(s.call.Pos()).End()}
	does, ok := p.does(s)
	if !ok || strings.Contains(p.Text(s.less), "`") {
		return nil
	}
	m.class = does.class()
	m.typ, ok = m.elements()
	if !ok || !p.Universe(m.pos, "int", "bool", "len") {
		p.Refuse(s.call, "the type of the elements has no name at package level")
		return nil
	}
	if typefact.NoCopy(s.elem) {
		p.Refuse(s.call, "an element must not be copied")
		return nil
	}
	slice := m.mentions(s)
	for id, obj := range p.Misread(s.less, m.pos) {
		inSlice := func(e source.TextEdit) bool { return e.Pos <= id.Pos() && id.Pos() < e.End }
		_, isType := obj.(*types.TypeName)
		param, _ := types.Unalias(obj.Type()).(*types.TypeParam)
		v, isVar := obj.(*types.Var)
		if slices.ContainsFunc(slice, inSlice) || isType && slices.Contains(m.owned, param) || isVar && m.capture(v, does) {
			continue
		}
		p.Refuse(s.call, "less uses "+id.Name+", which a method has not")
		return nil
	}
	if len(m.captured) > 2 {
		p.Refuse(s.call, "less uses many variables of the function")
		return nil
	}
	return m
}

// capture notes a variable of the function that less reads, and that nothing can change meanwhile. It reports whether
// it can be copied to a field.
func (m *method) capture(v *types.Var, does deeds) bool {
	if slices.Contains(m.captured, v) {
		return true
	}
	_, ok := m.TypeText(v.Type(), m.pos)
	shared := !m.Pkg.Every(v, func(use inspector.Cursor) bool { return !m.Pkg.Addressed(use) })
	if !ok || shared || m.Pkg.Mentions(m.slice, v) > 0 || typefact.NoCopy(v.Type()) || v.Name() == m.list() || slices.Contains(methodNames, v.Name()) || len(does.unknown) > 0 && len(m.Pkg.Writes(v)) > 0 {
		return false
	}
	m.captured = append(m.captured, v)
	return true
}

// list returns the name of the field for the slice, beside those for captured variables.
func (m *method) list() string {
	name := last(m.slice)
	if name == "" || slices.Contains(methodNames, name) {
		return "list"
	}
	return name
}

// methodNames are the names of the methods, which no field may have.
var methodNames = []string{"Len", "Less", "Swap"}

// elements returns the type of the elements as it is written at package level. Where that is an instance by type
// parameters of the function, the new type has them, too.
func (m *method) elements() (string, bool) {
	t := typefact.Pointee(m.elem)
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Parent() != named.Obj().Pkg().Scope() {
		return m.TypeText(m.elem, m.pos)
	}
	var owned []*types.TypeParam
	for arg := range named.TypeArgs().Types() {
		param, ok := types.Unalias(arg).(*types.TypeParam)
		if !ok || slices.Contains(owned, param) {
			return m.TypeText(m.elem, m.pos)
		}
		if _, ok := m.TypeText(param.Constraint(), m.pos); !ok {
			return "", false
		}
		owned = append(owned, param)
	}
	if m.owned = owned; len(owned) == 0 {
		return m.TypeText(m.elem, m.pos)
	}
	return m.TypeText(m.elem, m.less.Pos())
}

// mentions returns edits of the places where less names the slice whose elements it reads.
func (p *sorter) mentions(s *site) (edits []source.TextEdit) {
	for n := range ast.Preorder(s.less.Body) {
		if x, ok := n.(*ast.IndexExpr); ok && p.same(s.slice, x.X) {
			edits = append(edits, source.ReplaceNode(x.X, ""))
		}
	}
	return edits
}

// body returns what stands between the braces of less, with another name for the slice.
func (p *sorter) body(s *site, slice string, edits ...source.TextEdit) string {
	for _, e := range p.mentions(s) {
		edits = append(edits, source.Replace(e.Pos, e.End, slice))
	}
	return strings.TrimSpace(s.src.Edited(s.less.Body.Lbrace+1, s.less.Body.Rbrace, edits))
}

// canonical returns what functions less have in common that differ in names and in layout only.
func (p *sorter) canonical(s *site) string {
	var edits []source.TextEdit
	for id := range source.Idents(s.less.Body) {
		switch p.Info.Uses[id] {
		case s.i:
			edits = append(edits, source.ReplaceNode(id, "\x01"))
		case s.j:
			edits = append(edits, source.ReplaceNode(id, "\x02"))
		}
	}
	lines := strings.Split(p.body(s, "\x00", edits...), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return strings.Join(lines, "\n")
}

// declare makes the sites, which have less in common, sort by the methods of a type: one that the package has, or a
// new one.
//
//	sort.Slice(s, func(i, j int) bool { return s[i].name < s[j].name })
//	-------------------------------------------------------------------
//	sort.Sort(byName(s))
func (m *method) declare(sites []*method) {
	var edits []source.TextEdit
	name, ok := m.fitting()
	if !ok {
		if name, ok = m.free(); !ok {
			m.Refuse(m.call, "no telling name for a type is free")
			return
		}
		text, err := format.Source([]byte("package p\n\n" + m.text(name)))
		if err != nil {
			return
		}
		edits = append(edits, m.Behind(m.call.Pos(), strings.TrimSpace(strings.TrimPrefix(string(text), "package p"))))
	}
	class := rule.Safe
	for _, s := range sites {
		edits, class = append(edits, s.sort(name)...), class.And(s.class)
	}
	m.report(m.call, class, m.message(), "methods of "+name, edits...)
}

// sort returns the edits of one call. A field of the receiver is handed over by its address, which needs no object where
// the receiver has one.
//
//	sort.Slice(s, …)      sort.SliceStable(r.s, …)
//	------------------------------------------------
//	sort.Sort(byKey(s))   sort.Stable((*byKey)(&r.s))
func (m *method) sort(name string) []source.TextEdit {
	to := map[string]string{"Slice": "Sort", "SliceStable": "Stable"}[m.name]
	q, edits, ok := m.Import("sort", to, m.call.Pos())
	if !ok {
		return nil
	}
	if len(m.owned) > 0 {
		name += "[" + m.params(func(p *types.TypeParam) string { return p.Obj().Name() }) + "]"
	}
	given := name + "(" + m.Text(m.slice) + ")"
	if len(m.captured) > 0 {
		given = name + "{" + m.Text(m.slice)
		for _, v := range m.captured {
			given += ", " + v.Name()
		}
		given += "}"
	} else if m.ofReceiver(m.slice, m.call) {
		given = "(*" + name + ")(&" + m.Text(m.slice) + ")"
	}
	return append(edits, source.ReplaceNode(m.call.Fun, q+to), source.Replace(m.call.Lparen+1, m.call.Rparen, given))
}

// ofReceiver reports whether e is a field, a slice, of the pointer receiver of the method that sorts in a call.
func (p *sorter) ofReceiver(e ast.Expr, call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	decl, _ := p.DeclAt(call.Pos()).(*ast.FuncDecl)
	if !ok || decl == nil || decl.Recv == nil || len(decl.Recv.List[0].Names) == 0 {
		return false
	}
	recv, _ := p.Info.Defs[decl.Recv.List[0].Names[0]].(*types.Var)
	return recv != nil && p.Pkg.Is(sel.X, recv) && source.IsA[*types.Pointer](recv.Type()) && source.IsA[*types.Slice](p.Info.TypeOf(e)) &&
		!slices.ContainsFunc(p.Pkg.Uses(p.Info.Defs[decl.Name]), p.inFrame)
}

// inFrame reports whether the method at cur is called on an object that is seen to be in the frame of the caller, other than
// a test. For the compiler sort.Sort keeps what it is given, which would move the object to the heap.
func (p *sorter) inFrame(cur inspector.Cursor) bool {
	sel, ok := cur.Parent().Node().(*ast.SelectorExpr)
	if f := p.Pkg.FileOf(cur.Node()); !ok || f == nil || f.IsTest() {
		return false
	}
	v, ok := p.Pkg.LocalVar(sel.X)
	if !ok {
		return false
	}
	if value, _ := p.Pkg.Only(sel.X); source.IsA[*types.Pointer](v.Type()) {
		if _, _, isNew := source.NewOf(p.Info, value); !isNew {
			return false
		}
	}
	k := &retain.Checker{Pkg: p.Pkg, Var: v, Kind: retain.Large}
	return p.Pkg.Every(v, func(use inspector.Cursor) bool { return source.Parens(use).Parent() == cur.Parent() || k.Lets(use) })
}

// pointed hands over a field of the receiver by its address, where package sort takes it as an interface. It reports
// whether it does.
//
//	sort.Sort(r.list)     sort.Sort(byKey(r.list))
//	----------------------------------------------
//	sort.Sort(&r.list)    sort.Sort((*byKey)(&r.list))
func (p *sorter) pointed(call *ast.CallExpr) bool {
	arg := ast.Unparen(call.Args[0])
	field, text := arg, "&"+p.Text(arg)
	if conv, ok := arg.(*ast.CallExpr); ok && source.IsConversion(p.Info, conv) {
		field, text = conv.Args[0], "(*"+p.Text(conv.Fun)+")(&"+p.Text(conv.Args[0])+")"
	}
	k := p.kindOf(p.Info.TypeOf(arg))
	if k == nil || k.field != nil || !p.ofReceiver(field, call) || !p.usual(k) || p.moves(field, k.slice.Elem(), true) || p.Pkg.Differing(k.less.Pos(), k.less.End()) != nil {
		return false
	}
	s, ok := p.lessOf(k)
	if !ok {
		return false
	}
	does, ok := p.does(s)
	if ok {
		p.report(call, does.class(), "sort."+source.CalleeName(call)+" takes a copy of the slice as an interface", "the address of the slice", source.ReplaceNode(call.Args[0], text))
	}
	return ok
}

// lessOf returns the method Less of a type as the literal of a site.
func (p *sorter) lessOf(k *kind) (s *site, ok bool) {
	s = &site{less: &ast.FuncLit{Type: k.less.Type, Body: k.less.Body}, src: p.Pkg.FileOf(k.less), elem: k.slice.Elem()}
	if s.src == nil {
		return s, false
	}
	if s.i, s.j, ok = p.indices(k.less.Type); !ok {
		return s, false
	}
	s.slice, ok = p.sorted(s, k)
	return s, ok
}

// params returns a list of the type parameters.
func (m *method) params(text func(*types.TypeParam) string) string {
	var all []string
	for _, p := range m.owned {
		all = append(all, text(p))
	}
	return strings.Join(all, ", ")
}

// fitting returns the name of a type of the package with the same methods.
func (m *method) fitting() (string, bool) {
	for _, name := range m.Pkg.Types.Scope().Names() {
		t, ok := m.Pkg.Types.Scope().Lookup(name).(*types.TypeName)
		if !ok || len(m.owned)+len(m.captured) > 0 {
			continue
		}
		k := m.kindOf(t.Type())
		if k == nil || k.field != nil || !types.Identical(k.slice.Elem(), m.elem) || !m.usual(k) {
			continue
		}
		s, ok := m.lessOf(k)
		if ok && (!s.src.IsTest() || m.File.IsTest()) && m.canonical(s) == m.canonical(m.site) && m.Means(t, m.call.Pos()) {
			return name, true
		}
	}
	return "", false
}

// free returns a name for the type: by what it sorts or, where that has no name, for what it sorts.
//
//	byKey    byKeyDesc    byItemKey    digestSlice    descendingSizes    crossingSorter
func (m *method) free() (string, bool) {
	t := typefact.Pointee(m.elem)
	elem := ""
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		elem = t.Obj().Name()
	case *types.Basic:
		elem = t.Name()
	}
	var names []string
	if key := inline.Capital(cmp.Or(m.asked(), m.key(), m.made())); key != "" {
		names = []string{"by" + key, "by" + key + "Desc", "by" + inline.Capital(elem) + key}
		if !m.descends() {
			names = slices.Delete(names, 1, 2)
		}
	}
	list := last(m.slice)
	switch op, _ := m.natural(m.site); {
	case op == ">":
		names = append(names, "descending"+inline.Capital(cmp.Or(list, elem+"s")))
	case op != "" && elem != "":
		names = append(names, inline.Small(elem)+"Slice")
	case len(list) <= 2 && elem != "":
		names = append(names, inline.Small(elem)+"Sorter")
	default:
		names = append(names, one(list)+"Sorter")
	}
	for _, name := range names {
		if digit := name[len(name)-1]; ('9' < digit || digit < '0') && m.IsFreeGlobal(name) {
			return m.FreshGlobal(name), true
		}
	}
	return "", false
}

// one returns the name of an element of a list: word for words, entry for entries, key for keyList.
func one(list string) string {
	if rest, ok := strings.CutPrefix(list, "sorted"); ok && rest != "" {
		list = inline.Small(rest)
	}
	for _, end := range []struct{ of, to string }{{"List", ""}, {"Slice", ""}, {"ies", "y"}, {"ices", "ex"}, {"sses", "ss"}, {"xes", "x"}, {"s", ""}} {
		if word, ok := strings.CutSuffix(list, end.of); ok && word != "" {
			return inline.Small(word) + end.to
		}
	}
	return cmp.Or(inline.Small(list), "list")
}

// descends reports whether the first comparison of less puts larger elements first.
func (m *method) descends() bool {
	for n := range ast.Preorder(m.less.Body) {
		if compare, ok := n.(*ast.BinaryExpr); ok && (compare.Op == token.GTR || compare.Op == token.LSS) {
			return (compare.Op == token.GTR) != (len(m.Pkg.UsesIn(compare.X, m.j)) > 0)
		}
	}
	return false
}

// last returns the last name of an expression.
func last(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// key returns the first field or method of an element that less asks for, be it of a field of it: "name", "posLine". It
// is empty if the name would tell nothing.
func (m *method) key() (key string) {
	for n := range ast.Preorder(m.less.Body) {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			continue
		}
		x, inner := ast.Unparen(sel.X), ""
		if of, isSel := x.(*ast.SelectorExpr); isSel && m.Info.Selections[sel] != nil {
			x, inner = ast.Unparen(of.X), of.Sel.Name
		}
		if v, local := m.Pkg.LocalVar(x); local {
			if value, once := m.Pkg.Initial(v); once && value != nil {
				x = ast.Unparen(value)
			}
		}
		if m.element(m.site, x, m.i) || m.element(m.site, x, m.j) {
			switch name := sel.Sel.Name; {
			case slices.Contains([]string{"Less", "Before", "Compare", "String"}, name):
				return inner // says nothing of what is compared
			case inner != "" || len(name) > 1:
				return inner + inline.Capital(name)
			}
			return ""
		}
	}
	return ""
}

// asked returns what the only variable tells that less asks beside the elements: distance for optionsByDistance.
func (m *method) asked() string {
	if len(m.captured) != 1 || len(m.captured[0].Name()) <= 2 {
		return ""
	}
	name := m.captured[0].Name()
	if _, by, ok := strings.Cut(name, "By"); ok && by != "" {
		return by
	}
	return name
}

// made returns a name for what less makes of an element first: length for len(x[i]), lower for strings.ToLower(x[i]), images for
// b.images[x[i]]. It is empty if there is none.
func (m *method) made() (name string) {
	element := func(e ast.Expr) bool {
		if v, local := m.Pkg.LocalVar(e); local {
			if value, once := m.Pkg.Initial(v); once && value != nil {
				e = value
			}
		}
		return m.element(m.site, e, m.i) || m.element(m.site, e, m.j)
	}
	for n := range ast.Preorder(m.less.Body) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if len(n.Args) > 0 && element(n.Args[0]) && !source.IsConversion(m.Info, n) {
				name = strings.TrimPrefix(strings.TrimPrefix(last(n.Fun), "To"), "Get")
				if source.IsBuiltin(m.Info, n, "len") {
					name = "length"
				}
			}
		case *ast.SelectorExpr:
			if x, ok := ast.Unparen(n.X).(*ast.IndexExpr); ok && element(x.Index) {
				name = n.Sel.Name
			}
		case *ast.IndexExpr:
			if element(n.Index) {
				name = last(n.X)
			}
		}
		if len(name) > 2 {
			return name
		}
	}
	return ""
}

// text returns the declaration of the type and its methods.
//
//	type byName []T
//
//	func (s byName) Len() int           { return len(s) }
//	func (s byName) Less(i, j int) bool { return s[i].name < s[j].name }
//	func (s byName) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (m *method) text(name string) string {
	s := m.receiver()
	list, fields, edits := s, "[]"+m.typ, []source.TextEdit(nil)
	if len(m.captured) > 0 {
		list, fields = s+"."+m.list(), "struct {\n"+m.list()+" "+fields+"\n"
		for _, v := range m.captured {
			text, _ := m.TypeText(v.Type(), m.pos)
			fields += v.Name() + " " + text + "\n"
			for _, use := range m.Pkg.UsesIn(m.less.Body, v) {
				edits = append(edits, source.ReplaceNode(use.Node(), s+"."+v.Name()))
			}
		}
		fields += "}"
	}
	less := m.body(m.site, list, edits...)
	if len(m.less.Body.List) == 1 && !strings.Contains(less, "\n") && !strings.Contains(less, "//") {
		less = " " + less + " "
	} else {
		less = "\n" + less + "\n"
	}
	constraint := func(p *types.TypeParam) string {
		text, _ := m.TypeText(p.Constraint(), m.pos)
		return p.Obj().Name() + " " + text
	}
	head, of := "type "+name, s+" "+name
	if len(m.owned) > 0 {
		head += "[" + m.params(constraint) + "]"
		of += "[" + m.params(func(p *types.TypeParam) string { return p.Obj().Name() }) + "]"
	}
	return "// " + name + " implements sort.Interface, since sort." + m.name + " allocates.\n" + head + " " + fields + "\n\n" +
		"func (" + of + ") Len() int { return len(" + list + ") }\n" +
		"func (" + of + ") Less" + m.src.Between(m.less.Type.Params.Pos(), m.less.Body.Lbrace) + "{" + less + "}\n" +
		"func (" + of + ") Swap(i, j int) { " + list + "[i], " + list + "[j] = " + list + "[j], " + list + "[i] }"
}

// receiver returns a name for the receiver that less does not use.
func (m *method) receiver() string {
	used := source.NamesIn(m.less)
	for _, name := range []string{"s", "x", "l"} {
		if !used[name] {
			return name
		}
	}
	return "sorted"
}
