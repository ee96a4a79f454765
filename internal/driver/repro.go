package driver

import (
	"bytes"
	"context"
	"fmt"
	"go/format"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/unheap/unheap/internal/verify"
	"github.com/unheap/unheap/internal/verify/equiv/kit"
)

// repros writes, if -repro asks for it, a Go test for each difference whose input can be written as source, and
// retains those that pass with the old version and fail with the new one.
func (t *trial) repros(ctx context.Context, pkg *touched, in verify.Input, shown map[string]*kit.Shown) error {
	if t.repro == "" {
		return nil
	}
	for i := range t.proof.Functions {
		f := &t.proof.Functions[i]
		s := shown[f.Name]
		if f.Package != pkg.path || f.Differs == "" || s == nil {
			continue
		}
		name := "TestUnheap" + identifier.ReplaceAllString(f.Name, "")
		text, err := reproTest(in.Equiv.Types.Name(), name, f.Name, f.Differs, s)
		if err != nil {
			t.doubt("no test could be written for %s: %v", f.Name, err)
			continue
		}
		file := "unheap_" + strings.ToLower(identifier.ReplaceAllString(f.Name, "")) + "_test.go"
		shows, err := t.showsDifference(ctx, pkg, file, text)
		switch {
		case err != nil:
			return err
		case !shows:
			t.doubt("no test could be written for %s: as Go source its input does not show the difference", f.Name)
			continue
		}
		to := filepath.Join(t.repro, filepath.FromSlash(relative(t.module, pkg.dir)))
		if err := os.MkdirAll(to, 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, file), text, 0o666); err != nil {
			return err
		}
		f.Repro = path.Join(relative(t.module, pkg.dir), file)
	}
	return nil
}

var identifier = regexp.MustCompile(`[^A-Za-z0-9]+`)

// showsDifference runs a test of a package in both versions, and reports whether only the new version fails it.
func (t *trial) showsDifference(ctx context.Context, pkg *touched, file string, text []byte) (bool, error) {
	outcome := func(p *verify.Prover, dir string) (bool, error) {
		name := filepath.Join(dir, file)
		if err := os.WriteFile(name, text, 0o666); err != nil {
			return false, err
		}
		defer os.Remove(name)
		return p.Passes(ctx, pkg.path, "^TestUnheap")
	}
	old, err := outcome(t.prover, t.oldDir(pkg.path))
	if err != nil || !old {
		return false, err
	}
	now, err := outcome(t.laid, t.newDir(pkg.path))
	return !now, err
}

// reproTest returns a test for the package that expects what the old version did.
func reproTest(pkgName, test, function, differs string, s *kit.Shown) ([]byte, error) {
	own := regexp.MustCompile(`\b` + regexp.QuoteMeta(pkgName) + `\.`)
	strip := func(list []string) []string {
		out := make([]string, len(list))
		for i, text := range list {
			out[i] = own.ReplaceAllString(text, "")
		}
		return out
	}
	args, results, after := strip(s.Args), strip(s.Results), strip(s.After)
	var b bytes.Buffer
	fmt.Fprintf(&b, "// %s: %s\nfunc %s(t *testing.T) {\n", function, strings.ReplaceAll(differs, "\n", " "), test)
	names := make([]string, len(args))
	for i, arg := range args {
		names[i] = fmt.Sprintf("arg%d", i+1)
		fmt.Fprintf(&b, "\t%s := %s\n", names[i], typedNil(arg))
	}
	call := callOf(function, names)
	if s.Variadic {
		call = strings.TrimSuffix(call, ")") + "...)"
	}
	if s.Panic != "" {
		fmt.Fprintf(&b, "\tdefer func() {\n\t\tif recover() == nil {\n\t\t\tt.Error(\"no panic\")\n\t\t}\n\t}()\n\t%s\n}\n", call)
	} else {
		got := make([]string, len(results))
		for i := range results {
			got[i] = fmt.Sprintf("got%d", i+1)
		}
		if len(got) > 0 {
			fmt.Fprintf(&b, "\t%s := %s\n", strings.Join(got, ", "), call)
		} else {
			fmt.Fprintf(&b, "\t%s\n", call)
		}
		check := func(name, want string) {
			if text, isError := strings.CutPrefix(want, "error "); isError {
				fmt.Fprintf(&b, "\tif got := fmt.Sprint(%s); got != %s {\n\t\tt.Errorf(\"%s is %%q\", got)\n\t}\n", name, text, name)
				return
			}
			fmt.Fprintf(&b, "\tif want := (%s); !reflect.DeepEqual(%s, want) {\n\t\tt.Errorf(\"%s is %%#v, want %%#v\", %s, want)\n\t}\n", typedNil(want), name, name, name)
		}
		for i, want := range results {
			check(got[i], want)
		}
		for i, want := range after {
			if strings.ContainsAny(want, "{[&") { // a value of its own cannot change
				check(names[i], want)
			}
		}
		b.WriteString("}\n")
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "package %s\n\nimport (\n", pkgName)
	for _, name := range []string{"bytes", "context", "fmt", "reflect", "testing", "time"} {
		if regexp.MustCompile(`\b` + name + `\.`).Match(b.Bytes()) {
			fmt.Fprintf(&out, "\t%q\n", name)
		}
	}
	out.WriteString(")\n\n")
	out.Write(b.Bytes())
	text, err := format.Source(out.Bytes())
	if err != nil {
		return nil, fmt.Errorf("its input is no Go: %v", err)
	}
	return text, nil
}

// typedNil returns text as an expression that can stand behind :=.
func typedNil(text string) string {
	if text == "nil" {
		return "interface{}(nil)" // not any, which old modules do not know
	}
	return text
}

// callOf returns a call of a function, or of a method on its first argument: F(arg1), arg1.M(arg2).
func callOf(function string, args []string) string {
	if i := strings.LastIndexByte(function, '.'); i >= 0 && len(args) > 0 {
		return args[0] + "." + function[i+1:] + "(" + strings.Join(args[1:], ", ") + ")"
	}
	return function + "(" + strings.Join(args, ", ") + ")"
}
