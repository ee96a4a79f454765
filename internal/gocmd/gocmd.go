// Package gocmd runs the go command and the binaries it builds. It is the only
// package of the program that starts processes.
//
// Invariant: when a call returns, no process that it started is alive and no
// temporary folder of the go command is left, whether the process ended by
// itself, failed, or was cancelled.
//
// Model: each process is the leader of its own process group and gets a
// temporary folder of its own. Cancelling interrupts the whole group, so that
// the go command can tidy up, and kills what is left after [Grace]; a process
// that ends leaves no children behind either, because its group is killed.
//
// What the model blurs: a child that moves to another session escapes the
// group. Where the system has no process groups, only the process itself is
// ended. Whoever kills this program without a warning leaves its processes
// alone, except on Linux, where those that it started itself die with it.
package gocmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Grace is the time that an interrupted process has to tidy up before it is killed. The go command needs a few
// milliseconds to remove its work folder.
const Grace = 3 * time.Second

// A Command is a process to be run. Without a Path it runs the go command in PATH; the zero value but for Args runs
// that in the current directory.
type Command struct {
	// Path is the program. If it is empty, it is the go command found in PATH, or in the bin folder of the GOROOT that
	// Env names.
	Path string
	Args []string
	// Dir is the working directory; empty means the current one.
	Dir string
	// Env is added to the environment of this process; later entries win.
	Env []string
	// Line, if it is not nil, is called with each line of output, without its newline, as soon as the line is
	// complete. Calls are not concurrent.
	Line func(line string)
	// Keep bounds the number of bytes of each stream that are kept: the last ones. 0 keeps all.
	Keep int
	// Dump makes the end of the context ask a Go program for the stacks of its goroutines, instead of interrupting it.
	Dump bool
	// Files are passed to the process as its descriptors 3, 4 and so on. Run closes them in this process.
	Files []*os.File
}

// An Output is what a process wrote, and the time it took.
type Output struct {
	Stdout []byte
	Stderr []byte
	// CPU is the user and system time of the process and of those of its children that it waited for.
	CPU time.Duration
}

// An Error says that a process could not be run or did not succeed. It unwraps to the error of the operating system,
// or to the error of the context if the process was cancelled.
type Error struct {
	Args   []string // the command line, program first
	Stderr string   // the end of stderr, at most 4 KiB, trimmed
	Code   int      // exit code; -1 if the process was killed or never ran
	Err    error
}

// stderrTail is the largest number of bytes of stderr that an Error has: about the last fifty lines.
const stderrTail = 4 << 10

func (e *Error) Error() string {
	text := strings.Join(e.Args, " ") + ": " + e.Err.Error()
	if e.Stderr != "" {
		text += "\n" + e.Stderr
	}
	return text
}

func (e *Error) Unwrap() error { return e.Err }

// Ran reports whether the process was started, and ended by itself or by a signal.
func (e *Error) Ran() bool {
	var exit *exec.ExitError
	return errors.As(e.Err, &exit)
}

// ErrNoGo says that there is no go command to run.
var ErrNoGo = errors.New("no go command in PATH: install Go from https://go.dev/dl, or add its bin folder to PATH")

// Go runs the go command in dir and returns its standard output.
func Go(ctx context.Context, dir string, args ...string) ([]byte, error) {
	out, err := Command{Args: args, Dir: dir}.Run(ctx)
	return out.Stdout, err
}

// Listed yields the objects that "go list -json" has printed, up to one that is malformed.
func Listed[T any](printed []byte) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for d := json.NewDecoder(bytes.NewReader(printed)); d.More(); {
			object := new(T)
			if err := d.Decode(object); err != nil {
				yield(nil, fmt.Errorf("go list: %v", err))
				return
			}
			if !yield(object, nil) {
				return
			}
		}
	}
}

// Run runs c and waits for it. If there is an error, an [*Error] or [ErrNoGo], Output has what the process wrote
// before it.
func (c Command) Run(ctx context.Context) (Output, error) {
	defer c.closeFiles()
	path, err := c.program()
	if err != nil {
		return Output{}, err
	}
	tmp, remove, err := MkdirTemp("go")
	if err != nil {
		return Output{}, &Error{Args: c.line(path), Code: -1, Err: err}
	}
	defer remove()

	stdout, stderr := &sink{keep: c.Keep}, &sink{keep: c.Keep}
	if c.Line != nil {
		shared := &lines{call: c.Line}
		stdout.lines, stderr.lines = shared.stream(), shared.stream()
	}
	cmd := exec.CommandContext(ctx, path, c.Args...)
	cmd.Dir = c.Dir
	cmd.Env = append(os.Environ(), c.environment(tmp)...)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.WaitDelay = Grace
	cmd.ExtraFiles = c.Files
	release := isolate(cmd, c.Dump)
	defer release()
	err = cmd.Start()
	c.closeFiles()
	if err == nil {
		err = cmd.Wait()
	}
	if cmd.Process != nil {
		killGroup(cmd.Process.Pid)
	}
	stdout.lines.flush()
	stderr.lines.flush()
	out := Output{Stdout: stdout.bytes(), Stderr: stderr.bytes()}
	if cmd.ProcessState != nil {
		out.CPU = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	}
	if err == nil {
		return out, nil
	}
	return out, c.failure(ctx, path, cmd, out, err)
}

