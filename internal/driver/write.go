package driver

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/unheap/unheap/internal/atomicfile"
	"github.com/unheap/unheap/internal/rewrite"
)

// writeKept applies every kept candidate to the user's files. It is the only
// place that writes to the user's tree.
//
// All new texts are made, and all files looked at, before the first one is
// touched: one that has changed since it was measured, or may not be written,
// is an error, and all stay as they are. What cannot be stored beside its file,
// on a full disk say, is one too.
func (r *fixing) writeKept() error {
	files, err := rewrite.Apply(r.original, r.toWrite()...)
	if err != nil {
		return err
	}
	plan := make(map[string]change)
	for _, name := range sortedKeys(files) {
		old, err := r.original(name)
		if err != nil {
			return err
		}
		path := filepath.Join(r.program.Root(), filepath.FromSlash(name))
		real, err := writable(path, old)
		if err != nil {
			return fmt.Errorf("%s: %v: nothing is written", name, err)
		}
		if other, ok := plan[real]; ok && !bytes.Equal(other.text, files[name]) {
			return fmt.Errorf("%s: another name of the same file was given another text: nothing is written", name)
		}
		plan[real] = change{old, files[name]}
	}
	return replaceAll(plan)
}

// A change is what a file holds, and what it is to hold.
type change struct{ old, text []byte }

// replaceAll gives every file, by its path without links, its new text, or
// none: with an error all hold what they held.
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
