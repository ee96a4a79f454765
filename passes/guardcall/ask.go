package guardcall

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/source"
)

// guard asks the questions of the calls: where a long one would have to be repeated, a method does,
// one for all functions that ask for the same.
func (s *guarder) guard(sites []site) {
	slices.SortStableFunc(sites, func(a, b site) int { return cmp.Compare(a.call.Pos(), b.call.Pos()) })
	same := make(map[string][]site)
	for _, c := range sites {
		same[s.own(c.t)] = append(same[s.own(c.t)], c)
	}
	sites = slices.DeleteFunc(sites, func(c site) bool {
		own := s.own(c.t)
		if all := same[own]; len(all) > 0 && s.repeats(all) && s.method(own, all) {
			same[own] = nil
		}
		return same[own] == nil
	})
	s.offer(sites)
}

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

// long is how many conditions a question has that is not repeated.
const long = 3

// repeats reports whether a long question would be asked in several places.
func (s *guarder) repeats(sites []site) bool {
	own := s.own(sites[0].t)
	return strings.Count(own, " && ")+strings.Count(own, " || ")+1 >= long && len(neighbours(sites)) > 1 && s.asker(sites[0].t) == ""
}

// method adds a method that answers the question of the calls, beside the function, and asks it. It is
// false if its name is taken.
//
//	                                       // shouldLog reports whether Logf does anything.
//	                                       func (t *test) shouldLog() bool {
//	                                           return t.file != nil || t.log && t.out != nil
//	                                       }
//
//	                                       if t.shouldLog() {
//	t.Logf("%d of %d", i, n)         =>        t.Logf("%d of %d", i, n)
//	                                       }
func (s *guarder) method(own string, sites []site) bool {
	first := slices.MinFunc(sites, func(a, b site) int {
		return cmp.Or(cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.t.Decl.Pos(), b.t.Decl.Pos()))
	}).t
	base := "should" + inline.Capital(strings.TrimSuffix(strings.TrimSuffix(first.Name(), "ln"), "f"))
	name := s.FreshBeside(first.Decl, base)
	if name != base {
		return false
	}
	text := fmt.Sprintf("// %s reports whether %s does anything.\nfunc %s() bool {\n\treturn %s\n}\n\n", name, first.Name(), first.Method(name), strings.TrimPrefix(own, first.Method("")))
	at := first.Decl.Pos()
	if first.Decl.Doc != nil {
		at = first.Decl.Doc.Pos()
	}
	for i, c := range sites {
		sites[i].question = c.file.Text(source.Receiver(s.Info, c.call)) + "." + name + "()"
	}
	finding := s.finding(sites[:1])
	finding.Edits = []source.TextEdit{source.Insert(at, text)}
	for _, together := range neighbours(sites) {
		each := s.finding(together)
		finding.Class = finding.Class.And(each.Class)
		finding.Edits = append(finding.Edits, each.Edits...)
	}
	s.Report(finding)
	return true
}
