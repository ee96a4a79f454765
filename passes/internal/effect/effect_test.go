package effect

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"
)

const functions = `package a

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unsafe"
)

type T struct{ n int; p *T; m map[string]int; mu sync.Mutex }
type level int

func (l level) String() string { return "level" }
func (t T) get() int           { return t.n }
func (t *T) self() *T          { return t }

type logged int

var hook func()

func (l logged) String() string { hook(); return "" }

var global int

func nothing()                                  {}                                  //
func sum(a, b int) int                          { return a + b }                    //
func reads() int                                { return global }                   // reads
func writes(t *T)                               { t.n = 1 }                         // writes reads follows
func writesGlobal()                             { global++ }                        // writes reads
func writesMap(t *T)                            { t.m["a"] = 1 }                    // writes reads follows
func own() (t T)                                { t.n = 1; return t }               //
func index(s []int) int                         { return s[0] }                     // reads panics
func divide(a, b int) int                       { return a / b }                    // panics
func halve(a float64, b float64) float64        { return a / b }                    //
func concat(a, b string) string                 { return a + b }                    // allocates
func calls(f func())                            { f() }                             // calls f
func method(w io.Writer)                        { w.Write(nil) }                    // calls Write
func inner()                                    { writesGlobal() }                  // writes reads
func lock(t *T)                                 { t.mu.Lock() }                     // waits reads follows calls Lock
func receive(c chan int) int                    { return <-c }                      // writes waits
func start()                                    { go nothing() }                    // waits calls go
func even(n int) bool                           { return n == 0 || odd(n - 1) }     //
func odd(n int) bool                            { return n != 0 && even(n - 1) }    //
func looping(n int) int                         { global = n; if n > 0 { return looping(n - 1) }; return n } // writes
func format(n int) string                       { return fmt.Sprint(n) }            // allocates
func formatLevel(l level) string                { return fmt.Sprint(l) }            // allocates
func formatLogged(l logged) string              { return fmt.Sprint(l) }            // allocates reads calls hook
func formatAny(x any) string                    { return fmt.Sprint(x) }            // allocates reads methods
func formatError(err error) string              { return fmt.Sprintf("%v", err) }   // allocates reads methods
func formatType(err error) string               { return fmt.Sprintf("%T", err) }   // allocates
func formatTime(d time.Duration) string         { return fmt.Sprint(d) }            // allocates
func printed(n int)                             { fmt.Println(n) }                  // prints
func toWriter(w io.Writer)                      { fmt.Fprintln(w, 1) }              // writes allocates calls Write
func toFile(f *os.File)                         { fmt.Fprintln(f, 1) }              // writes allocates
func toBuffer() string                          { var b bytes.Buffer; fmt.Fprintln(&b, 1); return b.String() } // allocates reads
func toGiven(b *bytes.Buffer)                   { b.WriteString("a") }              // writes allocates reads follows
func toPointer(b *bytes.Buffer)                 { fmt.Fprintln(b, 1) }              // writes allocates reads follows
func toNil()                                    { fmt.Fprintln(nil, 1) }            // reads writes allocates follows
func build(s string) string                     { var b strings.Builder; b.WriteString(s); return b.String() } // allocates reads
func sorted(s []string)                         { sort.Strings(s) }                 // writes reads
func sortedBy(s []int, f func(a, b int) int)    { slices.SortFunc(s, f) }           // writes reads calls the callback
func sortedHere(s []int)                        { slices.SortFunc(s, func(a, b int) int { return a - b }) } // writes reads
func sortedCounting(s []int)                    { slices.SortFunc(s, func(a, b int) int { global++; return a - b }) } // writes reads allocates
func clock() int64                              { return time.Now().Unix() }        // world reads
func base(n int64, b int) string                { return strconv.FormatInt(n, b) }  // allocates panics
func hex(n int64) string                        { return strconv.FormatInt(n, 16) } // allocates
func view(p *byte, n int) string                { return unsafe.String(p, n) }      // panics
func assert(x any) string                       { return x.(string) }               // panics
func asserted(x any) (s string)                 { s, _ = x.(string); return s }     //
func equal(a, b any) bool                       { return a == b }                   // panics
func same(a, b struct{ n int }) bool            { return a == b }                   //
func appends(s []int) []int                     { return append(s, 1) }             // writes allocates reads
func iterate(f func(func(int) bool))            { for range f {} }                  // reads calls the iterator
func lines(s string) (n int)                    { for range strings.SplitSeq(s, "/") { n++ }; return n } // allocates reads
func deferred(t *T)                             { defer func() { t.n = 0 }() }      // writes reads follows
func recovers()                                 { defer func() { recover() }() }    // calls recover
func value(t *T) int                            { return t.get() }                  // reads follows
func pointer(t *T) *T                           { return t.self() }                 //
func promoted(e struct{ *T }) int               { return e.get() }                  // reads follows
func promotedSelf(e struct{ *T }) *T            { return e.self() }                 //
func outer(e *struct{ T }) *T                   { return e.self() }                 // reads follows
func expression(t *T) int                       { return (*T).get(t) }              // reads follows
func deleted(m map[int]int)                     { delete(m, 1) }                    // writes reads
func deletedAny(m map[any]int, k any)           { delete(m, k) }                    // writes reads panics
func copied(a, b map[int]int)                   { maps.Copy(a, b) }                 // writes reads panics
func sortedSlice(s []int)                       { sort.Slice(s, func(a, b int) bool { return a < b }) } // writes reads allocates
func sortedAny(s any)                           { sort.Slice(s, func(a, b int) bool { return a < b }) } // writes reads panics allocates
func letter(r rune) bool                        { return unicode.Is(unicode.Letter, r) } // reads
func inTable(t *unicode.RangeTable, r rune) bool { return unicode.In(r, unicode.Letter, t) } // reads follows
func inTables(t []*unicode.RangeTable, r rune) bool { return unicode.In(r, t...) }  // reads follows
func next(b *bytes.Buffer, n int) []byte        { return b.Next(n) }                // writes reads panics follows
func nextTwo(b *bytes.Buffer) []byte            { return b.Next(2) }                // writes reads follows
func match(re regexp.Regexp) bool               { return re.MatchString("a") }      // reads panics
func writeCopy(x struct{ b strings.Builder })   { x.b.WriteString("a") }            // writes reads panics allocates
func writeShared(x *struct{ b strings.Builder }) { x.b.WriteString("a") }           // writes reads follows allocates
func writeOwn()                                 { var x struct{ b strings.Builder }; x.b.WriteString("a") } // writes reads allocates
func writeEmpty()                               { x := struct{ b strings.Builder }{}; x.b.WriteString("a") } // writes reads allocates
func writeLiteral(old strings.Builder)          { x := struct{ b strings.Builder }{old}; x.b.WriteString("a") } // writes reads panics allocates
// BAD: panics if old has text.
func writeAssigned(old strings.Builder)         { var x struct{ b strings.Builder }; x.b = old; x.b.WriteString("a") } // writes reads allocates
func cleared(m map[int]int)                     { clear(m) }                        // writes reads
`

