// Package equiv writes the test that compares the old and the new version of changed functions on generated inputs.
//
// Invariant: the test compares the functions themselves, nothing copied by hand: the new version is the one in the
// changed file; the old version is its old text under another name, beside the new version in the same package.
//
// Model: every changed function F is added again as unheapOldF, with the imports of its file; calls among changed
// functions go to the old versions. A test passes the pairs to package kit, which is laid over the user's module as
// internal/unheapkit, so that it cannot clash with a package of the user's.
//
// What the model blurs: package variables are shared by both versions, and a function with a changed signature is
// compared only through its callers.
package equiv

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/verify/equiv/kit"
)

//go:embed kit/kit.go kit/gen.go kit/dump.go kit/alias.go kit/exempt.go kit/draws.go kit/words.go kit/maker.go kit/hunt.go kit/show.go kit/after.go kit/frames.go kit/ends.go kit/count.go kit/shape.go kit/calls.go kit/mischief.go
var kitFiles embed.FS

// TestName is the name of the test that runs the comparison.
const TestName = "TestUnheapEquivalence"

// kitDir is the folder in the user's module over which the kit is laid.
const kitDir = "internal/unheapkit"

// A Package is the package that is changed, before the change.
type Package struct {
	Path   string // import path
	Module string // path of its module
	// Dir and ModuleDir are the folders of the package and of its module, slash-separated and relative to the folder
	// that file names of the Test are relative to; "." or empty for that folder itself.
	Dir, ModuleDir string
	Fset           *token.FileSet
	Files          []*ast.File // without test files
	Info           *types.Info
	Types          *types.Package
	// Source returns the text of a file as it was parsed.
	Source func(name string) ([]byte, error)
}

// A Function is a function to compare. Methods are named as in record.Candidate.Functions.
type Function struct {
	Name string
	// Exempt names aspects, constants of package kit, in which the versions may differ.
	Exempt []string
	// Added are the fields that the new version adds to structs of the package, as "T.f". Every comparison of the
	// Test leaves them out.
	Added []string
	// Self compares the old version with itself, to see whether it is the version that ends the process.
	Self bool
	// With is the function that this one is compared with, for [Twins]; empty otherwise.
	With string
}

// A Test is the files to lay over the module, by path relative to its root, and the functions that they do and do not
// compare.
type Test struct {
	Files map[string][]byte
	// Compared are the names of the functions that the test compares.
	Compared []string
	// Skipped maps each function that is not compared to the reason.
	Skipped map[string]string
}

// Generate writes the test for the functions. It returns an error only if the source of a file cannot be read.
// Functions that cannot be compared are in Test.Skipped; if none can, Test.Files is nil.
func Generate(p Package, functions []Function) (*Test, error) {
	g := &generator{Package: p, world: newWorld(p), declared: declared(p), old: make(map[types.Object]string), test: newTest()}
	g.functions = g.test.choose(functions, g.refuse)
	if len(g.functions) == 0 {
		return g.test, nil
	}
	for _, f := range g.functions {
		fn := g.declared[f.Name].fn
		g.old[fn] = "unheapOld" + fn.Name()
	}
	for i, f := range p.Files {
		text, err := g.oldVersions(f)
		if err != nil {
			return nil, err
		}
		if text != nil {
			g.add(fmt.Sprintf("unheap_old%d_test.go", i), text)
		}
	}
	g.add("unheap_equivalence_test.go", g.testFile())
	return g.test, g.test.addKit(g.ModuleDir)
}

func newTest() *Test { return &Test{Skipped: make(map[string]string)} }

// choose returns the functions that are not refused, and notes the reasons for the others.
func (t *Test) choose(functions []Function, refuse func(Function) string) (chosen []Function) {
	for _, f := range functions {
		if why := refuse(f); why != "" {
			t.Skipped[f.Name] = why
			continue
		}
		chosen = append(chosen, f)
		t.Compared = append(t.Compared, f.Name)
	}
	if len(chosen) > 0 {
		t.Files = make(map[string][]byte)
	}
	return chosen
}

// addKit adds the files of the kit to the module in a folder.
func (t *Test) addKit(module string) error {
	files, err := kitFiles.ReadDir("kit")
	if err != nil {
		return err
	}
	for _, f := range files {
		if t.Files[path.Join(module, kitDir, f.Name())], err = kitFiles.ReadFile("kit/" + f.Name()); err != nil {
			return err
		}
	}
	return nil
}

type generator struct {
	Package
	world     *world
	declared  map[string]*declaration
	functions []Function
	old       map[types.Object]string // changed function -> name of its old version
	test      *Test
}

