package a

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
)

type parser struct {
	words []string
	seen  map[string]int
	pos   int
}

// NewParser is documented.
func NewParser(s string) *parser {
	p := &parser{words: strings.Fields(s), pos: -1} // want `the result of NewParser is on the heap, since NewParser is too big to be inlined`
	for i, w := range p.words {
		p.words[i] = strings.ToLower(strings.TrimSpace(w))
	}
	return p
}

func open(name string, opts ...string) (*parser, error) {
	p := new(parser) // want `the result of open is on the heap`
	if name == "" {
		return nil, errors.New("no name")
	}
	p.words = append(p.words, strings.Split(name, "/")...)
	p.words = append(p.words, opts...)
	fmt.Println(len(p.words))
	return p, nil
}

type factory struct {
	prefix string
	made   map[string]*parser
}

func (f *factory) build(
	name string,
	n int,
) *parser {
	p := &parser{} // want `the result of build is on the heap`
	p.pos = n
	p.words = strings.Fields(strings.Repeat(f.prefix+name, n))
	p.words = append(p.words, strings.ToUpper(name))
	return p
}

func oneLine(s string) *parser { p := &parser{words: strings.Fields(s)}; fmt.Println(strings.ToLower(s), p.pos); return p } // want `the result of oneLine is on the heap`

// nope: a comment among the parameters.
func commentedParams(
	s string, // the words
) *parser {
	p := &parser{words: strings.Fields(s)}
	p.words = append(p.words, strings.Fields(strings.ToLower(strings.TrimSpace(s)))...)
	return p
}

// nope: small enough to be inlined.
func small(s string) *parser {
	p := &parser{pos: 1}
	return p
}

// The name of a result is documentation.
func namedResult(s string) (out *parser) {
	p := &parser{words: strings.Fields(s)} // want `the result of namedResult is on the heap`
	p.words = append(p.words, strings.Fields(strings.ToLower(strings.TrimSpace(s)))...)
	return p
}

// nope: a parameter without a name.
func blank(_ string, s string) *parser {
	p := &parser{words: strings.Fields(s)}
	p.words = append(p.words, strings.Fields(strings.ToLower(strings.TrimSpace(s)))...)
	return p
}

// nope: a literal captures it.
func captured(s string) *parser {
	p := &parser{words: strings.Fields(s)}
	func() { p.pos = strings.Index(s, "x") + strings.Index(s, "y") + strings.Index(s, "z") }()
	return p
}

// nope: another value may be returned.
func replaced(s string) *parser {
	p := &parser{words: strings.Fields(s)}
	if s == "" {
		p = NewParser(strings.Repeat("x", strings.Count(s, "y")))
	}
	return p
}

// nope: never returned itself.
func local(s string) int {
	p := &parser{words: strings.Fields(s)}
	p.words = append(p.words, strings.Fields(strings.ToLower(strings.TrimSpace(s)))...)
	return len(p.words)
}

// nope: it must not be inlined.
//
//go:noinline
func directed(s string) *parser {
	p := &parser{words: strings.Fields(s)}
	p.pos = strings.Index(s, "x")
	return p
}

// nope: it counts frames.
func frames(s string) *parser {
	p := &parser{words: strings.Fields(s)}
	_, _, p.pos, _ = runtime.Caller(1)
	fmt.Println(p.pos)
	return p
}

// pair is generic.
type pair[K comparable, V any] struct {
	key   K
	value V
	text  string
}

func generic[K comparable, V any](k K, v V) *pair[K, V] {
	p := &pair[K, V]{key: k, value: v} // want `the result of generic is on the heap`
	p.text = strings.TrimSpace(fmt.Sprint(k, v))
	return p
}

func (p *pair[K, V]) with(k K) *pair[K, V] {
	c := &pair[K, V]{key: k, value: p.value} // want `the result of with is on the heap`
	c.text = strings.TrimSpace(fmt.Sprint(k, p.value))
	return c
}

func texts(list []string) (n int) {
	for _, s := range list {
		n += len(generic(s, 1).with("x").text)
		n += len(generic[string, any](s, 1).text)
	}
	return n
}

// The size of the value is not known, it is filled in place.
func variable[K comparable](k K) *pair[K, int] {
	var p pair[K, int] // want `the result of variable is on the heap`
	p.text = strings.TrimSpace(fmt.Sprint(k))
	return &p
}

func commented(s string) *parser {
	// Words first.
	p := &parser{words: strings.Fields(s)} // want `the result of commented is on the heap`
	p.words = append(p.words, strings.Fields(strings.ToLower(strings.TrimSpace(s)))...)
	return p
}

// nope: the comment would stand alone.
func lonely(s string) *parser {
	// Nothing yet.
	p := &parser{}
	p.words = append(p.words, strings.Fields(strings.ToLower(strings.TrimSpace(s)))...)
	return p
}

func value(s string) *parser {
	var p parser
	p.words = append(p.words, strings.Fields(strings.ToLower(strings.TrimSpace(s)))...)
	return &p // want `the result of value is on the heap`
}

// What comes first can fail: then the parser is made for nothing, if the caller keeps
// it on the heap.
func validated(s string) (*parser, error) {
	if s == "" {
		return nil, errors.New("empty")
	}
	p := &parser{words: strings.Fields(s)} // want `the result of validated is on the heap`
	p.words = append(p.words, strings.ToLower(s))
	return p, nil
}

