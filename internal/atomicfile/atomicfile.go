// Package atomicfile gives files new content whole or not at all. It is the only
// package that writes files which outlive a run.
//
// Invariant: at any moment, also after a kill or on a full disk, a regular file
// has its old content or its new one, whole. What is not a regular file (a device,
// a FIFO, the terminal) is written to and never replaced.
//
// Model: the content is stored in a temporary file beside the target, synced, and
// renamed over it. The target is looked for behind symbolic links, which stay; a
// file that exists keeps its mode and, where the system lets us, its owner; a new
// one gets the mode that the umask leaves of 0666. Storing ([File.Store]) and
// renaming ([File.Commit]) are two steps, so that several files can all be stored
// before the first one is replaced.
//
// What the model blurs: a rename parts a file from its other hard links, as
// editors do; extended attributes and access control lists are those of a new
// file.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// A File is new content for a path. It must be ended by Commit or Discard.
type File struct {
	name   string // as passed to Create
	target string // the file that links lead to; "" if it is written to directly
	out    *os.File
	stored bool
}

// Create begins new content for the file at path, which need not exist. A device is opened at once, and a FIFO at the
// first Write, since that waits for a reader. Temporary files that killed runs have left beside the target are
// removed.
func Create(path string) (*File, error) {
	direct, fifo := special(path)
	if fifo {
		return &File{name: path}, nil
	}
	if direct {
		out, err := os.OpenFile(path, os.O_WRONLY, 0)
		return &File{name: path, out: out}, err
	}
	target, err := behindLinks(path)
	if err != nil {
		return nil, err
	}
	dir, prefix := filepath.Dir(target), temporaryPrefix(target)
	removeStale(dir, prefix)
	out, err := create(dir, prefix)
	if err != nil {
		return nil, err
	}
	f := &File{name: path, target: target, out: out}
	if info, err := os.Stat(target); err == nil {
		if err := likeOld(out, info); err != nil {
			f.Discard()
			return nil, err
		}
	}
	return f, nil
}

// special reports whether the file at path must be written to directly, and whether it is a FIFO. Files in /dev and
// /proc are written to directly: /dev/stdout leads to whatever the shell has opened.
func special(path string) (direct, fifo bool) {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return false, false
	}
	if !info.Mode().IsRegular() {
		return true, info.Mode()&fs.ModeNamedPipe != 0 && !isDevice(path)
	}
	return isDevice(path), false
}

func isDevice(path string) bool {
	abs, err := filepath.Abs(path)
	return err == nil && (strings.HasPrefix(abs, "/dev/") || strings.HasPrefix(abs, "/proc/"))
}

// maxLinks is the number of links that may lead to one another, as in Linux.
const maxLinks = 40

// behindLinks returns the path that links at path lead to, whether or not there is a file.
func behindLinks(path string) (string, error) {
	for range maxLinks {
		to, err := os.Readlink(path)
		if err != nil { // it is no link, or does not exist
			dir, err := filepath.EvalSymlinks(filepath.Dir(path))
			return filepath.Join(dir, filepath.Base(path)), err
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", &fs.PathError{Op: "open", Path: path, Err: errors.New("too many links")}
}

func temporaryPrefix(target string) string { return "." + filepath.Base(target) + ".unheap-" }

// attempts is the number of random names that are tried. There are 2^32 names, so a second attempt is hardly ever
// needed.
const attempts = 100

// create makes a new file in dir. Unlike [os.CreateTemp] it leaves the mode to the umask, as for any file that a user
// asks for.
func create(dir, prefix string) (*os.File, error) {
	for range attempts {
		name := fmt.Sprintf("%s%d-%08x", prefix, os.Getpid(), rand.Uint32())
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
	return nil, &fs.PathError{Op: "create", Path: filepath.Join(dir, prefix), Err: fs.ErrExist}
}

// removeStale removes the temporary files that killed runs have left for a file. Those of a process that is alive
// stay. A folder that cannot be read is ignored: it will not take a new file either.
func removeStale(dir, prefix string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), prefix)
		id, _, dashed := strings.Cut(rest, "-")
		if pid, err := strconv.Atoi(id); ok && dashed && err == nil && !alive(pid) {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// Write adds p to the content.
func (f *File) Write(p []byte) (int, error) {
	if f.out == nil {
		var err error
		if f.out, err = os.OpenFile(f.name, os.O_WRONLY, 0); err != nil {
			return 0, err
		}
	}
	return f.out.Write(p)
}

// Store writes the content to disk, beside the target, and syncs it. Only the rename is then left to Commit.
func (f *File) Store() error {
	if f.stored {
		return nil
	}
	f.stored = true
	if f.out == nil { // a FIFO to which nothing was written
		return nil
	}
	var err error
	if f.target != "" {
		err = f.out.Sync() // before the rename makes it the file's content
	}
	return errors.Join(err, f.out.Close())
}

// Commit gives the file at the path its new content. After an error the path has its old content, and no temporary
// file is left.
func (f *File) Commit() error {
	err := f.Store()
	if f.target == "" {
		return err
	}
	if err == nil {
		err = os.Rename(f.out.Name(), f.target)
	}
	if err != nil {
		os.Remove(f.out.Name())
	}
	return err
}

// Discard drops the new content; the path keeps the old one. It does nothing after Commit.
func (f *File) Discard() {
	if f.out == nil {
		return
	}
	f.out.Close()
	if f.target != "" {
		os.Remove(f.out.Name())
	}
}

// WriteFile gives the file at path its content in one step: after an error it has the old content.
func WriteFile(path string, content []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	if _, err := f.Write(content); err != nil {
		f.Discard()
		return err
	}
	return f.Commit()
}

// Cause returns the operating system's error within err, without the name of a temporary file that no user knows.
func Cause(err error) error {
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
