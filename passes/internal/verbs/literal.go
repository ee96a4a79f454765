package verbs

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"strings"

	"github.com/unheap/unheap/passes/internal/source"
)

// spec matches a verb with its flags, width and precision.
var spec = regexp.MustCompile(`^[-+# 0]*[0-9]*(\.[0-9]*)?[a-zA-Z]`)

// literal formats an operand that is a literal integer or string by the verb, with any flags, at
// the start of format, and returns the rest of the format. ok is false for other operands and
// verbs.
func literal(f *source.File, arg ast.Expr, format string) (text, rest string, ok bool) {
	lit, ok := ast.Unparen(arg).(*ast.BasicLit)
	verb := spec.FindString(format)
	if !ok || verb == "" {
		return "", "", false
	}
	var x any
	switch t, _ := f.Pkg.Info.TypeOf(lit).(*types.Basic); {
	case t == nil:
		return "", "", false
	case t.Kind() == types.String:
		x = constant.StringVal(f.Pkg.Info.Types[lit].Value)
	case t.Kind() == types.Int:
		n, exact := constant.Int64Val(f.Pkg.Info.Types[lit].Value)
		x, ok = int(n), exact && n == int64(int32(n))
	default:
		return "", "", false
	}
	text = fmt.Sprintf("%"+verb, x)
	return text, format[len(verb):], ok && !strings.Contains(text, "%!")
}