// TestFunctions checks the summary of each function, which its comment lists.
func TestFunctions(t *testing.T) {
	p := packageOf(t, functions)
	for _, d := range p.Files[0].Syntax.Decls {
		decl, ok := d.(*ast.FuncDecl)
		if !ok || decl.Recv != nil {
			continue
		}
		s := Function(p, p.Info.Defs[decl.Name].(*types.Func))
		want := strings.Fields(commentBehind(p.Files[0], decl))
		for _, word := range describe(s) {
			i := indexOf(want, word)
			if i < 0 {
				t.Errorf("%s: %s, want %q", decl.Name.Name, word, want)
				continue
			}
			want = append(want[:i:i], want[i+1:]...)
		}
		for _, word := range want {
			if word != "allocates" { // what may, need not
				t.Errorf("%s: does not say %q", decl.Name.Name, word)
			}
		}
	}
}

func indexOf(list []string, word string) int {
	for i, w := range list {
		if w == word {
			return i
		}
	}
	return -1
}

// describe returns the words for a summary.
func describe(s Summary) []string {
	var words []string
	for _, fact := range []struct {
		word string
		is   bool
	}{
		{"reads", s.Reads}, {"writes", s.Writes != 0}, {"methods", s.Methods}, {"prints", s.Prints}, {"world", s.World},
		{"panics", s.Panics}, {"follows", s.Follows}, {"allocates", s.Allocates}, {"waits", s.Waits}, {"calls", len(s.Calls) > 0},
	} {
		if fact.is {
			words = append(words, fact.word)
		}
	}
	for _, name := range s.Calls {
		words = append(words, strings.Fields(name)...)
	}
	return words
}

