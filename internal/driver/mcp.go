package driver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/mcp"
)

func mcpCommand() command {
	return command{
		name:  "mcp",
		short: "serve an agent: find, show and prove as tools",
		long: `
Mcp speaks the Model Context Protocol on stdin and stdout, for an agent that was told
to start it. It offers three tools, find, show and prove, none of which writes
anything of yours.`,
		run: runMCP,
	}
}

func runMCP(ctx context.Context, std streams, args []string) error {
	fs := newFlags()
	if err := parse(mcpCommand(), fs, std, args); err != nil {
		return err
	}
	if fs.NArg() > 0 {
		return usagef("mcp: it takes no arguments, got %s", strings.Join(fs.Args(), " "))
	}
	return mcp.Serve(ctx, io.NopCloser(std.in), unclosed{std.out}, version(), mcp.Tools{
		Find: func(ctx context.Context, a mcp.Find) (string, error) {
			args := append([]string{"find", "-brief"}, flags("bench", a.Bench, "since", a.Since)...)
			if a.Paths != "" {
				args = append(args, "-paths")
			}
			if a.Budget != 0 {
				args = append(args, "-budget="+strconv.Itoa(a.Budget))
			}
			return self(ctx, a.Dir, append(append(args, "--"), strings.Fields(a.Packages)...)...)
		},
		Show: func(ctx context.Context, a mcp.Show) (string, error) {
			return self(ctx, a.Dir, "show", "--", a.ID)
		},
		Prove: func(ctx context.Context, a mcp.Prove) (string, error) {
			args := slices.Concat([]string{"prove"}, flags("bench", a.Bench), []string{"--"})
			switch {
			case a.Diff != "" && a.Change != "":
				return "", errors.New("prove: either a change or a diff, not both")
			case a.Diff != "":
				dir, remove, err := gocmd.MkdirTemp("mcp")
				if err != nil {
					return "", err
				}
				defer remove()
				name := filepath.Join(dir, "change.diff")
				if err := os.WriteFile(name, []byte(a.Diff), 0o666); err != nil {
					return "", err
				}
				args = append(args, name)
			case a.Change != "":
				args = append(args, a.Change)
			}
			return self(ctx, a.Dir, args...)
		},
	})
}

// unclosed is a writer that is not ours to close.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

// flags returns the flags for the pairs of a name and a value whose value is not empty.
func flags(pairs ...string) (args []string) {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			args = append(args, "-"+pairs[i]+"="+pairs[i+1])
		}
	}
	return args
}

// self runs a command of this program in another process, so that it may have its own directory and be cancelled, and
// returns the output. Exit code 3, a change that does not hold, is no error but an answer.
func self(ctx context.Context, dir string, args ...string) (string, error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	if dir != "" {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return "", fmt.Errorf("dir: %s is no folder", dir)
		}
	}
	out, err := gocmd.Command{Path: program, Args: args, Dir: dir}.Run(ctx)
	var failed *gocmd.Error
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case err == nil || errors.As(err, &failed) && failed.Code == 3:
		return string(out.Stdout), nil
	}
	said := bytes.TrimSpace(out.Stderr)
	if i := bytes.LastIndexByte(said, '\n'); i >= 0 {
		said = said[i+1:] // what precedes it is progress
	}
	return "", fmt.Errorf("%s", bytes.TrimPrefix(said, []byte("unheap: ")))
}
