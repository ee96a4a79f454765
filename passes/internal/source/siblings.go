package source

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Elsewhere reports whether a file in the folder of the package that is not part of this build
// mentions name: a test, a file for another system, or assembly. A fix that declares a name for the
// whole package, or changes a signature, asks first. If a file cannot be read every name counts as
// mentioned.
func (p *Package) Elsewhere(name string) bool {
	names := p.siblings()
	return names == nil || names[name]
}

type otherBuildsKey struct{}

// OtherBuilds returns the names that the Go files in the folder of the package mention which this
// build leaves out, tests excepted. It is empty if there are no such files, nil if one cannot be
// read.
func (p *Package) OtherBuilds() map[string]bool {
	return p.Once(otherBuildsKey{}, func() any {
		names := make(map[string]bool)
		dir := p.dirOf(p.Types)
		entries, err := os.ReadDir(dir)
		if err != nil {
			return map[string]bool(nil)
		}
		for _, e := range entries {
			name := filepath.Join(dir, e.Name())
			if p.own[name] == nil && isGo(e) && !scan(name, names) {
				return map[string]bool(nil)
			}
		}
		return names
	}).(map[string]bool)
}

// namesBeside returns the names that scan finds in the folder of the package, but not in the given
// files. Files that cgo has replaced lie elsewhere: their originals count.
func (p *Package) namesBeside(files []*ast.File, scan func(file string, names map[string]bool) bool) map[string]bool {
	if len(p.Files) == 0 {
		return make(map[string]bool) // nothing can be edited
	}
	known := make(map[string]bool)
	dir := filepath.Dir(p.Fset.File(p.Files[0].Syntax.FileStart).Name())
	for _, f := range files {
		if name := p.Fset.File(f.FileStart).Name(); filepath.Dir(name) == dir {
			known[filepath.Base(name)] = true
		}
	}
	return namesIn(dir, known, scan)
}

// namesIn returns the names that scan finds in the Go and assembly files of the folder, but for the
// files in known; nil if one cannot be read.
func namesIn(dir string, known map[string]bool, scan func(file string, names map[string]bool) bool) map[string]bool {
	names := make(map[string]bool)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		ext := filepath.Ext(e.Name())
		if known[e.Name()] || ext != ".go" && ext != ".s" {
			continue
		}
		if !scan(filepath.Join(dir, e.Name()), names) {
			return nil
		}
	}
	return names
}

// scan adds the names in a Go or assembly file, and reports whether it can be read.
func scan(file string, names map[string]bool) bool {
	text, err := os.ReadFile(file)
	switch {
	case err != nil:
	case filepath.Ext(file) == ".s":
		assembly(text, names)
	default:
		identifiers(text, names)
	}
	return err == nil
}

// declarations adds the names that a Go file declares for the package, and reports whether the file
// can be read. A file that does not parse may declare what it mentions.
func (p *Package) declarations(file string, names map[string]bool) bool {
	if filepath.Ext(file) != ".go" {
		return true
	}
	syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return scan(file, names)
	}
	if syntax.Name.Name != p.Types.Name() {
		return true
	}
	for _, d := range syntax.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			names[d.Name.Name] = names[d.Name.Name] || d.Recv == nil
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names[spec.Name.Name] = true
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						names[name.Name] = true
					}
				}
			}
		}
	}
	return true
}

// identifiers adds to names the identifiers of a Go file, which need not parse, and the local names
// of its linkname directives.
func identifiers(text []byte, names map[string]bool) {
	fset := token.NewFileSet()
	var s scanner.Scanner
	s.Init(fset.AddFile("", -1, len(text)), text, nil, scanner.ScanComments)
	for {
		_, tok, lit := s.Scan()
		switch tok {
		case token.EOF:
			return
		case token.IDENT:
			names[lit] = true
		case token.COMMENT:
			if fields := strings.Fields(lit); len(fields) > 1 && fields[0] == "//go:linkname" {
				names[fields[1]] = true
			}
		}
	}
}

var symbol = regexp.MustCompile(`·(\w+)`)

// assembly adds to names the symbols of an assembly file.
func assembly(text []byte, names map[string]bool) {
	for _, m := range symbol.FindAllSubmatch(text, -1) {
		names[string(m[1])] = true
	}
}
