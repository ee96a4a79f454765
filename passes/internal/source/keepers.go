package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"

	"github.com/unheap/unheap/passes/internal/stdlib"
)

// A holding says whether a method keeps the slice that it is given, as far as its text
// shows. The zero value is one that surely forgets it.
type holding int

const (
	forgets holding = iota
	mayKeep         // it hands the slice to code that is not looked at
	keeps           // it stores the slice, or a part of it
)

// holdings are those of the methods Write and Read of a file, as "T.Write".
var holdings cache[map[string]holding]

var writesOrReads = regexp.MustCompile(`\)\s*(Write|Read)\s*\(`)

// Keeps reports whether fn, a method of another package, is seen to keep the slice that it
// is given.
func (p *Package) Keeps(fn *types.Func) bool {
	recv := fn.Signature().Recv().Type()
	if ptr, ok := recv.(*types.Pointer); ok {
		recv = ptr.Elem()
	}
	named, ok := types.Unalias(recv).(*types.Named)
	if !ok || standard(fn.Pkg().Path(), p.Types.Path()) {
		return false
	}
	files, ok := goFiles(p.dirOf(fn.Pkg()))
	return !ok || slices.ContainsFunc(files, func(name string) bool {
		found, ok := holdings.of(name, writesOrReads, holdingsOf)
		return !ok || found[named.Obj().Name()+"."+fn.Name()] == keeps
	})
}

type keepersKey struct{}

// HasKeepers reports whether a type of the module outside of the package, whether it is
// imported, imports the package or neither, has a method Write or Read that cannot be seen
// to forget the slice that it is given. It is true where the module cannot be read.
func (p *Package) HasKeepers() bool {
	return p.Once(keepersKey{}, func() any {
		m, ok := moduleOf(p.dirOf(p.Types), p.Types.Path())
		if !ok {
			return true
		}
		files, ok := m.files()
		return !ok || slices.ContainsFunc(files, func(name string) bool {
			if p.own[name] != nil {
				return false // which others look at with types
			}
			found, ok := holdings.of(name, writesOrReads, holdingsOf)
			for _, h := range found {
				ok = ok && h == forgets
			}
			return !ok
		})
	}).(bool)
}

// holdingsOf judges the methods Write and Read of a file that take a slice.
func holdingsOf(_ string, syntax *ast.File) map[string]holding {
	found := make(map[string]holding)
	imports := importNames(syntax)
	for _, d := range syntax.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Name.Name != "Write" && fn.Name.Name != "Read" || fn.Type.Params.NumFields() != 1 {
			continue
		}
		param := fn.Type.Params.List[0]
		if list, ok := param.Type.(*ast.ArrayType); !ok || list.Len != nil || receiverOf(fn) == "" {
			continue
		}
		h := mayKeep // in assembly
		switch {
		case fn.Body == nil:
		case len(param.Names) == 0:
			h = forgets
		default:
			h = judge(fn, param.Names[0].Name, imports)
		}
		found[receiverOf(fn)+"."+fn.Name.Name] = h
	}
	return found
}

// receiverOf returns the name of the type that fn is a method of, "" for a function.
func receiverOf(fn *ast.FuncDecl) string {
	if fn.Recv.NumFields() == 1 {
		for id := range Idents(fn.Recv.List[0].Type) {
			return id.Name // other names are type parameters
		}
	}
	return ""
}

// judge says what a method does with its parameter of that name, a slice.
func judge(fn *ast.FuncDecl, slice string, imports map[string]string) holding {
	k := &keeper{imports: imports, local: make(map[string]bool), names: map[string]holding{slice: keeps}}
	if fn.Type.Results != nil {
		for id := range Idents(fn.Type.Results) {
			k.local[id.Name] = true
		}
	}
	for before := 0; before < len(k.names); {
		before = len(k.names) // a loop may name a part behind the statement that stores it
		ast.Inspect(fn.Body, k.node)
	}
	return k.found
}

// A keeper walks the body of one method.
type keeper struct {
	imports map[string]string
	local   map[string]bool    // names that the method defines
	names   map[string]holding // keeps for the slice and its parts, mayKeep for what may be made of them
	found   holding
}

