package inline

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/source"
)

// Frames answers whether it matters in which function something runs.
type Frames struct {
	pkg *source.Package
	// known says of the functions that looksHere was asked about what it found.
	known map[*types.Func]bool
}

// NewFrames answers for a package.
func NewFrames(pkg *source.Package) *Frames { return &Frames{pkg, make(map[*types.Func]bool)} }

// Depends reports whether something in n depends on whose frame it runs in: recover, or
// what looks at the frames of callers, as far as the package shows.
func (s *Frames) Depends(n ast.Node) bool {
	for n := range ast.Preorder(n) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		if source.IsBuiltin(s.pkg.Info, call, "recover") {
			return true
		}
		if fn, ok := typeutil.Callee(s.pkg.Info, call).(*types.Func); ok && s.looks(fn.Origin()) {
			return true
		}
	}
	return false
}

// looks reports whether fn may look at frames of its callers.
func (s *Frames) looks(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "runtime", "runtime/debug", "log/slog":
		return true
	case "log":
		return fn.Name() == "Output"
	}
	if fn.Pkg() == s.pkg.Types {
		return s.looksHere(fn)
	}
	return fn.Name() == "Helper" // of testing.T
}

// looksHere is looks for a function of the package: it, or one that it mentions.
func (s *Frames) looksHere(fn *types.Func) bool {
	if known, ok := s.known[fn]; ok {
		return known
	}
	found := false
	seen := map[*types.Func]bool{fn: true}
	for queue := []*types.Func{fn}; len(queue) > 0 && !found; queue = queue[1:] {
		for _, f := range s.Mentioned(queue[0]) {
			if f.Pkg() == s.pkg.Types && !seen[f] {
				seen[f] = true
				queue = append(queue, f)
			}
			found = found || f.Pkg() != s.pkg.Types && s.looks(f)
		}
	}
	s.known[fn] = found
	return found
}

// Mentioned lists the functions that the body of fn mentions.
func (s *Frames) Mentioned(fn *types.Func) []*types.Func {
	cur, ok := s.pkg.Def(fn)
	if !ok {
		return nil
	}
	decl, ok := cur.Parent().Node().(*ast.FuncDecl)
	if !ok || decl.Body == nil {
		return nil
	}
	return s.FunctionsIn(decl.Body)
}

// FunctionsIn lists the functions that n mentions.
func (s *Frames) FunctionsIn(n ast.Node) []*types.Func {
	var list []*types.Func
	for m := range ast.Preorder(n) {
		if id, ok := m.(*ast.Ident); ok {
			if f, ok := s.pkg.Info.Uses[id].(*types.Func); ok {
				list = append(list, f.Origin())
			}
		}
	}
	return list
}

// MayRecover reports whether a deferred call in n may recover, so that the function
// returns what it would not return otherwise. Only those that unlock surely do not.
func (s *Frames) MayRecover(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // its deferred calls are its own
		case *ast.DeferStmt:
			fn, ok := typeutil.Callee(s.pkg.Info, n.Call).(*types.Func)
			found = found || !ok || fn.Pkg() == nil || fn.Pkg().Path() != "sync"
		}
		return !found
	})
	return found
}
