// Package digest defines an analyzer that sums one slice of bytes without a hash.Hash.
//
// Invariant: the bytes that are summed are the same, and so is the sum.
//
// Model: a hash that is made, written to once and asked for its sum once is the function
// of its package that does all three. That needs no hash behind an interface, which lets
// what is written escape. A hash that is written to several times is on the stack if only
// its methods are called, and so is what is written.
//
// What it blurs: nothing; what does not fit is left alone.
//
// # Analyzer digest
//
// digest: sum one slice of bytes without making a hash
//
//	h := sha256.New()
//	h.Write(b)                              =>   sum := sha256.Sum256(b)
//	return hex.EncodeToString(h.Sum(nil))        return hex.EncodeToString(sum[:])
//
//	sha256.Sum256([]byte(s))                =>   sha256.Sum256(append(make([]byte, 0, 128), s...))
//
//	key := []byte(s)                        =>   key := append(make([]byte, 0, 128), s...)
//	sha256.Sum256(key)                           sha256.Sum256(key)
//
//	h := fnv.New64a()
//	io.WriteString(h, k.host)               =>   h.Write([]byte(k.host))
//	io.WriteString(h, k.path)                    h.Write([]byte(k.path))
//	return h.Sum64()
//
// Conditions of the first:
//   - the hash is a local variable, of crypto/md5, sha1, sha256 or sha512, that nothing
//     captures;
//   - it is used twice: for one Write, or io.WriteString, whose results are not used, in
//     the list of statements of its declaration, and for one Sum(nil) behind that, in no
//     loop that begins behind the declaration.
//
// Of the second and third: the text is no constant, and its operands do not change one another; a variable has no other use.
//
// Of the fourth, for hash/adler32, crc32 and fnv, too: nothing captures the variable, and it is
// used only to call methods, and for io.WriteString.
//
// Class: safe.
package digest

