package driver

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

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
	files, err := rewrite.Apply(r.original, r.kept()...)
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
func replaceAll(plan map[string]change) (err error) {
	ready := make(map[string]string) // path to where its new text is
	defer func() {
		for _, tmp := range ready {
			os.Remove(tmp)
		}
	}()
	paths := sortedKeys(plan)
	for _, path := range paths {
		if ready[path], err = stage(path, plan[path].text); err != nil {
			delete(ready, path)
			return fmt.Errorf("%s: its new text cannot be stored beside it: %v: nothing is written", path, cause(err))
		}
	}
	for i, path := range paths {
		if err := os.Rename(ready[path], path); err != nil {
			return fmt.Errorf("%s: %v: %s", path, cause(err), putBack(paths[:i], plan))
		}
		delete(ready, path)
	}
	return nil
}

// putBack gives files their old texts again, and says what is written then.
func putBack(paths []string, plan map[string]change) string {
	for i, path := range paths {
		if err := replace(path, plan[path].old); err != nil {
			return fmt.Sprintf("written, and not to be put back (%v): %s", err, strings.Join(paths[i:], ", "))
		}
	}
	return "nothing is written"
}

// cause is what the operating system said, without the name of a temporary
// file.
func cause(err error) error {
	var file *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &file):
		return file.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
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

// replace gives the file at path a new text in one step: at any moment it is
// either the old one or the new one, whole. Its mode is kept.
func replace(path string, text []byte) error {
	tmp, err := stage(path, text)
	if err != nil {
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		os.Remove(tmp)
		return err
	}
	return nil
}

// stage stores text on the disk beside the file at path, with the mode of that,
// for a rename to put it in its place. It returns the name.
func stage(path string, text []byte) (name string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	dir, prefix := filepath.Dir(path), "."+filepath.Base(path)+".unheap-"
	removeStale(dir, prefix)
	tmp, err := os.CreateTemp(dir, prefix+"*")
	if err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			tmp.Close()
			os.Remove(tmp.Name())
		}
	}()
	if _, err = tmp.Write(text); err != nil {
		return "", err
	}
	if err = tmp.Chmod(info.Mode().Perm()); err != nil {
		return "", err
	}
	if err = tmp.Sync(); err != nil { // before the rename makes it the file
		return "", err
	}
	return tmp.Name(), tmp.Close()
}

// removeStale removes what a killed run has left for a file: it is of no use to
// anybody. A folder that cannot be read will not take a new file either.
func removeStale(dir, prefix string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), prefix) {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}
