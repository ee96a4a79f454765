// Package testprog holds programs of which it is known what they allocate,
// line by line: the truth that the whole chain is held to, and what "unheap
// explain" shows for each reason.
//
// Invariant: every program is one file that needs no other, so that a reader
// can copy it and run it with go test; and every reason of the catalogue has a
// program that proves it. The program with C in it is two files, because test
// files cannot have any.
//
// Model: the expectation stands on the line it speaks of, as a comment:
//
//	s := make([]int, n) // heap: variable-size 1
//	f(x, s)             // heap: boxing 2, variadic 1
//	sink = 12345        // heap: none
//	s = append(s, v)    // heap: growth 0 (go1.25: 3)
//	v = &[5]int64{}     // heap: stored 1 48B
//	json.Marshal(v)     // heap: encoding any, boxing 1
//
// The number is objects per operation of the one benchmark of the file, "any"
// is more than none where the number is the library's own affair, and a size
// is bytes per operation. A number in parentheses holds for that release of
// Go. An expectation in a comment before the package clause holds for what has
// no line in the file: what the runtime allocates for itself.
//
// What the model blurs: two reasons on one line are told apart, two places
// with the same reason on one line are not.
package testprog

import (
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strings"
)

//go:embed testdata/truth/*.go
var truth embed.FS

// truthDir is the folder of the programs in truth.
const truthDir = "testdata/truth"

// A Program is one file of the truth, in rare cases with a second file.
type Program struct {
	// Name is the base name without its ending: "growth" for growth_test.go.
	Name string
	// Benchmark is the name of its one benchmark: "BenchmarkGrowth".
	Benchmark string
	// Doc is the comment before the package clause, without expectations.
	Doc string
	// Source is the whole file.
	Source string
	// Library is a second file, NAME.go, which the first one uses and which has the expectations. It is empty for
	// nearly all programs.
	Library string
}

// File returns the base name of the program's file.
func (p Program) File() string { return p.Name + "_test.go" }

// LibraryFile returns the base name of the second file; empty if there is none.
func (p Program) LibraryFile() string {
	if p.Library == "" {
		return ""
	}
	return p.Name + ".go"
}

// Expecting returns the base name and text of the file with the expectations.
func (p Program) Expecting() (file, source string) {
	if p.Library != "" {
		return p.LibraryFile(), p.Library
	}
	return p.File(), p.Source
}

// Listing returns the program as it is shown: its file, or both files in the form of a txtar archive.
func (p Program) Listing() string {
	if p.Library == "" {
		return p.Source
	}
	return fmt.Sprintf("-- %s --\n%s-- %s --\n%s", p.LibraryFile(), p.Library, p.File(), p.Source)
}

// Programs returns all programs in the order of their names.
func Programs() ([]Program, error) {
	entries, err := truth.ReadDir(truthDir) // sorted by name
	if err != nil {
		return nil, err
	}
	var programs []Program
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), "_test.go")
		if !ok {
			continue // a library
		}
		p, err := read(name)
		if err != nil {
			return nil, err
		}
		programs = append(programs, p)
	}
	return programs, nil
}

// Lookup returns the program of the given name.
func Lookup(name string) (Program, bool) {
	if strings.Contains(name, "/") {
		return Program{}, false
	}
	p, err := read(name)
	return p, err == nil
}

func read(name string) (Program, error) {
	source, err := truth.ReadFile(path.Join(truthDir, name+"_test.go"))
	if err != nil {
		return Program{}, err
	}
	p, err := parse(name+"_test.go", string(source))
	if err != nil {
		return Program{}, err
	}
	if library, err := truth.ReadFile(path.Join(truthDir, name+".go")); err == nil {
		p.Library = string(library)
	}
	return p, nil
}

func parse(file, source string) (Program, error) {
	f, err := parser.ParseFile(token.NewFileSet(), file, source, parser.ParseComments)
	if err != nil {
		return Program{}, err
	}
	p := Program{Name: strings.TrimSuffix(file, "_test.go"), Source: source, Doc: doc(f)}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || !strings.HasPrefix(fn.Name.Name, "Benchmark") {
			continue
		}
		if p.Benchmark != "" {
			return Program{}, fmt.Errorf("%s: more than one benchmark", file)
		}
		p.Benchmark = fn.Name.Name
	}
	if p.Benchmark == "" {
		return Program{}, fmt.Errorf("%s: no benchmark", file)
	}
	return p, nil
}

// doc returns the comments before the package clause.
func doc(f *ast.File) string {
	var text strings.Builder
	for _, group := range f.Comments {
		if group.Pos() > f.Package {
			break
		}
		text.WriteString(group.Text()) // without //go:build
	}
	before, _, _ := strings.Cut(text.String(), "\n"+marker)
	return strings.TrimSpace(before)
}

// WriteModule writes all programs to dir as one package, the module "truth".
func WriteModule(dir string) error {
	programs, err := Programs()
	if err != nil {
		return err
	}
	// The oldest release with which the programs are compared.
	files := map[string]string{"go.mod": "module truth\n\ngo 1.25\n"}
	for _, p := range programs {
		files[p.File()] = p.Source
		if p.Library != "" {
			files[p.LibraryFile()] = p.Library
		}
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// Command returns the command line that runs the program in the folder of its file.
func (p Program) Command() string {
	name := strings.TrimPrefix(p.Benchmark, "Benchmark")
	files := strings.TrimSpace(p.LibraryFile() + " " + p.File())
	return fmt.Sprintf("go test -bench=%s -benchmem %s", name, files)
}
