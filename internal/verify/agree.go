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
)

// equivTimeout bounds the comparison of all changed functions of a package;
// each takes two seconds and a few calls that hang.
const equivTimeout = 5 * time.Minute

// agree compares old and new versions of every changed function on generated
// inputs and returns the candidates that stay. A candidate of whose functions one is
// compared less strictly for the sake of another candidate is compared once more without
// it, and one of whose functions one differs by itself.
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

// A comparison is what is known of changed functions. One is in results if its
// comparison ended, in skipped, with the reason, if it did not.
type comparison struct {
	results map[string]equiv.Result
	skipped map[string]string
}

// differing names a function of c whose versions differ, or "".
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
		j.refuse(c, failure{record.Differs, name + " " + all.results[name].Differs})
		return false
	}
	v := j.verdicts[c.ID]
	v.Inputs, v.Exempt, v.NoEquivalence = 0, nil, ""
	for _, name := range c.Functions {
		r, ran := all.results[name]
		why := cmp.Or(r.Skipped, all.skipped[name])
		if ran && r.Skipped == "" {
			v.Inputs += r.Inputs
			v.Exempt = aspectsOf(c.Caveats)
			continue
		}
		if !j.behind(name, c, all) {
			v.NoEquivalence = fmt.Sprintf("%s was not compared: %s", name, cmp.Or(why, "its comparison did not end"))
		}
	}
	return j.known(c, all)
}

// known reports whether a workload runs each of the functions that c changes, where they are several for
// being alike, or it was compared; or refuses c.
func (j *judge) known(c record.Candidate, all comparison) bool {
	for _, name := range c.Functions {
		r := all.results[name]
		if len(c.Parts) > 0 && !j.before.reaches([]string{name}) && (r.Skipped != "" || r.Inputs == 0) {
			j.refuse(c, failure{record.NotExercised, "no workload allocates in " + name + ", and it was not compared"})
			return false
		}
	}
	return true
}

// behind reports whether all that runs the function name are functions of c that were compared:
// then a function of which, say, the type changed was compared with them. A method may run
// through an interface as well.
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

// compare runs the generated test with a set of candidates in place. A function
// in which the process ends is settled, and the others are compared anew.
func (j *judge) compare(ctx context.Context, set []record.Candidate) (comparison, error) {
	all := comparison{make(map[string]equiv.Result), make(map[string]string)}
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

// compareAll has c compare functions until something is known of each.
func (j *judge) compareAll(ctx context.Context, set []record.Candidate, rest []equiv.Function, c *comparer, all comparison) error {
	for len(rest) > 0 {
		var err error
		if rest, err = j.compareSome(ctx, set, rest, c, all); err != nil {
			return err
		}
	}
	return nil
}

// compared lists the functions of a set with what their comparison leaves out.
// Those that cannot be compared are entered into skipped instead.
func (j *judge) compared(set []record.Candidate, skipped map[string]string) []equiv.Function {
	exempt := make(map[string][]string)
	for _, c := range set {
		redeclared := j.redeclares(c)
		for _, name := range c.Functions {
			exempt[name] = append(exempt[name], aspectsOf(c.Caveats)...)
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

// compareSome has c compare functions, enters what it says into all, and
// returns those of which it says nothing because the process ended before. Of
// several that do not build together, each half is tried.
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

// tries is how often the old version is given the chance to end the process too:
// where goroutines meet, that is luck.
const tries = 3

// settle finds out what it means that the process ended while r.Name was compared:
// a difference if no function of the old version was at work then, and if it does not end when
// that version stands for both.
func (j *judge) settle(ctx context.Context, set []record.Candidate, r equiv.Result, stderr string) (equiv.Result, error) {
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
		r.Skipped = "the process ended in " + r.Running
	}
	r.Running = ""
	return r, nil
}

// deathOf returns the fatal error, or the panic in a goroutine of its own, of which
// a process died. It is empty if it ended in another way.
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

// dyingStack is the stack of the goroutine of which a process died.
func dyingStack(stderr string) string {
	_, stacks, _ := strings.Cut(stderr, "\ngoroutine ")
	first, _, _ := strings.Cut(stacks, "\n\n")
	return first
}

// lay writes files into the tree, which is one that was laid out for a Pair: what measures
// coverage does not see an overlay. Remove takes them away again, and folders that are empty
// then; it is never nil.
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

// generate writes the test for functions.
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
				return filepath.Join(j.Root, filepath.FromSlash(e.File)) == file.Name() && e.Start < end && e.End > start
			}) {
				return true
			}
		}
	}
	return false
}

// adds are the fields that c adds to structs of the package, as "T.f".
func (j *judge) adds(c record.Candidate) (fields []string) {
	for _, f := range j.Equiv.Files {
		file := j.Equiv.Fset.File(f.FileStart)
		ast.Inspect(f, func(n ast.Node) bool {
			spec, isType := n.(*ast.TypeSpec)
			if !isType {
				return true
			}
			s, isStruct := spec.Type.(*ast.StructType)
			if !isStruct {
				return true
			}
			start, end := file.Offset(s.Fields.Opening), file.Offset(s.Fields.Closing)
			for _, e := range c.Edits {
				if start < e.Start && e.Start == e.End && e.End <= end && filepath.Join(j.Root, filepath.FromSlash(e.File)) == file.Name() {
					for _, name := range fieldsOf(e.New) {
						fields = append(fields, spec.Name.Name+"."+name)
					}
				}
			}
			return true
		})
	}
	return fields
}

// fieldsOf are the names of the fields that a text declares.
func fieldsOf(text string) (names []string) {
	f, err := parser.ParseFile(token.NewFileSet(), "", "package p\ntype t struct {\n"+text+"\n}\n", parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if field, ok := n.(*ast.Field); ok {
			for _, id := range field.Names {
				names = append(names, id.Name)
			}
		}
		return true
	})
	return names
}

// unwarned is what the go command says without what it only warns of.
func unwarned(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "warning: ") {
			out.WriteString(line)
		}
	}
	return out.String()
}
