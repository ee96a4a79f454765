package source

import (
	"go/token"
	"go/types"
	"path/filepath"
	"testing"
)

// exported returns the package in a folder, and those that it imports, by their types alone.
func exported(fset *token.FileSet, pkgPath, dir string, imports ...*types.Package) *types.Package {
	pkg := types.NewPackage(pkgPath, filepath.Base(pkgPath))
	pkg.SetImports(imports)
	file := fset.AddFile(filepath.Join(dir, "a.go"), -1, 10)
	pkg.Scope().Insert(types.NewVar(file.Pos(1), pkg, "V", types.Typ[types.Int]))
	return pkg
}

// TestViews checks which packages are searched for imports of unsafe.
func TestViews(t *testing.T) {
	const low, plain = "package low\n\nimport _ \"unsafe\"\n", "package low\n\nimport _ \"strings\"\n"
	const mod = "module example.com/m\n\ngo 1.21\n\nrequire (\n\texample.com/dep v1.0.0\n\texample.com/Low v1.0.0 // indirect\n)\n"
	base := map[string]string{
		"m/go.mod":                              mod,
		"m/a.go":                                "package m\n\nimport _ \"example.com/dep/sub\"\n",
		"cache/example.com/dep@v1.0.0/go.mod":   "module example.com/dep\n",
		"cache/example.com/dep@v1.0.0/sub/a.go": "package sub\n\nimport _ \"example.com/dep/own\"\n",
		"cache/example.com/dep@v1.0.0/own/a.go": "package own\n\nimport _ \"example.com/Low\"\n",
		"cache/example.com/!low@v1.0.0/a.go":    plain,
	}
	tests := []struct {
		name  string
		files map[string]string
		want  bool
	}{
		{"nothing", nil, false},
		{"an import of an import", map[string]string{"cache/example.com/!low@v1.0.0/a.go": low}, true},
		{"another build of one", map[string]string{"cache/example.com/!low@v1.0.0/a_plan9.go": low}, true},
		{"a test of one", map[string]string{"cache/example.com/!low@v1.0.0/a_test.go": low}, false},
		{"another package of the module", map[string]string{"m/user/a.go": low}, true},
		{"one that does not parse", map[string]string{"cache/example.com/!low@v1.0.0/a.go": "package"}, true},
		{"no version", map[string]string{"m/go.mod": "module example.com/m\n\nrequire example.com/dep v1.0.0\n"}, true},
		{"another version", map[string]string{"m/go.mod": mod + "replace example.com/Low v1.0.0 => example.com/other v1.1.0\n", "cache/example.com/other@v1.1.0/a.go": low}, true},
		{"a replacement for another version", map[string]string{"m/go.mod": mod + "replace example.com/Low v1.1.0 => example.com/other v1.1.0\n", "cache/example.com/other@v1.1.0/a.go": low}, false},
		{"a folder", map[string]string{"m/go.mod": mod + "replace example.com/Low => ../low\n", "low/a.go": low}, true},
		{"vendored", map[string]string{"m/vendor/example.com/Low/a.go": low}, true},
		{"a workspace", map[string]string{"go.work": "go 1.21\n"}, true},
		{"no go.mod that can be read", map[string]string{"m/go.mod": mod + "requires\n"}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			t.Setenv("GOMODCACHE", filepath.Join(dir, "cache"))
			write(t, dir, base)
			write(t, dir, tt.files)
			fset := token.NewFileSet()
			sub := exported(fset, "example.com/dep/sub", filepath.Join(dir, "cache/example.com/dep@v1.0.0/sub"))
			p := &Package{Fset: fset, Types: exported(fset, "example.com/m", filepath.Join(dir, "m"), sub)}
			if got := p.Views(); got != tt.want {
				t.Errorf("a string may be a view: %t, want %t", got, tt.want)
			}
		})
	}
}

// TestFramesOfImports checks that the search for frames visits packages to which types do not lead.
func TestFramesOfImports(t *testing.T) {
	for body, want := range map[string]bool{"runtime.Caller(1)": true, "runtime.GC()": false} {
		dir := t.TempDir()
		t.Setenv("GOMODCACHE", filepath.Join(dir, "cache"))
		write(t, dir, map[string]string{
			"m/go.mod":                          "module example.com/m\n\ngo 1.21\n\nrequire (\n\texample.com/dep v1.0.0\n\texample.com/low v1.0.0 // indirect\n)\n",
			"m/a.go":                            "package m\n",
			"cache/example.com/dep@v1.0.0/a.go": "package dep\n\nimport \"example.com/low\"\n\nfunc F() { low.G() }\n",
			"cache/example.com/low@v1.0.0/a.go": "package low\n\nimport \"runtime\"\n\nfunc G() { " + body + " }\n",
		})
		fset := token.NewFileSet()
		dep := exported(fset, "example.com/dep", filepath.Join(dir, "cache/example.com/dep@v1.0.0"))
		p := &Package{Fset: fset, Types: exported(fset, "example.com/m", filepath.Join(dir, "m"), dep)}
		fn := types.NewFunc(dep.Scope().Lookup("V").Pos(), dep, "F", types.NewSignatureType(nil, nil, nil, nil, nil, false))
		if got := p.LooksAtFrames(fn); got != want {
			t.Errorf("a function that calls %s looks at frames: %t", body, got)
		}
	}
}
