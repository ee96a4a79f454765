package passes_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/rewrite"
	"github.com/unheap/unheap/passes"
)

var longFlag = flag.Bool("long", false, "TestTraps tries every place and name, TestOwn the larger corpus, and TestOldLanguage more versions; .ci/long does so")

// stride is how far the places of a file are from each other that get a comment: wide with -short,
// with which the race detector runs.
func stride() int {
	switch {
	case *longFlag:
		return 1
	case testing.Short():
		return 280
	}
	return 160
}

// A trap is a way to write a program down that a text edit may stumble on.
// Whatever it does to a fixture, what the pass makes of it must type-check, and
// the comments that the trap has put in must stay.
type trap struct {
	name string
	// variants calls yield with texts of a file that mean the same as before,
	// or hardly: unchanged texts are no variants.
	variants func(text []byte, yield func(text []byte))
	// silent says that nothing may be proposed for such a file.
	silent bool
}

// asTheyAre is no trap: without it a pass that finds nothing would pass.
const asTheyAre = "as they are"

func traps() []trap {
	return []trap{
		{name: asTheyAre, variants: func(text []byte, yield func([]byte)) { yield(text) }},
		{name: "comment between tokens", variants: commentEverywhere},
		{name: "comment at the end of a line", variants: commentLines},
		{name: "names of the language declared by the package", variants: shadowPackage},
		{name: "names of the language declared in each function", variants: shadowFunctions},
		{name: "imports on lines of their own", variants: loneImports},
		{name: "imports on one line", variants: oneLineImports},
		{name: "functions on one line", variants: oneLineFunctions},
		{name: "carriage returns", variants: carriageReturns},
		{name: "byte order mark", variants: byteOrderMark},
		{name: "build constraint", variants: buildConstraint},
		{name: "an older language by a build constraint", variants: oldConstraint},
		{name: "generated", variants: generated, silent: true},
		{name: "C", variants: withC, silent: true},
	}
}

// TestTraps writes the fixtures of each pass in other ways.
func TestTraps(t *testing.T) {
	t.Parallel()
	fixtures := newFixtures(t, "1.26.0")
	for _, a := range passes.Suite {
		t.Run(a.Name(), func(t *testing.T) {
			c := fixtures[a.Name()]
			all := traps()
			if testing.Short() {
				all = all[:2]
			}
			for _, trap := range all {
				n := 0
				for _, pkg := range c.packages {
					for _, f := range pkg.Files {
						text, err := os.ReadFile(f.Path)
						if err != nil {
							t.Fatal(err)
						}
						trap.variants(text, func(text []byte) {
							n += c.variant(t, a, trap, pkg, f.Name, text)
						})
					}
				}
				t.Logf("%-48s %5d fixes", trap.name, n)
				if goldens, _ := filepath.Glob(fixturesOf(a) + "/*/*.golden"); n == 0 && len(goldens) > 0 && trap.name == asTheyAre {
					t.Errorf("%s: no fix was tried", trap.name)
				}
			}
		})
	}
}

// TestOldLanguage holds that no fix writes, in a module of an older Go, what its
// language or its standard library did not have. The fixtures that compile
// there are used.
func TestOldLanguage(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("TestTraps goes the same way, in one version")
	}
	since := standardLibrary(t)
	versions := []int{17, 21}
	if *longFlag {
		versions = []int{17, 18, 20, 21, 22, 24}
	}
	for _, version := range versions {
		fixtures := newFixtures(t, fmt.Sprintf("1.%d", version))
		for _, a := range passes.Suite {
			c, n := fixtures[a.Name()], 0
			for _, pkg := range c.packages {
				before := uses(pkg)
				if newer(before, since, version) != "" {
					continue // as little of that version as its fix would be
				}
				fixes := c.fixes(t, pkg, a)
				n += len(fixes)
				for _, set := range rewrite.Disjoint(fixes) {
					after, err := c.version(pkg, set...)
					if err != nil {
						t.Errorf("go 1.%d: %s: %s and others: %v", version, a.Name(), position(set[0]), err)
						continue
					}
					if name := newer(uses(after), since, version); name != "" {
						t.Errorf("go 1.%d: %s: %s and others: %s is of go 1.%d", version, a.Name(), position(set[0]), name, since[name])
					}
				}
			}
			t.Logf("go 1.%d: %-12s %d fixes", version, a.Name(), n)
		}
	}
}

