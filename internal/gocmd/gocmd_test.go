package gocmd

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test binary stand for the programs under test: the value
// of GOCMD_TEST says what to do.
func TestMain(m *testing.M) {
	switch os.Getenv("GOCMD_TEST") {
	case "":
		os.Exit(m.Run())
	case "talk":
		os.Stdout.WriteString("one\ntwo\nlast")
		os.Stderr.WriteString("bad\n")
		os.Exit(7)
	case "hang":
		os.Stdout.WriteString("ready\n")
		time.Sleep(time.Hour)
	}
}

func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestErrorCarriesCommandAndStderr(t *testing.T) {
	var got []string
	c := Command{Path: self(t), Args: []string{"-x"}, Env: []string{"GOCMD_TEST=talk"}, Keep: 6,
		Line: func(s string) { got = append(got, s) }}
	out, err := c.Run(t.Context())
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("error is %T, want *Error", err)
	}
	if e.Code != 7 || e.Stderr != "bad" || e.Args[1] != "-x" {
		t.Errorf("got %+v", e)
	}
	if string(out.Stdout) != "o\nlast" {
		t.Errorf("kept %q, want the last 6 bytes", out.Stdout)
	}
	slices.Sort(got) // the order of two streams is open
	if want := []string{"bad", "last", "one", "two"}; !slices.Equal(got, want) {
		t.Errorf("lines %q, want %q", got, want)
	}
}

func TestCancelLeavesNothing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("process groups are a Unix notion")
	}
	tmp := t.TempDir()
	t.Setenv("GOTMPDIR", tmp)
	ctx, cancel := context.WithCancel(t.Context())
	// The shell starts a child that ignores interrupts and prints its id.
	script := `trap "" INT; "$0" & echo child $!; wait`
	child := ""
	c := Command{Path: "/bin/sh", Args: []string{"-c", script, self(t)}, Env: []string{"GOCMD_TEST=hang"},
		Line: func(s string) {
			if id, ok := strings.CutPrefix(s, "child "); ok {
				child = id
			}
			if s == "ready" {
				cancel()
			}
		}}
	_, err := c.Run(ctx)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want context.Canceled", err)
	}
	if child == "" {
		t.Fatal("no child was started")
	}
	if state := processState(child); state != "" && state != "Z" {
		t.Errorf("child %s is in state %q after Run", child, state)
	}
	if left, _ := os.ReadDir(tmp); len(left) > 0 {
		t.Errorf("left in the temporary folder: %v", left)
	}
}

// processState is the state letter of a process on Linux; empty when it is
// gone or the system does not tell. A killed orphan stays a zombie ("Z") where
// nobody collects it.
func processState(id string) string {
	for range 50 { // a kill is delivered, not awaited
		data, err := os.ReadFile(filepath.Join("/proc", id, "stat"))
		if err != nil {
			return ""
		}
		_, after, _ := strings.Cut(string(data), ") ")
		if strings.HasPrefix(after, "Z") {
			return "Z"
		}
		time.Sleep(10 * time.Millisecond)
	}
	return "running"
}

func TestNoGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Go(t.Context(), "", "version"); !errors.Is(err, ErrNoGo) {
		t.Errorf("error %v, want ErrNoGo", err)
	}
}

func TestEnv(t *testing.T) {
	env, err := Env(t.Context(), ".")
	if err != nil {
		t.Fatal(err)
	}
	if env.GOROOT == "" || !strings.HasPrefix(env.GOVERSION, "go1.") || filepath.Base(env.GOMOD) != "go.mod" {
		t.Errorf("got %+v", env)
	}
	// The answer is kept, whatever is done with it, for the same question alone.
	env.GOFLAGS = "-changed"
	again, err := Env(t.Context(), ".")
	other, otherErr := Env(t.Context(), ".", "GOFLAGS=-tags=other")
	if err != nil || otherErr != nil || again.GOFLAGS == "-changed" || other.GOFLAGS != "-tags=other" {
		t.Errorf("asked again: %+v %v, with other flags: %+v %v", again, err, other, otherErr)
	}
	t.Setenv("GOFLAGS", "-tags=third")
	if third, err := Env(t.Context(), "."); err != nil || third.GOFLAGS != "-tags=third" {
		t.Errorf("in another environment: %+v %v", third, err)
	}
}

// What is known of a toolchain is not known of a command that stands before it in PATH.
func TestIdentity(t *testing.T) {
	env, err := Env(t.Context(), ".")
	if err != nil {
		t.Fatal(err)
	}
	was := env.Identity()
	if again := env.Identity(); again != was {
		t.Errorf("%q, and then %q", was, again)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte("#!/bin/sh\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	if now := env.Identity(); now == was {
		t.Errorf("%q, whatever go command comes first", now)
	}
}
