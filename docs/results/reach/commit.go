package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/unheap/unheap/docs/results/internal/cases"
	"github.com/unheap/unheap/internal/diff"
	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
	"github.com/unheap/unheap/passes"
)

// A reach is the result of the rules for a commit's parent.
type reach struct {
	Hunks     int       `json:"hunks"` // hunks with code, in files that are built here
	Touched   int       `json:"touched"`
	Elsewhere []string  `json:"elsewhere,omitempty"` // changed files that are not built here
	Fixes     int       `json:"fixes"`               // proposals with edits, in all changed packages
	OnLine    []said    `json:"on_line,omitempty"`   // proposals that edit a changed line
	Beside    []said    `json:"beside,omitempty"`    // proposals that edit another line of a changed function
	Refused   []refused `json:"refused,omitempty"`   // refusals on a changed line
	Failed    []string  `json:"failed,omitempty"`    // analyzers, and packages with their tests
}

// A said is one proposal, or a kept candidate.
type said struct {
	Rewrite string       `json:"rewrite"`
	Class   record.Class `json:"class"`
	Pos     string       `json:"pos"`
}

// A refused is one place that a rule recognised but refused.
type refused struct {
	Rewrite   string `json:"rewrite"`
	Condition string `json:"condition"`
	Pos       string `json:"pos"`
}

// examine runs the rules on the parent of a commit.
func (r *runner) examine(ctx context.Context, c commit) (*reach, error) {
	ctx, cancel := r.limited(ctx)
	defer cancel()
	repo, err := cases.Repository(r.repos, c.Repo)
	if err != nil {
		return nil, err
	}
	dir, err := cases.Checkout(repo, c.Parent)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	files, err := c.changed(repo, dir)
	if err != nil {
		return nil, err
	}
	prog, failed, err := c.load(ctx, dir)
	if err != nil {
		return nil, cause(ctx, err)
	}
	proposed, err := rewrite.Propose(ctx, prog, rewrite.Options{Suite: passes.Suite})
	if err != nil {
		return nil, cause(ctx, err)
	}
	for _, err := range proposed.Failed {
		failed = append(failed, err.Error())
	}
	one := &reach{Failed: failed}
	one.judge(prog, files, proposed)
	if one.Hunks == 0 {
		return nil, fmt.Errorf("no changed code is built here: %s", strings.Join(append(one.Elsewhere, failed...), "; "))
	}
	return one, nil
}