// newer returns the first of names that came after a version, "" if there is none.
func newer(names map[string]bool, since map[string]int, version int) string {
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if since[name] > version {
			return name
		}
	}
	return ""
}

var apiLine = regexp.MustCompile(`(?m)^pkg ([\w/]+), (?:func|method \(\*?(\w+)(?:\[[^)]*\])?\)|type|var|const) (\w+)`)

// standardLibrary returns the minor version of Go that brought a name: "strings.Cut",
// "bytes.Buffer.AvailableBuffer". Names of the first versions are missing.
func standardLibrary(t *testing.T) map[string]int {
	since := make(map[string]int)
	for minor := 40; minor > 1; minor-- { // the first mention counts, so it comes last
		text, err := os.ReadFile(filepath.Join(build.Default.GOROOT, "api", fmt.Sprintf("go1.%d.txt", minor)))
		if err != nil {
			continue
		}
		for _, m := range apiLine.FindAllStringSubmatch(string(text), -1) {
			name := m[1] + "." + m[3]
			if m[2] != "" {
				name = m[1] + "." + m[2] + "." + m[3]
			}
			since[name] = minor
		}
	}
	if len(since) == 0 {
		t.Skip("this distribution of Go does not say which version brought what")
	}
	return since
}

// uses are the names that pkg uses of other packages.
func uses(pkg *load.Package) map[string]bool {
	names := make(map[string]bool)
	for _, obj := range pkg.Info.Uses {
		if obj.Pkg() == nil || obj.Pkg() == pkg.Types || !obj.Exported() {
			continue
		}
		name := obj.Name()
		if fn, ok := obj.(*types.Func); ok && fn.Signature().Recv() != nil {
			_, receiver, _ := strings.Cut(types.TypeString(fn.Signature().Recv().Type(), nil), obj.Pkg().Path()+".")
			name = receiver + "." + name
		}
		names[obj.Pkg().Path()+"."+name] = true
	}
	return names
}

// newFixtures copies the fixtures of each pass into a module of that Go version
// and returns them by pass. Those that do not compile there are left out. A pass reads
// the files of a whole module, so that one for all of them would take longer.
func newFixtures(t *testing.T, version string) map[string]*corpus {
	dir := t.TempDir()
	work, patterns := "go 1.26.0\n", []string{}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, a := range passes.Suite {
		if err := os.CopyFS(filepath.Join(dir, a.Name()), os.DirFS(fixturesOf(a))); err != nil {
			t.Fatal(err)
		}
		write(a.Name()+"/go.mod", "module example.com/fixtures/"+a.Name()+"\n\ngo "+version+"\n")
		work += "use ./" + a.Name() + "\n"
		patterns = append(patterns, "./"+a.Name()+"/...")
	}
	write("go.work", work)
	all := loadCorpus(t, dir, filepath.Join(dir, "go.work"), patterns...)
	byPass := make(map[string]*corpus)
	for _, a := range passes.Suite {
		own := *all
		own.packages = nil
		for _, pkg := range all.packages {
			if strings.HasPrefix(pkg.Path, "example.com/fixtures/"+a.Name()+"/") {
				own.packages = append(own.packages, pkg)
			}
		}
		byPass[a.Name()] = &own
	}
	return byPass
}

// fixturesOf is the folder with those of the rule, from here. The checks share a package.
func fixturesOf(r passes.Rule) string {
	dir := r.Analyzer.URL[strings.Index(r.Analyzer.URL, "/passes/")+len("/passes/"):]
	dir, _, shared := strings.Cut(dir, "#")
	if shared {
		return filepath.Join(dir, "testdata", r.Name(), "src")
	}
	return filepath.Join(dir, "testdata", "src")
}

