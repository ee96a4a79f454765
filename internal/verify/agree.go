package verify

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/overlay"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
	"github.com/unheap/unheap/internal/verify/equiv"
	"github.com/unheap/unheap/internal/verify/equiv/kit"
)

// equivTimeout bounds the comparison of all changed functions of a package. Each function takes two seconds plus a
// few calls that hang.
const equivTimeout = 5 * time.Minute

// agree compares the old and the new version of every changed function on generated inputs and returns the candidates
// that pass. Two kinds of candidates are compared a second time: one with a function that the first comparison
// treated less strictly because of another candidate's caveats, without that candidate; and one with a function that
// differed, alone.
func (j *judge) agree(ctx context.Context, live []record.Candidate) ([]record.Candidate, error) {
	if j.Equiv == nil || len(live) == 0 {
		return slices.DeleteFunc(slices.Clone(live), func(c record.Candidate) bool { return !j.known(c, comparison{}) }), nil
	}
	strict := rewrite.Groups(slices.DeleteFunc(slices.Clone(live), func(c record.Candidate) bool { return !laxer(c, live) }),
		func(set []record.Candidate, c record.Candidate) bool { return sharesFunction(c, set) })
	said, alone := make(map[string]comparison), make(map[string]bool) // by Candidate.ID
	for _, set := range append([][]record.Candidate{live}, strict...) {
		all, err := j.steps.compare(ctx, set)
		if err != nil {
			return nil, err
		}
		for _, c := range set {
			said[c.ID], alone[c.ID] = all, len(set) == 1
		}
	}
	var stay []record.Candidate
	for _, c := range live {
		mine, err := said[c.ID], error(nil)
		if mine.differing(c) != "" && !alone[c.ID] {
			if mine, err = j.steps.compare(ctx, []record.Candidate{c}); err != nil {
				return nil, err
			}
		}
		if j.accept(c, mine) {
			stay = append(stay, c)
		}
	}
	return stay, nil
}

// A comparison is what is known about changed functions, by name: the result of each whose comparison ended, and the
// reason for each that was skipped.
type comparison struct {
	results map[string]kit.Result
	skipped map[string]string
}

// differing returns the name of a function of c whose versions differ, or "".
func (all comparison) differing(c record.Candidate) string {
	for _, name := range c.Functions {
		if all.results[name].Differs != "" {
			return name
		}
	}
	return ""
}

// accept enters what the comparison said into the verdict of c.
func (j *judge) accept(c record.Candidate, all comparison) bool {
	if name := all.differing(c); name != "" {
		j.refuse(c, failure{outcome: record.Differs, reason: name + " " + all.results[name].Differs})
		return false
	}
	v := j.verdicts[c.ID]
	v.Inputs, v.Exempt, v.NoEquivalence = 0, nil, ""
	for _, name := range c.Functions {
		r, ran := all.results[name]
		why := cmp.Or(r.Skipped, all.skipped[name])
		if ran && r.Skipped == "" {
			v.Inputs += r.Inputs
			v.Exempt = Aspects(c.Caveats)
			continue
		}
		if !j.behind(name, c, all) {
			v.NoEquivalence = fmt.Sprintf("%s was not compared: %s", name, cmp.Or(why, "its comparison did not end"))
		}
	}
	return j.known(c, all)
}

// known is for a candidate that makes one change in several like functions (Parts): it reports whether every function
// was compared or allocates in a workload, by what is changed in it, and refuses c otherwise. Any other candidate is known.
func (j *judge) known(c record.Candidate, all comparison) bool {
	if len(c.Parts) == 0 {
		return true
	}
	v := j.verdicts[c.ID]
	v.Unmeasured = nil
	for _, name := range c.Functions {
		reached := j.before.reaches([]string{name})
		if reached && !slices.Contains(j.unrun[c.ID], name) {
			continue
		}
		if r := all.results[name]; r.Skipped != "" || r.Inputs == 0 {
			in := name
			if reached {
				in = "what is changed in " + name
			}
			j.refuse(c, failure{outcome: record.NotExercised, reason: "no workload allocates in " + in + ", and it was not compared"})
			return false
		}
		if !reached {
			v.Unmeasured = append(v.Unmeasured, name)
		}
	}
	return true
}