// cause returns the cause of a context that ended, or err.
func cause(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// changed returns the files that a commit changes, with their names in the module.
func (c commit) changed(repo, dir string) (files []diff.File, err error) {
	for _, name := range c.Files {
		f := diff.File{Name: name}
		if c.Module != "." {
			f.Name = strings.TrimPrefix(name, c.Module+"/")
		}
		if f.Old, err = os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			return nil, err
		}
		if f.New, err = cases.Git("-C", repo, "show", c.Child+":"+name); err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// load type-checks the changed packages, with their tests if possible: rules leave code alone if a test would notice a
// change.
func (c commit) load(ctx context.Context, dir string) (*load.Program, []string, error) {
	opts := load.Options{Dir: filepath.Join(dir, filepath.FromSlash(c.Module)), Tests: true, Patterns: c.patterns()}
	opts.Env = append(os.Environ(), c.env(opts.Dir)...)
	prog, problems, err := load.Load(ctx, opts)
	var failed []string
	if err != nil || len(problems) > 0 {
		failed = append(failed, "with its tests: "+first(problems, err))
		opts.Tests = false
		if prog, problems, err = load.Load(ctx, opts); err != nil {
			return nil, nil, err
		}
	}
	if len(problems) == len(opts.Patterns) {
		return nil, nil, errors.New(first(problems, nil))
	}
	for _, p := range problems {
		failed = append(failed, p.Package+": "+p.Text)
	}
	return prog, failed, nil
}

// env returns what is added to the environment of go commands in a checkout of the module.
func (c commit) env(module string) []string {
	env := []string{"GOWORK=off", "GOTOOLCHAIN=local"}
	if _, err := os.Stat(filepath.Join(module, "vendor", "modules.txt")); err != nil { // an old go.mod may lack something
		env = append(env, strings.TrimSpace("GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod"))
	}
	return env
}

// patterns returns the changed packages, as patterns for go commands in the module's folder.
func (c commit) patterns() (all []string) {
	for _, p := range c.Packages {
		if c.Module != "." {
			p = strings.TrimPrefix(strings.TrimPrefix(p, c.Module), "/")
		}
		all = append(all, "./"+p)
	}
	return all
}

func first(problems []record.Problem, err error) string {
	if err != nil {
		return err.Error()
	}
	return problems[0].Package + ": " + problems[0].Text
}

// A place is a line of a file.
type place struct {
	file string
	line int
}

// judge compares the proposals with the changes of the commit.
func (r *reach) judge(prog *load.Program, files []diff.File, proposed *rewrite.Proposals) {
	texts := make(map[string][]byte)
	functions := make(map[string]bool) // changed functions, with their packages
	hunks := make(map[place][]int)     // from lines to the hunks that change them
	for _, f := range files {
		file := prog.File(f.Name)
		if file == nil {
			r.Elsewhere = append(r.Elsewhere, f.Name)
			continue
		}
		texts[f.Name] = f.Old
		old := strings.SplitAfter(string(f.Old), "\n")
		for _, h := range f.Hunks() {
			lines := changedLines(h, old)
			lines = slices.DeleteFunc(lines, func(n int) bool { return imports(prog, file, n) })
			if len(lines) == 0 {
				continue
			}
			for _, n := range lines {
				hunks[place{f.Name, n}] = append(hunks[place{f.Name, n}], r.Hunks)
				if decl, ok := declOf(prog, file, n).(*ast.FuncDecl); ok {
					functions[file.Package.Path+"."+rewrite.FuncName(decl)] = true
				}
			}
			r.Hunks++
		}
	}
	touched := make(map[int]bool)
	forms := make(map[string]bool) // a rule may offer several forms of one place
	for _, c := range proposed.Candidates {
		at := fmt.Sprintf("%s %s:%d:%d", c.Rewrite, c.Pos.File, c.Pos.Line, c.Pos.Column)
		if len(c.Edits) == 0 || forms[at] {
			continue
		}
		forms[at] = true
		r.Fixes++
		onLine := false
		for _, e := range c.Edits {
			for _, n := range editedLines(e, texts[e.File]) {
				for _, h := range hunks[place{e.File, n}] {
					touched[h], onLine = true, true
				}
			}
		}
		one := said{c.Rewrite, c.Class, fmt.Sprintf("%s:%d", c.Pos.File, c.Pos.Line)}
		if onLine {
			r.OnLine = append(r.OnLine, one)
		} else if slices.ContainsFunc(c.Functions, func(name string) bool { return functions[c.Package+"."+name] }) {
			r.Beside = append(r.Beside, one)
		}
	}
	r.Touched = len(touched)
	for _, no := range proposed.Refusals {
		if hunks[place{no.Pos.File, no.Pos.Line}] != nil {
			r.Refused = append(r.Refused, refused{no.Rewrite, no.Condition, fmt.Sprintf("%s:%d", no.Pos.File, no.Pos.Line)})
		}
	}
}

// changedLines returns the lines of code, from 1, that a hunk changes in the old version. For a hunk that only adds
// code they are the two lines around it.
func changedLines(h rewrite.Hunk, old []string) (lines []int) {
	for i := h.Start; i < h.End; i++ {
		if isCode(old[i]) {
			lines = append(lines, i+1)
		}
	}
	if len(lines) == 0 && slices.ContainsFunc(h.New, isCode) {
		return []int{h.Start, h.End + 1}
	}
	return lines
}

// isCode reports whether a line is neither blank nor a comment alone.
func isCode(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && !strings.HasPrefix(line, "//")
}

// editedLines returns the lines, from 1, that an edit of the text changes or stands between. For an edit that adds an
// import there are none.
func editedLines(e record.Edit, text []byte) (lines []int) {
	if len(text) == 0 || strings.HasPrefix(strings.TrimSpace(e.New), "import") {
		return nil
	}
	from := 1 + bytes.Count(text[:e.Start], []byte("\n"))
	if e.Start < e.End {
		for n := from; n <= from+bytes.Count(text[e.Start:e.End-1], []byte("\n")); n++ {
			lines = append(lines, n)
		}
		return lines
	}
	before, after := text[:e.Start], text[e.Start:]
	before = before[bytes.LastIndexByte(before, '\n')+1:]
	if i := bytes.IndexByte(after, '\n'); i >= 0 {
		after = after[:i]
	}
	switch {
	case len(bytes.TrimSpace(before)) == 0:
		return []int{from - 1, from}
	case len(bytes.TrimSpace(after)) == 0:
		return []int{from, from + 1}
	}
	return []int{from}
}

// declOf returns the declaration around a line.
func declOf(prog *load.Program, file *load.File, line int) ast.Decl {
	for _, d := range file.Syntax.Decls {
		at := func(p token.Pos) int { return prog.Fset.PositionFor(p, false).Line }
		if at(d.Pos()) <= line && line <= at(d.End()) {
			return d
		}
	}
	return nil
}

// imports reports whether a line is above the declarations of a file.
func imports(prog *load.Program, file *load.File, line int) bool {
	decl, ok := declOf(prog, file, line).(*ast.GenDecl)
	return ok && decl.Tok == token.IMPORT || line <= prog.Fset.PositionFor(file.Syntax.Name.Pos(), false).Line
}
