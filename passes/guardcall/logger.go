package guardcall

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A logger is a type, or a package, whose functions first ask whether a level is enabled that seldom is, and do
// nothing if it is not.
type logger struct {
	// name is how the full names of the functions begin, without the * of a pointer.
	name string
	// question asks the same: L is the logger, P the package, C the context of the call.
	question string
}

var loggers = []logger{
	{"(log/slog.Logger).Debug", "L.Enabled(C, P.LevelDebug)"},
	{"log/slog.Debug", "P.Default().Enabled(C, P.LevelDebug)"},
	{"(go.uber.org/zap.Logger).Debug", "L.Core().Enabled(P.DebugLevel)"},
	{"(go.uber.org/zap.SugaredLogger).Debug", "L.Level() <= P.DebugLevel"},
	{"(github.com/sirupsen/logrus.Logger).Debug", "L.IsLevelEnabled(P.DebugLevel)"},
	{"(github.com/sirupsen/logrus.Logger).Trace", "L.IsLevelEnabled(P.TraceLevel)"},
	{"(github.com/sirupsen/logrus.Entry).Debug", "L.Logger.IsLevelEnabled(P.DebugLevel)"},
	{"(github.com/sirupsen/logrus.Entry).Trace", "L.Logger.IsLevelEnabled(P.TraceLevel)"},
	{"github.com/sirupsen/logrus.Debug", "P.IsLevelEnabled(P.DebugLevel)"},
	{"github.com/sirupsen/logrus.Trace", "P.IsLevelEnabled(P.TraceLevel)"},
	{"(github.com/hashicorp/go-hclog.Logger).Debug", "L.IsDebug()"},
	{"(github.com/hashicorp/go-hclog.Logger).Trace", "L.IsTrace()"},
	{"(github.com/go-logr/logr.Logger).Info", "L.Enabled()"},
	{"(k8s.io/klog/v2.Verbose).Info", "L.Enabled()"},
	{"(github.com/golang/glog.Verbose).Info", "L"},
}

// levelled are the packages whose loggers do something at any level, unless V has returned the logger.
var levelled = []string{"github.com/go-logr/logr", "k8s.io/klog/v2", "github.com/golang/glog"}

var twice = rule.Contract.Caveat("a logger whose level is not enabled must do nothing, and may be asked once more whether it is")

// logs asks a logger of another package whether it does something before the arguments are made.
//
//	                                         if l.Level() <= zap.DebugLevel {
//	l.Debugf("%d of %d", i, n)      =>           l.Debugf("%d of %d", i, n)
//	                                         }
func (s *guarder) logs() {
	var sites []site
	for cur := range s.Cursor.Preorder((*ast.CallExpr)(nil)) {
		if cur.ParentEdgeKind() != edge.ExprStmt_X {
			continue
		}
		if c, ok := s.logging(cur); ok {
			sites = append(sites, c)
		}
	}
	s.offer(sites)
}

// logging recognises a call of a logger, and returns what is to be asked.
func (s *guarder) logging(at inspector.Cursor) (c site, ok bool) {
	c = site{call: at.Node().(*ast.CallExpr), stmt: at.Parent(), file: s.File}
	fn, _ := typeutil.Callee(s.Info, c.call).(*types.Func)
	if fn == nil || fn.Pkg() == nil {
		return c, false
	}
	c.name = fn.Name()
	full := strings.Replace(fn.FullName(), "(*", "(", 1)
	i := slices.IndexFunc(loggers, func(l logger) bool { return strings.HasPrefix(full, l.name) })
	if _, _, inList := source.StmtList(c.stmt); i < 0 || !inList || source.Has[*ast.FuncLit](c.call) {
		return c, false
	}
	if !s.boxes(fn.Signature(), c.call) && !slices.ContainsFunc(c.call.Args, func(e ast.Expr) bool { return s.makesField(fn.Pkg(), e) }) {
		return c, false
	}
	if x := source.Receiver(s.Info, c.call); x != nil && types.IsInterface(fn.Signature().Recv().Type()) && !types.Identical(s.Info.TypeOf(x), fn.Signature().Recv().Type()) {
		return c, s.Refuse(c.call, "a logger of more methods may do something at every level") // hclog.InterceptLogger
	}
	if s.consulted(fn.Pkg(), c.stmt) {
		return c, s.Refuse(c.call, "a logger is asked already")
	}
	c.class = rule.Review(twice)
	for _, arg := range c.call.Args {
		spared, ok := s.argumentSpared(c.name, fn.Pkg(), arg)
		if !ok {
			return c, s.Refuse(c.call, "an argument has an effect, or may do more than follow a pointer")
		}
		c.class = c.class.And(spared)
	}
	c.question, c.imports, ok = s.enabled(loggers[i], fn, c.call)
	return c, ok
}