// variant applies what the pass proposes for a version of one file and returns
// how many fixes that were.
func (c *corpus) variant(t *testing.T, a passes.Rule, trap trap, pkg *load.Package, name string, text []byte) int {
	what := trap.name
	before, err := c.checker.Check(pkg, map[string][]byte{name: text})
	if err != nil {
		if trap.silent {
			t.Errorf("%s: %v", what, err)
		}
		return 0 // not a program, so nothing is learned
	}
	for _, f := range before.Files {
		f.Generated = false // the pass itself has to see it
	}
	fixes := c.fixes(t, before, a)
	if trap.silent {
		for _, fix := range fixes {
			if fix.Pos.File == name {
				t.Errorf("%s: %s: %s", what, position(fix), fix.Message)
			}
		}
		return 0
	}
	if len(fixes) == 0 {
		return 0
	}
	set := rewrite.Disjoint(fixes)[0]
	after, err := rewrite.Apply(func(file string) ([]byte, error) {
		if file == name {
			return text, nil
		}
		return os.ReadFile(c.paths[file])
	}, set...)
	if err == nil {
		_, err = c.checker.Check(before, after)
	}
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return len(set)
	}
	if new, ok := after[name]; ok {
		for _, mark := range marks.FindAll(text, -1) {
			if !strings.Contains(string(new), string(mark)) {
				t.Errorf("%s: lost the comment of %s", what, around(text, mark))
			}
		}
		if strings.Contains(string(text), "\r\n") && strings.Contains(strings.ReplaceAll(string(new), "\r\n", ""), "\n") {
			t.Errorf("%s: %s: lines end in two ways", what, name)
		}
	}
	return len(set)
}

// marks are the comments that a trap puts in.
var marks = regexp.MustCompile(`(/\*|//)keep\d+(\*/)?`)

// around is the line of text with mark, and the next one.
func around(text, mark []byte) string {
	_, rest, _ := strings.Cut(string(text), string(mark))
	at := len(text) - len(rest)
	start := strings.LastIndex(string(text[:at]), "\n") + 1
	line := 1 + strings.Count(string(text[:at]), "\n")
	return fmt.Sprintf("line %d: %s", line, strings.SplitN(string(text[start:]), "\n", 2)[0])
}

// A lexeme is a token of a file.
type lexeme struct {
	tok      token.Token
	lit      string
	from, to int // offsets
	auto     bool
}

// lexemes returns the tokens of text from one offset to another, without comments.
func lexemes(text []byte, from, to int) []lexeme {
	var s scanner.Scanner
	part := text[from:to]
	f := token.NewFileSet().AddFile("", -1, len(part))
	s.Init(f, part, nil, 0)
	var all []lexeme
	for {
		pos, tok, lit := s.Scan()
		if tok == token.EOF {
			return all
		}
		start := from + f.Offset(pos)
		l := lexeme{tok, lit, start, start + max(len(lit), len(tok.String())), tok == token.SEMICOLON && lit != ";"}
		if tok.IsLiteral() || tok.IsKeyword() {
			l.to = start + len(lit)
		}
		if l.auto {
			l.to = start
		}
		all = append(all, l)
	}
}

// bodies are the offsets of what stands between the braces of functions.
func bodies(text []byte) (list [][2]int) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	for _, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok && fd.Body != nil && fd.Body.Lbrace+1 < fd.Body.Rbrace {
			list = append(list, [2]int{fset.Position(fd.Body.Lbrace).Offset + 1, fset.Position(fd.Body.Rbrace).Offset})
		}
	}
	return list
}

// commentEverywhere puts a comment before the same token of each function, the
// first, the second, and so on.
func commentEverywhere(text []byte, yield func([]byte)) {
	var functions [][]lexeme
	most := 0
	for _, b := range bodies(text) {
		tokens := slices.DeleteFunc(lexemes(text, b[0], b[1]), func(l lexeme) bool { return l.auto })
		functions = append(functions, tokens)
		most = max(most, len(tokens))
	}
	for i := 0; i < most; i += stride() {
		var out []byte
		last := 0
		for k, tokens := range functions {
			if i < len(tokens) {
				out = append(out, text[last:tokens[i].from]...)
				out = fmt.Appendf(out, "/*keep%d*/ ", k)
				last = tokens[i].from
			}
		}
		yield(append(out, text[last:]...))
	}
}

// commentLines puts a comment at the end of the same line of each function.
func commentLines(text []byte, yield func([]byte)) {
	functions := bodies(text)
	for i := 0; ; i++ {
		var out []byte
		last, found := 0, false
		for k, b := range functions {
			lines := strings.SplitAfter(string(text[b[0]:b[1]]), "\n")
			if i >= len(lines)-1 {
				continue
			}
			found = true
			if strings.Contains(lines[i], "//") || strings.Contains(lines[i], "`") {
				continue
			}
			end := b[0] + len(strings.Join(lines[:i+1], "")) - 1
			out = append(out, text[last:end]...)
			out = fmt.Appendf(out, " //keep%d", k)
			last = end
		}
		if !found {
			return
		}
		yield(append(out, text[last:]...))
	}
}

