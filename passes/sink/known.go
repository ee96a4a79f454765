package sink

import (
	"go/ast"
	"go/types"

	"github.com/unheap/unheap/passes/internal/source"
)

// What a function of the standard library does besides returning a value that
// depends on its arguments alone. None of these changes anything.
const (
	looks  = 0
	makes  = 1 << iota // its result may be on the heap
	copies             // what it returns must not follow later changes of memory
	picky              // panics for some values of its last argument
)

// known are the functions that change nothing. Those that take slices or maps read
// their elements.
var known = map[string]int{
	"bytes.Clone": makes, "bytes.Compare": looks, "bytes.Contains": looks, "bytes.Count": looks, "bytes.Equal": looks,
	"bytes.Fields": makes, "bytes.HasPrefix": looks, "bytes.HasSuffix": looks, "bytes.Index": looks, "bytes.IndexByte": looks,
	"bytes.Join": makes, "bytes.NewBuffer": makes, "bytes.NewBufferString": makes, "bytes.NewReader": makes,
	"bytes.ReplaceAll": makes, "bytes.Split": makes, "bytes.ToLower": makes, "bytes.ToUpper": makes, "bytes.TrimSpace": looks,
	"bytes.Buffer.Len": looks, "bytes.Buffer.String": makes,

	"strings.Clone": makes | copies, "strings.Compare": looks, "strings.Contains": looks, "strings.ContainsAny": looks,
	"strings.ContainsRune": looks, "strings.Count": looks, "strings.EqualFold": looks, "strings.Fields": makes,
	"strings.HasPrefix": looks, "strings.HasSuffix": looks, "strings.Index": looks, "strings.IndexAny": looks,
	"strings.IndexByte": looks, "strings.IndexRune": looks, "strings.Join": makes, "strings.LastIndex": looks,
	"strings.LastIndexByte": looks, "strings.NewReader": makes, "strings.Repeat": makes | picky, "strings.Replace": makes,
	"strings.ReplaceAll": makes, "strings.Split": makes, "strings.SplitAfter": makes, "strings.SplitN": makes,
	"strings.Title": makes, "strings.ToLower": makes, "strings.ToTitle": makes, "strings.ToUpper": makes,
	"strings.ToValidUTF8": makes, "strings.Trim": looks, "strings.TrimLeft": looks, "strings.TrimPrefix": looks,
	"strings.TrimRight": looks, "strings.TrimSpace": looks, "strings.TrimSuffix": looks,
	"strings.Builder.Len": looks, "strings.Builder.String": looks,

	"strconv.FormatBool": looks, "strconv.FormatFloat": makes | picky, "strconv.FormatInt": makes | picky,
	"strconv.FormatUint": makes | picky, "strconv.Itoa": makes, "strconv.Quote": makes, "strconv.QuoteRune": makes,
	"strconv.QuoteToASCII": makes,

	"encoding/hex.EncodeToString": makes, "errors.New": makes, "html.EscapeString": makes, "maps.Clone": makes,
	"net.IP.String": makes, "net/url.PathEscape": makes, "net/url.QueryEscape": makes, "path.Base": looks, "path.Clean": makes,
	"path.Dir": makes, "path.Ext": looks, "path.Join": makes, "path/filepath.Base": looks, "path/filepath.Clean": makes,
	"path/filepath.Dir": makes, "path/filepath.Ext": looks, "path/filepath.FromSlash": makes, "path/filepath.Join": makes,
	"path/filepath.ToSlash": makes, "slices.Clone": makes, "time.Duration.String": makes, "time.Time.Format": makes,
	"time.Time.String": makes, "unicode/utf8.RuneCountInString": looks, "unicode/utf8.ValidString": looks,
}

// formats are the functions that call methods of their operands.
var formats = map[string]bool{"fmt.Sprint": true, "fmt.Sprintf": true, "fmt.Sprintln": true, "fmt.Errorf": true}

// format reads a call of fmt.
func (r *reading) format(call *ast.CallExpr, name string) bool {
	operands := call.Args
	var verbs []byte
	if name == "fmt.Sprintf" || name == "fmt.Errorf" {
		if !r.expr(call.Args[0]) {
			return false
		}
		operands = call.Args[1:]
		if text, ok := source.StringConst(r.info, call.Args[0]); ok {
			verbs = verbsOf(text)
		}
	}
	for i, arg := range operands {
		if !r.expr(arg) {
			return false
		}
		if len(verbs) == len(operands) && verbs[i] == 'T' {
			continue // asks for the type alone
		}
		r.operand(r.info.TypeOf(arg))
	}
	return true
}

// operand adds what fmt does with a value of type t.
func (r *reading) operand(t types.Type) {
	if isPlain(t) {
		return
	}
	r.memory = true
	s, ok := types.Unalias(t).(*types.Slice)
	r.methods = r.methods || !ok || !isPlain(s.Elem())
}

// isPlain reports whether fmt writes values of type t by itself: they are numbers,
// strings or booleans, and have no methods.
func isPlain(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() != types.UnsafePointer && b.Kind() != types.UntypedNil && types.NewMethodSet(t).Len() == 0
}

// verbsOf returns the verbs of a format, one for each operand, or nil if it chooses
// among its operands or takes widths from them.
func verbsOf(format string) []byte {
	var verbs []byte
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		for i++; i < len(format) && (format[i] == '+' || format[i] == '-' || format[i] == '#' || format[i] == ' ' ||
			format[i] == '.' || '0' <= format[i] && format[i] <= '9'); i++ {
		}
		if i == len(format) || format[i] == '*' || format[i] == '[' {
			return nil
		}
		if format[i] != '%' {
			verbs = append(verbs, format[i])
		}
	}
	return verbs
}