func (g *generator) add(name string, text []byte) {
	g.test.Files[path.Join(g.Dir, name)] = text
}

// refuse says why the old version of a function cannot stand beside the new one; empty if it can.
func (g *generator) refuse(f Function) string {
	d := g.declared[f.Name]
	switch {
	case d == nil:
		return "it is not declared in the package"
	case d.decl.Body == nil:
		return "it has no body"
	}
	return d.refuse("it", g.world)
}

// oldVersions returns a file with the old versions of those functions that f declares; nil if there are none.
func (g *generator) oldVersions(f *ast.File) ([]byte, error) {
	name := g.Fset.File(f.FileStart).Name()
	var body bytes.Buffer
	imports := make(map[string]string) // name -> path
	for _, function := range g.functions {
		d := g.declared[function.Name]
		if d.file != f {
			continue
		}
		source, err := g.Source(name)
		if err != nil {
			return nil, err
		}
		body.WriteString("\n")
		body.Write(g.renamed(d.decl, source))
		body.WriteString("\n")
		g.collectImports(d.decl, imports)
	}
	if body.Len() == 0 {
		return nil, nil
	}
	var out bytes.Buffer
	if f.GoVersion != "" { // loop variables depend on the language version
		fmt.Fprintf(&out, "//go:build %s\n\n", f.GoVersion)
	}
	fmt.Fprintf(&out, "package %s\n\nimport (\n", g.Types.Name())
	for _, local := range slices.Sorted(maps.Keys(imports)) {
		fmt.Fprintf(&out, "\t%s %q\n", local, imports[local])
	}
	for _, spec := range f.Imports {
		if spec.Name != nil && spec.Name.Name == "." {
			fmt.Fprintf(&out, "\t. %s\n", spec.Path.Value)
		}
	}
	out.WriteString(")\n")
	out.Write(body.Bytes())
	return out.Bytes(), nil
}

// renamed returns the text of decl with every changed function under its old name:
//
//	func (t *T) F(n int) int          { return t.F(n-1) + g(n) }
//	func (t *T) unheapOldF(n int) int { return t.unheapOldF(n-1) + g(n) }
func (g *generator) renamed(decl *ast.FuncDecl, source []byte) []byte {
	offset := func(p token.Pos) int { return g.Fset.Position(p).Offset }
	var out bytes.Buffer
	at := offset(decl.Pos())
	for n := range ast.Preorder(decl) {
		id, ok := n.(*ast.Ident)
		if !ok {
			continue
		}
		fn, ok := g.Info.ObjectOf(id).(*types.Func)
		if !ok {
			continue
		}
		if name, ok := g.old[fn.Origin()]; ok {
			out.Write(source[at:offset(id.Pos())])
			out.WriteString(name)
			at = offset(id.End())
		}
	}
	out.Write(source[at:offset(decl.End())])
	return out.Bytes()
}

// collectImports adds the imports that decl refers to.
func (g *generator) collectImports(decl *ast.FuncDecl, imports map[string]string) {
	for n := range ast.Preorder(decl) {
		if id, ok := n.(*ast.Ident); ok {
			if pkg, ok := g.Info.Uses[id].(*types.PkgName); ok {
				imports[pkg.Name()] = pkg.Imported().Path()
			}
		}
	}
}

const (
	// longestCase and shortestCase bound the time of one comparison. A function that takes microseconds is done with
	// all inputs in a tenth of shortestCase.
	longestCase  = 2 * time.Second
	shortestCase = 250 * time.Millisecond
	// allCases is the time for all comparisons together, shared evenly.
	allCases = 6 * time.Second
)

// testFile is the test that runs the pairs.
func (g *generator) testFile() []byte {
	var out bytes.Buffer
	fmt.Fprintf(&out, "package %s\n\nimport (\n\tunheapos \"os\"\n\tunheaptesting \"testing\"\n\n\tunheapkit %q\n)\n\n",
		g.Types.Name(), path.Join(g.Module, kitDir))
	fmt.Fprintf(&out, "func %s(t *unheaptesting.T) {\n\tunheapkit.Package = %q\n", TestName, g.Path)
	if added := g.added(); len(added) > 0 {
		fmt.Fprintf(&out, "\tunheapkit.Added = %#v\n", added)
	}
	fmt.Fprintf(&out, "\tunheapkit.Run(unheapos.Stdout, unheapkit.Limits{Time: %d},\n", min(longestCase, max(shortestCase, allCases/time.Duration(len(g.functions)))))
	for _, f := range g.functions {
		old, now := g.expressions(f.Name)
		if f.Self {
			now = old
		}
		fmt.Fprintf(&out, "\t\tunheapkit.Case{Name: %q, Old: %s, New: %s, Exempt: %#v},\n", f.Name, old, now, f.Exempt)
	}
	out.WriteString("\t)\n}\n")
	return out.Bytes()
}

