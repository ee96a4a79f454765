package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/atomicfile"
	"github.com/unheap/unheap/internal/fix"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/overlay"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

// writeKept writes the kept candidates to the user's files, or commits them, and returns the candidates that are
// there now. Before that, every file that the proof rests on is checked once more.
func (r *fixing) writeKept(ctx context.Context) ([]record.Candidate, error) {
	set := r.toWrite()
	w := &writing{
		root: r.program.Root(), dir: ".", files: r.files, flags: r.buildFlags(), source: r.original,
		config: r.config(), sites: pointers(r.sites), partly: len(set) < len(r.kept()),
	}
	ctx = context.WithoutCancel(ctx)
	if r.commit {
		return w.commit(ctx, among(r.verdicts, set))
	}
	if err := w.write(ctx, set); err != nil {
		return nil, err
	}
	return set, nil
}

// among returns the verdicts of a set of candidates, in their order.
func among(verdicts []record.Verdict, set []record.Candidate) []record.Verdict {
	return slices.DeleteFunc(slices.Clone(verdicts), func(v record.Verdict) bool {
		return !slices.ContainsFunc(set, func(c record.Candidate) bool { return c.ID == v.Candidate.ID })
	})
}

// A writing is what is needed to write a set of candidates to the user's files.
type writing struct {
	root   string           // folder that file names are relative to
	dir    string           // folder in which the go command runs
	files  []record.FileSum // the files that the proof of the candidates rests on
	flags  []string         // build flags
	source func(file string) ([]byte, error)
	config *record.Config // of the run
	sites  []*record.Site // that it measured
	partly bool           // whether the set is only a part of what was proven together
}

// errApart is the error for rewrites that do not build without others that were proven with them.
var errApart = errors.New("without the others it does not build")

// builds returns an error if a set does not compile by itself, for a part of what was proven together: a rewrite that
// is left out may have added an import, or a use of one.
func (w *writing) builds(ctx context.Context, set []record.Candidate) error {
	texts, err := rewrite.Apply(w.source, set...)
	if err != nil {
		return err
	}
	files := make(overlay.Set)
	for name, text := range texts {
		files[w.path(name)] = text
	}
	dir, remove, err := gocmd.MkdirTemp("apply")
	if err != nil {
		return err
	}
	defer remove()
	name, err := files.Write(dir)
	if err != nil {
		return err
	}
	var packages []string
	for _, c := range set {
		packages = append(packages, c.Package)
	}
	slices.Sort(packages)
	args := slices.Concat([]string{"list", "-export", "-test", "-f="}, w.flags, []string{"-overlay=" + name}, slices.Compact(packages))
	var failed *gocmd.Error
	switch _, err := gocmd.Go(ctx, w.dir, args...); {
	case errors.As(err, &failed) && failed.Code > 0:
		return fmt.Errorf("%w, so nothing is written: %s", errApart, failed.Stderr)
	default:
		return err
	}
}

// unchanged returns an error if a file that the proof rests on has changed.
func (w *writing) unchanged() error {
	changed := fix.Changed(w.files, func(name string) ([]byte, error) { return os.ReadFile(w.path(name)) })
	if len(changed) > 0 {
		return fmt.Errorf("%s: changed since it was measured: nothing is written", some(changed))
	}
	return nil
}

func (w *writing) path(name string) string { return filepath.Join(w.root, filepath.FromSlash(name)) }

// write applies candidates to the user's files. If they are only a part of what was proven together, it builds them
// first.
//
// All new texts are made, and all files checked, before the first one is touched: if one has changed since it was
// measured, may not be written, or cannot be stored beside its original, for example on a full disk, write returns an
// error and leaves all files as they are.
func (w *writing) write(ctx context.Context, set []record.Candidate) error {
	if err := w.unchanged(); err != nil { // otherwise the offsets of edits mean nothing
		return err
	}
	if w.partly {
		if err := w.builds(ctx, set); err != nil {
			return err
		}
	}
	texts, err := rewrite.Apply(w.source, set...)
	if err != nil {
		return err
	}
	if err := w.unchanged(); err != nil { // once more: the build took some time
		return err
	}
	plan, err := w.plan(texts, w.source)
	if err != nil {
		return err
	}
	return replaceAll(plan)
}

