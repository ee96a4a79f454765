package verify

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/gocmd"
)

// A Tree is a copy of the modules whose tests and benchmarks are run, so that files which these write beside
// themselves do not land in the user's tree. The go command builds in the user's own folders, with its usual cache;
// only the process of a test starts in the copy.
//
// Each module lies under the root of the copy at its original path, and its neighbours up to the top of the
// repository are links to the originals, so that a test that reads ../../testdata finds it. Bookkeeping of a version
// control system such as .git is left out.
//
// A Tree serves a whole run. The nil Tree runs everything in place.
type Tree struct {
	root    string
	release func() error // removes root, unless a test has revoked the right to
	modules []string     // absolute folders, none within another
}

const (
	// copied is the most that is copied, in bytes; files beyond that are linked.
	copied = 1 << 30
	script = `d=$UNHEAP_TREE$PWD
if [ -d "$d" ]; then cd "$d" || exit 1; fi
exec "$@"
`
)

// NewTree copies modules, given by their absolute folders. On Windows, which has no
// /bin/sh, and without a module it returns nil.
func NewTree(ctx context.Context, modules []string) (*Tree, error) {
	if runtime.GOOS == "windows" || len(modules) == 0 {
		return nil, nil
	}
	root, release, err := gocmd.MkdirTemp("tree")
	if err != nil {
		return nil, err
	}
	t := &Tree{root: root, release: release}
	for _, dir := range slices.Sorted(slices.Values(modules)) {
		if !slices.ContainsFunc(t.modules, func(m string) bool { return within(dir, m) }) {
			t.modules = append(t.modules, dir)
		}
	}
	err = os.WriteFile(t.script(), []byte(script), 0o666)
	if err == nil {
		err = t.reset(ctx)
	}
	for _, dir := range t.modules {
		if err == nil {
			err = t.neighbours(dir)
		}
	}
	if err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

func within(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, strings.TrimSuffix(dir, string(filepath.Separator))+string(filepath.Separator))
}

func (t *Tree) script() string { return filepath.Join(t.root, "run.sh") }

// copies is the folder under which the copies lie at the paths of their originals.
func (t *Tree) copies() string { return filepath.Join(t.root, "tree") }

// Close removes the copy.
func (t *Tree) Close() {
	if t == nil {
		return
	}
	_ = removeAll(t.root)
	_ = t.release()
}

// removeAll is os.RemoveAll that also removes folders which a test has made read-only.
func removeAll(path string) error {
	if os.RemoveAll(path) == nil {
		return nil
	}
	_ = filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	return os.RemoveAll(path)
}

// Dir is where a process that belongs to the user's folder path runs.
func (t *Tree) Dir(path string) string {
	if t == nil || !slices.ContainsFunc(t.modules, func(m string) bool { return within(path, m) }) {
		return path
	}
	return filepath.Join(t.copies(), path)
}

// arguments returns the arguments of go test that make it run its processes in the copy, and the environment for
// them.
func (t *Tree) arguments() (args, env []string) {
	if t == nil {
		return nil, nil
	}
	return []string{"-exec=/bin/sh '" + t.script() + "'"}, []string{"UNHEAP_TREE=" + t.copies()}
}

// Show resets the copy to the user's tree, whatever tests have made of it, and puts the texts of changed files, by
// absolute path, into it as if they had been written: a test may read the source of its package.
func (t *Tree) Show(ctx context.Context, files map[string][]byte) error {
	if t == nil {
		return nil
	}
	if err := t.reset(ctx); err != nil {
		return err
	}
	for path, text := range files {
		to := t.Dir(path)
		if to == path {
			continue
		}
		if err := put(to, text); err != nil {
			return err
		}
	}
	return nil
}

