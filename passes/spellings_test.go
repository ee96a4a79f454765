package passes_test

import (
	"flag"
	"fmt"
	"go/ast"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
	"github.com/unheap/unheap/passes"
)

// A spelling is another way to write a program down that means the same, so that a
// rewrite which sees the one should see the other.
type spelling struct {
	name string
	// write makes the edits of one function; more is appended to the file.
	write func(s *speller, fn *ast.FuncDecl)
	// floor is the share of the fixes that are found again, in percent.
	floor int
}

func spellings() []spelling {
	return []spelling{
		{"one-line body", (*speller).oneLine, 100},
		{"var x = y", func(s *speller, fn *ast.FuncDecl) { s.declare(fn, "var %s") }, 99},
		{"var ( x = y )", func(s *speller, fn *ast.FuncDecl) { s.declare(fn, "var (\n%s\n)") }, 99},
		{"var ( a; x )", func(s *speller, fn *ast.FuncDecl) { s.declare(fn, "var (\n_ = 0\n%s\n)") }, 95},
		{"parentheses", (*speller).parentheses, 97},
		{"renamed import", func(s *speller, fn *ast.FuncDecl) { s.imports(fn, "spelt") }, 100},
		{"dot import", func(s *speller, fn *ast.FuncDecl) { s.imports(fn, ".") }, 99},
		{"result in a variable", (*speller).temporary, 96},
		{"variable inlined", (*speller).inline, 86},
		{"named results", func(s *speller, fn *ast.FuncDecl) { s.named(fn, false) }, 98},
		{"bare return", func(s *speller, fn *ast.FuncDecl) { s.named(fn, true) }, 92},
		{"method", (*speller).method, 98},
		{"generic function", (*speller).generic, 97},
		{"pointer receiver", func(s *speller, fn *ast.FuncDecl) { s.receiver(fn, true) }, 100},
		{"value receiver", func(s *speller, fn *ast.FuncDecl) { s.receiver(fn, false) }, 100},
		{"in an if", func(s *speller, fn *ast.FuncDecl) { s.wrap(fn, "if speltTrue {\n", "\n}\n") }, 97},
		{"in an else", func(s *speller, fn *ast.FuncDecl) { s.wrap(fn, "if !speltTrue {\n} else {\n", "\n}\n") }, 97},
		{"in a switch", func(s *speller, fn *ast.FuncDecl) { s.wrap(fn, "switch {\ncase speltTrue: ", "\n}\n") }, 97},
		{"in a select", func(s *speller, fn *ast.FuncDecl) { s.wrap(fn, "select {\ndefault: ", "\n}\n") }, 97},
		{"in a block", func(s *speller, fn *ast.FuncDecl) { s.wrap(fn, "{\n", "\n}\n") }, 97},
		{"in a closure", (*speller).closure, 93},
		{"if on one line", (*speller).oneLineIfs, 100},
		{"comment on the line", (*speller).comments, 98},
		{"three-clause loop", (*speller).threeClauses, 100},
		{"range over a number", (*speller).rangeNumber, 100},
		{"labelled loop", (*speller).labels, 98},
		{"type alias", (*speller).aliases, 99},
	}
}

// TestSpellings writes the functions of the fixtures in which something is found in other
// ways, and counts how often it is found again. What is found must type-check.
func TestSpellings(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("TestTraps goes the same way, with fewer texts")
	}
	fixtures, all, suite := newFixtures(t, "1.26.0"), spellings(), passes.Suite
	if *missedFlag != "" {
		suite = slices.DeleteFunc(slices.Clone(suite), func(r passes.Rule) bool { return *missedFlag != "all" && r.Name() != *missedFlag })
	}
	sums := make([]tally, len(all)+1)
	var page strings.Builder
	page.WriteString(spellingsHead)
	row(&page, "", all, func(i int) any { return all[i].name }, "sum")
	row(&page, "---", all, func(int) any { return "--:" }, "--:")
	for _, a := range suite {
		c := fixtures[a.Name()]
		var sum tally
		each := make([]tally, len(all))
		for i, sp := range all {
			for _, pkg := range c.packages {
				each[i].add(c.respell(t, a, sp, pkg))
			}
			sums[i].add(each[i])
			sum.add(each[i])
		}
		if sum.want == 0 {
			continue // it only reports
		}
		row(&page, a.Name(), all, func(i int) any { return each[i] }, sum)
		if 100*sum.have < ruleFloor*sum.want {
			t.Errorf("%s: %d of %d found, want %d %%", a.Name(), sum.have, sum.want, ruleFloor)
		}
		sums[len(all)].add(sum)
	}
	row(&page, "sum", all, func(i int) any { return sums[i] }, sums[len(all)])
	row(&page, "of", all, func(i int) any { return sums[i].want }, sums[len(all)].want)
	t.Log("\n" + page.String())
	if *tableFlag != "" {
		if err := os.WriteFile(*tableFlag, []byte(page.String()), 0o666); err != nil {
			t.Error(err)
		}
	}
	for i, sp := range all {
		if len(suite) == len(passes.Suite) && (sums[i].want == 0 || 100*sums[i].have < sp.floor*sums[i].want) {
			t.Errorf("%s: %s found, want %d %%", sp.name, sums[i], sp.floor)
		}
	}
}

// row writes a row of the table: a value for each spelling, and one for their sum.
func row(page *strings.Builder, first string, all []spelling, value func(i int) any, sum any) {
	fmt.Fprintf(page, "| %s |", first)
	for i := range all {
		fmt.Fprintf(page, " %v |", value(i))
	}
	fmt.Fprintf(page, " %v |\n", sum)
}

