package driver

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/unheap/unheap/internal/record"
)

func reportCommand() command {
	return command{
		name:  "report",
		args:  "[flags] [file]",
		short: "render a recorded run again",
		long: `
Report reads a run that "unheap find -format json -o FILE" has recorded, from
FILE or, without one or with "-", from stdin, and renders it. Measuring once
and rendering often is the same as rendering at once: a report is a function
of the record alone.`,
		run: runReport,
	}
}

func runReport(ctx context.Context, std streams, args []string) error {
	c := reportCommand()
	fs := newFlags()
	render := renderFlags{plots: true}
	render.register(fs)
	if err := parse(c, fs, std, args); err != nil {
		return err
	}
	if err := render.check(); err != nil {
		return err
	}
	if fs.NArg() > 1 {
		return usagef("report: at most one file can be given, got %d", fs.NArg())
	}
	in, name := std.in, "stdin"
	if fs.NArg() == 1 && fs.Arg(0) != "-" {
		f, err := os.Open(fs.Arg(0))
		if err != nil {
			return err
		}
		defer f.Close()
		in, name = f, fs.Arg(0)
	}
	return render.convert(std.out, in, name)
}

// convert reads the record in and writes it as the flags say.
func (f *renderFlags) convert(stdout io.Writer, in io.Reader, name string) error {
	out, err := f.open(stdout)
	if err != nil {
		return err
	}
	if err := record.Decode(in, out); err != nil {
		out.discard()
		return fmt.Errorf("%s: %v", name, err)
	}
	return out.commit()
}
