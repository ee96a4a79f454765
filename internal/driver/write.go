package driver

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/unheap/unheap/internal/rewrite"
)

// writeKept applies every kept candidate to the user's files. It is the only
// place that writes to the user's tree.
//
// All new texts are made, and all files looked at, before the first one is
// touched: one that has changed since it was measured, or may not be written,
// is an error, and all stay as they are.
func (r *fixing) writeKept() error {
	files, err := rewrite.Apply(r.original, r.kept()...)
	if err != nil {
		return err
	}
	plan := make(map[string][]byte)
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
		if other, ok := plan[real]; ok && !bytes.Equal(other, files[name]) {
			return fmt.Errorf("%s: another name of the same file was given another text: nothing is written", name)
		}
		plan[real] = files[name]
	}
	for _, real := range sortedKeys(plan) {
		if err := replace(real, plan[real]); err != nil {
			return err
		}
	}
	return nil
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
