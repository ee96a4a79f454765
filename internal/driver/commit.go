package driver

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/report/text"
	"github.com/unheap/unheap/internal/rewrite"
)

// cleanTree returns an error unless the working directory is in a git repository whose tracked files are equal to the
// last commit.
func cleanTree(ctx context.Context) error {
	out, err := git(ctx, ".", "status", "--porcelain", "--untracked-files=no")
	if err != nil {
		return fmt.Errorf("-commit: %w", err)
	}
	if changed := strings.Split(strings.TrimRight(out, "\n"), "\n"); changed[0] != "" {
		for i, line := range changed {
			changed[i] = line[min(len("XY "), len(line)):]
		}
		return fmt.Errorf("-commit: %s: not committed: each commit is to hold one rewrite and nothing else", some(changed))
	}
	return nil
}

// git runs a git command in a folder, with file names taken literally, not as patterns, and returns its output.
func git(ctx context.Context, dir, command string, args ...string) (string, error) {
	out, err := gocmd.Command{
		Path: "git", Args: append([]string{command}, args...), Dir: dir,
		Env: []string{"GIT_LITERAL_PATHSPECS=1"},
	}.Run(ctx)
	var failed *gocmd.Error
	if errors.As(err, &failed) {
		err = fmt.Errorf("git %s: %w: %s", command, failed.Err, failed.Stderr)
	}
	return string(out.Stdout), err
}

// commit writes verdicts, in their order, and makes a git commit of each, with its proof as the message. A rewrite
// that does not build without later ones shares a commit with them. It returns the committed candidates; with an
// error, these are the ones before it, and the user's files are as the last commit left them.
func (w *writing) commit(ctx context.Context, verdicts []record.Verdict) ([]record.Candidate, error) {
	if err := w.unchanged(); err != nil {
		return nil, err
	}
	old := make(map[string][]byte) // the texts before the first commit, which the offsets of edits refer to
	for _, v := range verdicts {
		for _, e := range v.Candidate.Edits {
			var err error
			if old[e.File], err = w.source(e.File); err != nil {
				return nil, err
			}
		}
	}
	w.source = func(name string) ([]byte, error) { return old[name], nil }
	now := maps.Clone(old)
	read := func(name string) ([]byte, error) { return now[name], nil }
	var all, done []record.Candidate
	var waiting []record.Verdict // verdicts since the last commit
	for i, v := range verdicts {
		all, waiting = append(all, v.Candidate), append(waiting, v)
		texts, err := w.next(ctx, all, i == len(verdicts)-1)
		if errors.Is(err, errApart) && i < len(verdicts)-1 {
			continue
		}
		if err == nil {
			err = w.commitFiles(ctx, texts, read, text.CommitMessage(pointers(waiting), w.sites, w.config))
		}
		if err != nil {
			return done, fmt.Errorf("%d of %d rewrites are committed: %w", len(done), len(verdicts), err)
		}
		maps.Copy(now, texts)
		done, waiting = slices.Clone(all), nil
	}
	return done, nil
}

// next returns the texts with a set of candidates in place, after checking that the set builds by itself.
func (w *writing) next(ctx context.Context, set []record.Candidate, last bool) (map[string][]byte, error) {
	if w.partly || !last {
		if err := w.builds(ctx, set); err != nil {
			return nil, err
		}
	}
	return rewrite.Apply(w.source, set...)
}

// commitFiles writes the next texts of files, and commits the files that change. If git refuses, the files get their
// previous texts back.
func (w *writing) commitFiles(ctx context.Context, next map[string][]byte, read func(file string) ([]byte, error), message string) error {
	plan, err := w.plan(next, read)
	if err != nil || len(plan) == 0 { // nothing to commit: an earlier rewrite has made the same change
		return err
	}
	if err := replaceAll(plan); err != nil {
		return err
	}
	args := []string{"--quiet", "--only", "--message=" + message, "--"}
	if _, err := git(ctx, w.root, "commit", append(args, sortedKeys(plan)...)...); err != nil {
		undo := make(map[string]change)
		for path, c := range plan {
			undo[path] = change{c.text, c.old}
		}
		return errors.Join(err, replaceAll(undo))
	}
	return nil
}
