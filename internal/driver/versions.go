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
)

// compare calls old and new versions of the changed functions on generated inputs; where a
// function has only one version, or another signature, of those nearest above it that have
// two, and of one that is not exported also of the exported ones above it.
func (t *trial) compare(ctx context.Context) error {
	t.inputs, t.above = make(verify.Lines), make(map[string][]string)
	for _, pkg := range t.packages {
		if !pkg.is || !pkg.was {
			continue
		}
		in := t.input
		in.Package, in.PackageDir, in.Root = pkg.path, t.oldDir(pkg.path), t.old.Root()
		in.Files = t.filesBelow(in.Root)
		in.Equiv, in.NoEquiv = describePackage(t.old, pkg.path)
		pair := &equiv.Pair{Beside: beside(in.PackageDir)}
		now, why := describePackage(t.now, pkg.path)
		if why = cmp.Or(pkg.unplain, in.NoEquiv, why); why != "" {
			t.notCompared(pkg, why)
			continue
		}
		t.unseen(pkg, *in.Equiv, *now)
		asked := t.asked(pkg, *in.Equiv, *now)
		if len(asked) == 0 {
			continue
		}
		pair.Old, pair.New, pair.Time = *in.Equiv, *now, t.timeEach(len(asked))
		pair.Strings, pair.Ints = t.words(pkg)
		pair.Looks, pair.CountFrames = t.looks(pkg, asked), t.frames
		t.say(fmt.Sprintf("compare changed functions of %s: %d", pkg.path, len(asked)))
		if err := t.compareIn(ctx, pkg, in, pair, asked); err != nil {
			return err
		}
	}
	return nil
}

// unseen notes what the change does that no comparison of calls shows.
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

// notCompared notes that no function of a package can be compared.
func (t *trial) notCompared(pkg *touched, why string) {
	for _, d := range pkg.decls {
		if d.Kind == diff.Func && d.How == diff.Body {
			t.proof.Functions = append(t.proof.Functions, record.FunctionProof{Package: pkg.path, Name: d.Name, Skipped: why})
		}
	}
}

const (
	// allTime is how long the comparisons of one package take together, and leastTime how
	// long each may at least.
	allTime, leastTime = 40 * time.Second, 2 * time.Second
)

func (t *trial) timeEach(functions int) time.Duration {
	return min(t.fuzzTime, max(leastTime, allTime/time.Duration(functions)))
}

// mostCallers bounds the callers in whose place one function is compared: each takes its time,
// and a method that many interfaces have, such as String, has them everywhere.
const mostCallers = 8

// asked are the functions to compare, with those in whose place they are.
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

// compareIn compares functions of one package. Where both versions cannot stand side by
// side whole, those of the same signature are compared within the new one, if all else of it
// stayed: an old body with the new one's types and variables is neither version.
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
		t.framesOf(pkg, name, proofs[name], pair.Looks[name])
		f := proofs[name]
		f.Package, f.Name, f.For = pkg.path, name, slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(asked[name]))), func(of string) bool { return of == name })
		t.above[pkg.path+"."+name] = f.For
		if t.changedBody(pkg, name) {
			f.For = nil
		}
		switch touches := equiv.Touches(pair.New, name); {
		case touches == "":
		case f.Skipped == equiv.Undetermined:
			f.Skipped += ": it " + touches
		case f.Inputs > 0:
			t.doubt("%s %s: that it agrees holds for the time and the place of this run", name, touches)
		}
		t.proof.Functions = append(t.proof.Functions, f)
	}
	return t.repros(ctx, pkg, in, shown)
}

// looks says by what functions look at the stack, in either version.
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

// framesOf notes what a function sees of the stack, where that is not compared.
func (t *trial) framesOf(pkg *touched, name string, f record.FunctionProof, looks string) {
	switch {
	case t.frames:
	case f.Frames != "":
		t.doubt("%s sees another stack, which -frames lets count: %s", name, f.Frames)
	case looks != "":
		t.doubt("%s looks at the stack (%s): what it sees is compared with -frames only", name, looks)
	}
}

// bodies are the functions of a package of which only the body changed.
func (t *trial) bodies(pkg *touched) (names []string) {
	for _, d := range pkg.decls {
		if d.Kind == diff.Func && d.How == diff.Body {
			names = append(names, d.Name)
		}
	}
	return names
}

func (t *trial) changedBody(pkg *touched, name string) bool {
	return slices.Contains(t.bodies(pkg), name)
}

// mostBeside bounds what is laid beside the old version, in bytes.
const mostBeside = 16 << 20

// beside are the files of a folder that a build may need beside its Go source: all of them,
// and those of the folders below where something is embedded.
func beside(dir string) map[string][]byte {
	files := make(map[string][]byte)
	embeds, size := false, 0
	sources, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, name := range sources {
		text, err := os.ReadFile(name)
		embeds = embeds || err == nil && strings.Contains(string(text), "//go:embed ")
	}
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error { // what cannot be read is missing in the build, which says so
		rel, rerr := filepath.Rel(dir, path)
		switch {
		case err != nil || rerr != nil || rel == ".":
			return nil
		case d.IsDir() && (!embeds || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || strings.HasSuffix(path, ".go") || strings.HasPrefix(d.Name(), "go.") || !d.Type().IsRegular():
			return nil // with a go.mod it would be another module
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
	// mostWords bounds the constants that inputs are made of, longestWord each of them.
	mostWords, longestWord = 400, 160
)

// words are the constants of the changed functions, of the tests of the package, of its
// fuzz corpora, and of the rest of it, in this order.
func (t *trial) words(pkg *touched) (texts []string, numbers []int64) {
	w := &words{seen: make(map[string]bool)}
	for _, version := range []string{t.change.New, t.change.Old} {
		dir := filepath.Join(version, filepath.FromSlash(pkg.dir))
		sources, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		slices.SortStableFunc(sources, func(a, b string) int { return cmp.Compare(w.rank(pkg, a), w.rank(pkg, b)) })
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

// rank orders the files of a package: those that changed, tests, others.
func (w *words) rank(pkg *touched, name string) int {
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
	f, _ := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution) // as far as it parses
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
		case token.STRING:
			if s, err := strconv.Unquote(lit.Value); err == nil && len(s) <= longestWord {
				w.texts = append(w.texts, s)
			}
		case token.CHAR:
			if s, err := strconv.Unquote(lit.Value); err == nil {
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