// put writes a file, replacing whatever stands in its place. With a nil text it removes the file.
func put(path string, text []byte) error {
	if text == nil {
		return removeAll(path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o666)
}

// reset makes the copies equal to their originals.
func (t *Tree) reset(ctx context.Context) error {
	room := int64(copied)
	for _, dir := range t.modules {
		if err := os.MkdirAll(filepath.Dir(t.Dir(dir)), 0o777); err != nil {
			return err
		}
		if err := t.mirror(ctx, dir, t.Dir(dir), &room); err != nil {
			return err
		}
	}
	return nil
}

// neighbours links the files and folders beside a module, and those beside its parents up to the top of its
// repository.
func (t *Tree) neighbours(module string) error {
	top := module
	for dir := module; filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			top = dir
			break
		}
	}
	for dir := module; dir != top; {
		dir = filepath.Dir(dir)
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			to := filepath.Join(t.copies(), dir, e.Name())
			if _, err := os.Lstat(to); err == nil || bookkeeping(e.Name()) || t.above(filepath.Join(dir, e.Name())) {
				continue
			}
			if err := os.Symlink(filepath.Join(dir, e.Name()), to); err != nil {
				return err
			}
		}
	}
	return nil
}

// above reports whether a copied module lies in the folder dir.
func (t *Tree) above(dir string) bool {
	return slices.ContainsFunc(t.modules, func(m string) bool { return within(m, dir) })
}

// bookkeeping reports whether a file belongs to a version control system.
func bookkeeping(name string) bool {
	return slices.Contains([]string{".git", ".hg", ".svn", ".jj", ".bzr"}, name)
}

// mirror makes the folder to equal to from: files that are missing or differ in size or time are copied as long as
// there is room, and those that are not in from are removed.
func (t *Tree) mirror(ctx context.Context, from, to string, room *int64) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	switch info, err := os.Lstat(to); {
	case err == nil && info.IsDir():
		_ = os.Chmod(to, info.Mode().Perm()|0o700)
	case err == nil:
		os.Remove(to)
		fallthrough
	default:
		if err := os.Mkdir(to, 0o777); err != nil {
			return err
		}
	}
	entries, err := os.ReadDir(from)
	if err != nil {
		return nil // a folder that the user may not read cannot be read by the tests either
	}
	names := make(map[string]bool)
	for _, e := range entries {
		source, target := filepath.Join(from, e.Name()), filepath.Join(to, e.Name())
		if bookkeeping(e.Name()) || source == filepath.Clean(os.TempDir()) || source == filepath.Dir(t.root) { // where the copy lies
			continue
		}
		names[e.Name()] = true
		if e.IsDir() {
			err = t.mirror(ctx, source, target, room)
		} else {
			err = mirrorFile(source, target, room)
		}
		if err != nil {
			return err
		}
	}
	there, err := os.ReadDir(to)
	if err != nil {
		return err
	}
	for _, e := range there {
		if !names[e.Name()] {
			if err := removeAll(filepath.Join(to, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// mirrorFile makes to a copy of from: a link for a link, a link to from if there is no room for the file, and nothing
// for anything else, such as a socket.
func mirrorFile(from, to string, room *int64) error {
	info, err := os.Lstat(from)
	if err != nil {
		return nil // removed since it was listed
	}
	link := ""
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		link, err = os.Readlink(from)
	case !info.Mode().IsRegular():
		return nil
	case *room < info.Size():
		link = from
	default:
		*room -= info.Size()
	}
	if err != nil {
		return err
	}
	if old, err := os.Lstat(to); err == nil {
		if link == "" && old.Mode() == info.Mode() && old.Size() == info.Size() && old.ModTime().Equal(info.ModTime()) {
			return nil
		}
		if is, err := os.Readlink(to); link != "" && err == nil && is == link {
			return nil
		}
		if err := removeAll(to); err != nil {
			return err
		}
	}
	if link != "" {
		return os.Symlink(link, to)
	}
	return copyFile(from, to, info)
}

func copyFile(from, to string, info fs.FileInfo) error {
	in, err := os.Open(from)
	if err != nil {
		return nil // not readable for the tests either
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if cerr := out.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Chmod(to, info.Mode().Perm())
	}
	if err == nil {
		err = os.Chtimes(to, info.ModTime(), info.ModTime())
	}
	return err
}
