// Package guardcall defines an analyzer that asks the question of a function before its
// arguments are made.
//
// Invariant: what the function does, and whether it does it, stays; arguments that are not
// made any more have no effect and, in the safe class, cannot fail.
//
// Model: each argument for an interface that is no pointer is copied to the heap at the call,
// and so is a text that is made for it, also where the function finds that nobody listens. What
// it asks for can be asked for before the call: for its receiver and its parameters stand what
// the call gives them. The function is walked from its beginning as far as it only asks and leaves;
// where anything else is done decides what is asked.
//
// What it blurs: how often the answer is no; and what is asked behind a question of which both
// answers lead to something: there the function is called to find out.
//
// # Analyzer guardcall
//
// guardcall: call functions that do nothing unless a condition holds only where it does
//
//	                                      if l.verbose {
//	l.debugf("%d of %d", i, n)    =>          l.debugf("%d of %d", i, n)
//	                                      }
//	                                      if l.level <= Info {
//	l.logf(Info, "%d", n)         =>          l.logf(Info, "%d", n)
//	                                      }
//	                                      if o.debug {
//	m.note("id "+id, o.debug)     =>          m.note("id "+id, o.debug)
//	                                      }
//
// Calls of functions that ask for the same, and that stand together, are asked for once. A method
// that is there and gives the answer is called.
//
//	                                      if t.shouldLog() {
//	t.Logf("%d of %d", i, n)      =>          t.Logf("%d of %d", i, n)
//	                                      }
//
//	func (t *T) Logf(format string, args ...any) {
//		if t.file != nil {
//			t.file.Printf(format, args...)
//		} else if t.log && t.out != nil {
//			t.out.Logf(format, args...)
//		}
//	}
//
// Conditions:
//   - the function is one of the package, and has no result, nor a directive for the compiler; it does
//     nothing on some way through ifs and returns, and asks five conditions at most;
//   - each is of fields, package-level variables, constants, the receiver, parameters,
//     Load of package sync/atomic, len, cap, conversions of numbers, and functions of the package that
//     do nothing but return the answer to such a question; it is not known to the compiler, and asks for
//     no error, which there is seldom; several are of type bool;
//   - the call is a statement; what stands for the receiver or a parameter in cond is a name, a
//     field of one, or a constant that is compared with what is none, of the same type, and
//     no embedded field, nor a function; what stands for a parameter that is all of cond, as in
//     assertf(n > 3, "%d", n), is such a question itself; no two are the same; a receiver that is a pointer here and none there is only asked for
//     fields and methods;
//   - some argument is copied to an interface, or takes memory by itself, and none has an effect,
//     or calls what may fail; a pointer that is followed is one that cond follows before, or
//     that cannot be nil there;
//   - the names in cond mean the same there, and no if around it, or before it, asks all of it, or one
//     of what has to hold alone.
//
// Loggers of other modules, and of log/slog, are asked for their level:
//
//	                                      if l.Enabled(ctx, slog.LevelDebug) {
//	l.DebugContext(ctx, m, "id", id) =>       l.DebugContext(ctx, m, "id", id)
//	                                      }
//
// That is what Debug and Trace of slog, zap, logrus and hclog do, and Info of what V of logr, klog
// and glog returns; where the logger is a name, or a field, no if around the call, or before it,
// calls the package, and the question is one that the release in use has. Functions of the package
// that make a field, as zap.Int does, have no effect.
//
// Class review: "an argument that panics does so only where f does something", where one follows
// another pointer, or has an index or an assertion; "ID, not called where f does nothing, must only return something", where one
// calls methods without arguments of which nothing is known, and whose names are no verbs; and "a logger whose level is not enabled must
// do nothing, and may be asked once more whether it is".
//
// Not proposed: anything in generated files.
package guardcall