// behind reports whether the only users of the function name are functions of c that were compared: if, say, the type
// of name changed, name was compared as a part of them. A method is never behind, as it may run through an interface.
func (j *judge) behind(name string, c record.Candidate, all comparison) bool {
	p := j.Equiv
	fn, ok := p.Types.Scope().Lookup(name).(*types.Func)
	if !ok || fn.Exported() {
		return false
	}
	used := false
	for _, f := range p.Files {
		for _, d := range f.Decls {
			decl, isFunc := d.(*ast.FuncDecl)
			if isFunc && p.Info.Defs[decl.Name] == fn || !mentions(p.Info, d, fn) {
				continue
			}
			if !isFunc {
				return false
			}
			user := rewrite.FuncName(decl)
			if r, ran := all.results[user]; !ran || r.Skipped != "" || r.Inputs == 0 || !slices.Contains(c.Functions, user) {
				return false
			}
			used = true
		}
	}
	return used
}

func mentions(info *types.Info, n ast.Node, obj types.Object) bool {
	for n := range ast.Preorder(n) {
		if id, ok := n.(*ast.Ident); ok && info.Uses[id] == obj {
			return true
		}
	}
	return false
}

// compare runs the generated test with a set of candidates in place. If the process ends during a function, settle
// judges that function, and the remaining functions are compared in a new process.
func (j *judge) compare(ctx context.Context, set []record.Candidate) (comparison, error) {
	all := comparison{make(map[string]kit.Result), make(map[string]string)}
	rest := j.compared(set, all.skipped)
	if len(rest) == 0 {
		return all, nil
	}
	c, err := j.begun.comparer(set), error(nil)
	if c == nil {
		if c, err = j.buildComparer(ctx, set, rest); err != nil {
			return all, err
		}
		defer c.remove()
	}
	return all, j.compareAll(ctx, set, rest, c, all)
}

// compareAll runs the comparer until every function has a result or a reason why it has none.
func (j *judge) compareAll(ctx context.Context, set []record.Candidate, rest []equiv.Function, c *comparer, all comparison) (err error) {
	for len(rest) > 0 && err == nil {
		rest, err = j.compareSome(ctx, set, rest, c, all)
	}
	return err
}

// compared lists the functions of a set, each with the aspects that its comparison leaves out. Functions that cannot
// be compared are entered into skipped instead.
func (j *judge) compared(set []record.Candidate, skipped map[string]string) []equiv.Function {
	exempt := make(map[string][]string)
	for _, c := range set {
		redeclared := j.redeclares(c)
		for _, name := range c.Functions {
			exempt[name] = append(exempt[name], Aspects(c.Caveats)...)
			if redeclared {
				skipped[name] = "a package variable is changed with it, and both versions would use the new one"
			}
		}
	}
	var added []string
	for _, c := range set {
		added = append(added, j.adds(c)...)
	}
	var functions []equiv.Function
	for _, name := range slices.Sorted(maps.Keys(exempt)) {
		if skipped[name] == "" {
			functions = append(functions, equiv.Function{Name: name, Added: added, Exempt: slices.Compact(slices.Sorted(slices.Values(exempt[name])))})
		}
	}
	return functions
}

// compareSome runs the comparer c on functions, enters the results into all, and returns the functions that were not
// reached because the process ended early. If several functions do not build together, each half is tried.
func (j *judge) compareSome(ctx context.Context, set []record.Candidate, functions []equiv.Function, c *comparer, all comparison) (rest []equiv.Function, err error) {
	runs, err := j.runComparer(ctx, c, functions)
	if err != nil {
		return nil, err
	}
	silent := !slices.ContainsFunc(runs, func(r testRun) bool { return r.why == "" || len(r.results) > 0 })
	if silent && len(functions) > 1 {
		for half := range slices.Chunk(functions, (len(functions)+1)/2) {
			c, err := j.buildComparer(ctx, set, half)
			if err != nil {
				return nil, err
			}
			more, err := j.compareSome(ctx, set, half, c, all)
			c.remove()
			if err != nil {
				return nil, err
			}
			rest = append(rest, more...)
		}
		return rest, nil
	}
	maps.Copy(all.skipped, c.skipped)
	for _, run := range runs {
		for _, r := range run.results {
			if r.Running != "" {
				if r, err = j.settle(ctx, set, r, run.stderr); err != nil {
					return nil, err
				}
			}
			all.results[r.Name] = r
		}
		for _, f := range run.functions {
			switch _, ended := all.results[f.Name]; {
			case ended || all.skipped[f.Name] != "":
			case len(run.results) > 0 && run.why != "":
				rest = append(rest, f)
			default:
				all.skipped[f.Name] = cmp.Or(run.why, "nothing was said of it")
			}
		}
	}
	return rest, nil
}

