package stack

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/source"
)

// framed reports whether something in n depends on whose frame it runs in: recover, or
// what looks at the frames of callers, as far as the package shows.
func (s *stacker) framed(n ast.Node) bool {
	for n := range ast.Preorder(n) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		if source.IsBuiltin(s.info, call, "recover") {
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
	return s.functionsIn(decl.Body)
}

// functionsIn lists the functions that n mentions.
func (s *stacker) functionsIn(n ast.Node) []*types.Func {
	var list []*types.Func
	for m := range ast.Preorder(n) {
		if id, ok := m.(*ast.Ident); ok {
			if f, ok := s.info.Uses[id].(*types.Func); ok {
				list = append(list, f.Origin())
			}
		}
	}
	return list
}

// initializing returns the functions that the values of package-level variables mention,
// or those in turn. What such a function mentions decides which variable is initialized
// first; the method of an interface does not count.
func (s *stacker) initializing() map[*types.Func]bool {
	seen := make(map[*types.Func]bool)
	var queue []*types.Func
	for _, f := range s.pass.Files {
		for _, d := range f.Decls {
			if decl, ok := d.(*ast.GenDecl); ok && decl.Tok == token.VAR {
				queue = append(queue, s.functionsIn(decl)...)
			}
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		if fn := queue[0]; !seen[fn] {
			seen[fn] = true
			queue = append(queue, s.mentioned(fn)...)
		}
	}
	return seen
}