import (
	"cmp"
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed guardcall.go
var docText string

// Rule is the guardcall rewrite.
var Rule = rule.New("guardcall", docText, run, "boxing", "variadic", "passed", "concat", "format", "number-text", "text-result", "callee")

func run(pass *rule.Pass) {
	var sites []site
	var g *guarder
	for r := range pass.Runs() {
		g = &guarder{r}
		for _, fn := range inline.Funcs(r.File) {
			if t, ok := g.recognise(fn); ok {
				sites = append(sites, g.sites(t)...)
			}
		}
		g.logs()
	}
	if len(sites) > 0 {
		slices.SortStableFunc(sites, func(a, b site) int { return cmp.Compare(a.call.Pos(), b.call.Pos()) })
		g.offer(sites)
	}
}

type guarder struct{ *rule.Run }

// A guarded is a function that does nothing unless a condition allows it.
type guarded struct {
	*inline.Func
	condition
}

// uses returns the names in the condition that stand for obj.
func (t guarded) uses(obj types.Object) (list []inspector.Cursor) {
	for _, c := range t.leaves() {
		list = append(list, t.File.Pkg.UsesIn(c.cond, obj)...)
	}
	return list
}

// sites lists the calls of a function before which its question can be asked.
//
//	                                      if l.verbose {
//	l.debugf("%d of %d", i, n)      =>        l.debugf("%d of %d", i, n)
//	                                      }
//
//	func (l *logger) debugf(format string, args ...any) {
//		if !l.verbose {
//			return
//		}
func (s *guarder) sites(t guarded) (sites []site) {
	for _, use := range s.Pkg.Uses(t.Obj) {
		x := ast.Expr(nil)
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
			sel := s.Info.Selections[use.Node().(*ast.SelectorExpr)]
			if sel == nil || sel.Kind() != types.MethodVal || len(sel.Index()) != 1 {
				continue // of an embedded field, or a method expression
			}
			x = use.Node().(*ast.SelectorExpr).X
		}
		if call, ok := source.Called(use); ok && call.ParentEdgeKind() == edge.ExprStmt_X {
			if c, ok := s.site(t, x, call); ok {
				sites = append(sites, c)
			}
		}
	}
	return sites
}

// offer asks the questions of the calls, once for those that stand together.
func (s *guarder) offer(sites []site) {
	for len(sites) > 0 {
		n := 1
		for n < len(sites) && sites[n].follows(sites[n-1]) {
			n++
		}
		s.Report(s.finding(sites[:n]))
		sites = sites[n:]
	}
}

// A site is a call of a guarded function that is a statement.
type site struct {
	name     string // of the function
	t        guarded
	file     *source.File
	call     *ast.CallExpr
	stmt     inspector.Cursor
	question string // whether the function does something
	imports  []source.TextEdit
	class    rule.Class
}

// follows reports whether the site is the statement behind the other one, and asks the same.
// Where the function does nothing in one, the answer is the same in the next.
func (c site) follows(other site) bool {
	list, i, _ := source.StmtList(c.stmt)
	if c.question != other.question || i == 0 || list[i-1] != other.stmt.Node() {
		return false
	}
	below, start := c.file.LineBelow(other.stmt.Node().End()), c.stmt.Node().Pos()
	return below <= start && !c.file.HasComment(below, start)
}

// recognise matches a function without results that does something only where conditions hold
// that can be asked elsewhere, too.
func (s *guarder) recognise(fn *inline.Func) (guarded, bool) {
	if fn.Obj.Signature().Results().Len() > 0 || fn.Directive(false) {
		return guarded{}, false // what is told to the compiler is about calls, as of runtime.KeepAlive
	}
	t := guarded{fn, s.acts(fn, fn.Decl.Body.List)}
	if leaves := t.leaves(); len(leaves) > 1 && slices.ContainsFunc(leaves, func(c condition) bool { return !s.plain(c.cond) }) {
		t.condition = t.all()[0] // no && joins it with others
	}
	n := len(t.leaves())
	return t, 0 < n && n <= most
}

// countsArgs reports whether a condition asks for the variadic parameter, for which a call has several arguments.
func (s *guarder) countsArgs(fn *inline.Func, cond ast.Expr) bool {
	sig := fn.Obj.Signature()
	return sig.Variadic() && len(fn.File.Pkg.UsesIn(cond, sig.Params().At(sig.Params().Len()-1))) > 0
}

// plain reports whether the condition is a bool, and of no type that && does not join with one.
func (s *guarder) plain(cond ast.Expr) bool {
	return types.Identical(types.Default(s.Info.TypeOf(cond)), types.Typ[types.Bool])
}

