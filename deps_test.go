package unheap

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// policy says which packages of this module a package may import, in non-test
// files. A pattern ends in * for "every package below". "anything" is what it
// says. Do not change a line to make a build pass: the middle is pure and the
// edges touch the world, and that is what these lines hold.
const policy = `
internal/record, internal/gocmd, internal/overlay, internal/sizeclass, internal/exact, internal/atomicfile: std only
internal/cost:                       internal/atomicfile
internal/typefact:                   internal/sizeclass
internal/load:                       internal/record internal/typefact
internal/site:                       internal/record
internal/bench:                      internal/atomicfile internal/exact internal/gocmd internal/overlay internal/record
internal/heap:                       internal/record internal/sizeclass
internal/cpu, internal/term:         internal/record
internal/escape:                     internal/atomicfile internal/gocmd internal/record
internal/capture:                    internal/record
internal/mechanism:                  internal/load internal/record internal/sizeclass internal/typefact
internal/rewrite:                    internal/load internal/record passes
internal/retype:                     internal/gocmd internal/load
internal/verify:                     internal/atomicfile internal/bench internal/cost internal/escape internal/gocmd internal/heap internal/overlay internal/record internal/retype internal/rewrite internal/verify/equiv internal/verify/equiv/kit
internal/verify/equiv:               internal/rewrite internal/verify/equiv/kit
internal/verify/equiv/kit:           std only
internal/fix:                        internal/mechanism internal/record internal/rewrite internal/verify
internal/budget:                     internal/record
internal/gctune:                     internal/gocmd internal/record
internal/diff:                       internal/gocmd internal/rewrite
internal/report/text:                internal/record internal/report/proof internal/term
internal/report/proof:               internal/record
internal/report/brief:               internal/record
internal/mcp:
internal/report/*:                   internal/record internal/mechanism
passes:                              passes/*
passes/internal/*:                   passes/internal/* internal/typefact
passes/direct:                       passes/internal/* passes/own
passes/*:                            passes/internal/* internal/typefact
internal/driver:                     anything
cmd/unheap:                          internal/driver
internal/testprog:                   anything
internal/testscripts:                internal/driver
examples/*:                          reuse*
docs/results/*:                      anything
`

// thirdParties says which packages of this module may import what of other modules, in
// non-test files. What has no line may be imported by nobody: a dependency is argued
// for in the commit that adds it. The programs behind docs/results are not bound.
const thirdParties = `
golang.org/x/tools/go/analysis:                  passes/* internal/driver internal/rewrite
golang.org/x/tools/go/analysis/passes/inspect:   passes/internal/source
golang.org/x/tools/go/analysis/passes/modernize: internal/driver
golang.org/x/tools/go/analysis/analysistest:     passes/internal/passtest
golang.org/x/tools/go/analysis/checker:          internal/rewrite
golang.org/x/tools/go/packages:                  internal/load internal/rewrite
golang.org/x/mod/*:                              passes/internal/source internal/driver
golang.org/x/tools/go/cfg:                       passes/internal/flow
golang.org/x/tools/go/types/typeutil:            passes/* internal/load internal/mechanism
golang.org/x/tools/go/ast/edge:                  passes/*
golang.org/x/tools/go/ast/inspector:             passes/*
golang.org/x/tools/go/ast/astutil:               internal/load internal/mechanism internal/rewrite
github.com/google/pprof/profile:                 internal/bench internal/cpu internal/driver internal/heap
github.com/rogpeppe/go-internal/testscript:      internal/testscripts
github.com/aymanbagabas/go-udiff:                internal/rewrite
golang.org/x/perf/benchmath:                     internal/verify
golang.org/x/term:                               internal/term
golang.org/x/exp/apidiff:                        internal/driver
github.com/modelcontextprotocol/go-sdk/mcp:      internal/mcp
`

const module = "github.com/unheap/unheap/"

// writers are the only packages that may start processes or open connections.
var writers = map[string][]string{
	"os/exec":  {"internal/gocmd", "internal/testscripts"},
	"net/http": {"internal/capture"},
	"net":      {"internal/capture"},
}

func TestImports(t *testing.T) {
	rules, third := parsePolicy(t, policy), parsePolicy(t, thirdParties)
	for pkg, imports := range moduleImports(t) {
		allowed, ok := ruleFor(rules, pkg)
		if !ok {
			t.Errorf("package %s has no line in the import policy", pkg)
			continue
		}
		for _, imp := range imports {
			if own, ok := strings.CutPrefix(imp, module); ok {
				if !permits(allowed, own) {
					t.Errorf("%s imports %s; its line allows %v", pkg, own, allowed)
				}
			} else if strings.Contains(strings.Split(imp, "/")[0], ".") && !strings.HasPrefix(pkg, "docs/results/") {
				if may, _ := ruleFor(third, imp); !permits(may, pkg) {
					t.Errorf("%s imports %s; only %v may", pkg, imp, may)
				}
			}
			if may, ok := writers[imp]; ok && !slices.Contains(may, pkg) && strings.HasPrefix(pkg, "internal/") {
				t.Errorf("%s imports %s; only %v may", pkg, imp, may)
			}
		}
	}
}

type rule struct {
	pkg     string
	allowed []string
}

func parsePolicy(t *testing.T, policy string) []rule {
	var rules []rule
	for line := range strings.Lines(strings.TrimSpace(policy)) {
		left, right, ok := strings.Cut(line, ":")
		if !ok {
			t.Fatalf("policy line without a colon: %q", line)
		}
		for _, pkg := range strings.Split(left, ",") {
			rules = append(rules, rule{strings.TrimSpace(pkg), strings.Fields(right)})
		}
	}
	return rules
}

func ruleFor(rules []rule, pkg string) ([]string, bool) {
	for _, r := range rules {
		if matches(r.pkg, pkg) {
			return r.allowed, true
		}
	}
	return nil, false
}

func permits(allowed []string, pkg string) bool {
	return slices.Contains(allowed, "anything") ||
		slices.ContainsFunc(allowed, func(pattern string) bool { return matches(pattern, pkg) })
}

func matches(pattern, pkg string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(pkg, prefix)
	}
	return pattern == pkg
}

// moduleImports maps each package folder of this module to the imports of its
// non-test files. It reads the files itself: the result of "go list" would be
// invisible to the test cache, and a forbidden import could pass from there.
func moduleImports(t *testing.T) map[string][]string {
	imports := make(map[string][]string)
	fset := token.NewFileSet()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); path != "." && (name == "testdata" || name == "reuse" || name[0] == '.' || name[0] == '_') {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil || strings.HasPrefix(string(text), "//go:build ignore\n") {
			return err // no build has it
		}
		f, err := parser.ParseFile(fset, path, text, parser.ImportsOnly)
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(filepath.Dir(path))
		if _, ok := imports[pkg]; !ok {
			imports[pkg] = nil // a package without imports needs a line too
		}
		for _, spec := range f.Imports {
			imp, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imports[pkg] = append(imports[pkg], imp)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return imports
}