// nope: p is something else before.
func earlier(s string) *parser {
	if p := strings.ToLower(s); p == "" {
		return nil
	}
	p := &parser{words: strings.Fields(s)}
	p.words = append(p.words, strings.TrimSpace(s))
	return p
}

// nope: parser would be no type any more.
func sameName(s string) *parser {
	parser := &parser{words: strings.Fields(s)}
	parser.words = append(parser.words, strings.TrimSpace(s))
	return parser
}

// nope: goto makes two of them.
func again(s string) *parser {
	kept := []*parser{}
more:
	p := &parser{words: strings.Fields(strings.TrimSpace(s))}
	if kept = append(kept, p); len(kept) < 2 {
		goto more
	}
	return p
}

// nope: all of its callers store it.
func stored(s string) *parser {
	p := &parser{words: strings.Fields(s)}
	p.words = append(p.words, strings.TrimSpace(s))
	return p
}

var parsers = []*parser{stored("x")}

func store(m map[string]*parser) {
	m["x"] = stored("x")
	parsers = append(parsers, stored("y"))
}

func newGrouped(s string) *parser {
	var (
		n = len(s)
		p = &parser{words: strings.Fields(s), pos: n} // want `the result of newGrouped is on the heap`
	)
	for i, w := range p.words {
		p.words[i] = strings.ToLower(strings.TrimSpace(w))
	}
	return p
}

func newEmpty(s string) *parser {
	var p = new(parser) // want `the result of newEmpty is on the heap`
	p.words = strings.Fields(s)
	for i, w := range p.words {
		p.words[i] = strings.ToLower(strings.TrimSpace(w))
	}
	return p
}

func branch(s string) (*parser, error) {
	if s == "" {
		return nil, errors.New("no words")
	} else {
		p := &parser{words: strings.Fields(s)} // want `the result of branch is on the heap`
		p.words = append(p.words, strings.Fields(strings.ToLower(strings.TrimSpace(s)))...)
		return p, nil
	}
}

// called consists of a literal, which is a function that is not inlined.
func called(s string) *parser {
	return func() *parser {
		p := &parser{words: strings.Fields(s)} // want `the result of called is on the heap`
		p.words = append(p.words, strings.Fields(strings.ToLower(strings.TrimSpace(s)))...)
		return p
	}()
}

var current = &parser{}

// nope: behind the block, the name is that of another variable.
func reused(s string) *parser {
	if s != "" {
		current := &parser{words: strings.Fields(s)}
		current.words = append(current.words, strings.Fields(strings.ToLower(strings.TrimSpace(s)))...)
		return current
	}
	return current
}

// nope: one of several, of which another one is kept.
func last(lists ...string) *parser {
	var before *parser
	for _, s := range lists {
		p := &parser{words: strings.Fields(s)}
		if before != nil && len(strings.ToLower(strings.TrimSpace(s))) > len(before.words) {
			return p
		}
		before = p
	}
	return before
}

// nope: who gets what there is already would make one each time.
func (f *factory) cached(s string) (*parser, error) {
	if p, ok := f.made[s]; ok {
		return p, nil
	}
	kept := &parser{words: strings.Fields(s)} // refused "kept is on the heap in any case: f.made.s. = kept keeps it"
	kept.words = append(kept.words, strings.TrimSpace(s))
	f.made[s] = kept
	return kept, nil
}

// There is one already where it returns nil.
func dropped(s string) *parser {
	p := &parser{words: strings.Fields(s)} // want `the result of dropped is on the heap`
	p.words = append(p.words, strings.TrimSpace(s))
	if len(p.words) < 2 {
		return nil
	}
	return p
}

// The results of the literal have the same names.
func calledNamed(s string) (p *parser, err error) {
	return func() (p *parser, err error) {
		p = new(parser) // want `the result of calledNamed is on the heap`
		p.words = append(p.words, strings.Fields(strings.ToLower(strings.TrimSpace(s)))...)
		return p, nil
	}()
}

// What two literals return is in variables.
func calledTwice(s string) (*parser, error) {
	twice, err := func() (*parser, error) {
		return func() (*parser, error) {
			p := new(parser) // want `the result of calledTwice is on the heap`
			p.words = append(p.words, strings.Fields(strings.ToLower(strings.TrimSpace(s)))...)
			return p, nil
		}()
	}()
	return twice, err
}

// nope: the parameter is declared again.
func calledAgain(s string) *parser {
	return func() *parser {
		s := strings.TrimSpace(s)
		p := &parser{words: strings.Fields(s)}
		p.words = append(p.words, strings.Fields(strings.ToLower(strings.TrimSpace(s)))...)
		return p
	}()
}

// nope: a comment would be lost.
func calledCommented(s string) *parser {
	return func() *parser {
		p := &parser{words: strings.Fields(s)}
		p.words = append(p.words, strings.Fields(strings.ToLower(strings.TrimSpace(s)))...)
		return p
	}() // in one
}

func calls() int {
	p, _ := calledNamed("x")
	p, _ = calledTwice("x")
	return len(p.words) + len(calledAgain("x").words) + len(calledCommented("x").words)
}
