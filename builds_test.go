package unheap

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestBuilds type-checks the module for systems that this machine is not, from source: what go
// vet would have to compile, the standard library first.
func TestBuilds(t *testing.T) {
	if testing.Short() {
		t.Skip("type-checks the standard library")
	}
	for _, c := range []struct {
		os, arch, dir string
		patterns      []string
	}{
		{"darwin", "arm64", ".", []string{"./cmd/...", "./internal/...", "./passes/..."}},
		{"linux", "386", "reuse", []string{"./..."}},
		{"linux", "arm64", "reuse", []string{".", "./chunk"}},
		{"windows", "amd64", "reuse", []string{".", "./chunk"}},
	} {
		t.Run(c.os+"/"+c.arch+"/"+filepath.Base(c.dir), func(t *testing.T) {
			pkgs, err := packages.Load(&packages.Config{
				Mode: packages.LoadAllSyntax, Dir: c.dir, Tests: true,
				Env: append(os.Environ(), "GOOS="+c.os, "GOARCH="+c.arch, "CGO_ENABLED=0"),
			}, c.patterns...)
			if err != nil || len(pkgs) == 0 {
				t.Fatalf("%d packages: %v", len(pkgs), err)
			}
			packages.Visit(pkgs, nil, func(p *packages.Package) {
				for _, err := range p.Errors {
					t.Errorf("%s: %v", p.PkgPath, err)
				}
			})
		})
	}
}
