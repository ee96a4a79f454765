package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/testprog"
)

// A truth says whether find gives the known answers for the programs of the truth, with one toolchain.
type truth struct {
	Version string
	Held    bool
	Output  string // of the test, if it failed
}

// measureTruth runs that test with the installed toolchain and those in the module cache.
func measureTruth(ctx context.Context, o *options) error {
	commands, err := toolchains(ctx)
	if err != nil {
		return err
	}
	for _, goCommand := range commands {
		if err := measured(o.state, "truth "+goCommand, func() (truth, error) { return truthOf(ctx, goCommand) }); err != nil {
			return err
		}
	}
	return nil
}

func truthOf(ctx context.Context, goCommand string) (truth, error) {
	cmd := command(ctx, ".", goCommand, "env", "GOVERSION")
	cmd.Env = append(os.Environ(), "GOTOOLCHAIN=local")
	version, err := cmd.Output()
	if err != nil {
		return truth{}, err
	}
	cmd = command(ctx, ".", "go", "test", "-count=1", "-run=^TestTruth$", "./internal/testprog")
	cmd.Env = append(os.Environ(), "UNHEAP_TOOLCHAINS="+goCommand)
	out, err := cmd.Output()
	return truth{string(bytes.TrimSpace(version)), err == nil, string(out)}, ctx.Err()
}

// toolchains returns the go commands to use, the one in PATH first.
func toolchains(ctx context.Context) ([]string, error) {
	out, err := command(ctx, ".", "go", "env", "GOROOT", "GOMODCACHE").Output()
	if err != nil {
		return nil, err
	}
	root, cache, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	pattern := fmt.Sprintf("toolchain@*.%s-%s", runtime.GOOS, runtime.GOARCH)
	more, err := filepath.Glob(filepath.Join(cache, "golang.org", pattern))
	if err != nil {
		return nil, err
	}
	slices.Sort(more)
	commands := []string{filepath.Join(root, "bin", "go")}
	for _, dir := range more {
		name := filepath.Join(dir, "bin", "go")
		// "go mod download" leaves the go command of a toolchain without permission to run; "go" itself, asked for
		// that toolchain, sets it.
		if info, err := os.Stat(name); err == nil && info.Mode()&0o111 != 0 {
			commands = append(commands, name)
		}
	}
	return commands, nil
}

func writeTruth(w *bufio.Writer, all []truth) {
	programs, err := testprog.Programs()
	if err != nil {
		fmt.Fprintf(w, "\nThe programs could not be read: %v\n", err)
		return
	}
	fmt.Fprintf(w, "\n## Truth\n\nOn each of the %d programs of internal/testprog, every line says which reasons and how many objects it has, and the\n", len(programs))
	fmt.Fprintf(w, "whole chain must say the same, with no object left over (`UNHEAP_TOOLCHAINS=.../bin/go go test -run=TestTruth ./internal/testprog`).\n\n")
	fmt.Fprintf(w, "| toolchain | holds |\n|---|---|\n")
	for _, t := range all {
		held := "yes"
		if !t.Held {
			held = "**no**: " + strings.ReplaceAll(strings.TrimSpace(t.Output), "\n", " ")
		}
		fmt.Fprintf(w, "| %s | %s |\n", t.Version, held)
	}
}
