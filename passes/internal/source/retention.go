package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"

	"github.com/unheap/unheap/passes/internal/stdlib"
)

// A retention says, from its syntax alone, whether a method retains the slice that it is given. The
// zero value is certain.
type retention int

const (
	forgets   retention = iota
	mayRetain           // the method hands the slice to code that is not looked at
	retains             // the method stores the slice, or a part of it
)

// retentions are those of the methods Write and Read of a file, by "Type.Method".
var retentions cache[map[string]retention]

var writesOrReads = regexp.MustCompile(`\)\s*(Write|Read)\s*\(`)

// Retains reports whether fn, a method Write or Read of another package, retains the slice that it is
// given, or cannot be read. It is false for types of the standard library.
func (p *Package) Retains(fn *types.Func) bool {
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
		found, ok := retentions.of(name, writesOrReads, retentionsOf)
		return !ok || found[named.Obj().Name()+"."+fn.Name()] == retains
	})
}

type retainersKey struct{}

// HasRetainers reports whether a type in another package of the module has a method Write or Read
// that may retain the slice that it is given. It is true if the module cannot be read.
func (p *Package) HasRetainers() bool {
	return p.Once(retainersKey{}, func() any {
		m, ok := moduleOf(p.dirOf(p.Types), p.Types.Path())
		if !ok {
			return true
		}
		files, ok := m.files()
		return !ok || slices.ContainsFunc(files, func(name string) bool {
			if p.own[name] != nil {
				return false // callers look at this package, with types
			}
			found, ok := retentions.of(name, writesOrReads, retentionsOf)
			for _, h := range found {
				ok = ok && h == forgets
			}
			return !ok
		})
	}).(bool)
}

// retentionsOf judges the methods Write and Read of a file that take a slice.
func retentionsOf(_ string, syntax *ast.File) map[string]retention {
	found := make(map[string]retention)
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
		h := mayRetain // in assembly
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

// receiverOf returns the name of the receiver's type, "" for a function.
func receiverOf(fn *ast.FuncDecl) string {
	if fn.Recv.NumFields() == 1 {
		for id := range Idents(fn.Recv.List[0].Type) {
			return id.Name // other names are type parameters
		}
	}
	return ""
}

// judge returns what a method does with its parameter slice.
func judge(fn *ast.FuncDecl, slice string, imports map[string]string) retention {
	k := &retentionWalk{imports: imports, local: make(map[string]bool), names: map[string]retention{slice: retains}}
	if fn.Type.Results != nil {
		for id := range Idents(fn.Type.Results) {
			k.local[id.Name] = true
		}
	}
	for before := 0; before < len(k.names); {
		before = len(k.names) // in a loop a part may be named after the statement that stores it
		ast.Inspect(fn.Body, k.node)
	}
	return k.found
}

// A retentionWalk judges the body of one method.
type retentionWalk struct {
	imports map[string]string
	local   map[string]bool      // names that the method defines
	names   map[string]retention // retains: the slice or a part of it; mayRetain: a value that may have it
	found   retention
}

func (k *retentionWalk) node(n ast.Node) bool {
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
		if h := k.of(n.X); h == mayRetain && n.Value != nil {
			k.assign(n.Value, h, n.Tok)
		}
	case *ast.SendStmt:
		k.found = max(k.found, k.of(n.Value))
	case *ast.GoStmt:
		if k.mentioned(n) {
			k.found = retains
		}
	case *ast.ReturnStmt:
		for _, e := range n.Results {
			k.found = max(k.found, k.of(e))
		}
	case *ast.CallExpr:
		if !k.lends(n) && slices.ContainsFunc(n.Args, func(e ast.Expr) bool { return k.of(e) != forgets }) {
			k.found = max(k.found, mayRetain)
		}
	}
	return true
}

// assign records an assignment to lhs: it gives a local variable the memory of the slice, or stores
// the slice anywhere else.
func (k *retentionWalk) assign(lhs ast.Expr, value retention, tok token.Token) {
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

// of returns retains if the value of e has the memory of the slice, mayRetain if it may have.
func (k *retentionWalk) of(e ast.Expr) retention {
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
		if h := k.of(e.X); h == mayRetain {
			return h // a byte of the slice itself is a copy
		}
	case *ast.KeyValueExpr:
		return k.of(e.Value)
	case *ast.CompositeLit:
		return k.most(e.Elts)
	case *ast.FuncLit:
		if k.mentioned(e) {
			return retains
		}
	case *ast.CallExpr:
		return k.result(e)
	}
	return forgets
}

func (k *retentionWalk) most(list []ast.Expr) (h retention) {
	for _, e := range list {
		h = max(h, k.of(e))
	}
	return h
}

func (k *retentionWalk) mentioned(n ast.Node) bool {
	return Any(n, func(id *ast.Ident) bool { return k.names[id.Name] != forgets })
}

// result returns whether the result of a call has the memory of the slice, as [retentionWalk.of] does.
func (k *retentionWalk) result(call *ast.CallExpr) retention {
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
	return min(k.most(call.Args), mayRetain)
}

// lending are the methods that must not retain their argument by contract.
var lending = map[string]bool{"Write": true, "Read": true, "WriteAt": true, "ReadAt": true}

// lends reports whether a call surely does not retain its arguments: a conversion, a call of a
// builtin or of a function of the standard library, whose results are looked at, or of a lending
// method, which is looked at where it is declared.
func (k *retentionWalk) lends(call *ast.CallExpr) bool {
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

// std returns what is known of the function of the standard library that fun names, the zero Func
// if there is none.
func (k *retentionWalk) std(fun *ast.SelectorExpr) stdlib.Func {
	if id, ok := fun.X.(*ast.Ident); ok && !k.local[id.Name] {
		return stdlib.Named(k.imports[id.Name], fun.Sel.Name)
	}
	return stdlib.Func{}
}
