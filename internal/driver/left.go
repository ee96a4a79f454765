package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/escape"
	"github.com/unheap/unheap/internal/fix"
	"github.com/unheap/unheap/internal/heap"
	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/overlay"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/retype"
	"github.com/unheap/unheap/internal/rewrite"
	"github.com/unheap/unheap/internal/site"
	"github.com/unheap/unheap/internal/verify"
)

// known returns the run so far in the form in which package fix explains what is left.
func (r *fixing) known() *fix.Run {
	return &fix.Run{
		Workloads: r.workloads, Sites: r.sites, Verdicts: r.verdicts, Untried: r.untried, Refusals: r.refusals,
		Rewrites: r.rewritesFor, Lens: record.Lens(r.sort),
		Asked: func(name string) bool { return has(r.suite, name) },
		Generated: func(file string) bool {
			f := r.program.File(file)
			return f != nil && f.Generated
		},
	}
}

// link sets the sites that c is about, of those that are known so far.
func (r *fixing) link(c *record.Candidate) {
	r.known().Link(c)
	for i := range c.Parts {
		c.Parts[i].ProfileShare = r.profiled.share(&c.Parts[i])
		r.link(&c.Parts[i])
	}
}

// explainLeft enters what is left with all kept candidates in place, and why. Nothing is said about workloads for
// whose second count ctx leaves no time.
func (r *fixing) explainLeft(ctx context.Context) {
	run := r.known()
	if kept := r.kept(); len(kept) > 0 {
		joins, err := r.after(ctx, kept)
		if err != nil {
			r.problem(record.Problem{Text: "what is left could not be measured: " + firstLine(err)})
		}
		run.Leave(joins...)
	}
	run.Explain()
	r.sites = run.Sites
}

// after returns the joins of all workloads with all kept candidates in place: the first measurement for workloads
// that reach none of them, and a later count for the others.
func (r *fixing) after(ctx context.Context, kept []record.Candidate) ([]fix.Join, error) {
	files, err := rewrite.Apply(r.original, kept...)
	if err != nil {
		return nil, err
	}
	reached := make(map[string][]fix.Load)
	for i := range kept {
		reached[kept[i].ID] = r.reach.Of(&kept[i])
	}
	// comesBy reports whether a load allocates in a function of a kept candidate, in a file whose text has changed
	// since then.
	comesBy := func(l fix.Load, then map[string][]byte) bool {
		return slices.ContainsFunc(kept, func(c record.Candidate) bool {
			return slices.Contains(reached[c.ID], l) && slices.ContainsFunc(c.Edits, func(e record.Edit) bool {
				return !bytes.Equal(then[e.File], files[e.File])
			})
		})
	}
	var untouched []record.Workload
	var again []*summed
	var problem error
	for _, l := range r.loads() {
		if !comesBy(l, nil) {
			untouched = append(untouched, r.workloadsOf(l)...)
			continue
		}
		for _, w := range r.workloadsOf(l) {
			r.joiner.Forget(w.Package, w.Name)
		}
		counted := r.counted[l]
		if counted == nil || comesBy(l, counted.files) { // changed by a candidate that was kept later
			if ctx.Err() != nil {
				continue
			}
			if counted, err = r.countAgain(ctx, l, files); err != nil {
				problem = err
				continue
			}
		}
		again = append(again, counted)
	}
	workloads, sites := r.explained(r.program, r.decisions, r.joiner.Result(untouched, r.decisions))
	joins := []fix.Join{{Workloads: workloads, Sites: sites, Line: func(_ string, line int) (int, bool) { return line, false }}}
	if len(again) == 0 {
		return joins, problem
	}
	more, err := r.joinsWith(context.WithoutCancel(ctx), files, again)
	return append(joins, more...), errors.Join(problem, err)
}

// joinsWith returns the joins of loads that were counted again, with files in place.
func (r *fixing) joinsWith(ctx context.Context, files map[string][]byte, again []*summed) (joins []fix.Join, err error) {
	program, err := r.version(ctx, files)
	if err != nil {
		return nil, err
	}
	hunks := make(map[string][]rewrite.Hunk)
	for name, text := range files {
		old, err := r.original(name)
		if err != nil {
			return nil, err
		}
		hunks[name] = rewrite.Hunks(old, text)
	}
	var problem error
	for _, counted := range again {
		log, err := escape.Parse(bytes.NewReader(counted.log), escape.Options{Rel: underOverlay(files, r.hasFile, r.program.Rel), Dir: workingDir()})
		if err != nil {
			problem = err
			continue
		}
		workloads, sites := r.explained(program, log.Decisions, counted.sums.In(r.joinInput(program)).Result(counted.workloads, log.Decisions))
		joins = append(joins, fix.Join{Workloads: workloads, Sites: sites, Line: func(file string, line int) (int, bool) {
			was, _, isNew := rewrite.Origin(hunks[file], line)
			return was, isNew
		}})
	}
	return joins, problem
}

// A summed is a counting run of a load, as sums without stacks.
type summed struct {
	workloads []record.Workload
	sums      *site.Joiner
	log       []byte            // the compiler's log
	files     map[string][]byte // the texts of the changed files
}