// A tally says how many fixes there were, and how many of them are found again.
type tally struct{ want, have int }

func (t *tally) add(u tally) { t.want, t.have = t.want+u.want, t.have+u.have }

func (t tally) String() string {
	if t.want == 0 {
		return ""
	}
	return fmt.Sprintf("%.3g", float64(1000*t.have/t.want)/10)
}

// respell spells the functions of a package in which the pass offers something.
func (c *corpus) respell(t *testing.T, a passes.Rule, sp spelling, pkg *load.Package) (sum tally) {
	fixes := c.fixes(t, pkg, a)
	before := count(fixes)
	fixed := sync.OnceValue(func() (list []*load.Package) {
		for _, fix := range fixes {
			if after, err := c.version(pkg, fix); err == nil {
				list = append(list, after)
			}
		}
		return list
	})
	for _, f := range pkg.Files {
		text, err := os.ReadFile(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		var fns []*ast.FuncDecl
		for _, d := range f.Syntax.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && before[rewrite.FuncName(fn)] > 0 {
				fns = append(fns, fn)
			}
		}
		for len(fns) > 0 {
			respelt, changed := spell(sp, pkg, fixed, f.Syntax, text, fns)
			after, err := c.checker.Check(pkg, map[string][]byte{f.Name: respelt})
			if err == nil {
				sum.add(c.again(t, sp.name, a, after, f.Name, respelt, changed, before))
				break
			}
			if len(fns) > 1 && len(changed) > 0 { // one of them cannot be spelt like this
				for _, fn := range fns {
					respelt, changed := spell(sp, pkg, fixed, f.Syntax, text, []*ast.FuncDecl{fn})
					if after, err := c.checker.Check(pkg, map[string][]byte{f.Name: respelt}); err == nil {
						sum.add(c.again(t, sp.name, a, after, f.Name, respelt, changed, before))
					} else if testing.Verbose() && *missedFlag != "" {
						t.Logf("%s: %s: %s: not tried: %v", a.Name(), sp.name, rewrite.FuncName(fn), err)
					}
				}
			}
			break
		}
	}
	return sum
}

// again counts what is found in the functions that were spelt anew.
func (c *corpus) again(t *testing.T, name string, a passes.Rule, pkg *load.Package, file string, text []byte, changed map[string]string, before map[string]int) (sum tally) {
	fixes := c.fixes(t, pkg, a)
	found := count(fixes)
	for fn, now := range changed {
		sum.add(tally{before[fn], min(before[fn], found[now])})
		if found[now] < before[fn] && *missedFlag != "" {
			t.Logf("%s: %s: missed in %s %s", a.Name(), name, file, fn)
		}
	}
	for _, set := range rewrite.Disjoint(fixes) {
		texts, err := rewrite.Apply(func(f string) ([]byte, error) {
			if f == file {
				return text, nil
			}
			return os.ReadFile(c.paths[f])
		}, set...)
		if err == nil {
			_, err = c.checker.Check(pkg, texts)
		}
		if err != nil {
			t.Errorf("%s: %s: %v", a.Name(), name, err)
		}
	}
	return sum
}

// count says at how many places fixes touch a function. How many of these are one candidate depends on the
// lines that they stand on, and a place for which there are two forms is one.
func count(fixes []record.Candidate) map[string]int {
	type place struct {
		function string
		pos      record.Position
	}
	places := make(map[place]int)
	var add func([]record.Candidate)
	add = func(fixes []record.Candidate) {
		for _, fix := range fixes {
			if len(fix.Parts) > 0 {
				add(fix.Parts)
				continue
			}
			for _, fn := range fix.Functions {
				at := place{fn, fix.Pos}
				places[at] = max(1, places[at], fix.Places)
			}
		}
	}
	add(fixes)
	m := make(map[string]int)
	for at, n := range places {
		m[at.function] += n
	}
	return m
}

// ruleFloor is the share of the fixes of a rule that are found again, in percent.
const ruleFloor = 95

const spellingsHead = "# spellings: what a rewrite sees if the same is written in another way\n\n" +
	"Made by `go test ./passes -run=TestSpellings -table=../docs/results/spellings.md`. Each function of the fixtures in which a rule proposes something\n" +
	"is written in each of the spellings that mean the same, if that compiles, and the rule is asked again: the share of the fixes, in percent,\n" +
	"that it proposes again, all of which type-check. `-missed=RULE` names the functions in which it misses one.\n\n" +
	"What does not mean the same is not counted: a loop whose end depends on what it changes is not written with a counter, or as a range, a\n" +
	"variable whose address is taken is not replaced by its value, and a receiver becomes a pointer, or a value, only where the method reads its\n" +
	"fields and calls nothing that could write them, and still does so when a fix is applied: one that keeps memory in the object needs a pointer\n" +
	"to it. Places are counted, not candidates: places on one line are one candidate, and two forms of one place are two.\n\n" +
	"Below 95 % are two spellings:\n\n" +
	"- *variable inlined* takes the name away that a fix needs: the length of a reader that nothing names cannot be asked for, an argument that\n" +
	"  is computed is no question that can be asked before the call, the text of one of several results cannot be appended before\n" +
	"  the others, and what nothing names cannot be kept for the next turn of a loop.\n" +
	"- *bare return* leaves nothing in the return, where some rules look for what a function returns; most of what is missed is of appendto.\n\n"

var tableFlag = flag.String("table", "", "TestSpellings writes the page about what it has counted to this `file`")

var missedFlag = flag.String("missed", "", "TestSpellings names the functions in which this `pass` misses a spelling")
