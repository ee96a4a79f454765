package stack

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/edit"
)

// framed reports whether something in n depends on whose frame it runs in: recover, or
// what looks at the frames of callers, as far as the package shows.
func (s *stacker) framed(n ast.Node) bool {
	for n := range ast.Preorder(n) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		if edit.IsBuiltin(s.info, call, "recover") {
			return true
		}
		if fn, ok := typeutil.Callee(s.info, call).(*types.Func); ok && s.looks(fn.Origin()) {
			return true
		}
	}
	return false
}

// looks reports whether fn may look at frames of its callers.
func (s *stacker) looks(fn *types.Func) bool {
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
func (s *stacker) looksHere(fn *types.Func) bool {
	if known, ok := s.frames[fn]; ok {
		return known
	}
	found := false
	seen := map[*types.Func]bool{fn: true}
	for queue := []*types.Func{fn}; len(queue) > 0 && !found; queue = queue[1:] {
		for _, f := range s.mentioned(queue[0]) {
			if f.Pkg() == s.pkg.Types && !seen[f] {
				seen[f] = true
				queue = append(queue, f)
			}
			found = found || f.Pkg() != s.pkg.Types && s.looks(f)
		}
	}
	s.frames[fn] = found
	return found
}

// mentioned lists the functions that the body of fn mentions.
func (s *stacker) mentioned(fn *types.Func) []*types.Func {
	cur, ok := s.pkg.Def(fn)
	if !ok {
		return nil
	}
	decl, ok := cur.Parent().Node().(*ast.FuncDecl)
	if !ok || decl.Body == nil {
		return nil
	}
	var list []*types.Func
	for n := range ast.Preorder(decl.Body) {
		if id, ok := n.(*ast.Ident); ok {
			if f, ok := s.info.Uses[id].(*types.Func); ok {
				list = append(list, f.Origin())
			}
		}
	}
	return list
}
