package driver

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/diff"
	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/verify"
	"github.com/unheap/unheap/internal/verify/equiv"
	"github.com/unheap/unheap/internal/verify/equiv/kit"
)

// compare calls the old and the new version of the changed functions on generated inputs. A function with only one
// version, or with another signature, is compared by its nearest callers that have two. For a function that is not
// exported, the exported functions that call it, directly or not, are compared as well.
func (t *trial) compare(ctx context.Context) error {
	t.inputs, t.above = make(verify.Lines), make(map[string][]string)
	for _, pkg := range t.both() {
		in := t.input
		in.Package, in.PackageDir, in.Root = pkg.path, t.oldDir(pkg.path), t.old.Root()
		in.Files = t.filesBelow(in.Root)
		in.Equiv, in.NoEquiv = describePackage(t.old, pkg.path)
		pair := &equiv.Pair{Beside: beside(in.PackageDir)}
		now, why := describePackage(t.now, pkg.path)
		if why = cmp.Or(pkg.unplain, in.NoEquiv, why); why != "" {

			for _, name := range t.bodies(pkg) {
				t.proof.Functions = append(t.proof.Functions, record.FunctionProof{Package: pkg.path, Name: name, Skipped: why})
			}
			continue
		}
		t.unseen(pkg, *in.Equiv, *now)
		asked := t.asked(pkg, *in.Equiv, *now)
		if len(asked) == 0 {
			continue
		}
		pair.Old, pair.New, pair.Time = *in.Equiv, *now, min(t.fuzzTime, max(leastTime, allTime/time.Duration(len(asked))))
		pair.Strings, pair.Ints = t.words(pkg)
		pair.Looks, pair.CountFrames = t.looks(pkg, asked), t.frames
		t.say(fmt.Sprintf("compare changed functions of %s: %d", pkg.path, len(asked)))
		if err := t.compareIn(ctx, pkg, in, pair, asked); err != nil {
			return err
		}
	}
	return nil
}

// unseen notes effects of the change that no comparison of calls shows.
func (t *trial) unseen(pkg *touched, old, now equiv.Package) {
	for _, d := range pkg.decls {
		if d.Kind != diff.Func {
			continue
		}
		if cut := equiv.Narrows(old, now, d.Name); cut != "" {
			t.doubt("%s has %s, which keeps 32 of 64 bits on other processors: that it agrees holds for those of 64 bits", d.Name, cut)
		}
		if lost := equiv.Lost(old, now, d.Name); lost != "" {
			t.unsure = append(t.unsure, d.Name+" "+lost)
		}
		if by := equiv.LookedFor(old, now, d.Name); by != "" && (d.How == diff.New || d.How == diff.Gone) {
			t.unsure = append(t.unsure, fmt.Sprintf("%s is %s, which %s looks for: what that does with the type is compared nowhere", d.Name, d.How, by))
		}
	}
}

const (
	// allTime is the time for all comparisons of one package together, and leastTime the least time for each.
	allTime, leastTime = 40 * time.Second, 2 * time.Second
)

// mostCallers bounds the callers that are compared for one function: each takes time, and a method of many
// interfaces, such as String, is called everywhere.
const mostCallers = 8

// asked returns the functions to compare, each with the changed functions that it is compared for.
func (t *trial) asked(pkg *touched, old, now equiv.Package) map[string][]string {
	asked := make(map[string][]string)
	add := func(names []string, of string) {
		for _, name := range names[:min(len(names), mostCallers)] {
			asked[name] = append(asked[name], of)
		}
	}
	for _, d := range pkg.decls {
		if d.Kind == diff.Func && equiv.Same(old, now, d.Name) {
			if asked[d.Name] == nil {
				asked[d.Name] = []string{}
			}
			if !equiv.IsExported(d.Name) {
				add(equiv.Callers(old, now, d.Name, true), d.Name)
			}
			continue
		}
		above := equiv.Callers(old, now, d.Name, false)
		add(above, d.Name)
		for _, name := range above {
			if !equiv.IsExported(name) {
				add(equiv.Callers(old, now, name, true), d.Name)
			}
		}
	}
	return asked
}

// compareIn compares functions of one package. If the two versions cannot be built side by side, functions of which
// only the body changed are compared within the new version, provided that nothing else changed: an old body with new
// types and variables would be neither version.
func (t *trial) compareIn(ctx context.Context, pkg *touched, in verify.Input, pair *equiv.Pair, asked map[string][]string) error {
	names := sortedKeys(asked)
	whole := t.input
	whole.Package, whole.PackageDir, whole.Pair, whole.Equiv = pkg.path, t.newDir(pkg.path), pair, &pair.Old
	whole.Dir, whole.Root, whole.Tree, whole.Files = t.newModule(), t.now.Root(), nil, nil
	proofs, shown, lines, err := t.prover.Compare(ctx, whole, names)
	if err != nil {
		return err
	}
	others := slices.ContainsFunc(pkg.decls, func(d diff.Decl) bool { return d.Kind != diff.Func && d.How != diff.New })
	if !others && !slices.ContainsFunc(names, func(name string) bool { return proofs[name].Inputs > 0 || proofs[name].Differs != "" }) {
		aside := proofs
		t.doubt("%s: the versions could not be compared whole: %s", pkg.path, proofs[names[0]].Skipped)
		if proofs, shown, _, err = t.prover.Compare(ctx, in, t.bodies(pkg)); err != nil {
			return err
		}
		for _, name := range names {
			if f := proofs[name]; f.Inputs == 0 && f.Differs == "" {
				proofs[name] = aside[name]
			}
		}
	}
	t.inputs.Merge(lines)
	for _, name := range names {
		t.framesOf(name, proofs[name], pair.Looks[name])
		f := proofs[name]
		f.Package, f.Name, f.For = pkg.path, name, slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(asked[name]))), func(of string) bool { return of == name })
		t.above[pkg.path+"."+name] = f.For
		if slices.Contains(t.bodies(pkg), name) {
			f.For = nil
		}
		switch touches := equiv.Touches(pair.New, name); {
		case touches == "":
		case f.Skipped == kit.Undetermined:
			f.Skipped += ": it " + touches
		case f.Inputs > 0:
			t.doubt("%s %s: that it agrees holds for the time and the place of this run", name, touches)
		}
		t.proof.Functions = append(t.proof.Functions, f)
	}
	return t.repros(ctx, pkg, in, shown)
}

