package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
)

// A Syntax is a parsed file, of the user's or not. The zero value has no file.
type Syntax struct {
	Fset *token.FileSet
	File *ast.File
}

// ParseFile parses a file of a package that was not loaded, without types. It returns the zero Syntax if the file
// cannot be read.
func ParseFile(dir, base string) Syntax {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, filepath.Join(dir, base), nil, parser.SkipObjectResolution)
	if err != nil {
		return Syntax{}
	}
	return Syntax{fset, file}
}

// FuncAt returns the function that is declared at a line; nil if there is none.
func (s Syntax) FuncAt(line int) *ast.FuncDecl {
	if s.File == nil {
		return nil
	}
	for _, decl := range s.File.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if ok && s.Fset.Position(fn.Pos()).Line <= line && line <= s.Fset.Position(fn.End()).Line {
			return fn
		}
	}
	return nil
}
