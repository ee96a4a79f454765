package diff

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/unheap/unheap/internal/gocmd"
)

// A Reader lays out changes in temporary folders.
type Reader struct {
	dir    string // where the command was run, absolute
	top    string // top of the repository, or of the module if there is no repository
	git    bool
	remove []func() error
}

// Open returns a Reader for the repository around a folder or, if there is none, for its module.
func Open(ctx context.Context, dir string) (*Reader, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	r := &Reader{dir: dir}
	top, err := r.run(ctx, dir, nil, "rev-parse", "--show-toplevel")
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err == nil {
		r.top, r.git = filepath.FromSlash(strings.TrimSpace(string(top))), true
		return r, nil
	}
	for at := dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			r.top = at
			return r, nil
		}
		if filepath.Dir(at) == at {
			return nil, fmt.Errorf("%s is neither in a git repository nor in a module", dir)
		}
	}
}

// Close removes the temporary folders.
func (r *Reader) Close() error {
	var all []error
	for _, remove := range r.remove {
		all = append(all, remove())
	}
	r.remove = nil
	return errors.Join(all...)
}

// A Name identifies one change that can be read.
type Name struct {
	Commit, Parent string // hashes; empty for the working tree or a patch
	Subject        string // of the commit
	Patch          string // as the user named it; empty for a commit or the working tree
	Text           []byte // of the patch
}

// Names returns the changes that an argument means, oldest first: "" is the working tree against HEAD, "REV" a commit
// against its parent, "A..B" each commit of the range, "FILE" a patch, "-" a patch from stdin.
func (r *Reader) Names(ctx context.Context, arg string, stdin io.Reader) ([]Name, error) {
	if arg == "-" {
		text, err := io.ReadAll(stdin)
		if err == nil && len(bytes.TrimSpace(text)) == 0 {
			err = errors.New("standard input holds no diff")
		}
		return []Name{{Patch: "diff from stdin", Text: text}}, err
	}
	if info, err := os.Stat(filepath.Join(r.dir, arg)); arg != "" && err == nil && !info.IsDir() || filepath.IsAbs(arg) {
		path := arg
		if !filepath.IsAbs(arg) {
			path = filepath.Join(r.dir, arg)
		}
		text, err := os.ReadFile(path)
		return []Name{{Patch: arg, Text: text}}, err
	}
	if !r.git {
		if arg == "" {
			return nil, fmt.Errorf("%s is in no git repository: name a diff, FILE.diff or -", r.dir)
		}
		return nil, fmt.Errorf("%s: neither a file nor, without a git repository, a revision", arg)
	}
	if arg == "" {
		if _, err := r.run(ctx, r.top, nil, "rev-parse", "--verify", "-q", "HEAD"); err != nil {
			return nil, errors.New("the repository has no commit yet: there is nothing to compare the working tree with")
		}
		return []Name{{}}, nil
	}
	return r.commits(ctx, arg)
}

// commits returns the commits that a revision or a range means, oldest first. It leaves out the merges in a range.
func (r *Reader) commits(ctx context.Context, arg string) ([]Name, error) {
	if strings.HasPrefix(arg, "-") {
		return nil, fmt.Errorf("%s is no revision", arg) // git would take it for an option, and some options write files
	}
	args := []string{"log", "--reverse", "--no-merges", "--format=%H %P%x00%s", arg, "--"}
	if !strings.Contains(arg, "..") {
		args = []string{"log", "-1", "--format=%H %P%x00%s", arg, "--"}
	}
	out, err := r.run(ctx, r.top, nil, args...)
	if err != nil {
		if suffix := filepath.Ext(arg); suffix == ".diff" || suffix == ".patch" {
			return nil, fmt.Errorf("%s: %w", arg, fs.ErrNotExist)
		}
		return nil, fmt.Errorf("%s is neither a file nor a revision of %s", arg, r.top)
	}
	var names []Name
	for line := range strings.Lines(string(out)) {
		hashes, subject, _ := strings.Cut(strings.TrimSpace(line), "\x00")
		all := strings.Fields(hashes)
		if len(all) == 0 {
			continue
		}
		n := Name{Commit: all[0], Subject: subject}
		if len(all) > 1 {
			n.Parent = all[1]
		}
		names = append(names, n)
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s names no commits", arg)
	}
	return names, nil
}

// short returns a hash as it is shown.
func short(hash string) string { return hash[:min(len(hash), 7)] }

func (n Name) String() string {
	switch {
	case n.Patch != "":
		return n.Patch
	case n.Commit != "":
		return short(n.Commit) + " " + n.Subject
	}
	return "working tree"
}