// closeFiles closes the files that were passed to the process, which has its own copies by now.
func (c Command) closeFiles() {
	for _, f := range c.Files {
		f.Close() // the second call fails, which is no error here
	}
}

// environment returns the environment of the process: that of this one and what c adds. PWD is set, so that a
// directory reached through a symbolic link keeps that name.
func (c Command) environment(tmp string) []string {
	env := []string{"GOTMPDIR=" + tmp}
	if filepath.IsAbs(c.Dir) {
		env = append(env, "PWD="+c.Dir)
	}
	return append(env, c.Env...)
}

func (c Command) program() (string, error) {
	if c.Path != "" {
		return c.Path, nil
	}
	for i := len(c.Env) - 1; i >= 0; i-- {
		if root, ok := strings.CutPrefix(c.Env[i], "GOROOT="); ok && root != "" {
			return filepath.Join(root, "bin", "go"), nil
		}
	}
	path, err := exec.LookPath("go")
	if err != nil {
		return "", ErrNoGo
	}
	return path, nil
}

func (c Command) line(path string) []string {
	if c.Path == "" {
		path = "go"
	}
	return append([]string{path}, c.Args...)
}

func (c Command) failure(ctx context.Context, path string, cmd *exec.Cmd, out Output, err error) *Error {
	e := &Error{Args: c.line(path), Code: -1, Err: err}
	if cmd.ProcessState != nil {
		e.Code = cmd.ProcessState.ExitCode()
	}
	if ctx.Err() != nil {
		e.Err = context.Cause(ctx)
	}
	tail := out.Stderr
	if len(tail) > stderrTail {
		tail = tail[len(tail)-stderrTail:]
		if i := bytes.IndexByte(tail, '\n'); i >= 0 {
			tail = tail[i+1:]
		}
	}
	e.Stderr = string(bytes.TrimSpace(tail))
	return e
}

// An Environment is the output of `go env` for the toolchain that is used in a directory.
type Environment struct {
	GOROOT       string
	GOVERSION    string // "go1.26.8"
	GOOS         string
	GOARCH       string
	GOEXPERIMENT string // as set by the user, without the defaults
	GOMODCACHE   string
	GOCACHE      string
	GOMOD        string // path of the go.mod in use; os.DevNull or empty if there is none
	GOWORK       string
	GOFLAGS      string
	GOTOOLCHAIN  string
	CGO_ENABLED  string
}

// Identity returns a text that identifies what compiles: the go command in PATH as it is now, which may be a wrapper,
// the toolchain that it leads to, and the settings that change how that works. It is a key for notes that outlive a
// run.
func (e *Environment) Identity() string {
	path, _ := exec.LookPath("go") // empty if there is none, which compiles nothing
	state := ""
	if info, err := os.Stat(path); err == nil {
		state = fmt.Sprintf("%d %d", info.Size(), info.ModTime().UnixNano())
	}
	return strings.Join([]string{path, state, e.GOROOT, e.GOVERSION, e.GOOS, e.GOARCH, e.GOEXPERIMENT, e.GOFLAGS}, "\n")
}

// environments are the results of Env, by directory and environment.
var environments sync.Map

// Env asks the go command about the toolchain used in dir: if go.mod asks for another toolchain, about that one. The
// entries of env are added to the environment of the go command, which is asked once in the life of the process.
func Env(ctx context.Context, dir string, env ...string) (*Environment, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	key := strings.Join(slices.Concat([]string{abs}, os.Environ(), env), "\x00")
	if known, ok := environments.Load(key); ok {
		e := known.(Environment)
		return &e, nil
	}
	c := Command{Dir: dir, Env: env, Args: []string{"env", "-json", "GOROOT", "GOVERSION", "GOOS", "GOARCH", "GOEXPERIMENT",
		"GOMODCACHE", "GOCACHE", "GOMOD", "GOWORK", "GOFLAGS", "GOTOOLCHAIN", "CGO_ENABLED"}}
	out, err := c.Run(ctx)
	if err != nil {
		return nil, err
	}
	e := new(Environment)
	if err := json.Unmarshal(out.Stdout, e); err != nil {
		return nil, fmt.Errorf("go env -json: %v", err)
	}
	environments.Store(key, *e)
	return e, nil
}
