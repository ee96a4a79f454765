// Package equalfold defines an analyzer that compares without regard to case without
// making another string.
//
// Invariant: a safe fix gives the same answer for every string, even one that is not
// UTF-8; any other fix names the characters for which the answer changes.
//
// Model: strings.ToLower and strings.EqualFold both work character by character. ToLower
// gives an ASCII letter c for c, its capital, U+0130 (İ) if c is i, and U+212A (the Kelvin
// sign) if c is k. EqualFold takes for c, c itself, its capital, U+212A if c is k, and U+017F
// (ſ) if c is s. ToUpper also gives I for U+0131 (ı) and S for U+017F. Nothing else maps to
// ASCII, and bytes that are not UTF-8 map to U+FFFD on both sides, which is not ASCII.
// A test looks at all characters. Each of the special characters takes two bytes or more,
// and its letter one: a string with the length of the constant that holds one is no match.
//
// What it blurs: ToLower makes no string if there is nothing to change, which only a
// measurement can tell.
//
// # Analyzer equalfold
//
// equalfold: use EqualFold for comparisons with the result of ToLower and ToUpper
//
//	strings.ToLower(s) == "true"        =>   strings.EqualFold(s, "true")
//
//	strings.ToLower(s[:5]) != "basic"   =>   !strings.EqualFold(s[:5], "basic")
//
//	strings.ToLower(s) == "host"        =>   len(s) == len("host") && strings.EqualFold(s, "host")
//
//	strings.HasPrefix(strings.ToLower(s), "bearer ")
//	                                    =>   strings.EqualFold(s[:min(len(s), len("bearer "))], "bearer ")
//
//	string(bytes.ToLower(b)) == "yes"   =>   len(b) == len("yes") && bytes.EqualFold(b, []byte("yes"))
//
//	strings.ToLower(s) == strings.ToLower(t)
//	                                    =>   strings.EqualFold(s, t)
//
//	switch strings.ToLower(s) {              switch {
//	case "yes", "on":                   =>   case strings.EqualFold(s, "yes"), strings.EqualFold(s, "on"):
//	}                                        }
//
//	term := strings.ToLower(f())        =>   term := f()
//	return term == "dumb"                    return strings.EqualFold(term, "dumb")
//
//	return units[strings.ToUpper(name)] =>   upper := make([]byte, 0, 64)
//	                                         for _, r := range name {
//	                                             upper = utf8.AppendRune(upper, unicode.ToUpper(r))
//	                                         }
//	                                         return units[string(upper)]
//
// Conditions, of the safe class:
//   - the other operand is a constant of ASCII characters that the mapping leaves alone, or a parameter of a
//     function all calls of which are known and pass such constants;
//   - the length of the text is known to be that of the constant; or the constant has no i and no s (for
//     ToUpper no I and no K); or it has no i and no k (for ToUpper no I and no S), and
//     the operand of ToLower can be written twice;
//   - for HasPrefix and HasSuffix the constant has no i and no k (no I and no S), and the operand of
//     ToLower is a variable or a field;
//   - the result of the comparison is a bool, not another type of that kind;
//   - a switch that becomes a list of EqualFold has at most six cases, all of them such constants without those
//     letters, and the operand of ToLower is a variable or a field;
//   - a variable that holds the result of ToLower is only compared in these ways. It is removed if the operand
//     means the same at each comparison; otherwise it is set to the operand, if its name does not
//     say that case is lost. One that is assigned the result is compared only behind the assignment, in the same list
//     of statements;
//   - a text that is looked up in a map of strings and not retained by it, or that is the tag of a switch which is not
//     written with EqualFold, is made on the stack, character by character, as ToLower and ToUpper make it, and
//     likewise with ReplaceAll of one ASCII character by another one or none; it is evaluated first in its
//     statement. A variable that holds the text is declared with it, not assigned again and not captured; it is only
//     looked up, compared, the tag of a switch, indexed or asked for its length, or an operand of an error;
//   - with package bytes, the constant has at most 32 bytes: the compiler keeps the result of a conversion up
//     to that size on the stack.
//
// Review, for constants that have those letters: "U+0130 no longer matches i". Review also
// where both sides are mapped: for EqualFold, U+0130 is no i (U+0131 no I), and a letter matches
// its second form, which ToLower, or ToUpper, leaves alone. Second small letters are U+00B5 (µ),
// 017F (ſ), 0345, 03C2 (ς), 03D0, 03D1, 03D5, 03D6, 03F0, 03F1, 03F5, 1C80 to 1C88, 1E9B and 1FBE,
// second capitals U+03F4, 1E9E (ẞ), 2126, 212A and 212B.
//
// Review, where a character is removed before case is mapped: "bytes that are no UTF-8 do not come together where
// what stood between them is taken out".
package equalfold

