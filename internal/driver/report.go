package driver

import (
	"cmp"
	"context"
	"fmt"
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
	out, err := render.open(std.out)
	if err != nil {
		return err
	}
	if _, err := std.decode(cmp.Or(fs.Arg(0), "-"), out); err != nil {
		out.discard()
		return err
	}
	return out.commit()
}

// decode reads a record from a file or, if the name is "-", from stdin, and passes it to h. It returns what to call
// the record.
func (std streams) decode(file string, h record.Handler) (name string, err error) {
	in, name := std.in, "stdin"
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return "", err
		}
		defer f.Close()
		in, name = f, file
	}
	if err := record.Decode(in, h); err != nil {
		return "", fmt.Errorf("%s: %v", name, err)
	}
	return name, nil
}