// makesField reports whether e is a call of a function of the package that makes a field of what
// is logged, which keeps its arguments and does no more.
func (s *guarder) makesField(pkg *types.Package, e ast.Expr) bool {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := typeutil.StaticCallee(s.Info, call)
	if fn == nil || fn.Pkg() != pkg || fn.Signature().Recv() != nil || fn.Signature().Results().Len() != 1 {
		return false
	}
	named, ok := types.Unalias(fn.Signature().Results().At(0).Type()).(*types.Named)
	return ok && slices.Contains([]string{"Field", "Attr"}, named.Obj().Name())
}

// argumentSpared is [guarder.spared] for an argument, and for those of a field.
func (s *guarder) argumentSpared(name string, pkg *types.Package, e ast.Expr) (class rule.Class, ok bool) {
	if !s.makesField(pkg, e) {
		return s.spared(name, nil, e)
	}
	for _, arg := range ast.Unparen(e).(*ast.CallExpr).Args {
		spared, ok := s.argumentSpared(name, pkg, arg)
		if !ok {
			return class, false
		}
		class = class.And(spared)
	}
	return class, true
}

// consulted reports whether an if around the statement asks a function of the package, or an if before the
// statement that leaves.
func (s *guarder) consulted(pkg *types.Package, stmt inspector.Cursor) bool {
	for guard, around := range guards(stmt) {
		if !around && !flow.Ends(s.Info, guard.Body) {
			continue
		}
		for _, head := range flow.Heads(s.Info, guard) {
			if slices.ContainsFunc(effect.Mentions(s.Pkg, head), func(fn *types.Func) bool { return fn.Pkg() == pkg }) {
				return true
			}
		}
	}
	return false
}

var (
	ofLogger  = regexp.MustCompile(`\bL\.(\w+)`)
	ofPackage = regexp.MustCompile(`\bP\.(\w+)`)
	operands  = regexp.MustCompile(`\b[LPC]\b`)
)

// enabled writes the question of a call of fn.
func (s *guarder) enabled(l logger, fn *types.Func, call *ast.CallExpr) (question string, imports []source.TextEdit, ok bool) {
	texts := make(map[string]string)
	sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if fn.Signature().Recv() != nil {
		if !isSel || !s.asksAgain(fn.Pkg().Path(), sel.X) {
			return "", nil, false
		}
		texts["L"] = s.Text(sel.X)
		for _, m := range ofLogger.FindAllStringSubmatch(l.question, -1) {
			obj, _, _ := types.LookupFieldOrMethod(s.Info.TypeOf(sel.X), true, s.Pkg.Types, m[1])
			if obj == nil || obj.Pkg() != fn.Pkg() {
				return "", nil, false // an older release, or a method that hides it
			}
		}
	}
	for _, m := range ofPackage.FindAllStringSubmatch(l.question, -1) {
		if fn.Pkg().Complete() && fn.Pkg().Scope().Lookup(m[1]) == nil {
			return "", nil, false
		}
		var edits []source.TextEdit
		texts["P"], edits, ok = s.ImportNamed(fn.Pkg().Path(), fn.Pkg().Name(), m[1], call.Pos())
		texts["P"] = strings.TrimSuffix(texts["P"], ".")
		if !ok || texts["P"] == "" {
			return "", nil, false
		}
		imports = edits
	}
	if strings.Contains(l.question, "C,") {
		if strings.HasSuffix(fn.Name(), "Context") {
			if !source.IsPath(call.Args[0]) {
				return "", nil, false
			}
			texts["C"] = s.Text(call.Args[0])
		} else {
			q, edits, ok := s.Import("context", "Background", call.Pos())
			if !ok {
				return "", nil, false
			}
			texts["C"], imports = q+"Background()", append(imports, edits...)
		}
	}
	return operands.ReplaceAllStringFunc(l.question, func(name string) string { return texts[name] }), imports, true
}

// asksAgain reports whether the logger may be evaluated twice: it is a name, a field, or x.V(1).
func (s *guarder) asksAgain(pkg string, x ast.Expr) bool {
	call, isCall := ast.Unparen(x).(*ast.CallExpr)
	if !slices.Contains(levelled, pkg) {
		return !isCall && source.IsPath(x)
	}
	if !isCall || len(call.Args) != 1 || s.Info.Types[call.Args[0]].Value == nil {
		return false
	}
	fn, ok := typeutil.Callee(s.Info, call).(*types.Func)
	return ok && fn.Pkg() != nil && fn.Pkg().Path() == pkg && fn.Name() == "V" && source.IsPath(call.Fun)
}
