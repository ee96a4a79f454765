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

// writeKept writes what was kept to the user's files, or commits it, and returns the
// candidates that are there now. Every file that the proof rests on is looked at once more
// before.
func (r *fixing) writeKept(ctx context.Context) ([]record.Candidate, error) {
	set := r.toWrite()
	w := &writing{
		root: r.program.Root(), dir: ".", files: r.files, flags: r.buildFlags(), source: r.original,
		config: r.config(), sites: r.sites, partly: len(set) < len(r.kept()),
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

// among are the verdicts of a set of candidates, in their order.
func among(verdicts []record.Verdict, set []record.Candidate) []record.Verdict {
	return slices.DeleteFunc(slices.Clone(verdicts), func(v record.Verdict) bool {
		return !slices.ContainsFunc(set, func(c record.Candidate) bool { return c.ID == v.Candidate.ID })
	})
}

// A writing is what is known of the files that a set of candidates is to be written
// to.
type writing struct {
	root   string           // that names of files are relative to
	dir    string           // where the go command runs
	files  []record.FileSum // that the proof of the candidates rests on
	flags  []string         // of the build
	source func(file string) ([]byte, error)
	config *record.Config // of the run
	sites  []record.Site  // that it measured
	partly bool           // the set is not all that was proven together
}

// errApart says that rewrites do not build without others that were proven with them.
var errApart = errors.New("without the others it does not build")

// builds is an error if a set that is not all that was proven together does not compile
// by itself: what is left out may have brought an import, or used one.
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

// unchanged is an error if a file that the proof rests on is not what it was.
func (w *writing) unchanged() error {
	changed := fix.Changed(w.files, func(name string) ([]byte, error) { return os.ReadFile(w.path(name)) })
	if len(changed) > 0 {
		return fmt.Errorf("%s: changed since it was measured: nothing is written", some(changed))
	}
	return nil
}

func (w *writing) path(name string) string { return filepath.Join(w.root, filepath.FromSlash(name)) }

// write applies candidates to the user's files, after a build if they are not all that
// was proven together.
//
// All new texts are made, and all files looked at, before the first one is
// touched: one that has changed since it was measured, or may not be written,
// is an error, and all stay as they are. What cannot be stored beside its file,
// on a full disk say, is one too.
func (w *writing) write(ctx context.Context, set []record.Candidate) error {
	if err := w.unchanged(); err != nil { // or the edits mean nothing
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
	if err := w.unchanged(); err != nil { // the build has taken its time
		return err
	}
	plan, err := w.plan(texts, w.source)
	if err != nil {
		return err
	}
	return replaceAll(plan)
}

// plan is what becomes of the files that change, by their paths without links, once each
// of them is found to hold what it did.
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

// shownNames is how many names of a list are worth reading.
const shownNames = 5

// some is the beginning of a list of names.
func some(names []string) string {
	if rest := len(names) - shownNames; rest > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:shownNames], ", "), rest)
	}
	return strings.Join(names, ", ")
}

// A change is what a file holds, and what it is to hold.
type change struct{ old, text []byte }

// replaceAll gives every file, by its path without links, its new text, or
// none: with an error all hold what they held. It is the only place that writes to the
// user's tree.
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

// store puts the new text of a file that exists on the disk.
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

// putBack gives files their old texts again, and says what is written then.
func putBack(paths []string, plan map[string]change) string {
	for i, path := range paths {
		if err := atomicfile.WriteFile(path, plan[path].old); err != nil {
			return fmt.Sprintf("written, and not to be put back (%v): %s", err, strings.Join(paths[i:], ", "))
		}
	}
	return "nothing is written"
}

// writable returns the place of a file behind its links, or why it is not to be
// given a new text. Its folder could replace a file that is read-only; whoever
// made it so has said what is wanted.
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

// original is the text that candidates were proposed for.
func (r *fixing) original(name string) ([]byte, error) {
	if text, ok := r.texts[name]; ok {
		return text, nil
	}
	return nil, fmt.Errorf("%s: not read", name)
}
