package driver

import (
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/fix"
	"github.com/unheap/unheap/internal/verify"
)

// kept names the cache entries for the lines that the workloads of packages run in the new version.
//
// Their sum covers what decides these lines: the toolchain, the flags, the packages that they need, the text of
// needed packages outside of the standard library and the module cache, which go.mod and go.sum pin, and all other
// files in the folders of the packages, which tests may read. It does not cover what a test reads elsewhere, or from
// the environment.
func (t *trial) kept(paths ...string) verify.Kept {
	dir, err := os.UserCacheDir()
	if err != nil {
		return verify.Kept{}
	}
	dir = filepath.Join(dir, "unheap", "reach")
	forget(dir)
	h, env := sha256.New(), *t.env
	env.GOMOD, env.GOWORK = "", os.Getenv("GOWORK") // these paths differ from run to run
	fmt.Fprintln(h, "1", env, t.buildFlags(), os.Getenv("GODEBUG"))
	needed := make(map[string]bool)
	for _, path := range paths {
		for _, need := range t.sources.needs[path] {
			needed[need] = true
		}
	}
	files := make(map[string]bool)
	for _, need := range sortedKeys(needed) {
		fmt.Fprintln(h, need)
		for _, file := range t.sources.files[need] {
			files[file] = true
		}
	}
	for _, path := range paths {
		if err := filesBeside(t.newDir(path), files); err != nil {
			return verify.Kept{}
		}
	}
	for dir := t.newModule(); below(dir, t.change.New); dir = filepath.Dir(dir) {
		for _, name := range []string{"go.mod", "go.sum", "go.work", "go.work.sum", "vendor/modules.txt"} {
			files[filepath.Join(dir, filepath.FromSlash(name))] = true
		}
	}
	for _, file := range sortedKeys(files) {
		if err := t.addFile(h, file); err != nil {
			return verify.Kept{}
		}
	}
	return verify.Kept{Dir: dir, Sum: fmt.Sprintf("%x", h.Sum(nil))}
}

// filesBeside adds to files all files of a folder and of its subfolders that belong to no other module, except Go
// source outside of testdata, which the list of the build's files has.
func filesBeside(dir string, files map[string]bool) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != dir && exists(filepath.Join(path, "go.mod")):
			return filepath.SkipDir
		case d.Type().IsRegular() && (!strings.HasSuffix(path, ".go") || slices.Contains(strings.Split(filepath.ToSlash(path), "/"), "testdata")):
			files[path] = true
		}
		return nil
	})
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// addFile adds name and text of a file of the new version to a sum. The name does not depend on where the version is
// laid out. A missing file adds nothing.
func (t *trial) addFile(w io.Writer, file string) error {
	sum, known := t.sources.sums[file]
	if !known {
		text, err := os.ReadFile(file)
		if os.IsNotExist(err) {
			return nil
		}
		if err != nil {
			return err
		}
		sum = fix.Sum(text)
	}
	name, err := filepath.Rel(t.change.New, file)
	if err != nil {
		name = file
	}
	fmt.Fprintln(w, filepath.ToSlash(name), sum)
	return nil
}
