package scratch

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// single requires that no two goroutines are in the method for one object. Where that is likely only, it adds a
// caveat.
func (s *site) single() string {
	s.together, s.doubt = effect.Alone(s.Pkg, s.d.Cur, s.recv, s.d.Rest)
	if len(s.together) > 0 {
		return ""
	}
	in := s.fn.Name() + " of one " + s.object.named.Obj().Name()
	by := make(map[string]bool)
	s.used(s.method.Body, s.recv, 0, by)
	if len(by) == 0 {
		s.changed(s.method.Body, s.recv, 0, by)
	}
	if len(by) == 0 {
		return "nothing says that two goroutines are not in " + in
	}
	if synchronizes(s.object.named, s.Pkg.Types, 0) || s.meets() || s.started() || s.served() {
		return "two goroutines may be in " + in
	}
	s.together = by
	s.caveats = append(s.caveats, rule.Sharing.Caveat("two goroutines must not be in "+in+" at once"))
	return ""
}

// maxUse is how many methods of an object are followed in search of one that uses it up.
const maxUse = 2

// used notes the readers and writers of the object that the body uses, itself or by other methods of the
// object: two goroutines that did so at once would each read a part, or mix what they write. One goroutine may
// read, however, while another one writes.
func (s *site) used(body *ast.BlockStmt, recv *types.Var, depth int, by map[string]bool) {
	s.steps(body, func(n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return
		}
		if verb, of := s.streams(call); of != nil && source.IsPath(of) && s.root(of) == recv {
			by[verb+strings.TrimPrefix(types.ExprString(of), recv.Name())] = true
		} else if inner, innerBody := s.own(call, recv); inner != nil && depth < maxUse {
			s.used(innerBody, inner, depth+1, by)
		}
	})
}

// changed notes the plain fields of the object that the body may write, itself or by other methods of
// the object.
func (s *site) changed(body *ast.BlockStmt, recv *types.Var, depth int, by map[string]bool) {
	note := func(e ast.Expr) {
		e = ast.Unparen(e)
		if index, ok := e.(*ast.IndexExpr); ok {
			e = ast.Unparen(index.X)
		}
		if sel, ok := e.(*ast.SelectorExpr); ok && source.IsPath(e) && s.root(e) == recv {
			by["change "+sel.Sel.Name] = true
		}
	}
	s.steps(body, func(n ast.Node) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				note(e)
			}
		case *ast.IncDecStmt:
			note(n.X)
		case *ast.CallExpr:
			if inner, innerBody := s.own(n, recv); inner != nil && depth < maxUse {
				s.changed(innerBody, inner, depth+1, by)
			}
		}
	})
}

// steps visits what running the body does itself.
func (s *site) steps(body *ast.BlockStmt, visit func(ast.Node)) {
	called := make(map[*ast.FuncLit]bool) // where they stand
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.GoStmt, *ast.DeferStmt:
			return false
		case *ast.FuncLit:
			return called[n]
		case *ast.CallExpr:
			if lit, isLit := ast.Unparen(n.Fun).(*ast.FuncLit); isLit {
				called[lit] = true
			}
		}
		visit(n)
		return true
	})
}

// own returns the receiver and the body of the method of the object that a call is one of, nil for
// other calls.
func (s *site) own(call *ast.CallExpr, recv *types.Var) (*types.Var, *ast.BlockStmt) {
	fn, of := source.Func(s.Info, call), source.Receiver(s.Info, call)
	if fn == nil || of == nil || !s.Pkg.Is(of, recv) {
		return nil, nil
	}
	inner, body := fn.Origin().Signature().Recv(), s.Pkg.FuncBody(fn)
	if body == nil || !source.IsA[*types.Pointer](inner.Type()) || len(s.Pkg.Writes(inner)) > 0 {
		return nil, nil
	}
	return inner, body
}

