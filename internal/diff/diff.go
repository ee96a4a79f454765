// Package diff reads a change that somebody else made: a commit, a range of commits, the
// working tree, a patch.
//
// Invariant: neither the user's files nor her repository are written. Both versions are laid
// out as folders of their own, in a temporary folder; an index that git needs is there too.
//
// Model: a [Change] is two whole trees and the files in which they differ. What a file
// declares is compared by its syntax, so that comments and the order of declarations are
// no change.
//
// What the model blurs: submodules are empty folders; a rename is one file that goes and one
// that comes.
package diff

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Change is a pair of versions of a tree.
type Change struct {
	// Name is the new version, Base the version it is compared with, both for people: "1a2b3c4 parse: fewer copies"
	// and "9f8e7d6"; "working tree" and "HEAD (9f8e7d6)".
	Name, Base string
	// Old and New are absolute paths of folders that hold the two versions.
	Old, New string
	// Dir is the folder in which the command was run, relative to both versions, slash-separated; "." for the top.
	Dir string
	// Files are the files that differ, sorted by name.
	Files []File
}

// A File is a file that differs between two versions.
type File struct {
	Name     string // relative to both versions, slash-separated
	Old, New []byte // contents; nil where the version does not have the file
}

// Test reports whether the file belongs to tests: it is a _test.go file, or is in a folder testdata.
func (f File) Test() bool {
	return strings.HasSuffix(f.Name, "_test.go") || slices.Contains(strings.Split(f.Name, "/"), "testdata")
}

// Go reports whether the file is Go source that a package is built from.
func (f File) Go() bool { return strings.HasSuffix(f.Name, ".go") && !f.Test() }

// Build reports whether a build can depend on the file: it is source, selects versions of modules, or may be embedded
// in a package.
func (f File) Build() bool {
	return !f.Test() && !strings.HasSuffix(f.Name, ".md") && !strings.HasPrefix(f.Name, ".")
}

// errSame says that the versions do not differ.
var errSame = errors.New("nothing has changed")

// compare sets Files.
func (c *Change) compare() error {
	old, err := filesOf(c.Old)
	if err != nil {
		return err
	}
	now, err := filesOf(c.New)
	if err != nil {
		return err
	}
	names := slices.Concat(old, now)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		f := File{Name: name}
		if f.Old, err = content(c.Old, name); err != nil {
			return err
		}
		if f.New, err = content(c.New, name); err != nil {
			return err
		}
		if (f.Old == nil) != (f.New == nil) || !bytes.Equal(f.Old, f.New) {
			c.Files = append(c.Files, f)
		}
	}
	if len(c.Files) == 0 {
		return fmt.Errorf("%s: %w since %s", c.Name, errSame, c.Base)
	}
	return nil
}

// filesOf returns the names of all files below a folder.
func filesOf(dir string) (names []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		names = append(names, filepath.ToSlash(rel))
		return err
	})
	return names, err
}

// content returns the content of a file, or the destination of a link; nil if there is neither.
func content(dir, name string) ([]byte, error) {
	path := filepath.Join(dir, filepath.FromSlash(name))
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case info.Mode()&fs.ModeSymlink != 0:
		to, err := os.Readlink(path)
		return []byte("link to " + to), err
	}
	text, err := os.ReadFile(path)
	if text == nil {
		text = []byte{}
	}
	return text, err
}

// copyFiles copies files from one folder to another, and links as links. It leaves out files that do not exist any
// more.
func copyFiles(ctx context.Context, from, to string, names []string) error {
	for _, name := range names {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		source, target := filepath.Join(from, filepath.FromSlash(name)), filepath.Join(to, filepath.FromSlash(name))
		info, err := os.Lstat(source)
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir() {
			continue
		}
		if err == nil {
			err = os.MkdirAll(filepath.Dir(target), 0o777)
		}
		if err == nil {
			err = copyFile(source, target, info)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string, info fs.FileInfo) error {
	if info.Mode()&fs.ModeSymlink != 0 {
		link, err := os.Readlink(from)
		if err != nil {
			return err
		}
		return os.Symlink(link, to)
	}
	if !info.Mode().IsRegular() {
		return nil
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, info.Mode().Perm()|0o200)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
