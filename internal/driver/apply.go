package driver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/unheap/unheap/internal/fix"
	"github.com/unheap/unheap/internal/record"
)

func applyCommand() command {
	return command{
		name:  "apply",
		args:  "[flags] file [numbers]",
		short: "write the rewrites that a recorded run of fix has shown",
		long: `
Apply reads a run that "unheap fix -format json -o FILE" has recorded, from FILE
or, with "-", from stdin, and writes what it kept to the source files: all of it,
or the rewrites whose numbers in the report are given, "2", "4-6" or "1,3".

It measures nothing: what was reviewed is what is written. It writes only if
every file that the proof rested on, not only those that are edited, is what it
was during the run, and if a part of what was proven together compiles by
itself. Otherwise nothing is written.`,
		run: runApply,
	}
}

func runApply(ctx context.Context, std streams, args []string) error {
	c := applyCommand()
	flags := newFlags()
	chdir := flags.String("C", "", "change to `DIR` first")
	commit := flags.Bool("commit", false, "make a git commit of each rewrite, on a clean tree only, with its proof as the message")
	if err := parse(c, flags, std, args); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return usagef("apply: name a file that \"unheap fix -format json -o FILE\" has written")
	}
	if err := changeTo(*chdir); err != nil {
		return err
	}
	if *commit {
		if err := cleanTree(ctx); err != nil {
			return err
		}
	}
	var run recorded
	name, err := std.decode(flags.Arg(0), &run)
	if err != nil {
		return err
	}
	for _, v := range run.Verdicts {
		run.verdicts = append(run.verdicts, *v)
	}
	set, err := fix.Select(run.verdicts, flags.Args()[1:])
	if err != nil {
		return fmt.Errorf("%s: %v", name, err)
	}
	files, err := run.apply(ctx, set, *commit)
	if err != nil {
		return err
	}
	done := "written"
	if *commit {
		done = "committed"
	}
	_, err = fmt.Fprintf(std.out, "%s: %d of %d rewrites, in %s\n", done, len(set), run.kept(), some(files))
	return err
}

// A recorded is a recorded run of fix.
type recorded struct {
	record.Collected
	verdicts []record.Verdict
}

func (r *recorded) kept() int {
	n := 0
	for _, v := range r.verdicts {
		if v.Outcome == record.Kept {
			n++
		}
	}
	return n
}

// apply writes a set of kept candidates, or commits it, and returns the names of the files.
func (r *recorded) apply(ctx context.Context, set []record.Candidate, commit bool) ([]string, error) {
	if r.End == nil || len(r.End.Files) == 0 {
		return nil, errors.New("the record does not say which files it rests on: it was cut short, or made by an older version")
	}
	for _, v := range r.verdicts {
		if v.Written {
			return nil, errors.New("the run has written what it kept (fix -w): nothing is written")
		}
	}
	edited, err := r.edited(set)
	if err != nil {
		return nil, err
	}
	root, err := r.root(edited)
	if err != nil {
		return nil, err
	}
	read := func(name string) ([]byte, error) { return os.ReadFile(filepath.Join(root, filepath.FromSlash(name))) }
	w := &writing{
		root: root, dir: filepath.Join(root, filepath.FromSlash(r.Head.Dir)), files: r.End.Files, source: read,
		config: r.Head, sites: r.Sites, partly: len(set) < r.kept(),
	}
	if w.partly || commit {
		s, err := r.settings()
		if err != nil {
			return nil, err
		}
		done, err := s.guardModule(ctx)
		defer done()
		if err != nil {
			return nil, err
		}
		w.flags = s.buildFlags()
	}
	if commit {
		_, err = w.commit(ctx, among(r.verdicts, set))
	} else {
		err = w.write(ctx, set)
	}
	return edited, err
}

// edited returns the names of the files that a set of candidates edits. A file that is not below the root, or whose
// sum the proof did not record, is an error.
func (r *recorded) edited(set []record.Candidate) ([]string, error) {
	names := make(map[string]bool)
	for _, c := range set {
		for _, e := range c.Edits {
			known := slices.ContainsFunc(r.End.Files, func(f record.FileSum) bool { return f.Name == e.File })
			if !known || !filepath.IsLocal(filepath.FromSlash(e.File)) {
				return nil, fmt.Errorf("%s: the record does not say what it held: nothing is written", e.File)
			}
			names[e.File] = true
		}
	}
	return slices.Sorted(maps.Keys(names)), nil
}

// root returns the folder that file names are relative to: the nearest one, from the working directory up, in which
// the edited files exist.
func (r *recorded) root(edited []string) (string, error) {
	for dir := workingDir(); ; dir = filepath.Dir(dir) {
		missing := func(name string) bool {
			_, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
			return errors.Is(err, fs.ErrNotExist)
		}
		if !slices.ContainsFunc(edited, missing) {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("neither this folder nor one above has %s, as module %s had in the run", some(edited), r.Head.Module)
		}
	}
}

// settings returns the settings of the recorded run.
func (r *recorded) settings() (*settings, error) {
	fs := newFlags()
	var f findFlags
	f.settings.register(fs)
	f.renderFlags.register(fs)
	new(fixFlags).register(fs)
	if len(r.Head.Command) == 0 || fs.Parse(r.Head.Command[1:]) != nil {
		return nil, errors.New("the record does not say how it was made, so a part of it cannot be built by itself")
	}
	return &f.settings, nil
}