import (
	_ "embed"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed equalfold.go
var docText string

// Rule is the equalfold rewrite.
var Rule = rule.New("equalfold", docText, run, "text-result")

func run(pass *rule.Pass) {
	for r, cur := range pass.Nodes((*ast.BinaryExpr)(nil), (*ast.CallExpr)(nil), (*ast.SwitchStmt)(nil), (*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		p := &folder{Run: r}
		if s, ok := p.recognise(cur); ok {
			if c, ok := p.change(s); ok {
				p.report(s, c)
			}
		}
		for d := range r.Decls(cur) {
			p.declared(d)
		}
		p.assigned(cur)
		p.inFront(cur)
		if source.Parens(cur).ParentEdgeKind() == edge.IndexExpr_Index {
			p.lookedUp(cur)
		}
	}
}

type folder struct {
	*rule.Run
	// through is the declaration of the variable whose uses are looked at, if any: a use of the
	// variable is taken for the value.
	through source.Decl
	// stays are the refusals of uses of that variable. They are reported if no other rewrite
	// of the variable is found.
	stays []rule.Refusal
}

// refuse notes a refusal, see stays, and returns false.
func (p *folder) refuse(at ast.Node, condition string) bool {
	if p.through.Var == nil {
		return p.Refuse(at, condition)
	}
	p.stays = append(p.stays, rule.Refusal{At: at, Condition: condition})
	return false
}

func (p *folder) refuseAll() {
	for _, r := range p.stays {
		p.Refuse(r.At, r.Condition)
	}
}

// A site is a comparison of a mapped string with a constant, or a switch.
type site struct {
	cur     inspector.Cursor // the comparison
	how     kind
	not     bool     // !=
	name    string   // "strings.ToLower"
	q       string   // the qualifier in the file: "strings."
	x       ast.Expr // the argument of ToLower
	other   ast.Expr // the argument of ToLower on the other side, nil for a constant
	text    string   // the constant, or the parameter, as source text
	value   string   // the value of the constant; of a parameter, all its values together
	several bool     // the other side is a parameter that only gets constants
	letters letters
}

// A kind is how a site compares.
type kind int

const (
	equal kind = iota
	prefix
	suffix
	oneOf // a switch
)

// letters are the ASCII letters that ToLower, or ToUpper, or EqualFold also take another
// character for: only the mapping (lost), only EqualFold (gained), or both.
type letters struct {
	lost, gained, both letter
	// forms says which characters match only for EqualFold where both sides are mapped.
	forms string
}

// A letter is an ASCII letter, and the character beyond ASCII that is taken for it.
type letter struct{ ascii, other string }

var (
	lower = letters{lost: letter{"i", "U+0130"}, gained: letter{"s", "U+017F"}, both: letter{"k", "U+212A"},
		forms: "U+017F matches s, U+03C2 matches U+03C3, as 20 other second small letters do"}
	upper = letters{lost: letter{"I", "U+0131"}, gained: letter{"K", "U+212A"}, both: letter{"S", "U+017F"},
		forms: "U+212A matches K, as the second capitals U+03F4, U+1E9E, U+2126 and U+212B do"}
)

// recognise recognises a comparison, or a switch. A call of EqualFold that would mean something else
// is refused.
func (p *folder) recognise(cur inspector.Cursor) (*site, bool) {
	s := &site{cur: cur}
	var mapped, constant ast.Expr
	switch e := cur.Node().(type) {
	case *ast.BinaryExpr:
		if e.Op != token.EQL && e.Op != token.NEQ || !isBool(p.Info.TypeOf(e)) {
			return nil, false
		}
		s.not, mapped, constant = e.Op == token.NEQ, e.X, e.Y
		v, isVar := p.Pkg.LocalVar(mapped)
		if p.Info.Types[mapped].Value != nil || isVar && v != p.through.Var {
			mapped, constant = constant, mapped
		}
	case *ast.CallExpr:
		call, ok := source.CallTo(p.Info, e, "strings", "HasPrefix", "HasSuffix")
		if ok {
			s.how = prefix
			if _, name, _ := p.Qualified(call); name == "HasSuffix" {
				s.how = suffix
			}
		} else if call, ok = source.CallTo(p.Info, e, "bytes", "Equal"); !ok {
			return nil, false
		}
		mapped, constant = call.Args[0], call.Args[1]
		if conv, ok := ast.Unparen(mapped).(*ast.CallExpr); ok && s.how == equal && source.IsConversion(p.Info, conv) {
			mapped, constant = constant, mapped
		}
	case *ast.SwitchStmt:
		s.how = oneOf
		return s, e.Tag != nil && p.mapping(s, e.Tag)
	default:
		return nil, false
	}
	return s, p.mapping(s, mapped) && (p.mappedToo(s, constant) || p.constant(s, constant))
}

// mappedToo reports whether the other side is mapped in the same way, and notes its argument.
func (p *folder) mappedToo(s *site, e ast.Expr) bool {
	other := &site{cur: s.cur, how: s.how}
	if s.how != equal || !p.mapping(other, e) || other.name != s.name {
		return false
	}
	s.other = other.x
	return true
}

// isBool reports whether a call may replace a comparison of type t: a call has the type bool, or a
// named type of that kind does not accept it.
func isBool(t types.Type) bool {
	basic, ok := types.Unalias(t).(*types.Basic)
	return ok && basic.Info()&types.IsBoolean != 0
}

// mapping recognises the call of ToLower or ToUpper. With package bytes, the result is
// compared as string(…), or with bytes.Equal.
func (p *folder) mapping(s *site, e ast.Expr) bool {
	e = ast.Unparen(e)
	if p.through.Var != nil && p.Pkg.Is(e, p.through.Var) {
		e = ast.Unparen(p.through.Value)
	}
	pkg := "strings"
	if conv, ok := e.(*ast.CallExpr); ok && source.IsConversion(p.Info, conv) && source.IsString(p.Info.TypeOf(conv)) {
		e, pkg = conv.Args[0], "bytes"
	} else if _, ok := s.cur.Node().(*ast.CallExpr); ok && s.how == equal {
		pkg = "bytes" // bytes.Equal
	}
	call, ok := source.CallTo(p.Info, e, pkg, "ToLower", "ToUpper")
	if !ok || (s.how != equal || p.through.Var != nil) && pkg == "bytes" {
		return false
	}
	q, name, ok := p.Qualified(call, "EqualFold")
	s.letters = lower
	if name == "ToUpper" {
		s.letters = upper
	}
	s.name, s.q, s.x = pkg+"."+name, q, call.Args[0]
	return ok || p.Refuse(s.cur.Node(), "EqualFold means something else here")
}

// constant recognises the other operand: "…", or []byte("…") with bytes.Equal.
func (p *folder) constant(s *site, e ast.Expr) bool {
	e = ast.Unparen(e)
	if _, isCall := s.cur.Node().(*ast.CallExpr); isCall && s.how == equal {
		conv, ok := e.(*ast.CallExpr)
		if !ok || !source.IsConversion(p.Info, conv) || !source.IsBytes(p.Info.TypeOf(conv)) {
			return false
		}
		e = conv.Args[0]
	}
	var ok bool
	if s.value, ok = source.StringConst(p.Info, e); !ok {
		s.value, ok = p.given(e)
		s.several = ok
	}
	s.text = p.Text(e)
	const inside = 32 // bytes of a conversion that the compiler keeps on the stack
	return ok && (len(s.value) > 0 || p.through.Var != nil && s.how == equal) && s.inCase() && (strings.HasPrefix(s.name, "strings") || !s.several && len(s.value) <= inside && p.Universe(e.Pos(), "byte"))
}

// given returns the constants that all calls of a function pass for its parameter e, one after the other. ok is
// false if e is no parameter, is assigned again, or gets anything else, or if some call is not known.
func (p *folder) given(e ast.Expr) (all string, ok bool) {
	v, isVar := p.Pkg.LocalVar(e)
	if !isVar || v.Kind() != types.ParamVar || len(p.Pkg.Writes(v)) > 0 || p.Pkg.Captured(v) {
		return "", false
	}
	decl, isFunc := p.DeclAt(v.Pos()).(*ast.FuncDecl)
	if !isFunc {
		return "", false
	}
	obj, _ := p.Info.Defs[decl.Name].(*types.Func)
	fn, ok := inline.Declared(p.Pkg, obj)
	if !ok || obj.Signature().Variadic() {
		return "", false
	}
	i := slices.Index(slices.Collect(obj.Signature().Params().Variables()), v)
	calls, known := fn.Calls()
	for _, cur := range calls {
		args := cur.Node().(*ast.CallExpr).Args
		if i < 0 || i >= len(args) {
			return "", false
		}
		text, isConst := source.StringConst(p.Info, args[i])
		if !isConst {
			return "", false
		}
		all += text
	}
	return all, known
}

// inCase reports whether the constant consists of ASCII characters that the mapping leaves
// alone. With any others the comparison is always false, or more complicated.
func (s *site) inCase() bool {
	for i := range len(s.value) {
		c := s.value[i]
		if c >= 0x80 || s.letters == lower && 'A' <= c && c <= 'Z' || s.letters == upper && 'a' <= c && c <= 'z' {
			return false
		}
	}
	return true
}

// has reports whether the constant has the letter.
func (s *site) has(l letter) bool { return strings.Contains(s.value, l.ascii) }