// plan returns the old and the new text of each file that changes, by its path with links resolved. A file that no
// longer has its old text is an error.
func (w *writing) plan(texts map[string][]byte, source func(file string) ([]byte, error)) (map[string]change, error) {
	plan := make(map[string]change)
	for _, name := range sortedKeys(texts) {
		old, err := source(name)
		if err != nil {
			return nil, err
		}
		if bytes.Equal(old, texts[name]) {
			continue
		}
		real, err := writable(w.path(name), old)
		if err != nil {
			return nil, fmt.Errorf("%s: %v: nothing is written", name, err)
		}
		if other, ok := plan[real]; ok && !bytes.Equal(other.text, texts[name]) {
			return nil, fmt.Errorf("%s: another name of the same file was given another text: nothing is written", name)
		}
		plan[real] = change{old, texts[name]}
	}
	return plan, nil
}

// shownNames is how many names of a list are shown.
const shownNames = 5

// some formats the beginning of a list of names.
func some(names []string) string {
	if rest := len(names) - shownNames; rest > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:shownNames], ", "), rest)
	}
	return strings.Join(names, ", ")
}

// A change is the present text of a file, and its next one.
type change struct{ old, text []byte }

// replaceAll writes the new text of every file, by its path with links resolved, or of none: with an error all files
// have their old texts. It is the only place that writes to the user's tree.
func replaceAll(plan map[string]change) error {
	ready := make(map[string]*atomicfile.File)
	defer func() {
		for _, f := range ready {
			f.Discard()
		}
	}()
	paths := sortedKeys(plan)
	for _, path := range paths {
		f, err := store(path, plan[path].text)
		if err != nil {
			return fmt.Errorf("%s: its new text cannot be stored beside it: %v: nothing is written", path, atomicfile.Cause(err))
		}
		ready[path] = f
	}
	for i, path := range paths {
		if err := ready[path].Commit(); err != nil {
			return fmt.Errorf("%s: %v: %s", path, atomicfile.Cause(err), putBack(paths[:i], plan))
		}
		delete(ready, path)
	}
	return nil
}

// store writes the new text of an existing file to disk beside it, without replacing it.
func store(path string, text []byte) (*atomicfile.File, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	f, err := atomicfile.Create(path)
	if err != nil {
		return nil, err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Store()
	}
	if err != nil {
		f.Discard()
		return nil, err
	}
	return f, nil
}

// putBack writes the old texts of files again, and says which files still have new texts.
func putBack(paths []string, plan map[string]change) string {
	for i, path := range paths {
		if err := atomicfile.WriteFile(path, plan[path].old); err != nil {
			return fmt.Sprintf("written, and not to be put back (%v): %s", err, strings.Join(paths[i:], ", "))
		}
	}
	return "nothing is written"
}

// writable resolves the links of a path, and returns an error if the file is not to be written. A read-only file
// could be replaced through its folder, but is respected.
func writable(path string, old []byte) (real string, err error) {
	if real, err = filepath.EvalSymlinks(path); err != nil {
		return "", err
	}
	info, err := os.Stat(real)
	if err != nil {
		return "", err
	}
	if info.Mode().Perm()&0o200 == 0 {
		return "", errors.New("read-only")
	}
	now, err := os.ReadFile(real)
	if err == nil && !bytes.Equal(now, old) {
		err = errors.New("changed while it was being measured")
	}
	return real, err
}

// original returns the text of a file that candidates were proposed for.
func (r *fixing) original(name string) ([]byte, error) {
	if text, ok := r.texts[name]; ok {
		return text, nil
	}
	return nil, fmt.Errorf("%s: not read", name)
}
