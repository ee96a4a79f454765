package escape

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/atomicfile"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
)

// LoadOptions say what Load compiles.
type LoadOptions struct {
	// Options say how positions are rewritten. Dir is also the directory in which the go command runs.
	Options
	// Packages are import paths or patterns: the user's packages, and any dependencies and standard packages that are
	// wanted.
	Packages []string
	// Flags are build flags, such as "-tags=x" or "-overlay=f". GCFlags are the user's own -gcflags without a pattern.
	Flags   []string
	GCFlags string
	// Test adds the test variants of the packages.
	Test bool
	// Env is added to the environment of the go command.
	Env []string
}

// Load compiles packages with the user's toolchain, or replays the output of an earlier compilation, and returns the
// log. Nothing is linked. It is an error if a package does not compile.
func Load(ctx context.Context, opts LoadOptions) (*Log, error) {
	// go list -export compiles as go build does and, unlike it, needs no
	// link step for a test variant.
	args := []string{"list", "-export", "-f={{.ImportPath}}\t{{.Dir}}"}
	if opts.Test {
		args = append(args, "-test")
	}
	args = append(args, opts.Flags...)
	args = append(args, "-gcflags="+opts.GCFlags+" -m=2", "--")
	return run(ctx, opts, append(args, opts.Packages...))
}

func run(ctx context.Context, opts LoadOptions, args []string) (*Log, error) {
	out, err := gocmd.Command{Args: args, Dir: opts.Dir, Env: opts.Env}.Run(ctx)
	if err != nil {
		return nil, err
	}
	log, err := Parse(bytes.NewReader(out.Stderr), opts.Options)
	if err != nil {
		return nil, err
	}
	log.Dirs = make(map[string]string)
	for line := range strings.Lines(string(out.Stdout)) {
		if path, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			log.Dirs[path] = dir
		}
	}
	return log, nil
}

// Check compiles a program whose escapes are known with the toolchain that is used in dir. It returns an error if the
// log does not have these escapes: then this version does not know the texts of that toolchain, and cannot conclude
// anything from a log that lacks them.
func Check(ctx context.Context, dir string, env ...string) error {
	tmp, remove, err := gocmd.MkdirTemp("escape")
	if err != nil {
		return err
	}
	defer remove()
	file := filepath.Join(tmp, "known.go")
	if err := os.WriteFile(file, []byte(known), 0o666); err != nil {
		return err
	}
	// The file is compiled under the go.mod of dir, and so by its toolchain.
	opts := LoadOptions{Options: Options{Dir: dir}, Env: env}
	// With -trimpath the key in the build cache does not depend on the name of the temporary folder.
	log, err := run(ctx, opts, []string{"build", "-trimpath", "-gcflags=-m=2", file})
	if err != nil {
		return err
	}
	return checkKnown(log)
}

// CheckOnce is Check, which is skipped if folder kept has a note that the toolchain of that name has passed. Only
// success is noted; an empty kept notes nothing.
func CheckOnce(ctx context.Context, dir, kept, toolchain string, env ...string) error {
	if kept == "" {
		return Check(ctx, dir, env...)
	}
	sum := sha256.Sum256([]byte(toolchain + "\x00" + known))
	name := filepath.Join(kept, fmt.Sprintf("log-%x", sum[:8]))
	if text, err := os.ReadFile(name); err == nil && string(text) == toolchain {
		return nil
	}
	if err := Check(ctx, dir, env...); err != nil {
		return err
	}
	_ = atomicfile.WriteFile(name, []byte(toolchain)) // if this fails, the next run checks again
	return nil
}

// known needs nothing newer than Go 1.17, whatever dir asks for. A package
// that is not main leaves no binary behind.
const known = `package known

type T struct{ p *int }

func escapes(p *int) *T { return &T{p} }

func moved() *int {
	x := 1
	return &x
}

func stays() int { return len(make([]int, 4)) + len(*named()) }

//go:noinline
func named() *string {
	s := "s"
	return &s
}
`

// checkKnown compares the log of known with the decisions that it must have.
func checkKnown(log *Log) error {
	for _, want := range []record.Decision{
		{Kind: record.Escapes, Expr: "&T{...}", Function: "escapes"},
		{Kind: record.Leaks, Expr: "p", Function: "escapes"},
		{Kind: record.Moved, Expr: "x", Function: "moved"},
		{Kind: record.Moved, Expr: "s", Function: "named"},
		{Kind: record.Stays, Expr: "make([]int, 4)"},
		{Kind: record.Inlines, Function: "moved"},
		{Kind: record.CannotInline, Function: "named"},
	} {
		if !says(log, want) {
			return fmt.Errorf("the compiler's log is not understood: a known program has no %q for %s%s (%d decisions, %d lines not understood %q)",
				want.Kind, want.Expr, want.Function, len(log.Decisions), log.Unknown, log.Sample)
		}
	}
	return nil
}

// says reports whether the log has the decision want, with a flow if the value is on the heap.
func says(log *Log, want record.Decision) bool {
	heap := want.Kind == record.Escapes || want.Kind == record.Moved
	return slices.ContainsFunc(log.Decisions, func(d record.Decision) bool {
		return d.Kind == want.Kind && d.Expr == want.Expr && d.Function == want.Function && (len(d.Flow) > 0 || !heap)
	})
}
