// Package driver is the command line: subcommands, flags, the order of the stages, and the one place that turns
// errors into exit codes.
//
// Invariant: results go to stdout, everything else to stderr. Exit code 0 says that the work was done, 1 that it
// could not be done, 2 that the command was wrong, 3 that a change that was to be proven did not hold.
//
// Model: a subcommand parses its flags, runs the stages and feeds a record.Handler. It knows no format; the handler
// knows no stage.
package driver

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/unheap/unheap/internal/gocmd"
)

// A command is one subcommand.
type command struct {
	name  string
	args  string // arguments, for the usage line
	short string // one line for the list
	long  string // the rest of the help text
	run   func(ctx context.Context, io streams, args []string) error
}

// streams are the three files of the process, replaced in tests.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// commands returns the subcommands in the order in which the usage lists them.
func commands() []command {
	return []command{findCommand(), showCommand(), fixCommand(), proveCommand(), applyCommand(), gcCommand(), reportCommand(), explainCommand(), mcpCommand()}
}

// Main runs the command line args (without the program's name) and returns the exit code. An interrupt cancels the
// work; what is known by then is still printed. If cleaning up takes longer than patience, another interrupt ends the
// process at once.
func Main(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), interrupts()...)
	defer stop()
	context.AfterFunc(ctx, func() { time.AfterFunc(patience, stop) }) // lets the next interrupt end the process
	std := streams{os.Stdin, os.Stdout, os.Stderr}
	return exitCode(run(ctx, std, args), os.Stderr)
}

// small is a heap, in bytes, that is not worth collecting: many runs end before it is reached.
const small = 128 << 20

// large is the memory limit, in bytes, above which collections come more often than the growth of the heap requires,
// so that a run stays below a gigabyte: for the module of this tool, half of that is alive at times.
const large = 768 << 20

// collectLater delays the first garbage collection until the heap reaches small. After that collection, which a
// finalizer observes, only the memory limit differs from the defaults. If the user has set GOGC or GOMEMLIMIT, it
// does nothing.
func collectLater() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	percent := debug.SetGCPercent(-1)
	debug.SetMemoryLimit(small)
	runtime.SetFinalizer(&[16]byte{}, func(*[16]byte) {
		debug.SetMemoryLimit(large)
		debug.SetGCPercent(percent)
	})
}

// patience is the time after an interrupt in which further interrupts are ignored: until processes that do not end by
// themselves have been killed, and their folders removed. An earlier end would leave both behind.
const patience = gocmd.Grace + time.Second

// interrupts returns the signals that end a run early. A hangup of the terminal is one of them, unless nohup has set
// it to be ignored.
func interrupts() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// usageError is a command line that makes no sense: exit 2.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// exitCode prints err, if any, and returns the exit code for it.
func exitCode(err error, stderr io.Writer) int {
	var usage *usageError
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "unheap: %v\n", err)
		return 2
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "unheap: interrupted")
		return 1
	case errors.Is(err, errNotHeld):
		return 3 // the report has given the reasons
	}
	fmt.Fprintf(stderr, "unheap: %v\n", err)
	return 1
}

func run(ctx context.Context, std streams, args []string) error {
	if len(args) == 0 {
		_ = writeUsage(std.err) // a failure to write the usage is ignored: the command line is wrong anyway
		return usagef("no command given")
	}
	switch args[0] {
	case "-h", "-help", "--help", "help":
		return help(std, args[1:])
	case "-version", "--version", "version":
		_, err := fmt.Fprintln(std.out, "unheap", version())
		return err
	}
	cmd, ok := lookup(args[0])
	if !ok {
		return usagef("unknown command %q; 'unheap help' lists the commands", args[0])
	}
	return cmd.run(ctx, std, args[1:])
}

func lookup(name string) (command, bool) {
	for _, c := range commands() {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
}

func writeUsage(w io.Writer) error {
	var b strings.Builder
	b.WriteString("unheap finds every heap allocation of a Go program and says why it is there.\n\nusage: unheap <command> [flags] [arguments]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-8s %s\n", c.name, c.short)
	}
	b.WriteString("\n'unheap help <command>' describes one of them.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func help(std streams, args []string) error {
	if len(args) == 0 {
		return writeUsage(std.out)
	}
	cmd, ok := lookup(args[0])
	if !ok {
		return usagef("unknown command %q", args[0])
	}
	return cmd.run(context.Background(), std, []string{"-h"})
}

// newFlags returns a flag set that leaves printing to parse.
func newFlags() *flag.FlagSet {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	fs.SetOutput(io.Discard) // errors are printed once, by exitCode
	fs.Usage = func() {}
	return fs
}

// parse reads args into fs, the flags of c. Asked for help it prints usage,
// text and flags to stdout; a wrong flag is a usageError.
func parse(c command, fs *flag.FlagSet, std streams, args []string) error {
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		var b strings.Builder
		fmt.Fprintf(&b, "usage: unheap %s %s\n\n%s\n\nflags:\n", c.name, c.args, strings.TrimSpace(c.long))
		fs.SetOutput(&b)
		fs.PrintDefaults()
		if _, werr := io.WriteString(std.out, b.String()); werr != nil {
			return werr
		}
		return err
	case err != nil:
		return usagef("%s: %v; 'unheap help %s' lists the flags", c.name, err, c.name)
	}
	return nil
}

// version is the module version this binary was built from, "devel" in a
// checkout.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}
