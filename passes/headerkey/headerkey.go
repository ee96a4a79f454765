// Package headerkey defines an analyzer that writes the keys of HTTP headers in the form in
// which they are stored.
//
// Invariant: the methods make the canonical form of the key they are given, and that of the
// canonical form is itself.
//
// Model: net/textproto returns a key that is canonical as it is. For another one it has the
// canonical form of some forty common keys at hand, and makes it of the others each time.
//
// What it blurs: nothing; a key that other code may have is left alone.
//
// # Analyzer headerkey
//
// headerkey: write the keys of headers in their canonical form
//
//	h.Get("x-request-id")       =>   h.Get("X-Request-Id")
//	h.Set("X-API-Key", key)     =>   h.Set("X-Api-Key", key)
//
// Handled are Add, Del, Get, Set and Values of http.Header and textproto.MIMEHeader, and
// CanonicalHeaderKey and CanonicalMIMEHeaderKey.
//
// Conditions:
//   - the key is a literal of letters, digits, '-' and '_', or a constant with such a value that
//     the package does not export, and that all files of it use as a key only;
//   - it is not one of the common keys, which cost nothing.
//
// Class: safe.
package headerkey

import (
	_ "embed"
	"go/ast"
	"go/types"
	"net/textproto"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed headerkey.go
var docText string

// Rule is the headerkey rewrite.
var Rule = rule.New("headerkey", docText, run, "callee")

func run(pass *rule.Pass) {
	for r, cur := range pass.Nodes((*ast.CallExpr)(nil)) {
		if key, ok := recognise(r, cur.Node().(*ast.CallExpr)); ok {
			if canonical, lit, ok := check(r, key); ok {
				edit(r, key, canonical, lit)
			}
		}
	}
}

// functions are the functions and methods whose first operand is a key, by package.
var functions = map[string][]string{
	"net/http":      {"Header.Add", "Header.Del", "Header.Get", "Header.Set", "Header.Values", "CanonicalHeaderKey"},
	"net/textproto": {"MIMEHeader.Add", "MIMEHeader.Del", "MIMEHeader.Get", "MIMEHeader.Set", "MIMEHeader.Values", "CanonicalMIMEHeaderKey"},
}

// recognise returns the key that is passed to a method of a header.
func recognise(r *rule.Run, call *ast.CallExpr) (key ast.Expr, ok bool) {
	for path, names := range functions {
		if call, ok := source.CallTo(r.Info, call, path, names...); ok {
			fn := source.Func(r.Info, call)
			return call.Args[0], len(call.Args) == fn.Signature().Params().Len() // not http.Header.Get(h, key)
		}
	}
	return nil, false
}

// common are the keys, in lower case, whose canonical form net/textproto has in a table.
const common = ` accept accept-charset accept-encoding accept-language accept-ranges cache-control cc connection content-id
 content-language content-length content-transfer-encoding content-type cookie date dkim-signature etag expires from host
 if-modified-since if-none-match in-reply-to last-modified location message-id mime-version pragma received return-path
 server set-cookie subject to user-agent via x-forwarded-for x-imforwards x-powered-by `

// check returns the canonical form of a key that is not in that form, and the literal with the key.
func check(r *rule.Run, key ast.Expr) (canonical string, lit *ast.BasicLit, ok bool) {
	value, ok := source.StringConst(r.Info, key)
	if !ok || !isPlain(value) {
		return "", nil, false
	}
	canonical = textproto.CanonicalMIMEHeaderKey(value)
	if canonical == value || strings.Contains(strings.ReplaceAll(common, "\n", " "), " "+strings.ToLower(value)+" ") {
		return "", nil, false
	}
	lit, ok = ast.Unparen(key).(*ast.BasicLit)
	if !ok {
		lit, ok = named(r, key)
	}
	return canonical, lit, ok || r.Refuse(key, "the constant may be no key elsewhere")
}

// named returns the literal of a constant that only the package can use, and that it uses only as a key.
//
//	const requestID = "X-Request-ID"
func named(r *rule.Run, key ast.Expr) (*ast.BasicLit, bool) {
	id, _ := ast.Unparen(key).(*ast.Ident)
	c, _ := r.Info.Uses[id].(*types.Const)
	if c == nil || c.Exported() || c.Pkg() != r.Pkg.Types || !r.Pkg.Everywhere(c) || r.Pkg.Elsewhere(c.Name()) {
		return nil, false
	}
	def, ok := r.Pkg.Def(c)
	spec, isSpec := def.Parent().Node().(*ast.ValueSpec)
	if !ok || !isSpec || len(spec.Names) != 1 || len(spec.Values) != 1 || r.Pkg.FileOf(spec) == nil {
		return nil, false
	}
	lit, ok := spec.Values[0].(*ast.BasicLit)
	return lit, ok && r.Pkg.Every(c, func(use inspector.Cursor) bool {
		call := source.ArgumentOf(use)
		if call == nil {
			return false
		}
		other, ok := recognise(r, call)
		return ok && other == use.Node()
	})
}

// isPlain reports whether the key consists of letters, digits, '-' and '_': all versions of net/textproto give such
// keys the same canonical form.
func isPlain(key string) bool {
	for _, c := range key {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_':
		default:
			return false
		}
	}
	return true
}

// edit writes the canonical form.
//
//	h.Get("x-request-id")
//	---------------------
//	h.Get("X-Request-Id")
func edit(r *rule.Run, key ast.Expr, canonical string, lit *ast.BasicLit) {
	r.Report(rule.Finding{
		At:      key,
		Message: "the canonical form of the key is made each time",
		Title:   "Write " + canonical,
		Class:   rule.Safe,
		Edits:   []source.TextEdit{source.ReplaceNode(lit, strconv.Quote(canonical))},
		Form:    canonical,
	})
}
