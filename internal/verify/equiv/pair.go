package equiv

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/rewrite"
)

// A Pair is a package in two versions that may differ in more than bodies of functions.
//
// The whole old version is laid beside the new one, as a package below its folder, with types, variables and
// functions of its own. So helpers, signatures and types may change, and neither version sees the state of the other.
// The values for each version are made of its own types, by the same decisions.
type Pair struct {
	Old, New Package
	// Beside are the other files of the old folder that a build needs, such as assembly and embedded files, by base
	// name.
	Beside map[string][]byte
	// Strings and Ints are constants of the code and its tests, to make inputs of.
	Strings []string
	Ints    []int64
	// Time is the longest time for the comparison of one function.
	Time time.Duration
	// Looks maps a function's name to the way in which it looks at the stack, as returned by Frames. If CountFrames
	// is set, differences in what is seen of the stack count.
	Looks       map[string]string
	CountFrames bool
}

// oldName is the folder of the old version, and the last element of its import path.
const oldName = "unheapold"

// OldPath returns the import path of the old version of a package in the test of a Pair.
func OldPath(path string) string { return path + "/" + oldName }

// GeneratePair writes the test for functions that both versions declare with the same signature. It returns an error
// as Generate does.
func GeneratePair(p Pair, functions []Function) (*Test, error) {
	g := &pairing{Pair: p, test: newTest(), old: declared(p.Old), now: declared(p.New)}
	g.worlds = [2]*world{newWorld(p.Old), newWorld(p.New)}
	if !g.choose(functions, func(f Function) string { return g.refuse(f.Name) }) {
		return g.test, nil
	}
	dir := path.Join(p.New.Dir, oldName)
	for _, f := range p.Old.Files {
		name := p.Old.Fset.File(f.FileStart).Name()
		text, err := p.Old.Source(name)
		if err != nil {
			return nil, err
		}
		g.test.Files[path.Join(dir, base(name))] = text
	}
	for name, text := range p.Beside {
		g.test.Files[path.Join(dir, name)] = text
	}
	g.test.Files[path.Join(dir, "unheap_version.go")] = g.version("UnheapVersion", p.Old.Types.Name())
	return g.finish()
}

// choose takes the functions that are not refused, and prepares their comparison. It returns false if there are none.
func (g *pairing) choose(functions []Function, refuse func(Function) string) bool {
	if g.functions = g.test.choose(functions, refuse); len(g.functions) == 0 {
		return false
	}
	g.findMakers()
	g.findDynamic()
	return true
}

// finish adds the files that stand beside the new version.
func (g *pairing) finish() (*Test, error) {
	g.test.Files[path.Join(g.New.Dir, "unheap_version_test.go")] = g.version("unheapVersion", g.New.Types.Name())
	g.test.Files[path.Join(g.New.Dir, "unheap_equivalence_test.go")] = g.testFile()
	return g.test, g.test.addKit(g.New.ModuleDir)
}