// added returns the fields that any of the functions adds, sorted.
func (g *generator) added() (list []string) {
	for _, f := range g.functions {
		list = append(list, f.Added...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// expressions returns the two versions as function values: F, (*T).M, F[int].
func (g *generator) expressions(name string) (old, now string) {
	sig := g.declared[name].fn.Signature()
	i := strings.LastIndexByte(name, '.') + 1
	return expression(name[:i]+"unheapOld"+name[i:], sig), expression(name, sig)
}

// expression returns the function with a name and a signature as a value, for a file of its package: F, (*T).M,
// F[int].
func expression(name string, sig *types.Signature) string {
	args, _ := instantiate(sig) // ok: refuse has checked that
	if sig.RecvTypeParams().Len() == 0 {
		return name + args
	}
	recv, method, _ := strings.Cut(name, ".")
	if base, ok := strings.CutSuffix(recv, ")"); ok {
		return base + args + ")." + method
	}
	return recv + args + "." + method
}

// argumentTypes returns the types that are tried as type arguments, in this order.
func argumentTypes() []types.Type {
	basic := []types.Type{types.Typ[types.Int], types.Typ[types.String], types.Typ[types.Float64], types.Typ[types.Uint8]}
	all := slices.Clone(basic)
	for _, elem := range basic {
		all = append(all, types.NewSlice(elem))
	}
	for _, elem := range basic[:2] {
		all = append(all, types.NewMap(types.Typ[types.String], elem))
	}
	return all
}

// maxTypeParams bounds the search: 10³ combinations are checked in milliseconds, and no function of the standard
// library has more parameters.
const maxTypeParams = 3

// instantiate returns type arguments for sig, or for its receiver, that satisfy the constraints: "[int, string]";
// empty if it is not generic. ok is false if no argumentTypes satisfy them.
func instantiate(sig *types.Signature) (args string, ok bool) {
	var generic types.Type = sig
	params := sig.TypeParams()
	if sig.RecvTypeParams().Len() > 0 {
		params = sig.RecvTypeParams()
		recv := types.Unalias(sig.Recv().Type())
		if p, ok := recv.(*types.Pointer); ok {
			recv = types.Unalias(p.Elem())
		}
		generic = recv.(*types.Named).Origin() // only named types have generic receivers
	}
	if params.Len() == 0 {
		return "", true
	}
	return arguments(generic, params.Len())
}

// arguments returns n type arguments that satisfy the constraints of a generic type.
func arguments(generic types.Type, n int) (args string, ok bool) {
	chosen := make([]types.Type, n)
	if n > maxTypeParams || !search(generic, chosen, 0) {
		return "", false
	}
	for i, t := range chosen { // what orders, compares or computes is asked about numbers that are none
		fits := func(t types.Type) bool {
			chosen[i] = t
			_, err := types.Instantiate(nil, generic, chosen, true)
			return err == nil
		}
		if fits(types.NewSlice(types.Typ[types.Int])) || !fits(types.Typ[types.Float64]) {
			chosen[i] = t
		}
	}
	names := make([]string, len(chosen))
	for i, t := range chosen {
		names[i] = t.String()
	}
	return "[" + strings.Join(names, ", ") + "]", true
}

// search sets chosen from index i on, so that generic can be instantiated with chosen.
func search(generic types.Type, chosen []types.Type, i int) bool {
	if i == len(chosen) {
		_, err := types.Instantiate(nil, generic, chosen, true)
		return err == nil
	}
	for _, t := range argumentTypes() {
		chosen[i] = t
		if search(generic, chosen, i+1) {
			return true
		}
	}
	return false
}

// Results reads the results, the last line of each function, from the output of the test binary. A malformed line
// with the marker is an error.
func Results(output []byte) ([]kit.Result, error) {
	var results []kit.Result
	for line := range bytes.Lines(output) {
		_, text, ok := bytes.Cut(line, []byte(kit.Marker))
		if !ok {
			continue
		}
		var r kit.Result
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, fmt.Errorf("equivalence result: %v in %q", err, text)
		}
		if i := slices.IndexFunc(results, func(old kit.Result) bool { return old.Name == r.Name }); i >= 0 {
			results[i] = r
			continue
		}
		results = append(results, r)
	}
	return results, nil
}