// streamArgs are the operands of functions of the standard library that are read from or written to.
var streamArgs = map[string]struct {
	verb string
	i    int
}{
	"io.ReadFull": {"read ", 0}, "io.ReadAtLeast": {"read ", 0}, "io.ReadAll": {"read ", 0}, "encoding/binary.Read": {"read ", 0},
	"io.Copy": {"read ", 1}, "io.CopyN": {"read ", 1}, "io.CopyBuffer": {"read ", 1},
	"io.WriteString": {"write ", 0}, "encoding/binary.Write": {"write ", 0},
	"fmt.Fprintf": {"write ", 0}, "fmt.Fprint": {"write ", 0}, "fmt.Fprintln": {"write ", 0},
}

// streams returns the reader or writer that a call uses, and what it does with it; nil if it uses none.
func (s *site) streams(call *ast.CallExpr) (verb string, of ast.Expr) {
	fn := source.Func(s.Info, call)
	if fn == nil || fn.Pkg() == nil {
		return "", nil
	}
	if arg, ok := streamArgs[fn.FullName()]; ok && arg.i < len(call.Args) {
		return arg.verb, call.Args[arg.i]
	}
	if of = source.Receiver(s.Info, call); of == nil {
		return "", nil
	}
	switch fn.Name() {
	case "Read", "ReadByte", "ReadRune", "ReadString", "ReadBytes", "ReadSlice", "ReadLine", "Peek":
		return "read ", of
	case "Write", "WriteString", "WriteByte", "WriteRune", "Flush", "Sum":
		if !s.Pkg.Is(of, s.recv) && s.is(of, "Write") && !datagrams(s.Info.TypeOf(of)) {
			return "write ", of
		}
	case "Encode", "Decode":
		if stdlib.TypeOf(s.Info.TypeOf(of)).Known || strings.HasPrefix(fn.Pkg().Path(), "encoding/") {
			return strings.ToLower(fn.Name()) + " ", of
		}
	}
	return "", nil
}

// is reports whether e has the method of io.Writer or io.Reader of the name.
func (s *site) is(e ast.Expr, name string) bool {
	t := s.Info.TypeOf(e)
	if t == nil {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, s.Pkg.Types, name)
	fn, ok := obj.(*types.Func)
	return ok && source.IsIO(fn)
}

// datagrams reports whether what is written to a value of type t are messages of their own, which
// several goroutines may write.
func datagrams(t types.Type) bool {
	for _, name := range []string{"UDPConn", "IPConn", "UnixConn", "PacketConn"} {
		if source.IsNamed(t, "net", name) {
			return true
		}
	}
	return source.IsNamed(t, "log", "Logger")
}

// root returns the variable at which a path begins.
func (s *site) root(e ast.Expr) types.Object {
	for {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok {
			break
		}
		e = sel.X
	}
	id, _ := ast.Unparen(e).(*ast.Ident)
	return s.Info.Uses[id]
}

// started reports whether a go statement of the package has an object of the type, or the method is
// a value that whoever has it may call.
func (s *site) started() bool {
	return factsOf(s.Pkg).started[s.object.named] || slices.ContainsFunc(s.Pkg.Uses(s.fn), func(use inspector.Cursor) bool {
		_, called := source.Called(use)
		return !called // who knows
	})
}

// meets reports whether the method waits for another goroutine, or uses package sync or atomic. A sync.Pool and
// a sync.Once do not count: they say nothing of the object.
func (s *site) meets() bool {
	return effect.Of(s.Pkg, s.method.Body).Waits || slices.ContainsFunc(effect.Mentions(s.Pkg, s.method.Body), func(fn *types.Func) bool {
		if fn.Pkg() == nil || fn.Pkg().Path() != "sync" && fn.Pkg().Path() != "sync/atomic" {
			return false
		}
		recv := fn.Signature().Recv()
		return recv == nil || !source.IsNamed(recv.Type(), "sync", "Pool") && !source.IsNamed(recv.Type(), "sync", "Once")
	})
}

// sharedNames are the last words in the names of types that usually have one object for the whole program.
var sharedNames = []string{"Client", "Server", "Pool", "Cache", "Registry", "Store", "Manager", "Logger", "Handler", "Service", "Hub", "Broker", "Router", "Transport", "Mux", "DB"}