// failed reports whether the condition asks for an error.
func (s *guarder) failed(cond ast.Expr) bool {
	return source.Any(cond, func(e ast.Expr) bool {
		t := s.Info.TypeOf(e)
		return t != nil && types.Identical(t, source.ErrorType)
	})
}

// deepest is how many functions of the package a question may go through.
const deepest = 3

// question reports whether e only looks at local variables, fields, package-level variables and
// constants, loads atomic values, and calls functions of the package that do no more than that.
func (s *guarder) question(e ast.Expr, deep int) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			fn, to := source.Func(s.Info, n), s.Info.TypeOf(n)
			number := source.IsConversion(s.Info, n) && (source.IsA[*types.Basic](to) && !source.IsA[*types.Slice](s.Info.TypeOf(n.Args[0])) || source.IsA[*types.Pointer](to))
			ok = ok && (number || source.IsBuiltin(s.Info, n, "len", "cap") || fn != nil && (loads(fn) || s.looks(fn, deep)))
		case *ast.FuncLit, *ast.CompositeLit, *ast.IndexExpr, *ast.SliceExpr, *ast.TypeAssertExpr:
			ok = false
		case *ast.UnaryExpr:
			ok = ok && n.Op != token.ARROW
		case *ast.BinaryExpr:
			ok = ok && n.Op != token.QUO && n.Op != token.REM && n.Op != token.SHL && n.Op != token.SHR
		}
		return ok
	})
	return ok
}

// loads recognises x.f.Load() and atomic.LoadInt32(&x.f), of package sync/atomic.
func loads(fn *types.Func) bool {
	return fn.Pkg() != nil && fn.Pkg().Path() == "sync/atomic" && strings.HasPrefix(fn.Name(), "Load")
}

// looks reports whether a function is one of the package that only asks, and returns the answer to a question.
func (s *guarder) looks(fn *types.Func, deep int) bool {
	callee, ok := inline.Declared(s.Pkg, fn)
	if !ok || deep == deepest {
		return false
	}
	for n := range ast.Preorder(callee.Decl.Body) {
		switch n := n.(type) {
		case *ast.IfStmt:
			ok = ok && n.Init == nil && s.question(n.Cond, deep+1)
		case *ast.ReturnStmt:
			ok = ok && len(n.Results) == 1 && s.question(n.Results[0], deep+1)
		case *ast.BlockStmt:
		case ast.Stmt:
			return false
		}
	}
	return ok
}

// site returns the question that is to be asked around one call, in which x is the receiver.
func (s *guarder) site(t guarded, x ast.Expr, at inspector.Cursor) (c site, ok bool) {
	c = site{name: t.Name(), call: at.Node().(*ast.CallExpr), stmt: at.Parent()}
	c.file = s.Pkg.FileOf(c.call)
	if _, _, ok := source.StmtList(c.stmt); !ok || c.file == nil || !s.boxes(t.Obj.Signature(), c.call) {
		return c, false
	}
	if !s.Pkg.Same(t.Obj, c.file.Syntax) || source.Has[*ast.FuncLit](c.call) {
		return c, false // another build may have another function
	}
	operands, ok := s.operands(t, x, c.call)
	if !ok {
		return c, false
	}
	if c.class, ok = s.skippable(t, operands, x, c.call); !ok {
		return c, s.Refuse(c.call, "an argument has an effect, or may do more than follow a pointer")
	}
	c.t = t
	yes, no := s.asked(t, c.file, operands)
	isNew := s.isNew(c, yes, no)
	if asker := s.asker(t); asker != "" && len(t.leaves()) > 1 {
		question := c.file.Text(x) + "." + asker + "()"
		yes, no = []string{question}, []string{"!" + question}
	}
	c.question = strings.Join(yes, " && ")
	return c, isNew && s.isNew(c, yes, no) && s.means(t, c.file, operands, c.stmt.Node().Pos())
}

// isNew reports whether one of the questions is not asked around the call or before it. no has the opposite of
// each question.
func (s *guarder) isNew(c site, yes, no []string) bool {
	for i := range yes {
		if !s.asks(c.file, c.stmt, yes[i], no[i]) {
			return true
		}
	}
	return false
}