// tries is how many runs the old version gets to end the process as well: with goroutines involved, a crash may
// depend on scheduling.
const tries = 3

// settle decides what it means that the process ended while r.Name was compared. It is a difference if no function of
// the old version was on the dying stack, and if the process survives when the old version stands for both.
func (j *judge) settle(ctx context.Context, set []record.Candidate, r kit.Result, stderr string) (kit.Result, error) {
	what := deathOf(stderr)
	old := what == "" || strings.Contains(dyingStack(stderr), equiv.OldPath("")+".")
	for try := 0; try < tries && !old; try++ {
		itself := []equiv.Function{{Name: r.Name, Self: true}}
		c, err := j.buildComparer(ctx, set, itself)
		if err != nil {
			return r, err
		}
		runs, err := j.runComparer(ctx, c, itself)
		c.remove()
		if err != nil {
			return r, err
		}
		old = runs[0].why != ""
	}
	switch {
	case !old:
		r.Differs = fmt.Sprintf("in %s: the new version ends the process: %s", r.Running, what)
	case r.Inputs == 0:
		r.Skipped = "the process ended in " + string(r.Running)
	}
	r.Running = ""
	return r, nil
}

// deathOf returns the fatal error or uncaught panic that ended a process, from its stderr; empty if the process ended
// in another way.
func deathOf(stderr string) string {
	before, _, ok := strings.Cut(stderr, "\ngoroutine ")
	if !ok {
		return ""
	}
	what := ""
	for line := range strings.Lines(before) {
		if strings.HasPrefix(line, "fatal error: ") || strings.HasPrefix(line, "panic: ") {
			what = strings.TrimSpace(line)
		}
	}
	return what
}

// dyingStack returns the stack of the goroutine that ended a process.
func dyingStack(stderr string) string {
	_, stacks, _ := strings.Cut(stderr, "\ngoroutine ")
	first, _, _ := strings.Cut(stacks, "\n\n")
	return first
}

// lay writes files into a tree that was laid out for a Pair, since coverage instrumentation does not see an overlay.
// remove deletes the files again, and the folders that are empty then; it is never nil.
func lay(files overlay.Set) (remove func(), err error) {
	remove = func() {
		for name := range files {
			os.Remove(name)
			for dir := filepath.Dir(name); os.Remove(dir) == nil; dir = filepath.Dir(dir) {
			}
		}
	}
	for name, text := range files {
		if err := put(name, text); err != nil {
			return remove, err
		}
	}
	return remove, nil
}

// generate writes the comparing test for functions.
func (j *judge) generate(functions []equiv.Function) (*equiv.Test, error) {
	switch {
	case j.Pair != nil:
		return equiv.GeneratePair(*j.Pair, functions)
	case j.Twins != nil:
		return equiv.GenerateTwins(*j.Twins, functions)
	}
	return equiv.Generate(*j.Equiv, functions)
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
				return j.absolute(e.File) == file.Name() && e.Start < end && e.End > start
			}) {
				return true
			}
		}
	}
	return false
}

// adds returns the fields that c adds to structs of the package, as "T.f".
func (j *judge) adds(c record.Candidate) (fields []string) {
	for _, f := range j.Equiv.Files {
		file := j.Equiv.Fset.File(f.FileStart)
		for n := range ast.Preorder(f) {
			spec, isType := n.(*ast.TypeSpec)
			if !isType {
				continue
			}
			s, isStruct := spec.Type.(*ast.StructType)
			if !isStruct {
				continue
			}
			start, end := file.Offset(s.Fields.Opening), file.Offset(s.Fields.Closing)
			for _, e := range c.Edits {
				if start < e.Start && e.Start == e.End && e.End <= end && j.absolute(e.File) == file.Name() {
					for _, name := range fieldsOf(e.New) {
						fields = append(fields, spec.Name.Name+"."+name)
					}
				}
			}
		}
	}
	return fields
}

// fieldsOf returns the names of the fields that text, a part of a struct type, declares.
func fieldsOf(text string) (names []string) {
	f, err := parser.ParseFile(token.NewFileSet(), "", "package p\ntype t struct {\n"+text+"\n}\n", parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	for n := range ast.Preorder(f) {
		if field, ok := n.(*ast.Field); ok {
			for _, id := range field.Names {
				names = append(names, id.Name)
			}
		}
	}
	return names
}

// unwarned is the output of the go command without its warnings.
func unwarned(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "warning: ") {
			out.WriteString(line)
		}
	}
	return out.String()
}
