package driver

import (
	"context"
	"fmt"
	"io"
	"regexp"

	"github.com/unheap/unheap/internal/mechanism"
	"github.com/unheap/unheap/internal/testprog"
)

func explainCommand() command {
	return command{
		name:  "explain",
		args:  "[name | ID]",
		short: "describe a reason, or answer a question",
		long: `
Explain lists the reasons why a value is on the heap, as find names them, and
six questions to ask oneself. With a name it describes one of them, with the
program that proves it and the command that runs it. With the name of a site, as
"find -brief" has it, it is "unheap show".`,
		run: runExplain,
	}
}

func runExplain(ctx context.Context, std streams, args []string) error {
	c := explainCommand()
	fs := newFlags()
	if err := parse(c, fs, std, args); err != nil {
		return err
	}
	switch fs.NArg() {
	case 0:
		return mechanism.WriteList(std.out)
	case 1:
		return explain(ctx, std.out, fs.Arg(0))
	}
	return usagef("explain: one name at a time, got %d", fs.NArg())
}

// siteName matches the name of a site, as opposed to a reason.
var siteName = regexp.MustCompile(`^[0-9a-f]{3,16}$`)

func explain(ctx context.Context, w io.Writer, name string) error {
	if m, ok := mechanism.Lookup(name); ok {
		p, ok := testprog.Lookup(m.Program)
		if !ok {
			return fmt.Errorf("explain %s: its program %s is missing", name, m.Program)
		}
		return m.Write(w, mechanism.Proof{File: p.File(), Source: p.Listing(), Command: p.Command()}, rewritesFor(m.Name))
	}
	for _, q := range mechanism.Questions() {
		if q.Name != name {
			continue
		}
		source, ok := testprog.Question(q.Program)
		if !ok {
			return fmt.Errorf("explain %s: its program %s is missing", name, q.Program)
		}
		file := q.Program + ".go"
		return q.Write(w, mechanism.Proof{File: file, Source: source, Command: "go run " + file})
	}
	if siteName.MatchString(name) {
		return show(ctx, w, name)
	}
	return usagef("explain: no reason is called %q; 'unheap explain' lists them", name)
}