// served reports whether the type or the method is of a kind that several goroutines use: by its
// name, its comment, or by what it is given.
func (s *site) served() bool {
	name := s.object.named.Obj().Name()
	for _, word := range sharedNames {
		if strings.HasSuffix(name, word) || strings.EqualFold(name, word) {
			return true
		}
	}
	if concurrent(s.method.Doc.Text()) || concurrent(s.object.comment) {
		return true
	}
	for v := range s.fn.Signature().Params().Variables() {
		t := v.Type()
		if source.IsNamed(t, "context", "Context") || source.IsNamed(t, "net/http", "ResponseWriter") || source.IsNamed(t, "net/http", "Request") {
			return true
		}
	}
	return false
}

// concurrent reports whether a comment allows several goroutines.
func concurrent(comment string) bool {
	text := strings.ToLower(strings.Join(strings.Fields(comment), " "))
	for _, word := range []string{"concurren", "goroutine", "thread-safe", "threadsafe", "thread safe", "in parallel"} {
		if strings.Contains(text, word) {
			return !strings.Contains(text, "not safe") && !strings.Contains(text, "must not") && !strings.Contains(text, "not be") && !strings.Contains(text, "not thread") && !strings.Contains(text, "not concurren") && !strings.Contains(text, "unsafe for")
		}
	}
	return false
}

// unwanted says why nobody wants the memory kept, "" if somebody may.
func (s *site) unwanted() string {
	name := s.fn.Name()
	switch {
	case once(name):
		return name + " is called once for each " + s.object.named.Obj().Name()
	case s.failing():
		return s.d.Var.Name() + " is for an error"
	case s.secret():
		return "the memory may hold a secret, which nobody wants to stay"
	}
	return ""
}

// once reports whether methods of the name are called once for each object, as a rule.
func once(name string) bool {
	lower := strings.ToLower(name)
	return strings.HasPrefix(lower, "init") || strings.HasPrefix(lower, "setup") ||
		slices.Contains([]string{"close", "dial", "connect", "start", "stop", "shutdown", "serve", "listen", "handshake"}, lower)
}

// failing reports whether the declaration stands where something has failed.
func (s *site) failing() bool {
	for c := range s.d.Cur.Enclosing((*ast.IfStmt)(nil), (*ast.BlockStmt)(nil)) {
		switch n := c.Node().(type) {
		case *ast.IfStmt:
			if flow.OnError(s.Info, n) {
				return true
			}
		case *ast.BlockStmt:
			if n == s.method.Body || len(n.List) == 0 {
				continue
			}
			if ret, ok := n.List[len(n.List)-1].(*ast.ReturnStmt); ok && len(ret.Results) > 0 {
				call, isCall := ast.Unparen(ret.Results[len(ret.Results)-1]).(*ast.CallExpr)
				if fn := (*types.Func)(nil); isCall {
					if fn = source.Func(s.Info, call); fn != nil && flow.MakesError(fn) {
						return true
					}
				}
			}
		}
	}
	return false
}

// secret reports whether the names say that the memory is for keys or words that nobody may see. In a
// package about cryptography a key is one.
func (s *site) secret() bool {
	words := []string{"secret", "priv", "seed", "passw", "passphrase"}
	if strings.Contains(s.Pkg.Types.Path(), "crypt") || slices.ContainsFunc(s.Pkg.Types.Imports(), enciphers) {
		words = append(words, "key", "nonce", "salt")
	}
	for _, name := range []string{s.fn.Name(), s.d.Var.Name()} {
		for _, word := range words {
			if strings.Contains(strings.ToLower(name), word) {
				return true
			}
		}
	}
	return false
}

// enciphers reports whether a package has more than digests.
func enciphers(pkg *types.Package) bool {
	path := pkg.Path()
	digests := []string{"crypto", "crypto/md5", "crypto/sha1", "crypto/sha256", "crypto/sha512", "crypto/rand", "crypto/tls"}
	return (strings.HasPrefix(path, "crypto/") || strings.HasPrefix(path, "golang.org/x/crypto/")) && !slices.Contains(digests, path)
}