func (r *fixing) sum(run *verify.Counted) *summed {
	s := &summed{run.Workloads, r.newJoiner(), run.EscapeLog, run.Files}
	byName := make(map[string][]record.Alloc)
	for _, a := range run.Allocs {
		byName[a.Workload] = append(byName[a.Workload], a)
	}
	for _, w := range run.Workloads {
		s.sums.Add(w, byName[w.Name])
	}
	return s
}

// workloadsOf returns the workloads of a load.
func (r *fixing) workloadsOf(l fix.Load) []record.Workload {
	return slices.DeleteFunc(slices.Clone(r.workloads), func(w record.Workload) bool { return loadOf(&w) != l })
}

func loadOf(w *record.Workload) fix.Load {
	return fix.Load{Package: w.Package, Tests: w.Kind != record.KindBenchmark}
}

// loads returns the loads of the run, in the order of its workloads.
func (r *fixing) loads() []fix.Load {
	var all []fix.Load
	for i := range r.workloads {
		if l := loadOf(&r.workloads[i]); !slices.Contains(all, l) {
			all = append(all, l)
		}
	}
	return all
}

// countAgain counts a load with files in place.
func (r *fixing) countAgain(ctx context.Context, l fix.Load, files map[string][]byte) (*summed, error) {
	r.progress(record.Progress{Stage: "verify", Text: l.Package + ": count what is left"})
	b, err := bench.Open(ctx, bench.Options{Flags: r.buildFlags(), Stock: r.stock, Overlay: r.onDisk(files), EscapeLog: r.builds.log})
	if err != nil {
		return nil, err
	}
	defer b.Close()
	binary, err := b.Build(ctx, l.Package, r.tree.Dir(dirOf(r.program, l.Package)))
	if err != nil {
		return nil, err
	}
	sel := bench.Select{Bench: r.settings.bench, Skip: r.skip, Benchtime: r.benchtime, Timeout: r.timeout}
	if l.Tests {
		sel.Bench, sel.Run = "", r.settings.run
	}
	run, err := binary.Profile(ctx, sel)
	if err != nil {
		return nil, err
	}
	allocs, err := heap.Convert(run.Profile, r.heapOptions(binary))
	return r.sum(&verify.Counted{Workloads: run.Workloads, Allocs: allocs, EscapeLog: binary.EscapeLog, Files: files}), err
}

// onDisk returns files under their absolute paths.
func (r *fixing) onDisk(files map[string][]byte) overlay.Set {
	set := make(overlay.Set)
	for name, text := range files {
		set[filepath.Join(r.program.Root(), filepath.FromSlash(name))] = text
	}
	return set
}

// laid matches the names under which [overlay.Set.Write] stores files, and by which the compiler refers to them.
var laid = regexp.MustCompile(`^[0-9]{4}_(.+)$`)

// underOverlay returns a function that names files like rel, with the stored file of an overlay named after the one of
// files that it replaces, of those that are in the package.
func underOverlay(files map[string][]byte, in func(pkg, name string) bool, rel func(pkg, file string) string) func(pkg, file string) string {
	return func(pkg, file string) string {
		if m := laid.FindStringSubmatch(path.Base(filepath.ToSlash(file))); m != nil {
			for _, name := range sortedKeys(files) {
				if path.Base(name) == m[1] && in(pkg, name) {
					return name
				}
			}
		}
		return rel(pkg, file)
	}
}

// hasFile reports whether a package has a file of that name.
func (r *fixing) hasFile(pkg, name string) bool {
	pkg, _, _ = strings.Cut(pkg, " [")
	return slices.ContainsFunc(r.program.Packages(), func(p *load.Package) bool {
		return p.Path == pkg && slices.ContainsFunc(p.Files, func(f *load.File) bool { return f.Name == name })
	})
}

// version returns the program with files in place, type-checked.
func (r *fixing) version(ctx context.Context, files map[string][]byte) (*load.Program, error) {
	var changed []*load.Package
	var patterns, imports []string
	for _, pkg := range r.program.Packages() {
		if slices.ContainsFunc(pkg.Files, func(f *load.File) bool { return files[f.Name] != nil }) {
			changed = append(changed, pkg)
			patterns = append(patterns, pkg.Path)
		}
	}
	for _, name := range sortedKeys(files) {
		f, err := parser.ParseFile(token.NewFileSet(), name, files[name], parser.ImportsOnly)
		if err != nil {
			return nil, err
		}
		for _, spec := range f.Imports {
			if imported, err := strconv.Unquote(spec.Path.Value); err == nil && !slices.Contains(imports, imported) {
				imports = append(imports, imported)
			}
		}
	}
	checker, err := retype.New(ctx, r.program, load.Options{Dir: ".", Patterns: patterns, BuildFlags: r.buildFlags()}, imports...)
	if err != nil {
		return nil, err
	}
	var versions []*load.Package
	for _, pkg := range changed {
		version, err := checker.Check(pkg, files)
		if err != nil {
			return nil, fmt.Errorf("%s with what was kept: %v", pkg.Path, err)
		}
		versions = append(versions, version)
	}
	return r.program.With(versions...), nil
}