// present reports whether the condition asks only whether an operand is nil that is known not to be nil
// there. Other answers may have changed since they were asked for.
func (s *guarder) present(c condition, operands map[types.Object]ast.Expr) bool {
	if c.cond == nil {
		return false
	}
	cmp, ok := ast.Unparen(c.cond).(*ast.BinaryExpr)
	op := token.NEQ
	if c.idle {
		op = token.EQL
	}
	if !ok || cmp.Op != op || !s.Info.Types[cmp.Y].IsNil() {
		return false
	}
	id, _ := ast.Unparen(cmp.X).(*ast.Ident)
	operand := operands[s.Info.Uses[id]]
	v, isVar := s.Pkg.LocalVar(operand)
	return isVar && s.nonNil(operand, v)
}

// form tells calls apart that are to be guarded: those of one function are one rewrite, since a reader of one guard asks why
// the next call has none. What is called where something failed has no form: a guard is read as a sign that the call is hot.
func (s *guarder) form(c site) string {
	block := c.stmt.Parent()
	if block.ParentEdgeKind() == edge.IfStmt_Body {
		list := block.Node().(*ast.BlockStmt).List
		ret, leaves := list[len(list)-1].(*ast.ReturnStmt)
		if leaves && flow.Fails(s.Info, ret) || flow.OnError(s.Info, block.Parent().Node().(*ast.IfStmt)) {
			return ""
		}
	}
	return c.file.Text(c.call)
}

// finding asks the question of the calls, which stand one behind the other, before the first.
func (s *guarder) finding(sites []site) rule.Finding {
	first, last := sites[0], sites[len(sites)-1]
	f, start, end := first.file, first.stmt.Node().Pos(), last.stmt.Node().End()
	indent := f.Indent(start)
	if below := f.LineBelow(end); strings.HasPrefix(strings.TrimSpace(f.Between(end, below)), "//") {
		end = below - 1 // the comment stays behind the call
	}
	class, edits := first.class, append(first.imports, source.Insert(start, "if "+first.question+" {\n"+indent+"\t"))
	for _, c := range sites[1:] {
		class = class.And(c.class)
		edits = append(edits, source.Insert(c.stmt.Node().Pos(), "\t"))
	}
	return rule.Finding{
		At:      first.call,
		Message: fmt.Sprintf("the arguments are copied to the heap even if %s does nothing", first.name),
		Title:   "ask " + first.question + " first",
		Class:   class,
		Edits:   append(edits, source.Insert(end, "\n"+indent+"}")),
		Form:    s.form(first),
		Local:   true,
	}
}

// operands maps the receiver and the parameters that the condition mentions to what the call
// gives them: a path, or a constant that is compared with what is none, of the same type. ok is
// false for others, but for the whole answer to a question, where all are constants, and where two are the same: that would be asked twice.
func (s *guarder) operands(t guarded, x ast.Expr, call *ast.CallExpr) (map[types.Object]ast.Expr, bool) {
	operands, sig := make(map[types.Object]ast.Expr), t.Obj.Signature()
	if recv := sig.Recv(); recv != nil && len(t.uses(recv)) > 0 {
		taken, isPointer := source.IsA[*types.Pointer](recv.Type()), source.IsA[*types.Pointer](s.Info.TypeOf(x))
		if !source.IsPath(x) || isPointer != taken && !s.looksInto(t) {
			return nil, false // l == nil, of an l that is no pointer here
		}
		operands[recv] = x
	}
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		if len(t.uses(p)) == 0 {
			continue
		}
		isVariadic := sig.Variadic() && i == sig.Params().Len()-1
		if isVariadic || i >= len(call.Args) || !types.Identical(s.Info.TypeOf(call.Args[i]), p.Type()) {
			return nil, false
		}
		operands[p] = ast.Unparen(call.Args[i])
	}
	texts := make(map[string]bool)
	for obj, e := range operands {
		_, isLit := e.(*ast.BasicLit)
		if !isLit && !source.IsPath(e) && !(t.answers(s.Info, obj) && s.question(e, 0)) || s.isFunc(e) || s.Info.Types[e].Value != nil && !s.isCompared(t, obj, operands) {
			return nil, false
		}
		texts[types.ExprString(e)] = true
	}
	return operands, len(texts) == len(operands)
}

