package stdlib

import (
	"fmt"
	"go/build"
	"go/importer"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/unheap/unheap/passes/internal/goroot"
)

func TestMain(m *testing.M) { goroot.Main(m) }

// library reads the packages of the toolchain, each once.
var library = sync.OnceValue(func() types.Importer { return importer.ForCompiler(token.NewFileSet(), "source", nil) })

// TestTable holds the table against the library of the toolchain: every name is there,
// and the words of each fit its signature.
func TestTable(t *testing.T) {
	imp := library()
	for key, f := range funcs() {
		pkg, err := imp.Import(f.Path)
		if err != nil {
			t.Errorf("%s: %v", key, err)
			continue
		}
		if f.Name == "*" {
			continue
		}
		fn, ok := lookup(pkg, f.Name)
		if !ok {
			t.Errorf("%s: there is no such function", key)
			continue
		}
		if got := Of(fn); got != f {
			t.Errorf("%s is found as %s.%s", key, got.Path, got.Name)
		}
		if err := fits(pkg, f, fn.Signature()); err != nil {
			t.Errorf("%s: %v", key, err)
		}
	}
	for key := range typeFacts() {
		i := strings.LastIndex(key, ".")
		pkg, err := imp.Import(key[:i])
		if err != nil {
			t.Fatal(err)
		}
		obj, ok := pkg.Scope().Lookup(key[i+1:]).(*types.TypeName)
		if !ok {
			t.Errorf("%s: there is no such type", key)
			continue
		}
		if TypeOf(types.NewPointer(obj.Type())) == (Type{}) {
			t.Errorf("%s is not found", key)
		}
		for _, method := range []string{"Write", "WriteString"} {
			if m, _, _ := types.LookupFieldOrMethod(obj.Type(), true, pkg, method); TypeOf(obj.Type()).Alike && m == nil {
				t.Errorf("%s has no %s", key, method)
			}
		}
	}
}

// lookup finds "Name" and "Type.Name".
func lookup(pkg *types.Package, name string) (*types.Func, bool) {
	typ, method, isMethod := strings.Cut(name, ".")
	obj := pkg.Scope().Lookup(typ)
	if isMethod && obj != nil {
		obj, _, _ = types.LookupFieldOrMethod(obj.Type(), true, pkg, method)
	}
	fn, ok := obj.(*types.Func)
	return fn, ok
}

func fits(pkg *types.Package, f Func, sig *types.Signature) error {
	effects := 0
	for _, is := range []bool{f.Quiet, f.World, f.Appends, f.Prints, f.Writes != 0 && f.Part == 0} {
		if is {
			effects++
		}
	}
	if effects > 1 {
		return fmt.Errorf("has %d effects that exclude one another", effects)
	}
	for _, args := range []Args{f.Writes, f.Lends, f.Wraps, f.Part, f.Fills} {
		for i := range 15 {
			if args.Has(i) && (i >= sig.Params().Len() || !refers(sig.Params().At(i).Type())) {
				return fmt.Errorf("argument %d refers to nothing", i)
			}
		}
		if args&Receiver != 0 && (sig.Recv() == nil || !refers(sig.Recv().Type())) {
			return fmt.Errorf("the receiver refers to nothing")
		}
	}
	takesFunc := false
	for v := range sig.Params().Variables() {
		_, isFunc := v.Type().Underlying().(*types.Signature)
		takesFunc = takesFunc || isFunc
	}
	if known := f.Calls || f.Once; known != takesFunc && (known || f.Known()) {
		return fmt.Errorf("takes a function: %v", takesFunc)
	}
	for i := range sig.Params().Len() {
		iface, ok := sig.Params().At(i).Type().Underlying().(*types.Interface)
		_, isParam := sig.Params().At(i).Type().(*types.TypeParam)
		if ok && !isParam && iface.NumMethods() > 0 && f.Known() && !f.Lends.Has(i) {
			return fmt.Errorf("may call methods of argument %d", i)
		}
	}
	if f.takes != "" {
		last := sig.Params().At(sig.Params().Len() - 1).Type()
		if b, ok := last.(*types.Basic); !ok || b.Info()&types.IsInteger == 0 || f.Accepts(0, false) {
			return fmt.Errorf("the last argument is no integer")
		}
		f.Accepts(1, true) // must parse
	}
	bytes := func(t types.Type) bool { return types.Identical(t, types.NewSlice(types.Typ[types.Byte])) }
	if f.Appends && !(bytes(sig.Params().At(0).Type()) && bytes(sig.Results().At(0).Type())) {
		return fmt.Errorf("does not append to bytes")
	}
	if f.Append != "" {
		twin, ok := lookup(pkg, f.Append)
		if !ok || !Of(twin).Appends || !types.Identical(sig.Results().At(0).Type(), types.Typ[types.String]) {
			return fmt.Errorf("%s is no twin that appends", f.Append)
		}
		if twin.Signature().Params().Len() < 1+sig.Params().Len() {
			return fmt.Errorf("%s takes fewer operands", f.Append)
		}
	}
	if f.Owned {
		if _, ok := sig.Results().At(0).Type().(*types.Slice); !ok {
			return fmt.Errorf("returns no slice")
		}
	}
	if f.Whole != "" {
		if _, ok := pkg.Scope().Lookup(f.Whole).(*types.Func); !ok {
			return fmt.Errorf("there is no function %s", f.Whole)
		}
	}
	if f.Size != "" {
		if _, ok := pkg.Scope().Lookup(f.Size).(*types.Const); !ok {
			return fmt.Errorf("there is no constant %s", f.Size)
		}
	}
	return nil
}

