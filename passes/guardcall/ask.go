package guardcall

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/unheap/unheap/passes/internal/inline"
)

// own is the question of a method in its own words, behind the name and the type of the receiver; ""
// if it asks nothing of that, or for parameters.
func (s *guarder) own(t guarded) string {
	recv := t.Obj.Signature().Recv()
	if recv == nil || len(t.uses(recv)) == 0 || slices.ContainsFunc(slices.Collect(t.Obj.Signature().Params().Variables()), func(p *types.Var) bool { return len(t.uses(p)) > 0 }) {
		return ""
	}
	def, _ := s.Pkg.Def(recv)
	id, _ := def.Node().(*ast.Ident)
	given := map[types.Object]ast.Expr{recv: id}
	if !s.means(t, t.File, given, t.Decl.Body.Lbrace+1) {
		return ""
	}
	yes, _ := s.asked(t, t.File, given)
	return t.Method("") + strings.Join(yes, " && ")
}

// asker returns the name of a method of the file that is there and answers the question, "" if there is none.
func (s *guarder) asker(t guarded) string {
	own := s.own(t)
	for _, fn := range inline.Funcs(t.File) {
		ret, ok := fn.Decl.Body.List[0].(*ast.ReturnStmt)
		if ok && fn.Decl.Recv != nil && len(ret.Results) == 1 && fn.Obj.Signature().Params().Len() == 0 && fn.Method("")+t.File.Text(ret.Results[0]) == own {
			return fn.Name()
		}
	}
	return ""
}