// isFunc reports whether the path names a function or method, which is never nil.
func (s *guarder) isFunc(path ast.Expr) bool {
	if sel, ok := path.(*ast.SelectorExpr); ok {
		path = sel.Sel
	}
	id, _ := path.(*ast.Ident)
	_, ok := s.Info.Uses[id].(*types.Func)
	return ok
}

// isCompared reports whether a parameter that is given a constant is only compared with what is
// none, nor an interface, or handed to a function of the package for a parameter of its type:
// elsewhere the constant may have another one.
func (s *guarder) isCompared(t guarded, obj types.Object, operands map[types.Object]ast.Expr) bool {
	for _, use := range t.uses(obj) {
		use = source.Parens(use)
		switch parent := use.Parent().Node().(type) {
		case *ast.BinaryExpr:
			other := parent.X
			if other == use.Node() {
				other = parent.Y
			}
			given := operands[s.Info.Uses[ident(other)]]
			_, compares := opposites[parent.Op]
			if !compares || types.IsInterface(s.Info.TypeOf(other)) || s.Info.Types[other].Value != nil || given != nil && s.Info.Types[given].Value != nil {
				return false
			}
		case *ast.CallExpr:
			fn, kind, i := source.Func(s.Info, parent), edge.Invalid, 0
			if kind, i = use.ParentEdge(); fn == nil || kind != edge.CallExpr_Args {
				return false
			}
			params := fn.Origin().Signature().Params()
			if i >= params.Len() || !types.Identical(params.At(i).Type(), obj.Type()) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// looksInto reports whether the condition asks the receiver for fields and methods only, which
// T and *T both have.
func (s *guarder) looksInto(t guarded) bool {
	return !slices.ContainsFunc(t.uses(t.Obj.Signature().Recv()), func(use inspector.Cursor) bool {
		return use.ParentEdgeKind() != edge.SelectorExpr_X
	})
}

// boxes reports whether an argument of the call takes memory: it is put into an interface, or
// made for the call.
func (s *guarder) boxes(sig *types.Signature, call *ast.CallExpr) bool {
	if call.Ellipsis.IsValid() || len(call.Args) < sig.Params().Len()-1 {
		return false
	}
	for i, arg := range call.Args {
		tv := s.Info.Types[arg]
		if source.IsA[*types.Tuple](tv.Type) {
			return false
		}
		to := sig.Params().At(min(i, sig.Params().Len()-1)).Type()
		if list, ok := to.(*types.Slice); ok && sig.Variadic() && i >= sig.Params().Len()-1 {
			to = list.Elem()
		}
		if _, isParam := types.Unalias(to).(*types.TypeParam); !isParam && types.IsInterface(to) && tv.Value == nil && !tv.IsNil() &&
			!types.IsInterface(tv.Type) && !typefact.Boxless(tv.Type) || effect.Of(s.Pkg, arg).Allocates {
			return true
		}
	}
	return false
}

// skippable reports whether it does not matter if the operands of the call are evaluated:
// nothing happens, and nothing panics but what the question would follow before. Of class
// review it is where one may panic by itself, or calls a method of which nothing is known.
func (s *guarder) skippable(t guarded, operands map[types.Object]ast.Expr, x ast.Expr, call *ast.CallExpr) (class rule.Class, ok bool) {
	followed := s.followed(t, operands)
	evaluated := call.Args
	if recv := t.Obj.Signature().Recv(); recv != nil {
		evaluated = append(slices.Clone(evaluated), x)
		v, isVar := s.Pkg.LocalVar(x)
		copied := source.IsA[*types.Pointer](s.Info.TypeOf(x)) && !source.IsA[*types.Pointer](recv.Type())
		looked := s.first(t, operands, x) && !slices.ContainsFunc(t.uses(recv), s.Pkg.Addressed)
		class = asking(t.Name(), copied && !looked && !(isVar && (followed[v] || s.nonNil(x, v))))
	}
	for _, e := range evaluated {
		if s.first(t, operands, e) {
			continue // the question evaluates it in any case
		}
		spared, ok := s.spared(t.Name(), followed, e)
		if !ok {
			return class, false
		}
		class = class.And(spared)
	}
	return class, true
}

// asking is the class of asking first whether a function does something; fails says that an
// argument may panic.
func asking(name string, fails bool) rule.Class {
	if !fails {
		return rule.Safe
	}
	return rule.Review(rule.LatePanic.Caveat("an argument that panics does so only where " + name + " does something"))
}

// spared reports whether nobody notices whether e is evaluated for the function, but for a panic, which it may
// fail with where it follows others than the pointers of followed, and for what unknown methods do that are named
// like getters.
func (s *guarder) spared(name string, followed map[*types.Var]bool, e ast.Expr) (class rule.Class, ok bool) {
	does := effect.Of(s.Pkg, e)
	if asked := s.getters(e); len(does.Calls) > 0 && !slices.ContainsFunc(does.Calls, func(call string) bool { return !slices.Contains(asked, call) }) {
		class = rule.Review(rule.Order.Caveat(strings.Join(does.Calls, " and ") + ", not called where " + name + " does nothing, must only return something"))
		does.Calls, does.Follows = nil, true
	} else if (does.Works || divides(s.Info, e)) && (does.Panics || does.Follows) {
		return class, false
	}
	if does.World = false; !does.Movable() || does.Methods {
		return class, false
	}
	fails := does.Panics || does.Follows
	for v := range does.Derefs {
		fails = fails || !followed[v] && !s.nonNil(e, v)
	}
	return class.And(asking(name, fails)), true
}

// divides reports whether e has a division or a shift, so that it fails for numbers,
// not for pointers.
func divides(info *types.Info, e ast.Expr) bool {
	return source.Any(e, func(op *ast.BinaryExpr) bool {
		return slices.Contains([]token.Token{token.QUO, token.REM, token.SHL, token.SHR}, op.Op) && info.Types[op.Y].Value == nil
	})
}

// first reports whether the question evaluates e, whatever its answer is.
func (s *guarder) first(t guarded, operands map[types.Object]ast.Expr, e ast.Expr) bool {
	for obj, operand := range operands {
		if operand == ast.Unparen(e) && flow.Evaluates(s.Info, t.leaves()[0].cond, obj) {
			return true
		}
	}
	return false
}

// followed returns the variables that the question follows as pointers, whatever its answer is.
func (s *guarder) followed(t guarded, operands map[types.Object]ast.Expr) map[*types.Var]bool {
	set := make(map[*types.Var]bool)
	for obj, operand := range operands {
		id, isName := operand.(*ast.Ident)
		if v, ok := s.Info.Uses[id].(*types.Var); isName && ok && flow.Follows(s.Info, t.leaves()[0].cond, obj) {
			set[v] = true
		}
		if s.first(t, operands, operand) {
			for v := range effect.Of(s.Pkg, operand).Derefs {
				set[v] = true
			}
		}
	}
	return set
}

// nonNil reports whether v, which n mentions, is no nil pointer there.
func (s *guarder) nonNil(n ast.Node, v *types.Var) bool {
	uses := s.Pkg.UsesIn(n, v)
	return len(uses) > 0 && flow.NonNil(s.Pkg, uses[0])
}

// positive returns a condition without the ! in front of it, and whether the function is idle where that holds.
func positive(cond ast.Expr, idle bool) (ast.Expr, bool) {
	for {
		not, ok := ast.Unparen(cond).(*ast.UnaryExpr)
		if !ok || not.Op != token.NOT {
			return ast.Unparen(cond), idle
		}
		cond, idle = not.X, !idle
	}
}

// answers reports whether a condition is a parameter and nothing else, or the negation of a parameter:
//
//	func assertf(ok bool, format string, args ...any) {
//		if !ok {
func (t guarded) answers(info *types.Info, obj types.Object) bool {
	return slices.ContainsFunc(t.all(), func(c condition) bool {
		if c.cond == nil {
			return false
		}
		cond, _ := positive(c.cond, c.idle)
		return info.Uses[ident(cond)] == obj && len(t.uses(obj)) == 1
	})
}
