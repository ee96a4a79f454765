// Package direct defines an analyzer that calls the function of the standard library which
// does at once what is done through an object, a copy or an interface.
//
// Invariant: each of its rewrites is a pair of functions of package pairs, which a test
// compares on generated inputs, and counts, as package own asks of a user's; a place is
// rewritten only if it does what the first of them would do there.
//
// Model: that of package own. The pairs are type-checked against the part of the library, and
// of other modules, that they mention, so that the rule is the same wherever it runs.
//
// What it blurs: what package own does.
//
// # Analyzer direct
//
// direct: call what does at once what is done through an object, a copy or an interface
//
//	binary.Read(bytes.NewReader(b), order, &v)   =>   binary.Decode(b, order, &v)
//	io.Copy(w, bytes.NewReader(b))               =>   w.Write(b)
//	http.Post(url, t, bytes.NewReader([]byte(s)))
//	                                             =>   http.Post(url, t, strings.NewReader(s))
//	fmt.Fprint(w, s)                             =>   io.WriteString(w, s)
//	reflect.DeepEqual(names, others)             =>   slices.Equal(names, others) && (names == nil) == (others == nil)
//	a.String() == b.String()                     =>   a.Equal(b)
//	re.FindStringSubmatch(s) != nil              =>   re.MatchString(s)
//	strings.TrimSpace(string(b)) == "on"         =>   string(bytes.TrimSpace(b)) == "on"
//	[]byte(strings.ToLower(string(b)))           =>   bytes.ToLower(b)
//	hex.DecodeString(string(b))                  =>   hex.AppendDecode([]byte{}, b)
//	io.CopyBuffer(w, bytes.NewReader(b), buf)    =>   w.Write(b)
//	strings.HasPrefix(s, a+b)                    =>   strings.HasPrefix(s, a) && strings.HasPrefix(s[len(a):], b)
//	fmt.Sprint(sizes) == fmt.Sprint(others)      =>   slices.Equal(sizes, others)
//
// All are in package pairs, each as two functions, those of other modules in modules.go:
//
//	md, _ := metadata.FromIncomingContext(ctx)
//	ids := md.Get("id")                          =>   ids := metadata.ValueFromIncomingContext(ctx, "id")
//	xxhash.Sum64([]byte(s))                      =>   xxhash.Sum64String(s)
//	gjson.Valid(string(b))                       =>   gjson.ValidBytes(b)
//	zap.Any("name", s)                           =>   zap.String("name", s)
//	id.String() == other.String()                =>   id == other
//
// Conditions:
//   - what is written there does what a call of the first function would do, which evaluates
//     its operands first, once, and from left to right;
//   - names mean the same there, and the file's Go version, or the version of the module that
//     is imported there, has what is called.
//
// Class: safe, or review with what stands at the pair.
package direct

import (
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"strings"
	"sync"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/own"
)

//go:embed direct.go pairs/pairs.go pairs/modules.go api.txt modules.txt
var files embed.FS

func text(name string) string {
	b, err := files.ReadFile(name)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(b)
}

// Rule is the direct rewrite.
var Rule = rule.New("direct", text("direct.go"), run, "constructor", "callee", "boxing", "bytes-to-string", "string-to-bytes", "unknown-callee")

func run(pass *rule.Pass) {
	for _, p := range pairs() {
		p.Run(pass, p.Class())
	}
}

// pairs are those of package pairs, modules.go included, with what they say of themselves.
var pairs = sync.OnceValue(func() []*own.Pair {
	list, err := readAll()
	if err != nil {
		panic(err) // a test reads them
	}
	for _, p := range list {
		p.Message, p.Title = p.Docs()
		p.Message = strings.ToLower(p.Message[:1]) + strings.TrimSuffix(p.Message[1:], ".")
		p.Title = strings.TrimSuffix(p.Title, ".")
	}
	return list
})

// readAll type-checks all pairs.
func readAll() (all []*own.Pair, err error) {
	lib := library("api.txt", "modules.txt")
	for _, name := range []string{"pairs/pairs.go", "pairs/modules.go"} {
		list, err := read(name, lib)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// read type-checks the pairs of a file.
func read(name string, lib parts) ([]*own.Pair, error) {
	fset := token.NewFileSet()
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Selections: make(map[*ast.SelectorExpr]*types.Selection), Scopes: make(map[ast.Node]*types.Scope), Implicits: make(map[ast.Node]types.Object),
		Instances: make(map[*ast.Ident]types.Instance), FileVersions: make(map[*ast.File]string),
	}
	file, err := parser.ParseFile(fset, name, text(name), parser.ParseComments)
	if err != nil {
		return nil, err
	}
	sizes := types.SizesFor("gc", "amd64")
	check := types.Config{Importer: lib, Sizes: sizes}
	pkg, err := check.Check("pairs", fset, []*ast.File{file}, info)
	if err != nil {
		return nil, err
	}
	return own.Read(own.Source{
		Fset: fset, File: file, Files: []*ast.File{file}, Types: pkg, Info: info, Sizes: sizes,
		ReadFile: func(string) ([]byte, error) { return []byte(text(name)), nil },
	})
}

// A parts is the standard library, or that and other modules, as far as the pairs mention them,
// by import path.
type parts map[string]*types.Package

// Import returns the package of a path.
func (l parts) Import(p string) (*types.Package, error) {
	if l[p] == nil {
		return nil, fmt.Errorf("api.txt has nothing of package %s", p)
	}
	return l[p], nil
}

// library type-checks the texts of those names. A package stands behind those that it imports.
func library(names ...string) parts {
	l := make(parts)
	for _, file := range names {
		for _, part := range strings.Split(text(file), "\npackage ")[1:] {
			head, decls, _ := strings.Cut(part, "\n")
			importPath, name, named := strings.Cut(head, " ")
			if !named {
				name = path.Base(importPath)
			}
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, head, "package "+name+"\n"+decls, 0)
			if err != nil {
				panic(err) // a test reads it
			}
			check := types.Config{Importer: l, IgnoreFuncBodies: true}
			if l[importPath], err = check.Check(importPath, fset, []*ast.File{file}, nil); err != nil {
				panic(err) // likewise
			}
		}
	}
	return l
}