import (
	_ "embed"
	"go/ast"
	"go/types"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

//go:embed digest.go
var docText string

// Rule is the digest rewrite.
var Rule = rule.New("digest", docText, run, "constructor", "return-copy", "string-to-bytes")

func run(pass *rule.Pass) {
	for r, cur := range pass.Nodes((*ast.CallExpr)(nil)) {
		copied(r, cur)
		h, ok := recognise(r, cur)
		switch {
		case ok && h.whole != "" && check(r, &h):
			edit(r, h)
		case ok:
			stream(r, h)
		}
	}
}

// A hash is a declaration h := sha1.New() and the uses of h.
type hash struct {
	source.Decl
	call  *ast.CallExpr
	whole string        // the function that does it all, "sha1.Sum"; "" if there is none
	write *ast.ExprStmt // h.Write(x), or io.WriteString(h, x)
	x     ast.Expr
	text  bool // x is a string
	sum   inspector.Cursor
}

// recognise matches the declaration of a variable that holds a hash.
func recognise(r *rule.Run, cur inspector.Cursor) (h hash, ok bool) {
	h.call = cur.Node().(*ast.CallExpr)
	known := stdlib.Of(source.Func(r.Info, h.call))
	if known.Whole == "" && known.Resets != "digest" {
		return hash{}, false
	}
	h.Decl, ok = r.DeclWith(cur)
	if q, _, _ := r.Qualified(h.call); q != "" && known.Whole != "" {
		h.whole = q + known.Whole
	}
	return h, ok
}

// check requires that the hash is written once and summed once.
func check(r *rule.Run, h *hash) bool {
	if r.Pkg.Captured(h.Var) || len(r.Pkg.Writes(h.Var)) > 0 || h.HasComment() || r.Jumps(h.call.Pos()) {
		return r.Refuse(h.call, h.Var.Name()+" is shared, or has another value")
	}
	uses := r.Pkg.Uses(h.Var)
	if len(uses) != 2 || !h.written(r, uses[0]) || !h.summed(r, uses[1]) {
		return r.Refuse(h.call, h.Var.Name()+" is used for more than one Write and one Sum(nil)")
	}
	if source.LoopSince(uses[1], h.Stmt.Pos()) {
		return r.Refuse(h.call, "the sum is made in a loop, each time anew")
	}
	return true
}

// written notes the statement that writes to the hash, whose use is at cur, and what it writes.
func (h *hash) written(r *rule.Run, cur inspector.Cursor) bool {
	for _, s := range h.Rest {
		stmt, ok := s.(*ast.ExprStmt)
		if !ok || !source.Contains(stmt, cur.Node()) || r.HasComment(stmt.Pos(), stmt.End()) {
			continue
		}
		h.write = stmt
		if call, ok := source.CallTo(r.Info, stmt.X, "io", "Writer.Write"); ok {
			h.x = call.Args[0]
			return r.Pkg.Is(source.Receiver(r.Info, call), h.Var)
		}
		if call, ok := source.CallTo(r.Info, stmt.X, "io", "WriteString"); ok {
			h.x, h.text = call.Args[1], true
			return r.Pkg.Is(call.Args[0], h.Var)
		}
	}
	return false
}

// summed notes the call Sum(nil) of the hash, whose use is at cur.
func (h *hash) summed(r *rule.Run, cur inspector.Cursor) bool {
	sel := source.Parens(cur).Parent()
	if sel.ParentEdgeKind() != edge.CallExpr_Fun {
		return false
	}
	h.sum = sel.Parent()
	call, ok := source.CallTo(r.Info, h.sum.Node().(ast.Expr), "hash", "Hash.Sum")
	return ok && r.Info.Types[call.Args[0]].IsNil() && !r.HasComment(call.Pos(), call.End())
}

// edit computes the sum where the hash was written.
//
//	h := sha1.New()    h.Write(x)            h.Sum(nil)    h.Sum(nil)[:8]
//	---------------    ------------------    ----------    --------------
//	                   sum := sha1.Sum(x)    sum[:]        sum[:8]
func edit(r *rule.Run, h hash) {
	x, text := r.Text(h.x), h.x
	if h.text && !r.Universe(h.write.Pos(), "byte") {
		return
	} else if h.text {
		x = "[]byte(" + x + ")"
	} else if text = converted(r, h.x); text == nil {
		text = h.x
	}
	if room, ok := onStack(r, h.sum, text); ok {
		x = room
	}
	if !r.Visible(h.call.Fun, h.write.Pos()) {
		return
	}
	name := r.Fresh(h.Stmt.Pos(), "sum", "digest")
	sum := name + "[:]"
	if part, ok := h.sum.Parent().Node().(*ast.SliceExpr); ok && h.sum.ParentEdgeKind() == edge.SliceExpr_X && short(r, part) {
		sum = name
	}
	r.Report(rule.Finding{
		At:      h.call,
		Message: "a hash is made to sum one slice of bytes",
		Title:   "Sum the bytes with " + h.whole,
		Class:   rule.Safe,
		Edits: []source.TextEdit{
			h.Remove(),
			source.ReplaceNode(h.write, name+" := "+h.whole+"("+x+")"),
			source.ReplaceNode(h.sum.Node(), sum),
		},
	})
}

// copied computes the sum of a text that is built in a buffer on the stack. The conversion of a text of more than 32
// bytes would be on the heap, as the function that computes the sum is not written in Go.
//
//	sha256.Sum256([]byte(host + ":" + path))
//	-------------------------------------------------------------------------------
//	sha256.Sum256(append(append(append(make([]byte, 0, 128), host...), ':'), path...))
//
//	sha256.Sum256([]byte(fmt.Sprintf("%s:%d", host, port)))
//	----------------------------------------------------------------------
//	sha256.Sum256(fmt.Appendf(make([]byte, 0, 128), "%s:%d", host, port))
func copied(r *rule.Run, cur inspector.Cursor) {
	call := cur.Node().(*ast.CallExpr)
	if len(call.Args) != 1 || r.HasComment(call.Pos(), call.End()) || !stdlib.Sums(source.Func(r.Info, call)) {
		return
	}
	arg := r.Pkg.Through(call.Args[0])
	text := converted(r, arg)
	if text == nil || r.HasComment(arg.Pos(), arg.End()) {
		return
	}
	if room, ok := onStack(r, cur, text); ok {
		r.Report(rule.Finding{
			At:      arg,
			Message: "a text of more than 32 bytes is copied to the heap to be summed",
			Title:   "Copy the text to the stack up to " + strconv.Itoa(effect.Room(r.Pkg, cur, usualText)) + " bytes",
			Class:   rule.Safe,
			Edits:   []source.TextEdit{source.ReplaceNode(arg, room)},
		})
	}
}

// converted returns s of a conversion []byte(s), where s is a string and not constant; nil for another expression.
func converted(r *rule.Run, e ast.Expr) ast.Expr {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !source.IsConversion(r.Info, call) || !source.IsBytes(r.Info.TypeOf(e)) || r.Info.Types[call.Args[0]].Value != nil {
		return nil
	}
	if b, ok := r.Info.TypeOf(call.Args[0]).Underlying().(*types.Basic); !ok || b.Info()&types.IsString == 0 {
		return nil
	}
	return call.Args[0]
}

// usualText is the number of bytes that hashed texts usually have: a key, an address, a name.
const usualText = 128

// onStack returns an expression for the bytes of text, which is at cur, in a buffer on the stack. ok is false if its
// operands might have other values when evaluated in that way.
func onStack(r *rule.Run, cur inspector.Cursor, text ast.Expr) (bytes string, ok bool) {
	operands := source.Operands(r.Info, text)
	if !source.IsString(types.Default(r.Info.TypeOf(text))) || !r.Universe(text.Pos(), "append", "make", "byte") || !effect.Ordered(r.Pkg, operands...) {
		return "", false
	}
	bytes = "make([]byte, 0, " + strconv.Itoa(effect.Room(r.Pkg, cur, usualText)) + ")"
	if call, ok := source.CallTo(r.Info, text, "fmt", "Sprint", "Sprintf", "Sprintln"); ok {
		q, name, ok := r.Qualified(call)
		args := r.Between(call.Lparen+1, call.Rparen)
		return q + "Append" + strings.TrimPrefix(name, "Sprint") + "(" + bytes + ", " + args + ")", ok && len(call.Args) > 0 && r.AtLeast("go1.19")
	}
	for _, e := range operands {
		operand := r.Text(e) + "..."
		if s, isConst := source.StringConst(r.Info, e); isConst && len(s) == 1 && s[0] < utf8.RuneSelf {
			operand = strconv.QuoteRune(rune(s[0]))
		}
		bytes = "append(" + bytes + ", " + operand + ")"
	}
	return bytes, true
}

// short reports whether the bounds are constants that are within every sum, the shortest of which, md5's, has 16
// bytes: the compiler checks constant bounds of arrays.
func short(r *rule.Run, part *ast.SliceExpr) bool {
	for _, bound := range []ast.Expr{part.Low, part.High, part.Max} {
		if bound == nil {
			continue
		}
		if n, ok := source.IntConst(r.Info, bound); !ok || n < 0 || n > 16 {
			return false
		}
	}
	return true
}

// stream keeps a hash that is written several times on the stack. If only its methods are called, the compiler knows
// its type. But io.WriteString takes it as an interface, to call its WriteString, which no hash has.
//
//	io.WriteString(h, s)
//	--------------------
//	h.Write([]byte(s))
func stream(r *rule.Run, h hash) {
	var calls []*ast.CallExpr
	methods := r.Pkg.Every(h.Var, func(use inspector.Cursor) bool {
		if call := source.ArgumentOf(use); call != nil && call.Args[0] == use.Node() {
			_, ok := source.CallTo(r.Info, call, "io", "WriteString")
			calls = append(calls, call)
			return ok && r.Universe(call.Pos(), "byte")
		}
		return use.ParentEdgeKind() == edge.SelectorExpr_X && source.Parens(use.Parent()).ParentEdgeKind() == edge.CallExpr_Fun
	})
	if !methods || len(calls) == 0 || r.Pkg.Captured(h.Var) || len(r.Pkg.Writes(h.Var)) > 0 {
		return
	}
	var edits []source.TextEdit
	for _, call := range calls {
		s := call.Args[1]
		edits = append(edits, source.Replace(call.Pos(), s.Pos(), h.Var.Name()+".Write([]byte("), source.Insert(s.End(), ")"))
	}
	r.Report(rule.Finding{
		At:      h.call,
		Message: "io.WriteString takes the hash as an interface",
		Title:   "Write bytes to the hash",
		Class:   rule.Safe,
		Edits:   edits,
	})
}
