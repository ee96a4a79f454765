package guardcall

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/source"
)

// ident returns e as a name, nil if it is none.
func ident(e ast.Expr) *ast.Ident {
	id, _ := ast.Unparen(e).(*ast.Ident)
	return id
}

// means reports whether the names of the question, but for those of the operands, mean the same
// at pos, in f.
func (s *guarder) means(t guarded, f *source.File, operands map[types.Object]ast.Expr, pos token.Pos) bool {
	for _, c := range t.leaves() {
		for _, obj := range f.Misread(c.cond, pos) {
			if operands[obj] == nil {
				return false
			}
		}
	}
	return true
}

// asked returns the questions whether the function does something, and the opposite of each, with
// the operands. Questions whose answer is known are left out.
func (s *guarder) asked(t guarded, f *source.File, operands map[types.Object]ast.Expr) (yes, no []string) {
	all := slices.DeleteFunc(slices.Clone(t.all()), func(c condition) bool { return s.present(c, operands) })
	for _, c := range all {
		holds, not := s.phrase(c, f, operands)
		if len(all) > 1 && isOr(holds) {
			holds = "(" + holds + ")"
		}
		yes, no = append(yes, holds), append(no, not)
	}
	return yes, no
}

// isOr reports whether the text of an expression is an || of several.
func isOr(text string) bool {
	e, _ := parser.ParseExpr(text)
	or, ok := e.(*ast.BinaryExpr)
	return ok && or.Op == token.LOR
}

// phrase writes the question of a condition, and the opposite of that.
func (s *guarder) phrase(c condition, f *source.File, operands map[types.Object]ast.Expr) (holds, not string) {
	if c.cond == nil {
		ops := map[token.Token]token.Token{token.LAND: token.LOR, token.LOR: token.LAND}
		var yes, no []string
		for _, part := range c.parts {
			y, n := s.phrase(part, f, operands)
			if c.op == token.LAND && isOr(y) {
				y = "(" + y + ")"
			}
			yes, no = append(yes, y), append(no, n)
		}
		return strings.Join(yes, " "+c.op.String()+" "), strings.Join(no, " "+ops[c.op].String()+" ")
	}
	cond, idle := positive(c.cond, c.idle)
	text := func(e ast.Expr) string { return s.Pkg.FileOf(e).Filled(e, operands, f) }
	if answer := operands[s.Info.Uses[ident(cond)]]; answer != nil && !source.IsPath(answer) {
		cond, idle = positive(answer, idle)
		text = func(e ast.Expr) string { return f.Text(e) }
	}
	holds, not = text(cond), opposite(s.Info, cond, text)
	if idle {
		holds, not = not, holds
	}
	return holds, not
}

var opposites = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR,
}

// opposite returns the opposite of a condition; text writes its parts. A comparison becomes the opposite
// comparison of the same operands, except an ordering of numbers that may be NaN.
func opposite(info *types.Info, cond ast.Expr, text func(ast.Expr) string) string {
	switch e := ast.Unparen(cond).(type) {
	case *ast.UnaryExpr:
		x := ast.Unparen(e.X)
		if op, isBinary := x.(*ast.BinaryExpr); isBinary && op.Op == token.LOR {
			x = e.X // in the parentheses
		}
		if e.Op == token.NOT {
			return text(x)
		}
	case *ast.BinaryExpr:
		basic, isBasic := info.TypeOf(e.X).Underlying().(*types.Basic)
		op, known := opposites[e.Op]
		ordered := e.Op != token.EQL && e.Op != token.NEQ
		switch {
		case e.Op == token.LOR:
			return opposite(info, e.X, text) + " && " + opposite(info, e.Y, text)
		case known && (!ordered || isBasic && basic.Info()&types.IsInteger != 0):
			return text(e.X) + " " + op.String() + " " + text(e.Y)
		}
		return "!(" + text(cond) + ")"
	}
	return "!" + text(cond)
}

// guards yields the ifs around a statement, with true, and the ifs in front of the statement, or in front of a
// statement around it, with false.
func guards(stmt inspector.Cursor) iter.Seq2[*ast.IfStmt, bool] {
	return func(yield func(guard *ast.IfStmt, around bool) bool) {
		for c := stmt; c.ParentEdgeKind() != edge.File_Decls; c = c.Parent() {
			if guard, ok := c.Node().(*ast.IfStmt); ok && !yield(guard, true) {
				return
			}
			list, i, _ := source.StmtList(c)
			for _, s := range list[:i] {
				if guard, ok := s.(*ast.IfStmt); ok && !yield(guard, false) {
					return
				}
			}
		}
	}
}