// refers reports whether a copy of a value of type t refers to the same memory.
func refers(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Interface, *types.Chan:
		return true
	}
	return false
}

// TestTwins holds that the twin for the other kind of text takes what the function
// takes, with bytes for a string or the other way round, and returns the same.
func TestTwins(t *testing.T) {
	imp := library()
	for key, f := range funcs() {
		if f.Text == "" {
			continue
		}
		pkg, err := imp.Import(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		fn, _ := lookup(pkg, f.Name)
		name := f.Text
		if name == "bytes" || name == "strings" {
			name = f.Name
			if pkg, err = imp.Import(f.Text); err != nil {
				t.Fatal(err)
			}
		}
		twin, ok := lookup(pkg, name)
		if !ok {
			t.Errorf("%s: no %s", key, f.Text)
			continue
		}
		if a, b := plain(fn.Signature()), plain(twin.Signature()); a != b {
			t.Errorf("%s is %s, its twin %s", key, a, b)
		}
	}
}

// plain is a signature without names, in which text is text.
func plain(sig *types.Signature) string {
	var out []string
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range tuple.Variables() {
			text := types.TypeString(v.Type(), nil)
			if text == "[]byte" || text == "string" {
				text = "text"
			}
			out = append(out, text)
		}
		out = append(out, "")
	}
	return strings.Join(out, ",")
}

var declared = regexp.MustCompile(`^pkg ([\w/]+)(?: \([^)]*\))?, (?:func (\w+)[\[(]|method \(\*?(\w+)(?:\[[^\]]*\])?\) (\w+)\()`)

// TestSince holds that the table says of each function which release brought it, if
// that was go1.17 or later, as far as the toolchain has the lists of its API.
func TestSince(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(build.Default.GOROOT, "api", "go1*.txt"))
	if err != nil || len(files) == 0 {
		t.Skip("this toolchain has no lists of its API")
	}
	first := make(map[string]int)
	for _, name := range files {
		release := 0
		if base := filepath.Base(name); base != "go1.txt" {
			if release, err = strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(base, "go1."), ".txt")); err != nil {
				t.Fatal(err)
			}
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			m := declared.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			key := m[1] + "." + m[2]
			if m[2] == "" {
				key = m[1] + "." + m[3] + "." + m[4]
			}
			if before, ok := first[key]; !ok || release < before {
				first[key] = release
			}
		}
	}
	var missing []string
	for key, f := range funcs() {
		release, ok := first[key]
		if !ok {
			missing = append(missing, key)
			continue
		}
		want := ""
		if release >= 17 {
			want = "go1." + strconv.Itoa(release)
		}
		if f.Since != want {
			t.Errorf("%s: since %q, the lists say %q", key, f.Since, want)
		}
	}
	// Methods of interfaces and of types that are not exported have no line of their own.
	missing = slices.DeleteFunc(missing, func(key string) bool {
		for _, part := range []string{".*", "hash.Hash", "io.Writer.", "encoding/binary.ByteOrder.", "encoding/binary.littleEndian.", "encoding/binary.bigEndian.", "testing.common.", "testing.TB."} {
			if strings.Contains(key, part) {
				return true
			}
		}
		return false
	})
	slices.Sort(missing)
	if len(missing) > 0 {
		t.Errorf("the lists do not have %v", missing)
	}
}
