package driver

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

// writeKept applies every kept candidate to the user's files. It is the only
// place that writes to the user's tree.
//
// All new texts are made before the first file is touched. A file that has
// changed since it was measured is an error, and stays as it is.
func (r *fixing) writeKept() error {
	var kept []record.Candidate
	for _, v := range r.verdicts {
		if v.Outcome == record.Kept {
			kept = append(kept, v.Candidate)
		}
	}
	files, err := rewrite.Apply(r.original, kept...)
	if err != nil {
		return err
	}
	for _, name := range sortedKeys(files) {
		path := filepath.Join(r.program.Root(), filepath.FromSlash(name))
		old, err := r.original(name)
		if err != nil {
			return err
		}
		if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, old) {
			return fmt.Errorf("%s: changed while it was being measured: not written", name)
		}
		if err := replace(path, files[name]); err != nil {
			return err
		}
	}
	return nil
}

// original is the text that candidates were proposed for.
func (r *fixing) original(name string) ([]byte, error) {
	if text, ok := r.texts[name]; ok {
		return text, nil
	}
	return nil, fmt.Errorf("%s: not read", name)
}

// replace gives the file at path a new text in one step: at any moment it is
// either the old one or the new one, whole. Mode and, through a link, place
// are kept.
func replace(path string, text []byte) (err error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(real)
	if err != nil {
		return err
	}
	// What a killed run left is of no use to anybody.
	pattern := "." + filepath.Base(real) + ".unheap-*"
	stale, err := filepath.Glob(filepath.Join(filepath.Dir(real), pattern))
	if err != nil {
		return err
	}
	for _, name := range stale {
		os.Remove(name)
	}
	tmp, err := os.CreateTemp(filepath.Dir(real), pattern)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			tmp.Close()
			err = errors.Join(err, ignoreMissing(os.Remove(tmp.Name())))
		}
	}()
	if _, err = tmp.Write(text); err != nil {
		return err
	}
	if err = tmp.Chmod(info.Mode().Perm()); err != nil {
		return err
	}
	if err = tmp.Sync(); err != nil { // before the rename makes it the file
		return err
	}
	if err = tmp.Close(); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), real)
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