// names are what edits may write that the program need not have written.
var names = strings.Fields("append cap clear copy len make max min new panic nil true false string int byte rune error any " +
	"bytes errors fmt io maps math slices strconv strings sync utf8 unsafe")

var identifier = regexp.MustCompile(`\b[a-z]\w*\b`)

// namesFor are the names that are tried in a file: a third of them, so that all are tried in
// every few files, and with -long all.
func namesFor(text []byte) []string {
	if *longFlag {
		return names
	}
	var some []string
	for i := len(text) % 3; i < len(names); i += 3 {
		some = append(some, names[i])
	}
	return some
}

// shadowPackage declares a name that the file does not mention.
func shadowPackage(text []byte, yield func([]byte)) {
	used := identifier.FindAllString(string(text), -1)
	for _, name := range namesFor(text) {
		if !slices.Contains(used, name) {
			yield(fmt.Appendf(slices.Clone(text), "\ntype %s struct{}\n", name))
		}
	}
}

// shadowFunctions declares a name in each function that does not mention it.
func shadowFunctions(text []byte, yield func([]byte)) {
	for _, name := range namesFor(text) {
		var out []byte
		last := 0
		for _, b := range bodies(text) {
			if !slices.Contains(identifier.FindAllString(string(text[b[0]:b[1]]), -1), name) {
				out = append(out, text[last:b[0]]...)
				out = fmt.Appendf(out, "\n\tvar %s struct{}; _ = %[1]s\n", name)
				last = b[0]
			}
		}
		yield(append(out, text[last:]...))
	}
}

var importGroup = regexp.MustCompile(`(?s)\nimport \((.*?)\n\)`)

// loneImports writes an import declaration for each import.
func loneImports(text []byte, yield func([]byte)) {
	if m := importGroup.FindSubmatchIndex(text); m != nil {
		lone := regexp.MustCompile(`\n\s*(\S)`).ReplaceAll(text[m[2]:m[3]], []byte("\nimport $1"))
		yield(slices.Concat(text[:m[0]], lone, text[m[1]:]))
	}
}

// oneLineImports writes all imports on one line.
func oneLineImports(text []byte, yield func([]byte)) {
	if m := importGroup.FindSubmatchIndex(text); m != nil {
		list := strings.Join(strings.Fields(string(text[m[2]:m[3]])), "; ")
		list = regexp.MustCompile(`([\w.]); "`).ReplaceAllString(list, `$1 "`) // a name and its path
		yield(slices.Concat(text[:m[0]], []byte("\nimport ("+list+")"), text[m[1]:]))
	}
}

// oneLineFunctions takes the line breaks out of function bodies, and comments.
func oneLineFunctions(text []byte, yield func([]byte)) {
	var out []byte
	last := 0
	for _, b := range bodies(text) {
		out = append(out, text[last:b[0]]...)
		for _, l := range lexemes(text, b[0], b[1]) {
			if l.auto {
				out = append(out, "; "...)
			} else {
				out = append(append(out, text[l.from:l.to]...), ' ')
			}
		}
		last = b[1]
	}
	yield(append(out, text[last:]...))
}

func carriageReturns(text []byte, yield func([]byte)) {
	if !strings.Contains(string(text), "`") {
		yield([]byte(strings.ReplaceAll(string(text), "\n", "\r\n")))
	}
}

func byteOrderMark(text []byte, yield func([]byte)) { yield(slices.Concat([]byte("\ufeff"), text)) }

func buildConstraint(text []byte, yield func([]byte)) {
	yield(slices.Concat([]byte("//go:build linux || !linux\n\n"), text))
}

// oldConstraint makes the file one of an old language: constraints below go
// 1.21 count as that.
func oldConstraint(text []byte, yield func([]byte)) {
	yield(slices.Concat([]byte("//go:build go1.18\n\n"), text))
}

func generated(text []byte, yield func([]byte)) {
	yield(slices.Concat([]byte("// Code generated by a test. DO NOT EDIT.\n\n"), text))
}

var packageClause = regexp.MustCompile(`(?m)^package \w+$`)

func withC(text []byte, yield func([]byte)) {
	yield(packageClause.ReplaceAll(text, []byte("$0\n\nimport \"C\"")))
}