func base(name string) string { return name[strings.LastIndexAny(name, `/\`)+1:] }

// A pairing is the state of GeneratePair.
type pairing struct {
	Pair
	functions []Function
	old, now  map[string]*declaration
	worlds    [2]*world
	test      *Test
	twins     bool // whether both versions are functions of one package

	made       []made
	interfaces []implemented
	foreign    []made // types of other packages
}

// A declaration is the declaration of a function of a package.
type declaration struct {
	decl *ast.FuncDecl
	fn   *types.Func
	file *ast.File
}

// A made describes a kit.Maker.
type made struct {
	typ            string // the type as an expression: T, url.URL
	funcs, methods []string
	uses           []string // functions that take a value
	open           bool     // as Maker.Open
	imports        string   // import path, for a type of another package
}

type implemented struct {
	typ         string
	predeclared bool     // error, any
	types       []string // types of the package: T, *T
	everywhere  []string // types made of basic types, as expressions
}

// declared returns the functions of a package, by name.
func declared(p Package) map[string]*declaration {
	all := make(map[string]*declaration)
	for _, f := range p.Files {
		for _, d := range f.Decls {
			if decl, ok := d.(*ast.FuncDecl); ok {
				if fn, ok := p.Info.Defs[decl.Name].(*types.Func); ok {
					all[rewrite.FuncName(decl)] = &declaration{decl, fn, f}
				}
			}
		}
	}
	return all
}

// signature returns a function's type as text that is the same for both versions, without the names of parameters and
// results, which no caller sees.
func signature(fn *types.Func) string {
	sig := fn.Signature()
	nameless := func(t *types.Tuple) *types.Tuple {
		var vars []*types.Var
		for v := range t.Variables() {
			vars = append(vars, types.NewParam(token.NoPos, nil, "", v.Type()))
		}
		return types.NewTuple(vars...)
	}
	words := func(t types.Type) string {
		text := types.TypeString(t, func(p *types.Package) string { return p.Name() })
		return strings.ReplaceAll(text, "interface{}", "any")
	}
	text := words(types.NewSignatureType(nil, nil, nil, nameless(sig.Params()), nameless(sig.Results()), sig.Variadic()))
	if sig.Recv() != nil {
		text = "(" + words(sig.Recv().Type()) + ") " + text
	}
	for p := range sig.TypeParams().TypeParams() {
		text += ", " + words(p) + " " + words(p.Constraint())
	}
	return text
}

// Same reports whether both versions of a package declare a function with the same signature.
func Same(old, now Package, name string) bool {
	a, b := declared(old)[name], declared(now)[name]
	return a != nil && b != nil && signature(a.fn) == signature(b.fn)
}

// refuse says why a function cannot be compared; empty if it can.
func (g *pairing) refuse(name string) string {
	old, now := g.old[name], g.now[name]
	switch {
	case old == nil || now == nil:
		return "it is declared in one version only"
	case signature(old.fn) != signature(now.fn):
		return "its signature changed"
	case g.New.Types.Name() == "main":
		return "a program has no old version that could be imported"
	}
	return cmp.Or(old.refuse("it", g.worlds[0]), now.refuse("it", g.worlds[1]))
}

// refuse says why a function, which is called it, cannot be compared with any version; empty if it can.
func (d *declaration) refuse(it string, w *world) string {
	switch name := d.fn.Name(); {
	case name == "_" || d.fn.Signature().Recv() == nil && (name == "init" || name == "main"):
		return it + " cannot be called"
	case usesC(d.file):
		return "its file uses cgo"
	}
	if _, ok := instantiate(d.fn.Signature()); !ok {
		return "no type arguments could be found for it"
	}
	if t := w.of(d.decl); t != nil && t.changes {
		return it + " " + t.String()
	}
	return ""
}

func usesC(f *ast.File) bool {
	return slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == `"C"` })
}

// language permits present-day Go in a generated file, whatever go.mod names; as in package kit.
const language = "//go:build go1.25\n\n"

// errorNames returns the names of the errors that both versions export, sorted.
func (g *pairing) errorNames() (names []string) {
	was := g.Old.Types.Scope()
	for _, name := range g.New.Types.Scope().Names() {
		now, ok := g.New.Types.Scope().Lookup(name).(*types.Var)
		old, had := was.Lookup(name).(*types.Var)
		if ok && had && now.Exported() && isError(now.Type()) && isError(old.Type()) {
			names = append(names, name)
		}
	}
	return names
}

// findDynamic finds types for the values of two interfaces: for any, those that the code looks for in type switches
// and type assertions; for error, the types of the package that implement it.
func (g *pairing) findDynamic() {
	for _, name := range types.Universe.Names() {
		if g.New.Types.Scope().Lookup(name) != nil {
			return // predeclared names would mean something else
		}
	}
	behind := implemented{typ: "any", predeclared: true}
	names := g.typeNames()
	add := func(e ast.Expr) {
		t := g.New.Info.TypeOf(e)
		switch {
		case t == nil || types.IsInterface(t):
		case everywhere(t, 0):
			behind.everywhere = append(behind.everywhere, types.TypeString(t, nil))
		default:
			star, elem := "", t
			if p, ok := t.(*types.Pointer); ok {
				star, elem = "*", p.Elem()
			}
			if n, ok := types.Unalias(elem).(*types.Named); ok && n.Obj().Pkg() == g.New.Types && n.TypeParams().Len() == 0 && slices.Contains(names, n.Obj().Name()) {
				behind.types = append(behind.types, star+n.Obj().Name())
			}
		}
	}
	for _, f := range g.New.Files {
		for n := range ast.Preorder(f) {
			switch n := n.(type) {
			case *ast.TypeSwitchStmt:
				for _, c := range n.Body.List {
					for _, e := range c.(*ast.CaseClause).List { // a switch has no other clauses
						add(e)
					}
				}
			case *ast.TypeAssertExpr:
				if n.Type != nil {
					add(n.Type)
				}
			}
		}
	}
	behind.types = slices.Compact(slices.Sorted(slices.Values(behind.types)))
	behind.everywhere = slices.Compact(slices.Sorted(slices.Values(behind.everywhere)))
	errors := implemented{typ: "error", predeclared: true, types: g.implementing(errorInterface, errorInterface)}
	for _, i := range []implemented{behind, errors} {
		if len(i.types)+len(i.everywhere) > 0 {
			g.interfaces = append(g.interfaces, i)
		}
	}
}

// everywhere reports whether a type is made of basic types only, so that a file without imports can name it.
func everywhere(t types.Type, depth int) bool {
	if depth > 3 {
		return false
	}
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t.Kind() != types.UnsafePointer && t.Info()&types.IsUntyped == 0
	case *types.Slice:
		return everywhere(t.Elem(), depth+1)
	case *types.Pointer:
		return everywhere(t.Elem(), depth+1)
	case *types.Map:
		return everywhere(t.Key(), depth+1) && everywhere(t.Elem(), depth+1)
	case *types.Interface:
		return t.Empty()
	}
	return false
}

// version returns a file with a function that returns the functions and the types of one version, by name.
func (g *pairing) version(name, pkg string) []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "%spackage %s\n\nfunc %s() (functions, types map[string]any) {\n\tfunctions = map[string]any{\n", language, pkg, name)
	names := make(map[string]bool)
	for _, f := range g.functions {
		names[f.Name] = true
		if f.With != "" {
			names[f.With] = true
		}
	}
	typeNames := make(map[string]bool)
	for _, name := range g.contextMakers() {
		names[name] = true
	}
	for _, m := range g.made {
		typeNames[m.typ] = true
		for _, f := range slices.Concat(m.funcs, m.uses) {
			names[f] = true
		}
	}
	for _, i := range g.interfaces {
		if !i.predeclared {
			typeNames[i.typ] = true
		}
		for _, t := range i.types {
			typeNames[strings.TrimPrefix(t, "*")] = true
		}
	}
	for _, n := range slices.Sorted(maps.Keys(names)) {
		fmt.Fprintf(&out, "\t\t%q: %s,\n", n, expression(n, g.now[n].fn.Signature()))
	}
	for _, n := range g.errorNames() {
		fmt.Fprintf(&out, "\t\t%q: %s,\n", "var "+n, n)
	}
	out.WriteString("\t}\n\ttypes = map[string]any{\n")
	for _, n := range slices.Sorted(maps.Keys(typeNames)) {
		fmt.Fprintf(&out, "\t\t%q: (*%s)(nil),\n", n, n)
	}
	out.WriteString("\t}\n\treturn functions, types\n}\n")
	return out.Bytes()
}

// testFile is the test that runs the pairs.
func (g *pairing) testFile() []byte {
	var body bytes.Buffer
	imports := map[string]string{"unheapos": "os", "unheaptesting": "testing", "unheapreflect": "reflect", "unheapkit": path.Join(g.New.Module, kitDir)}
	old, oldPath := "unheapVersion", g.New.Path
	if !g.twins {
		oldPath = OldPath(g.New.Path)
		old, imports["unheapold"] = "unheapold.UnheapVersion", oldPath
	}
	imported := func(p string) string {
		for name, has := range imports {
			if has == p {
				return name
			}
		}
		name := fmt.Sprintf("unheap%d", len(imports))
		imports[name] = p
		return name
	}
	fmt.Fprintf(&body, "func %s(t *unheaptesting.T) {\n\tunheapkit.Package, unheapkit.OldPackage = %q, %q\n", TestName, g.New.Path, oldPath)
	fmt.Fprintf(&body, "\toldFuncs, oldTypes := %s()\n\tnewFuncs, newTypes := unheapVersion()\n", old)
	body.WriteString("\tof := func(types map[string]any, name string) unheapreflect.Type { return unheapreflect.TypeOf(types[name]).Elem() }\n\t_, _, _ = of, oldTypes, newTypes\n")
	fmt.Fprintf(&body, "\tunheapkit.SetWords(unheapkit.Words{Strings: %#v, Ints: %#v, Wide: %#v, Long: %#v})\n", g.Strings, g.Ints, g.wide(), g.long())
	g.writeContexts(&body)
	for _, n := range g.errorNames() {
		fmt.Fprintf(&body, "\tunheapkit.SetError(%q, oldFuncs[%q], newFuncs[%q])\n", n, "var "+n, "var "+n)
	}
	body.WriteString("\tunheapkit.SetMakers(\n")
	for _, m := range g.made {
		for _, version := range []string{"old", "new"} {
			fmt.Fprintf(&body, "\t\tunheapkit.Maker{Type: of(%sTypes, %q), Funcs: []any{", version, m.typ)
			for _, f := range m.funcs {
				fmt.Fprintf(&body, "%sFuncs[%q], ", version, f)
			}
			fmt.Fprintf(&body, "}, Methods: %#v, Open: %t, Uses: []any{", m.methods, m.open)
			for _, f := range m.uses {
				fmt.Fprintf(&body, "%sFuncs[%q], ", version, f)
			}
			body.WriteString("}},\n")
		}
	}
	for _, m := range g.foreign {
		name := imported(m.imports)
		fmt.Fprintf(&body, "\t\tunheapkit.Maker{Type: unheapreflect.TypeFor[%s.%s](), Funcs: []any{", name, m.typ)
		for _, f := range m.funcs {
			fmt.Fprintf(&body, "%s.%s, ", name, f)
		}
		body.WriteString("}},\n")
	}
	body.WriteString("\t)\n\tunheapkit.SetInterfaces(\n")
	for _, i := range g.interfaces {
		g.writeInterface(&body, i)
	}
	body.WriteString("\t)\n")
	g.writeFrames(&body)
	fmt.Fprintf(&body, "\tunheapkit.Run(unheapos.Stdout, unheapkit.Limits{Inputs: 1 << 30, Time: %d, Coverage: unheaptesting.Coverage, Reachable: true},\n", g.Time)
	for _, f := range g.functions {
		now := fmt.Sprintf("newFuncs[%q]", cmp.Or(f.With, f.Name))
		if f.Self {
			now = fmt.Sprintf("oldFuncs[%q]", f.Name)
		}
		fmt.Fprintf(&body, "\t\tunheapkit.Case{Name: %q, Old: oldFuncs[%q], New: %s, Exempt: %#v, LooksAtFrames: %t", f.Name, f.Name, now, f.Exempt, g.Looks[f.Name] != "")
		if g.twins {
			fmt.Fprintf(&body, ", Promised: true, Nothing: %s", g.nothing(f.Name, imported))
		}
		body.WriteString("},\n")
	}
	body.WriteString("\t)\n}\n")
	var out bytes.Buffer
	fmt.Fprintf(&out, "%spackage %s\n\nimport (\n", language, g.New.Types.Name())
	for _, local := range slices.Sorted(maps.Keys(imports)) {
		fmt.Fprintf(&out, "\t%s %q\n", local, imports[local])
	}
	out.WriteString(")\n\n")
	out.Write(body.Bytes())
	return out.Bytes()
}

// wide returns the constants of both versions that are too large for a length, sorted.
func (g *pairing) wide() []int64 {
	found := make(map[int64]bool)
	for _, p := range []Package{g.Old, g.New} {
		for _, v := range p.Info.Types {
			if v.Value == nil || v.Value.Kind() != constant.Int {
				continue
			}
			if n, exact := constant.Int64Val(v.Value); exact && (n >= 1<<20 || n <= -1<<20) {
				found[n] = true
			}
		}
	}
	all := slices.Sorted(maps.Keys(found))
	return all[:min(len(all), mostWide)]
}

// mostWide bounds how many large constants are used for inputs.
const mostWide = 200

// long returns the line lengths at which package bufio behaves differently, if a version uses it: the buffer size of
// its readers, and bufio.MaxScanTokenSize.
func (g *pairing) long() []int {
	for _, p := range []Package{g.Old, g.New} {
		for _, o := range p.Info.Uses {
			if o.Pkg() != nil && o.Pkg().Path() == "bufio" {
				return []int{4096, bufio.MaxScanTokenSize}
			}
		}
	}
	return nil
}

// contextMakers returns the functions of both versions that return a context, sorted.
func (g *pairing) contextMakers() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(g.now)) {
		d, old := g.now[name], g.old[name]
		sig := d.fn.Signature()
		if sig.Recv() != nil || sig.TypeParams().Len() > 0 || sig.Results().Len() != 1 || types.TypeString(sig.Results().At(0).Type(), nil) != "context.Context" {
			continue
		}
		if old != nil && signature(old.fn) == signature(d.fn) && g.harmless(old, d) && !waits.MatchString(name) {
			names = append(names, name)
		}
	}
	return names
}

// writeContexts writes the call that tells the kit which functions make contexts.
func (g *pairing) writeContexts(out *bytes.Buffer) {
	names := g.contextMakers()
	if len(names) == 0 {
		return
	}
	out.WriteString("\tunheapkit.SetContexts(")
	for _, version := range []string{"old", "new"} {
		out.WriteString("[]any{")
		for _, name := range names {
			fmt.Fprintf(out, "%sFuncs[%q], ", version, name)
		}
		out.WriteString("}, ")
	}
	out.WriteString(")\n")
}

// writeFrames writes the call that tells the kit at which lines the functions of both versions begin.
func (g *pairing) writeFrames(out *bytes.Buffer) {
	fmt.Fprintf(out, "\tunheapkit.SetFrames(unheapkit.Frames{Count: %t,\n", g.CountFrames)
	for _, version := range []struct {
		field string
		of    Package
	}{{"Old", g.Old}, {"New", g.New}} {
		fmt.Fprintf(out, "\t\t%s: map[string][]unheapkit.Start{\n", version.field)
		all := starts(version.of)
		for _, name := range slices.Sorted(maps.Keys(all)) {
			fmt.Fprintf(out, "\t\t\t%q: {", name)
			for _, s := range all[name] {
				fmt.Fprintf(out, "{%d, %q}, ", s.Line, s.Func)
			}
			out.WriteString("},\n")
		}
		out.WriteString("\t\t},\n")
	}
	out.WriteString("\t})\n")
}

// writeInterface writes an interface with its types; an interface of the package is written once for each version.
func (g *pairing) writeInterface(out *bytes.Buffer, i implemented) {
	list := func(version string) {
		out.WriteString("[]unheapreflect.Type{")
		for _, t := range i.types {
			name, pointer := strings.CutPrefix(t, "*")
			if pointer {
				name = fmt.Sprintf("unheapreflect.PointerTo(of(%sTypes, %q))", version, name)
			} else {
				name = fmt.Sprintf("of(%sTypes, %q)", version, name)
			}
			out.WriteString(name + ", ")
		}
		for _, t := range i.everywhere {
			fmt.Fprintf(out, "unheapreflect.TypeFor[%s](), ", t)
		}
		out.WriteString("}")
	}
	if i.predeclared {
		fmt.Fprintf(out, "\t\tunheapkit.Interface{Type: unheapreflect.TypeFor[%s](), Old: ", i.typ)
		list("old")
		out.WriteString(", New: ")
		list("new")
		out.WriteString("},\n")
		return
	}
	for _, version := range []string{"old", "new"} {
		fmt.Fprintf(out, "\t\tunheapkit.Interface{Type: of(%sTypes, %q), Old: ", version, i.typ)
		list(version)
		out.WriteString(", New: ")
		list(version)
		out.WriteString("},\n")
	}
}

// waits matches names of functions that may wait for something, or start something that runs by itself.
var waits = regexp.MustCompile(`(?i)close|wait|run|serve|listen|dial|accept|start|stop|shutdown|lock|open|connect|exec|sleep|watch|loop|exit|fatal`)

// findMakers finds out how values of the types that the functions need are made.
func (g *pairing) findMakers() {
	for _, name := range g.typeNames() {
		obj, _ := g.New.Types.Scope().Lookup(name).(*types.TypeName)
		old, _ := g.Old.Types.Scope().Lookup(name).(*types.TypeName)
		named, was := obj.Type().(*types.Named), old.Type().(*types.Named)
		args, ok := argumentsOf(named)
		if oldArgs, had := argumentsOf(was); !ok || !had || args != oldArgs {
			continue
		}
		switch named.Underlying().(type) {
		case *types.Struct:
			if m, ok := g.makerOf(named, obj, args); ok {
				g.made = append(g.made, m)
			}
		case *types.Interface:
			if i := g.implementersOf(named, obj); args == "" && len(i.types) > 0 {
				g.interfaces = append(g.interfaces, i)
			}
		}
	}
	g.findForeign()
}

// typeNames returns the types that both versions define outside of their tests, sorted.
func (g *pairing) typeNames() []string {
	defined := func(p Package) map[string]bool {
		all := make(map[string]bool)
		for _, f := range p.Files {
			for _, d := range f.Decls {
				decl, ok := d.(*ast.GenDecl)
				for i := 0; ok && i < len(decl.Specs); i++ {
					if spec, ok := decl.Specs[i].(*ast.TypeSpec); ok && !spec.Assign.IsValid() && spec.Name.Name != "_" {
						all[spec.Name.Name] = true
					}
				}
			}
		}
		return all
	}
	old := defined(g.Old)
	return slices.DeleteFunc(slices.Sorted(maps.Keys(defined(g.New))), func(name string) bool { return !old[name] })
}

// makerOf finds out how values of a struct of the package are made; ok is false if its fields should be filled
// instead.
func (g *pairing) makerOf(named *types.Named, obj *types.TypeName, args string) (m made, ok bool) {
	m = made{typ: obj.Name() + args}
	hidden := hasHidden(named)
	for _, name := range slices.Sorted(maps.Keys(g.now)) {
		d := g.now[name]
		old := g.old[name]
		if old == nil || signature(old.fn) != signature(d.fn) {
			continue
		}
		sig := d.fn.Type().(*types.Signature)
		switch {
		case sig.Recv() == nil && argumentsLike(sig, args) && (makes(sig, named) || g.mayMake(d, named)) && g.harmless(old, d) && !waits.MatchString(name):
			m.funcs = append(m.funcs, name)
		case sig.Recv() != nil && d.fn.Exported() && receives(sig, named) && g.harmless(old, d) && !waits.MatchString(d.fn.Name()):
			m.methods = append(m.methods, d.fn.Name())
		case sig.Recv() == nil && args == "" && sig.TypeParams().Len() == 0 && d.fn.Exported() && uses(sig, named) && g.harmless(old, d) && !waits.MatchString(name) && !gives.MatchString(name):
			m.uses = append(m.uses, name)
		}
	}
	m.open = !obj.Exported() && len(m.methods)+len(m.uses) == 0 && g.sameFields(obj.Name())
	if !hidden || len(m.funcs) == 0 && !obj.Exported() {
		return m, false
	}
	return m, true
}

// gives matches names of functions to which a caller gives a value up.
var gives = regexp.MustCompile(`(?i)put|free|release|recycle|destroy`)

// uses reports whether a function takes a value of the type and returns something, and so shows something of the
// value.
func uses(sig *types.Signature, named *types.Named) bool {
	return sig.Results().Len() > 0 && slices.ContainsFunc(slices.Collect(sig.Params().Variables()), func(v *types.Var) bool { return is(v.Type(), named) })
}

// sameFields reports whether a type is declared identically in both versions.
func (g *pairing) sameFields(name string) bool {
	words := func(p Package) string {
		return types.TypeString(p.Types.Scope().Lookup(name).Type().Underlying(), func(p *types.Package) string { return p.Name() })
	}
	return words(g.Old) == words(g.New)
}

// argumentsOf returns type arguments for a generic type, "" for any other type; ok is false if there are none that
// fit.
func argumentsOf(named *types.Named) (args string, ok bool) {
	if named.TypeParams().Len() == 0 {
		return "", true
	}
	return arguments(named.Origin(), named.TypeParams().Len())
}

// argumentsLike reports whether a function is instantiated with these type arguments.
func argumentsLike(sig *types.Signature, args string) bool {
	got, ok := instantiate(sig)
	return ok && got == args
}

// hasHidden reports whether a struct has unexported fields.
func hasHidden(named *types.Named) bool {
	s, ok := named.Underlying().(*types.Struct)
	return ok && slices.ContainsFunc(slices.Collect(s.Fields()), func(f *types.Var) bool { return !f.Exported() })
}

// makes reports whether a function returns the type, or a pointer to it, and perhaps an error. A function that takes
// a value of the type to make another does not count.
func makes(sig *types.Signature, named *types.Named) bool {
	res := sig.Results()
	if res.Len() == 0 || res.Len() > 2 || !is(res.At(0).Type(), named) || res.Len() == 2 && !isError(res.At(1).Type()) {
		return false
	}
	return !slices.ContainsFunc(slices.Collect(sig.Params().Variables()), func(v *types.Var) bool { return is(v.Type(), named) })
}

// mayMake reports whether a function returns an interface that the type implements, and perhaps an error, and
// contains a literal of the type.
func (g *pairing) mayMake(d *declaration, named *types.Named) bool {
	res := d.fn.Signature().Results()
	if res.Len() == 0 || res.Len() > 2 || res.Len() == 2 && !isError(res.At(1).Type()) {
		return false
	}
	iface, ok := res.At(0).Type().Underlying().(*types.Interface)
	if !ok || isError(res.At(0).Type()) || !types.Implements(named, iface) && !types.Implements(types.NewPointer(named), iface) {
		return false
	}
	for n := range ast.Preorder(d.decl) {
		if lit, ok := n.(*ast.CompositeLit); ok && is(g.New.Info.TypeOf(lit), named) {
			return true
		}
	}
	return false
}

// harmless reports whether neither version of a function changes the world, such as files or processes, so that it
// may be called to make values.
func (g *pairing) harmless(old, now *declaration) bool {
	for i, d := range []*declaration{old, now} {
		if t := g.worlds[i].of(d.decl); t != nil && t.changes {
			return false
		}
	}
	return true
}

func receives(sig *types.Signature, named *types.Named) bool { return is(sig.Recv().Type(), named) }

// is reports whether t is the type or a pointer to it.
func is(t types.Type, named *types.Named) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Origin() == named.Origin()
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// implementersOf returns the types of the package that implement its interface, in both versions.
func (g *pairing) implementersOf(named *types.Named, obj *types.TypeName) implemented {
	i := implemented{typ: obj.Name()}
	iface := named.Underlying().(*types.Interface)
	if iface.Empty() || !iface.IsMethodSet() {
		return i
	}
	oldIface, isIface := g.Old.Types.Scope().Lookup(obj.Name()).Type().Underlying().(*types.Interface)
	if !isIface {
		return i
	}
	i.types = g.implementing(oldIface, iface)
	return i
}

// errorInterface is the interface type error.
var errorInterface = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// implementing returns the types of the package, as T or *T, that implement an interface in both versions.
func (g *pairing) implementing(oldIface, iface *types.Interface) (all []string) {
	scope, was := g.New.Types.Scope(), g.Old.Types.Scope()
	for _, name := range g.typeNames() {
		t, old := scope.Lookup(name), was.Lookup(name)
		if types.IsInterface(t.Type()) || types.IsInterface(old.Type()) {
			continue
		}
		if n, ok := t.Type().(*types.Named); !ok || n.TypeParams().Len() > 0 {
			continue
		}
		switch {
		case types.Implements(t.Type(), iface) && types.Implements(old.Type(), oldIface):
			all = append(all, name)
		case types.Implements(types.NewPointer(t.Type()), iface) && types.Implements(types.NewPointer(old.Type()), oldIface):
			all = append(all, "*"+name)
		}
	}
	return all
}

// findForeign finds out how to make structs of other packages that the functions take, or that are within what they
// take.
func (g *pairing) findForeign() {
	seen := make(map[types.Type]bool)
	var visit func(types.Type, int)
	visit = func(t types.Type, depth int) {
		t = types.Unalias(t)
		if seen[t] || depth > 6 {
			return
		}
		seen[t] = true
		if n, ok := t.(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg() != g.New.Types {
			g.addForeign(n)
			return
		}
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			visit(u.Elem(), depth+1)
		case *types.Slice:
			visit(u.Elem(), depth+1)
		case *types.Array:
			visit(u.Elem(), depth+1)
		case *types.Map:
			visit(u.Key(), depth+1)
			visit(u.Elem(), depth+1)
		case *types.Struct:
			for f := range u.Fields() {
				visit(f.Type(), depth+1)
			}
		}
	}
	var names []string
	for _, f := range g.functions {
		names = append(names, f.Name)
	}
	for _, m := range g.made {
		names = append(names, m.funcs...)
	}
	for _, name := range names {
		sig := g.now[name].fn.Type().(*types.Signature)
		for v := range sig.Params().Variables() {
			visit(v.Type(), 0)
		}
		if sig.Recv() != nil {
			visit(sig.Recv().Type(), 0)
		}
	}
}

// addForeign adds the functions of another package that make one of its structs from arguments that the kit can make.
func (g *pairing) addForeign(n *types.Named) {
	pkg := n.Obj().Pkg()
	if n.TypeParams().Len() > 0 || !n.Obj().Exported() || !hasHidden(n) || !slices.Contains(g.New.Types.Imports(), pkg) {
		return
	}
	m := made{typ: n.Obj().Name(), imports: pkg.Path()}
	for _, name := range pkg.Scope().Names() {
		fn, ok := pkg.Scope().Lookup(name).(*types.Func)
		if !ok || !fn.Exported() || waits.MatchString(name) {
			continue
		}
		sig := fn.Type().(*types.Signature)
		if sig.TypeParams().Len() == 0 && makes(sig, n) && sig.Params().Len() <= 4 && plain(sig) {
			m.funcs = append(m.funcs, name)
		}
	}
	if len(m.funcs) > 0 && !known(pkg.Path(), n.Obj().Name()) {
		g.foreign = append(g.foreign, m)
	}
}

// known reports whether the kit itself makes values of a type.
func known(pkg, name string) bool {
	return slices.Contains([]string{"bytes.Buffer", "strings.Builder", "bytes.Reader", "strings.Reader", "bufio.Reader", "bufio.Writer", "bufio.Scanner", "time.Time"}, pkg+"."+name)
}

// plain reports whether all parameters have types that the kit makes.
func plain(sig *types.Signature) bool {
	for v := range sig.Params().Variables() {
		switch t := types.Unalias(v.Type()); u := t.Underlying().(type) {
		case *types.Basic:
			if u.Kind() == types.UnsafePointer {
				return false
			}
		case *types.Slice:
			if _, ok := u.Elem().Underlying().(*types.Basic); !ok {
				return false
			}
		default:
			if s := types.TypeString(t, nil); s != "io.Reader" && s != "context.Context" {
				return false
			}
		}
	}
	return true
}

// Callers returns the nearest callers, direct or not, of a declaration of the package that both versions declare with
// the same signature; the declaration itself may be in one version only. If exported is set, only callers that other
// packages can call count.
func Callers(old, now Package, name string, exported bool) []string {
	found := make(map[string]bool)
	both := func(n string) bool { return Same(old, now, n) && (!exported || IsExported(n)) }
	for _, p := range []Package{old, now} {
		decls := declared(p)
		front := []types.Object{p.Types.Scope().Lookup(name)}
		if d := decls[name]; d != nil {
			front[0] = d.fn
		}
		if strings.HasPrefix(name, "init (") { // an init function is visible by what it sets up
			front = setUp(p)
		}
		seen := map[string]bool{name: true}
		for len(front) > 0 && front[0] != nil {
			var next []types.Object
			for _, caller := range slices.Sorted(maps.Keys(decls)) {
				if seen[caller] || !refers(p, decls[caller].decl, front) {
					continue
				}
				seen[caller] = true
				if both(caller) {
					found[caller] = true
				} else {
					next = append(next, decls[caller].fn)
				}
			}
			front = next
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// IsExported reports whether other packages can name a function: "(*T).M".
func IsExported(name string) bool {
	for _, part := range strings.Split(strings.Trim(strings.ReplaceAll(name, ")", ""), "(*"), ".") {
		if !token.IsExported(part) {
			return false
		}
	}
	return true
}

// refers reports whether a function mentions one of the objects; for a method, a mention of an interface's method
// with its name counts as well.
func refers(p Package, decl *ast.FuncDecl, objects []types.Object) bool {
	for n := range ast.Preorder(decl) {
		id, ok := n.(*ast.Ident)
		if !ok || p.Info.Uses[id] == nil {
			continue
		}
		used := p.Info.Uses[id]
		fn, called := used.(*types.Func)
		if called {
			fn = fn.Origin()
			used = fn
		}
		for _, obj := range objects {
			method, isFunc := obj.(*types.Func)
			isMethod := isFunc && method.Signature().Recv() != nil
			byName := called && isMethod && fn.Signature().Recv() != nil && types.IsInterface(fn.Signature().Recv().Type()) && fn.Name() == method.Name()
			if used == obj || byName {
				return true
			}
		}
	}
	return false
}