func (k *keeper) node(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, lhs := range n.Lhs {
			if len(n.Lhs) == len(n.Rhs) {
				k.assign(lhs, k.of(n.Rhs[i]), n.Tok)
			} else {
				k.assign(lhs, k.of(n.Rhs[0]), n.Tok)
			}
		}
	case *ast.ValueSpec:
		for i, value := range n.Values {
			k.assign(n.Names[i], k.of(value), token.DEFINE)
		}
	case *ast.RangeStmt:
		if h := k.of(n.X); h == mayKeep && n.Value != nil {
			k.assign(n.Value, h, n.Tok)
		}
	case *ast.SendStmt:
		k.found = max(k.found, k.of(n.Value))
	case *ast.GoStmt:
		if k.mentioned(n) {
			k.found = keeps
		}
	case *ast.ReturnStmt:
		for _, e := range n.Results {
			k.found = max(k.found, k.of(e))
		}
	case *ast.CallExpr:
		if !k.lends(n) && slices.ContainsFunc(n.Args, func(e ast.Expr) bool { return k.of(e) != forgets }) {
			k.found = max(k.found, mayKeep)
		}
	}
	return true
}

// assign notes that the left side has a value: a variable of the body is another name for
// it, anything else stores it.
func (k *keeper) assign(lhs ast.Expr, value holding, tok token.Token) {
	id, ok := ast.Unparen(lhs).(*ast.Ident)
	switch {
	case ok && tok == token.DEFINE:
		k.local[id.Name] = true
	case ok && (id.Name == "_" || k.local[id.Name] || k.names[id.Name] != forgets):
	default:
		k.found = max(k.found, value)
		return
	}
	if value != forgets && id.Name != "_" {
		k.names[id.Name] = max(k.names[id.Name], value)
	}
}

// of says whether the value of e has the memory of the slice.
func (k *keeper) of(e ast.Expr) holding {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return k.names[e.Name]
	case *ast.SliceExpr:
		return k.of(e.X)
	case *ast.SelectorExpr:
		return k.of(e.X)
	case *ast.TypeAssertExpr:
		return k.of(e.X)
	case *ast.UnaryExpr:
		return k.of(e.X)
	case *ast.IndexExpr:
		if h := k.of(e.X); h == mayKeep {
			return h // a byte of the slice itself is a copy
		}
	case *ast.KeyValueExpr:
		return k.of(e.Value)
	case *ast.CompositeLit:
		return k.most(e.Elts)
	case *ast.FuncLit:
		if k.mentioned(e) {
			return keeps
		}
	case *ast.CallExpr:
		return k.result(e)
	}
	return forgets
}

func (k *keeper) most(list []ast.Expr) (h holding) {
	for _, e := range list {
		h = max(h, k.of(e))
	}
	return h
}

func (k *keeper) mentioned(n ast.Node) bool {
	for id := range Idents(n) {
		if k.names[id.Name] != forgets {
			return true
		}
	}
	return false
}

// result says whether that of a call has the memory of the slice.
func (k *keeper) result(call *ast.CallExpr) holding {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		switch obj := types.Universe.Lookup(fun.Name); {
		case fun.Name == "append" && call.Ellipsis.IsValid():
			return k.of(call.Args[0])
		case fun.Name == "append":
			return k.most(call.Args)
		case obj != nil:
			return forgets // len, copy, string(…)
		}
	case *ast.ArrayType:
		return k.most(call.Args)
	case *ast.SelectorExpr:
		if known := k.std(fun); lending[fun.Sel.Name] || known.Lends != 0 || known.Name == "Clone" {
			return forgets // numbers, or a copy
		}
	}
	return min(k.most(call.Args), mayKeep)
}

// lending are the methods whose contract forbids to keep the slice.
var lending = map[string]bool{"Write": true, "Read": true, "WriteAt": true, "ReadAt": true}

// lends reports whether a call keeps none of its arguments: it is a conversion, or one of a
// builtin, of a method that must not, which is looked at where it is declared, or of a
// function of the standard library, whose result is looked at.
func (k *keeper) lends(call *ast.CallExpr) bool {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return types.Universe.Lookup(fun.Name) != nil
	case *ast.ArrayType:
		return true
	case *ast.SelectorExpr:
		known := k.std(fun)
		return lending[fun.Sel.Name] || known.Path != "" && known.Wraps == 0
	}
	return false
}

// std returns what is known of a function of the standard library that is named so.
func (k *keeper) std(fun *ast.SelectorExpr) stdlib.Func {
	if id, ok := fun.X.(*ast.Ident); ok && !k.local[id.Name] {
		return stdlib.Named(k.imports[id.Name], fun.Sel.Name)
	}
	return stdlib.Func{}
}
