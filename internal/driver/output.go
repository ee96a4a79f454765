package driver

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/atomicfile"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/report/plot"
	"github.com/unheap/unheap/internal/report/text"
	"github.com/unheap/unheap/internal/term"
)

// renderFlags select the destination and the format of a report.
type renderFlags struct {
	format  string
	file    string
	sort    string
	color   string
	top     int
	list    bool
	verbose bool
	shown   func(id string) bool // as of text.Options
	plots   bool                 // whether the formats html and svg are available
}

func (f *renderFlags) register(fs *flag.FlagSet) {
	formats := "`text` or json (one object a line; docs/record.md)"
	if f.plots {
		formats = "`text`, json (one object a line; docs/record.md) or,\nof what gc measures, html or svg"
	}
	fs.StringVar(&f.format, "format", "text", "write the result as "+formats)
	fs.StringVar(&f.file, "o", "", "write the result to `FILE` instead of stdout")
	fs.StringVar(&f.sort, "sort", "cost", "rank sites by `objects`, bytes, cost (estimated) or, of a profile, inuse")
	fs.StringVar(&f.color, "color", "auto", "colour: auto, `always` or never")
	fs.IntVar(&f.top, "top", 0, "show the first `N` sites in full (default: all of at least 1 %)")
	fs.BoolVar(&f.list, "list", false, "show the source, line by line, instead of the table of sites")
	fs.BoolVar(&f.verbose, "v", false, "fold nothing away")
}

// check returns an error for a format that does not exist.
func (f *renderFlags) check() error {
	formats := []string{"text", "json"}
	if f.plots {
		formats = append(formats, "html", "svg")
	}
	for _, c := range []struct {
		flag, value string
		known       []string
	}{
		{"format", f.format, formats},
		{"sort", f.sort, []string{"cost", "objects", "bytes", "inuse"}},
		{"color", f.color, []string{"auto", "always", "never"}},
	} {
		if !slices.Contains(c.known, c.value) {
			return usagef("-%s=%s: want %s", c.flag, c.value, strings.Join(c.known, ", "))
		}
	}
	return nil
}

// A sink is the destination of a run: a handler and, if it writes to a file, what is needed to complete the file.
type sink struct {
	record.Handler
	file *atomicfile.File // nil for stdout
	name string
}

// open returns the sink for the flags. An existing regular file is replaced as a whole at the end, and keeps its
// mode; a device or a FIFO is written to directly.
func (f *renderFlags) open(stdout io.Writer) (*sink, error) {
	s, w, err := f.create(stdout)
	if err != nil {
		return nil, err
	}
	switch f.format {
	case "json":
		s.Handler = record.Encode(w)
		return s, nil
	case "html", "svg":
		s.Handler = plot.New(w, f.format == "svg")
		return s, nil
	}
	s.Handler = text.New(w, text.Options{
		Width:   f.width(w),
		Color:   f.colored(w),
		Sort:    record.Lens(f.sort),
		Verbose: f.verbose,
		List:    f.list,
		Top:     f.top,
		Shown:   f.shown,
	})
	return s, nil
}

// create returns a sink without a handler, and the writer for the handler: the file of -o, or stdout.
func (f *renderFlags) create(stdout io.Writer) (*sink, io.Writer, error) {
	if f.file == "" || f.file == "-" {
		return new(sink), stdout, nil
	}
	file, err := atomicfile.Create(f.file)
	if err != nil {
		return nil, nil, fmt.Errorf("-o %s: %v", f.file, atomicfile.Cause(err))
	}
	s := &sink{file: file, name: f.file}
	return s, s, nil
}

// Write writes to the file; errors have the name that the user gave.
func (s *sink) Write(p []byte) (int, error) {
	n, err := s.file.Write(p)
	if err != nil {
		err = fmt.Errorf("-o %s: %v", s.name, atomicfile.Cause(err))
	}
	return n, err
}

// commit makes the file appear under its name.
func (s *sink) commit() error {
	if s.file == nil {
		return nil
	}
	if err := s.file.Commit(); err != nil {
		return fmt.Errorf("-o %s: %v", s.name, atomicfile.Cause(err))
	}
	return nil
}

// discard removes what has been written.
func (s *sink) discard() {
	if s.file != nil {
		s.file.Discard()
	}
}

// maxWidth keeps lines readable on a very wide terminal.
const maxWidth = 140

// width is the width of the terminal, at most maxWidth, or 0 for the default of the report.
func (f *renderFlags) width(w io.Writer) int {
	if file, ok := w.(*os.File); ok {
		return min(term.Open(file, os.Getenv).Width, maxWidth)
	}
	return 0
}

func (f *renderFlags) colored(w io.Writer) bool {
	file, ok := w.(*os.File)
	return f.color == "always" || f.color == "auto" && ok && term.Open(file, os.Getenv).Color
}