const moves = `package a

import (
	"fmt"
	"strings"
	"sync"
)

var hook func()
var global []int
func quiet(n int) bool { return strings.Repeat("a", 3) == fmt.Sprint(n) }
func loud() { global[0] = 1 }

func _(s, other []int, n, x int, any any, mu *sync.Mutex, c chan int) {
	_ = s[n]
	{ x++ }                                          // does not read x
	{ var b strings.Builder; b.WriteString("a") }    // nobody else has it
	{ fmt.Println(x) }                               // runs no method
	{ quiet(x) }                                     // is seen to change nothing
	{ if quiet(x) { return } }                       // may leave
	{ n++ }                                          // nope
	{ s = nil }                                      // nope
	{ s[0] = 1 }                                     // nope
	{ other[0] = 1 }                                 // nope: may be s
	{ fmt.Println(any) }                             // nope: runs methods
	{ loud() }                                       // nope
	{ hook() }                                       // nope
	{ mu.Lock() }                                    // nope
	{ <-c }                                          // nope
}
`

// TestMayMove checks behind which statements s[n] may be read instead.
func TestMayMove(t *testing.T) {
	p := packageOf(t, moves)
	decls := p.Files[0].Syntax.Decls
	body := decls[len(decls)-1].(*ast.FuncDecl).Body
	value := Of(p, body.List[0].(*ast.AssignStmt).Rhs[0])
	for _, past := range body.List[1:] {
		want := !strings.HasPrefix(strings.TrimSpace(commentBehind(p.Files[0], past)), "nope")
		if got := value.MayMove(p, past); got != want {
			t.Errorf("%s: may move: %v", p.Files[0].Text(past), got)
		}
	}
}

// TestFrames checks which functions depend on the frame that they run in.
func TestFrames(t *testing.T) {
	p := packageOf(t, `package a

import (
	"fmt"
	"runtime"
)

func caller() { runtime.Caller(1) } // frames
func through() { f := caller; _ = f } // frames
func calls() { through() } // frames
func recovers() { recover() } // frames
func plain() { fmt.Println() } //
`)
	for _, d := range p.Files[0].Syntax.Decls[1:] {
		decl := d.(*ast.FuncDecl)
		want := strings.TrimSpace(commentBehind(p.Files[0], decl)) == "frames" && decl.Name.Name != "through"
		if got := Frames(p, decl.Body); got != want {
			t.Errorf("%s: %v", decl.Name.Name, got)
		}
	}
}

// TestRecursive checks which functions may call themselves.
func TestRecursive(t *testing.T) {
	p := packageOf(t, `package a

type shape interface { size() int; area() int }
type square struct{}
func (square) size() int { return 1 } //
func (square) area() int { return 1 } //

type branch struct{}
func (branch) size(s shape) int { return s.size() } //

type node struct{ in shape }
func (n node) size() int { return n.in.size() } // recursive
func (node) area() int { return 0 } //

type visitor[T any] interface{ visit(T, visitor[T]) }
type walker struct{}
func (walker) visit(n int, w visitor[int]) { w.visit(n-1, w) } // recursive

type list[T any] struct{ in interface{ call(int) } }
func (l list[T]) call(x T) { l.in.call(1) } // recursive

func even(n int) bool { return n == 0 || odd(n-1) } // recursive
func odd(n int) bool { return n != 0 && even(n-1) } // recursive
`)
	for _, d := range p.Files[0].Syntax.Decls {
		decl, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		body, _ := p.Files[0].Cursor.FindNode(decl.Body)
		want := strings.TrimSpace(commentBehind(p.Files[0], decl)) == "recursive"
		if got := Recursive(p, body); got != want {
			t.Errorf("%s: recursive: %v", p.Files[0].Text(decl), got)
		}
	}
}
