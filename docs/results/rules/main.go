// Command rules proves the pairs of module.txtar, rewrites its program by those that hold, and
// prints docs/results/rules.md.
//
//	go run ./docs/results/rules -unheap=BINARY > docs/results/rules.md
package main

import (
	"bytes"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/unheap/unheap/internal/record"
)

//go:embed module.txtar
var module []byte

//go:embed modules.txtar
var modules []byte

func main() {
	unheap := flag.String("unheap", "unheap", "the command")
	flag.Parse()
	if err := run(*unheap); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(unheap string) error {
	dir, err := os.MkdirTemp("", "rules-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := write(filepath.Join(dir, "own"), module); err != nil {
		return err
	}
	if err := write(filepath.Join(dir, "modules"), modules); err != nil {
		return err
	}
	dir, others := filepath.Join(dir, "own"), filepath.Join(dir, "modules")
	fmt.Print(`# Own rules: what is proven of pairs, and what they rewrite

Made by ` + "`go run ./docs/results/rules -unheap=BINARY > docs/results/rules.md`" + ` of the module in
[module.txtar](rules/module.txtar), whose pairs are about the standard library, github.com/rs/xid and github.com/shopspring/decimal.
Objects and bytes are exact, on average over the generated inputs that were counted; how many inputs are compared depends on the time.

## Pairs that should hold

`)
	if err := pairs(unheap, dir, "rules/rules.go"); err != nil {
		return err
	}
	fmt.Print("\n## Pairs that look right\n\nEach is refused with the smallest input that was found, or with its counts.\n\n")
	if err := pairs(unheap, dir, "wrong/wrong.go"); err != nil {
		return err
	}
	if err := rewrites(unheap, dir); err != nil {
		return err
	}
	return ours(unheap, others)
}

// write writes the files of an archive below a folder.
func write(dir string, archive []byte) error {
	for _, f := range txtar.Parse(archive).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, f.Data, 0o666)); err != nil {
			return err
		}
	}
	return nil
}

// ours proves the pairs of the rule direct that concern other modules.
func ours(unheap, dir string) error {
	text, err := os.ReadFile("passes/direct/pairs/modules.go")
	if err != nil {
		return err
	}
	text = bytes.Replace(text, []byte("//go:build ignore"), []byte("//go:build unheap"), 1)
	if err := errors.Join(os.MkdirAll(filepath.Join(dir, "pairs"), 0o777), os.WriteFile(filepath.Join(dir, "pairs", "pairs.go"), text, 0o666)); err != nil {
		return err
	}
	fmt.Print(`
## Ours that are about other modules

Those of [direct](../../passes/direct/pairs/modules.go), in the module of [modules.txtar](rules/modules.txtar), which names the
versions. Those of the second table stand for those with the beginnings of their names.

`)
	if err := pairs(unheap, dir, "pairs/pairs.go"); err != nil {
		return err
	}
	fmt.Println()
	return pairs(unheap, dir, "proof/proof.go")
}

// ask runs the command in a folder and passes its stream to h. Exit code 3, which says that something was not proved,
// is no error.
func ask(h record.Handler, unheap, dir string, args ...string) error {
	cmd := exec.Command(unheap, args...)
	cmd.Dir, cmd.Stderr, cmd.Env = dir, os.Stderr, append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := cmd.Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.ExitCode() == 3 {
		err = nil
	}
	if err != nil {
		return err
	}
	return record.Decode(bytes.NewReader(out), h)
}

// code returns text as code in a cell of a table.
func code(text string) string {
	return "`" + strings.ReplaceAll(strings.ReplaceAll(text, "`", "'"), "|", "\\|") + "`"
}

// A table writes a row for each proof.
type table struct{ record.Ignore }

func (table) Proof(p *record.Proof) error {
	name, _, _ := strings.Cut(p.Change, " (")
	counts := "|"
	for _, c := range p.Comparisons {
		counts = fmt.Sprintf("%.2f → %.2f | %.1f → %.1f", c.Before.AllocsPerOp, c.After.AllocsPerOp, c.Before.BytesPerOp, c.After.BytesPerOp)
	}
	said := strings.Join(append(p.Reasons, p.Doubts...), "; ")
	if said != "" {
		said = code(said)
	}
	inputs := 0
	for _, f := range p.Functions {
		inputs = f.Inputs
	}
	_, err := fmt.Printf("| %s | %s | %d | %s | %s |\n", name, p.Outcome, inputs, counts, said)
	return err
}

func pairs(unheap, dir, file string) error {
	fmt.Print("| pair | | inputs that agree | objects | bytes | said |\n|---|---|--:|---|---|---|\n")
	return ask(table{}, unheap, dir, "prove", "-format=json", "-rules="+file)
}

// A report collects the messages of fix.
type report struct {
	record.Ignore
	verdicts []*record.Verdict
	problems []*record.Problem
}

func (r *report) Verdict(v *record.Verdict) error {
	r.verdicts = append(r.verdicts, v)
	return nil
}

func (r *report) Problem(p *record.Problem) error {
	r.problems = append(r.problems, p)
	return nil
}

// rewrites rewrites the program by the pairs.
func rewrites(unheap, dir string) error {
	var names []string
	for _, f := range txtar.Parse(module).Files {
		if f.Name == "rules/rules.go" {
			for line := range strings.Lines(string(f.Data)) {
				if name, ok := strings.CutPrefix(line, "func before"); ok {
					name, _, _ = strings.Cut(name, "(")
					names = append(names, "before"+name)
				}
			}
		}
	}
	var r report
	if err := ask(&r, unheap, dir, "fix", "-review", "-format=json", "-rules=rules/rules.go", "-rewrite="+strings.Join(names, ","), "./p"); err != nil {
		return err
	}
	fmt.Print(`
## What they rewrite

` + "`unheap fix -review -rules=rules/rules.go -rewrite=…`" + ` of package p, with these pairs alone: each use builds, passes vet and the tests,
agrees with the old version on generated inputs, and allocates less in its benchmark.

| rule | at | class | | objects where it takes most |
|---|---|---|---|--:|
`)
	for _, v := range r.verdicts {
		fmt.Printf("| %s | %s | %s | %s | %.4g |\n", v.Candidate.Rewrite, v.Candidate.Pos, v.Candidate.Class, v.Outcome, v.Saved().AllocsPerOp)
	}
	fmt.Print("\nand of the others it says:\n\n")
	for _, p := range r.problems {
		fmt.Printf("- %s: %s\n", p.Pos, code(p.Text))
	}
	fmt.Print("\n```diff\n")
	for _, v := range r.verdicts {
		fmt.Print(v.Diff)
	}
	fmt.Println("```")
	return nil
}
