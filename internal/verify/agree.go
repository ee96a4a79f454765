package verify

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/overlay"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/verify/equiv"
)

// equivTimeout bounds the comparison of all changed functions of a package;
// each takes two seconds and a few calls that hang.
const equivTimeout = 5 * time.Minute

// agree compares old and new versions of every changed function on generated
// inputs and returns the candidates that stay. Candidates that share a
// function which differs are compared one by one.
func (j *judge) agree(ctx context.Context, live []record.Candidate) ([]record.Candidate, error) {
	if j.Equiv == nil || len(live) == 0 {
		return live, nil
	}
	results, skipped, err := j.compare(ctx, live)
	if err != nil {
		return nil, err
	}
	touching := func(name string) (n int) {
		for _, c := range live {
			if slices.Contains(c.Functions, name) {
				n++
			}
		}
		return n
	}
	var stay []record.Candidate
	for _, c := range live {
		mine := results
		if name := differing(results, c); name != "" && touching(name) > 1 {
			if mine, _, err = j.compare(ctx, []record.Candidate{c}); err != nil {
				return nil, err
			}
		}
		if j.accept(c, mine, skipped) {
			stay = append(stay, c)
		}
	}
	return stay, nil
}

// differing names a function of c whose versions differ, or "".
func differing(results map[string]equiv.Result, c record.Candidate) string {
	for _, name := range c.Functions {
		if results[name].Differs != "" {
			return name
		}
	}
	return ""
}

// accept enters what the comparison said into the verdict of c.
func (j *judge) accept(c record.Candidate, results map[string]equiv.Result, skipped map[string]string) bool {
	if name := differing(results, c); name != "" {
		j.refuse(c, failure{record.Differs, name + " " + results[name].Differs})
		return false
	}
	v := j.verdicts[c.ID]
	v.Inputs, v.NoEquivalence = 0, ""
	for _, name := range c.Functions {
		r, ran := results[name]
		why := skipped[name]
		switch {
		case ran && r.Skipped == "":
			v.Inputs += r.Inputs
			continue
		case ran:
			why = r.Skipped
		case why == "":
			why = "its comparison did not end"
		}
		v.NoEquivalence = fmt.Sprintf("%s was not compared: %s", name, why)
	}
	return true
}

// compare runs the generated test with a set of candidates in place. A
// function is in results if its comparison ended, in skipped if it was never
// begun.
func (j *judge) compare(ctx context.Context, set []record.Candidate) (results map[string]equiv.Result, skipped map[string]string, err error) {
	var functions []string
	redeclared := make(map[string]string) // why a function cannot be compared
	for _, c := range set {
		functions = append(functions, c.Functions...)
		if j.redeclares(c) {
			for _, name := range c.Functions {
				redeclared[name] = "a package variable is changed with it, and both versions would use the new one"
			}
		}
	}
	slices.Sort(functions)
	functions = slices.DeleteFunc(slices.Compact(functions), func(name string) bool { return redeclared[name] != "" })
	test, err := equiv.Generate(*j.Equiv, functions)
	if err != nil {
		return nil, nil, err
	}
	maps.Copy(test.Skipped, redeclared)
	results = make(map[string]equiv.Result)
	if len(test.Compared) == 0 {
		return results, test.Skipped, nil
	}
	files, err := j.overlay(set)
	if err != nil {
		return nil, nil, err
	}
	for name, text := range test.Files {
		files[filepath.Join(j.Root, filepath.FromSlash(name))] = text
	}
	output, why, err := j.runEquivalence(ctx, files)
	if err != nil {
		return nil, nil, err
	}
	list, err := equiv.Results(output)
	if err != nil {
		return nil, nil, err
	}
	for _, r := range list {
		results[r.Name] = r
	}
	for _, name := range test.Compared {
		if _, ok := results[name]; !ok && why != "" {
			test.Skipped[name] = why
		}
	}
	return results, test.Skipped, nil
}

// redeclares reports whether c edits inside of a declaration of package
// variables, such as the New of a sync.Pool. A new declaration beside the old
// ones does not count.
func (j *judge) redeclares(c record.Candidate) bool {
	for _, f := range j.Equiv.Files {
		file := j.Equiv.Fset.File(f.FileStart)
		for _, d := range f.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.VAR {
				continue
			}
			start, end := file.Offset(decl.Pos()), file.Offset(decl.End())
			if slices.ContainsFunc(c.Edits, func(e record.Edit) bool {
				return filepath.Join(j.Root, filepath.FromSlash(e.File)) == file.Name() && e.Start < end && e.End > start
			}) {
				return true
			}
		}
	}
	return false
}

// runEquivalence builds the test binary and runs the one test. why is not
// empty if the binary could not be built or did not end well.
func (j *judge) runEquivalence(ctx context.Context, files overlay.Set) (output []byte, why string, err error) {
	dir, err := os.MkdirTemp("", "unheap-equiv-")
	if err != nil {
		return nil, "", err
	}
	defer os.RemoveAll(dir)
	name, err := files.Write(dir)
	if err != nil {
		return nil, "", err
	}
	binary := filepath.Join(dir, "equiv.test")
	args := append([]string{"test", "-c", "-vet=off", "-o", binary, "-overlay=" + name}, j.Flags...)
	out, err := gocmd.Command{Args: append(args, j.Package), Dir: j.Dir, Env: j.Env}.Run(ctx)
	if ctx.Err() != nil {
		return nil, "", context.Cause(ctx)
	}
	if err != nil {
		return nil, "the comparison does not build: " + firstLine(string(out.Stderr)), nil
	}
	limit, cancel := context.WithTimeout(ctx, equivTimeout)
	defer cancel()
	out, err = gocmd.Command{Path: binary, Args: []string{"-test.run=^" + equiv.TestName + "$"}, Dir: j.PackageDir, Env: j.Env}.Run(limit)
	if ctx.Err() != nil {
		return nil, "", context.Cause(ctx)
	}
	if err != nil {
		why = "the comparison ended early: " + firstLine(string(out.Stderr)+"\n"+err.Error())
	}
	return out.Stdout, why, nil
}