// asks reports whether the question is asked already: an if around the statement asks for all that has to hold,
// or for one part of an ||, or an if before the statement leaves where the answer is no.
func (s *guarder) asks(f *source.File, stmt inspector.Cursor, yes, no string) bool {
	parts := func(text string) []string { return strings.Split(strings.ReplaceAll(text, " || ", " && "), " && ") }
	for guard, around := range guards(stmt) {
		cond := f.Text(guard.Cond)
		asked := strings.Split(cond, " && ")
		switch {
		case !around && cond == no && flow.Ends(s.Info, guard.Body):
			return true
		case !around:
		case isOr(yes) && slices.ContainsFunc(parts(yes), func(part string) bool { return slices.Contains(parts(cond), part) }):
			return true
		case !slices.ContainsFunc(strings.Split(yes, " && "), func(part string) bool { return !slices.Contains(asked, part) }):
			return true
		}
	}
	return false
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

// getters returns the names of the methods that e calls without arguments, for one value, and that are named after what
// they return, other than after what they do: Location and ID, not Next and ReadByte. No method of the package that may be
// called there is seen to change anything.
func (s *guarder) getters(e ast.Expr) (names []string) {
	for call := range source.Nodes[*ast.CallExpr](e) {
		if len(call.Args) > 0 || source.Receiver(s.Info, call) == nil {
			continue
		}
		fn := source.Func(s.Info, call)
		if fn == nil || fn.Signature().Results().Len() != 1 || source.IsA[*types.Signature](fn.Signature().Results().At(0).Type()) {
			continue
		}
		if isDrawn(fn) || types.Identical(fn.Signature().Results().At(0).Type(), source.ErrorType) && !slices.Contains(faults, fn.Name()) {
			continue // a number that changes the next one, or whether something could be done
		}
		changes := func(m *types.Func) bool { return effect.Function(s.Pkg, m).Writes != 0 }
		if noun := strings.TrimPrefix(fn.Name(), "Get"); noun != "" && !slices.Contains(deeds, firstWord(noun)) &&
			!slices.ContainsFunc(effect.Implementations(s.Pkg, fn), changes) {
			names = append(names, fn.Name())
		}
	}
	return names
}

// faults are names of methods that only return an error.
var faults = []string{"Err", "GetErr", "GetError", "Cause", "Unwrap"}

// isDrawn reports whether a method returns a random number.
func isDrawn(fn *types.Func) bool {
	return fn.Pkg() != nil && strings.HasPrefix(fn.Pkg().Path()+"/", "math/rand/")
}

// firstWord returns the first word of a name in small letters: "read" of ReadByte, "ids" of IDs.
func firstWord(name string) string {
	upper := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsUpper(r) })
	if upper < 0 {
		return strings.ToLower(name)
	}
	rest := name[upper:]
	if end := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLower(r) }); end >= 0 {
		rest = rest[:end]
	}
	return strings.ToLower(name[:upper] + rest)
}

// deeds are what methods without arguments do, where their names say that they do something.
var deeds = strings.Fields("abort accept ack acquire advance alloc allocate await begin block borrow build bump call cancel clear close collect commit complete " +
	"compute connect consume create dec decode decr decrement delete dequeue detach dial discard disconnect do download drain draw drop emit " +
	"encode enqueue erase evict exec execute expire extract fetch fill finish fire flip flush generate go handle inc incr increment init invoke " +
	"join kill listen load lock login logout make mark move must new next notify open parse pause ping poll pop prepare process produce prune " +
	"publish pull purge push put quit rand random read receive reconnect recv refresh register release reload remove render reset resolve " +
	"restart restore resume retry revoke rewind roll rollback rotate run save scan schedule seek send serve set shift shuffle shutdown signal " +
	"skip sleep spawn start step stop store subscribe swap sync take tick toggle touch trigger try undo unlock unread unregister unsubscribe " +
	"update upload visit wait wake walk write yield")