// Read lays out both versions of a change in temporary folders, which exist until the Reader is closed.
func (r *Reader) Read(ctx context.Context, n Name) (*Change, error) {
	root, remove, err := gocmd.MkdirTemp("prove")
	if err != nil {
		return nil, err
	}
	r.remove = append(r.remove, remove)
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return nil, err
	}
	dir, err := filepath.Rel(r.top, r.dir)
	if err != nil {
		return nil, err
	}
	c := &Change{Name: n.String(), Old: filepath.Join(root, "old"), New: filepath.Join(root, "new"), Dir: filepath.ToSlash(dir)}
	for _, dir := range []string{c.Old, c.New} {
		if err := os.Mkdir(dir, 0o777); err != nil {
			return nil, err
		}
	}
	switch {
	case n.Patch != "":
		err = r.patched(ctx, c, n)
	case n.Commit != "":
		err = r.committed(ctx, c, n)
	default:
		err = r.working(ctx, c)
	}
	if err != nil {
		return nil, err
	}
	return c, c.compare()
}

func (r *Reader) committed(ctx context.Context, c *Change, n Name) error {
	if n.Parent == "" {
		if text, err := r.run(ctx, r.top, nil, "rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(string(text)) == "true" {
			return fmt.Errorf("%s: the clone is shallow and ends here; 'git fetch --deepen=1' brings its parent", c.Name)
		}
		return fmt.Errorf("%s: the first commit has no parent to compare with", c.Name)
	}
	c.Base = short(n.Parent)
	if err := r.checkout(ctx, n.Parent, c.Old); err != nil {
		return err
	}
	return r.checkout(ctx, n.Commit, c.New)
}

func (r *Reader) working(ctx context.Context, c *Change) error {
	head, err := r.run(ctx, r.top, nil, "rev-parse", "HEAD")
	if err != nil {
		return err
	}
	c.Base = "HEAD (" + short(strings.TrimSpace(string(head))) + ")"
	if err := r.checkout(ctx, "HEAD", c.Old); err != nil {
		return err
	}
	return r.present(ctx, c.New)
}

// patched applies a patch to a copy of the user's folder as it is now. The file names in the patch begin at the top of
// the repository, or at the folder where the command was run.
func (r *Reader) patched(ctx context.Context, c *Change, n Name) error {
	c.Base = "the working tree"
	for _, dir := range []string{c.Old, c.New} {
		if err := r.present(ctx, dir); err != nil {
			return err
		}
	}
	var said error
	for _, place := range []string{".", c.Dir} {
		for _, strip := range []string{"-p1", "-p0"} {
			args := []string{"apply", strip, "--whitespace=nowarn"}
			if place != "." {
				args = append(args, "--directory="+place)
			}
			// git must not find a repository around the temporary folder, so that it takes the folder as it is.
			env := []string{"GIT_CEILING_DIRECTORIES=" + filepath.Dir(c.New)}
			name := filepath.Join(filepath.Dir(c.New), "patch")
			if err := os.WriteFile(name, n.Text, 0o666); err != nil {
				return err
			}
			_, err := r.run(ctx, c.New, env, append(args, name)...)
			if err == nil {
				return nil
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			said = cmp.Or(said, err)
		}
	}
	return fmt.Errorf("%s does not apply to the working tree: %s", n.Patch, said)
}

// checkout writes the tree of a revision to a folder.
func (r *Reader) checkout(ctx context.Context, rev, dir string) error {
	env := []string{"GIT_INDEX_FILE=" + dir + ".index"}
	if _, err := r.run(ctx, r.top, env, "read-tree", rev); err != nil {
		return fmt.Errorf("read %s: %w", short(rev), err)
	}
	_, err := r.run(ctx, r.top, env, "checkout-index", "-a", "-f", "-q", "--prefix="+filepath.ToSlash(dir)+"/")
	if err != nil {
		return fmt.Errorf("lay out %s: %w", short(rev), err)
	}
	return nil
}

// present copies the user's files as they are now: in a repository those that git has or would add, in a module all.
func (r *Reader) present(ctx context.Context, dir string) error {
	var names []string
	if r.git {
		out, err := r.run(ctx, r.top, nil, "ls-files", "-z", "-co", "--exclude-standard")
		if err != nil {
			return err
		}
		names = strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	} else {
		var err error
		if names, err = filesOf(r.top); err != nil {
			return err
		}
	}
	return copyFiles(ctx, r.top, dir, names)
}

// run runs git. The error is the first line that git writes to stderr.
func (r *Reader) run(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	out, err := gocmd.Command{Path: "git", Args: args, Dir: dir, Env: append(env, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0")}.Run(ctx)
	if err == nil {
		return out.Stdout, nil
	}
	for line := range strings.Lines(string(out.Stderr)) {
		if line = strings.TrimSpace(line); line != "" {
			return nil, errors.New(strings.TrimPrefix(strings.TrimPrefix(line, "fatal: "), "error: "))
		}
	}
	return nil, err
}