// looks returns, for each function that looks at the stack in either version, by what it does so.
func (t *trial) looks(pkg *touched, asked map[string][]string) map[string]string {
	looks := make(map[string]string)
	for _, program := range []*load.Program{t.now, t.old} {
		var all []equiv.Package
		for _, p := range program.Packages() {
			if described, why := describePackage(program, p.Path); why == "" {
				all = append(all, *described)
			}
		}
		for name := range asked {
			looks[name] = cmp.Or(looks[name], equiv.Frames(all, pkg.path, name))
		}
	}
	return looks
}

// framesOf notes doubts about a function that sees the stack, if that is not compared.
func (t *trial) framesOf(name string, f record.FunctionProof, looks string) {
	switch {
	case t.frames:
	case f.Frames != "":
		t.doubt("%s sees another stack, which -frames lets count: %s", name, f.Frames)
	case looks != "":
		t.doubt("%s looks at the stack (%s): what it sees is compared with -frames only", name, looks)
	}
}

// bodies returns the functions of a package of which only the body changed.
func (t *trial) bodies(pkg *touched) (names []string) {
	for _, d := range pkg.decls {
		if d.Kind == diff.Func && d.How == diff.Body {
			names = append(names, d.Name)
		}
	}
	return names
}

// mostBeside bounds the files that are put beside the old version, in bytes.
const mostBeside = 16 << 20

// beside returns the files of a folder that a build may need beside its Go source: all other files, and those of its
// subfolders if the source embeds files.
func beside(dir string) map[string][]byte {
	files := make(map[string][]byte)
	embeds, size := false, 0
	sources, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, name := range sources {
		text, err := os.ReadFile(name)
		embeds = embeds || err == nil && strings.Contains(string(text), "//go:embed ")
	}
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error { // the build reports what is missing
		rel, rerr := filepath.Rel(dir, path)
		switch {
		case err != nil || rerr != nil || rel == ".":
			return nil
		case d.IsDir() && (!embeds || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || strings.HasSuffix(path, ".go") || strings.HasPrefix(d.Name(), "go.") || !d.Type().IsRegular():
			return nil // a go.mod would make it another module
		}
		if text, err := os.ReadFile(path); err == nil && size+len(text) <= mostBeside {
			size += len(text)
			files[filepath.ToSlash(rel)] = text
		}
		return nil
	})
	return files
}

const (
	// mostWords bounds the number of constants that inputs are made of, longestWord the length of each, in bytes.
	mostWords, longestWord = 400, 160
)

// words returns constants to make inputs of, the most relevant first: those of the changed files, of the package's
// tests, of its other files, and of its fuzz corpora, in the new version and then in the old one.
func (t *trial) words(pkg *touched) (texts []string, numbers []int64) {
	w := &words{seen: make(map[string]bool)}
	for _, version := range []string{t.change.New, t.change.Old} {
		dir := filepath.Join(version, filepath.FromSlash(pkg.dir))
		sources, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		slices.SortStableFunc(sources, func(a, b string) int { return cmp.Compare(pkg.rank(a), pkg.rank(b)) })
		for _, name := range sources {
			if text, err := os.ReadFile(name); err == nil {
				w.take(text)
			}
		}
		corpora, _ := filepath.Glob(filepath.Join(dir, "testdata", "fuzz", "*", "*"))
		for _, name := range corpora {
			if text, err := os.ReadFile(name); err == nil {
				_, values, _ := strings.Cut(string(text), "\n")
				w.take([]byte("package p\n\nvar _ = []any{\n" + strings.ReplaceAll(strings.TrimSpace(values), "\n", ",\n") + ",\n}\n"))
			}
		}
	}
	return w.texts, w.numbers
}

type words struct {
	seen    map[string]bool
	texts   []string
	numbers []int64
}

// rank orders the files of a package: changed files, tests, others.
func (pkg *touched) rank(name string) int {
	switch {
	case slices.ContainsFunc(pkg.files, func(f diff.File) bool { return filepath.Base(f.Name) == filepath.Base(name) }):
		return 0
	case strings.HasSuffix(name, "_test.go"):
		return 1
	}
	return 2
}

// take adds the constants of a Go file.
func (w *words) take(text []byte) {
	f, _ := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution) // f is what could be parsed
	if f == nil {
		return
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if _, ok := n.(*ast.ImportSpec); ok {
			return false
		}
		lit, ok := n.(*ast.BasicLit)
		if !ok || w.seen[lit.Value] || len(w.seen) > mostWords {
			return true
		}
		w.seen[lit.Value] = true
		switch lit.Kind {
		case token.STRING, token.CHAR:
			if s, err := strconv.Unquote(lit.Value); err == nil && len(s) <= longestWord {
				w.texts = append(w.texts, s)
			}
		case token.INT:
			if n, err := strconv.ParseInt(lit.Value, 0, 64); err == nil && n > -1<<20 && n < 1<<20 {
				w.numbers = append(w.numbers, n)
			}
		}
		return true
	})
}
