package mechanism

import (
	"go/ast"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
)

// A Log is what the compiler said about whole functions: which parameters leak from them, and what they put on the
// heap. With it, a reason follows a value through calls to the place that decides. A nil Log knows nothing.
type Log struct {
	program *load.Program
	known   map[string]bool // functions, "path.F" or "path.(*T).m"
	leaks   map[string][]*record.Decision
	heap    map[string][]*record.Decision
	logged  map[string]bool   // packages that were added
	missing map[string]bool   // packages to which a value was passed
	dirs    map[string]string // folders of packages that are not the user's
	files   map[string]load.Syntax
}

// NewLog returns the log of the user's packages.
func NewLog(p *load.Program, decisions []record.Decision) *Log {
	l := &Log{
		program: p, known: map[string]bool{}, leaks: map[string][]*record.Decision{}, heap: map[string][]*record.Decision{},
		logged: map[string]bool{}, missing: map[string]bool{}, dirs: map[string]string{}, files: map[string]load.Syntax{},
	}
	l.Add(decisions, nil)
	return l
}

// Add adds the compiler's decisions on more packages, and the packages' folders.
func (l *Log) Add(decisions []record.Decision, dirs map[string]string) {
	maps.Copy(l.dirs, dirs)
	for pkg := range dirs {
		l.logged[pkg] = true // also without a decision: it has no functions then
	}
	for i := range decisions {
		d := &decisions[i]
		l.logged[d.Package] = true
		if d.Function == "" {
			continue
		}
		key := functionKey(d.Package, d.Function)
		switch d.Kind {
		case record.Leaks:
			l.known[key] = true
			l.leaks[key] = append(l.leaks[key], d)
		case record.Escapes, record.Moved:
			l.known[key] = true
			l.heap[key] = append(l.heap[key], d)
		case record.Inlines, record.CannotInline:
			l.known[key] = true
		}
	}
}

// Missing returns the packages, sorted, whose log would tell more and was not added, and clears that list.
func (l *Log) Missing() []string {
	paths := slices.Sorted(maps.Keys(l.missing))
	clear(l.missing)
	return slices.DeleteFunc(paths, func(path string) bool { return l.logged[path] })
}

func functionKey(pkg, function string) string {
	return pkg + "." + record.WithoutTypeArguments(function)
}

// A called is a called function, as the compiler prints it, with the arguments.
type called struct {
	key  string // as in Log.known; empty if the function is known only at run time
	pkg  string
	name string // "keep", "(*T).m", "fmt.Fprintf"
	args []string
}

// callText matches the compiler's text of a call of a known function: "(*T).m(", "(*pkg.T).m(", "T.m(", "pkg.T.m(",
// "pkg.F(" and "F(". Calls of an interface's method and of a function value look like the last ones, but no function
// has such a name.
var callText = regexp.MustCompile(`^(?:\(\*(?:(\w+)\.)?(\w+)\)\.(\w+)|((?:\w+\.){0,2}\w+))\(`)

// call parses the call of a step in a function of package pkg. The key is empty if no function with that name is
// known; asks is then a package that may have it.
func (l *Log) call(pkg string, step record.Step) (c called, asks string) {
	text := record.WithoutTypeArguments(clean(step.Expr))
	m := callText.FindStringSubmatch(text)
	if m == nil {
		return c, ""
	}
	c.args = arguments(text[len(m[0]):])
	for _, try := range l.readings(pkg, step.Pos.File, m) {
		if key := try.pkg + "." + try.name; l.known[key] {
			c.key, c.pkg, c.name = key, try.pkg, try.name
			return c, ""
		} else if try.pkg != pkg && !l.logged[try.pkg] && asks == "" {
			asks = try.pkg
		}
	}
	return c, asks
}

// readings returns the functions that the parts of a matched call can name.
func (l *Log) readings(pkg, file string, m []string) []called {
	if m[2] != "" {
		name := "(*" + m[2] + ")." + m[3]
		if m[1] == "" {
			return []called{{pkg: pkg, name: name}}
		}
		return l.ofImports(file, m[1], name)
	}
	all := []called{{pkg: pkg, name: m[4]}}
	if first, rest, ok := strings.Cut(m[4], "."); ok {
		all = append(all, l.ofImports(file, first, rest)...)
	}
	return all
}

// ofImports returns the function in the packages called name that a file imports or, if there are none, in those that
// were added: the body of an inlined function refers to the imports of its own file.
func (l *Log) ofImports(file, name, function string) []called {
	var all []called
	if syntax := l.syntax(file); syntax.File != nil {
		for _, spec := range syntax.File.Imports {
			if p := strings.Trim(spec.Path.Value, `"`); packageName(p) == name {
				all = append(all, called{pkg: p, name: function})
			}
		}
	}
	if all == nil {
		for _, p := range slices.Sorted(maps.Keys(l.logged)) {
			if packageName(p) == name {
				all = append(all, called{pkg: p, name: function})
			}
		}
	}
	return all
}

var majorVersion = regexp.MustCompile(`^v\d+$`)

// packageName guesses the name of a package from its path, by convention.
func packageName(p string) string {
	base := path.Base(p)
	if majorVersion.MatchString(base) {
		base = path.Base(path.Dir(p))
	}
	base, _, _ = strings.Cut(base, ".v") // gopkg.in/yaml.v3
	return strings.TrimPrefix(strings.TrimSuffix(base, "-go"), "go-")
}

// arguments splits the text that follows the opening parenthesis of a call.
func arguments(text string) []string {
	var args []string
	depth, start := 0, 0
	var quote rune
	for i, c := range text {
		switch {
		case quote != 0:
			if c == quote && text[i-1] != '\\' {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c):
			if depth--; depth < 0 {
				return append(args, strings.TrimSpace(text[start:i]))
			}
		case c == ',' && depth == 0:
			args = append(args, strings.TrimSpace(text[start:i]))
			start = i + 1
		}
	}
	return args
}

// leak returns the verdict on the parameter to which the argument moved is passed; nil if it is not certain which
// parameter that is.
func (l *Log) leak(c called, moved string) *record.Decision {
	var away []*record.Decision
	for _, d := range l.leaks[c.key] {
		if last(d).Why != "" && !strings.HasPrefix(d.Reason, "to result") {
			away = append(away, d)
		}
	}
	if len(away) == 0 {
		return nil
	}
	arg := slices.IndexFunc(c.args, func(a string) bool { return strings.TrimSuffix(a, "...") == moved || a == moved })
	if names := l.parameters(away[0].Pos); names != nil && arg >= 0 {
		name := names[min(arg, len(names)-1)]
		away = slices.DeleteFunc(away, func(d *record.Decision) bool { return d.Expr != name })
	}
	for _, d := range away { // prefer the parameter itself to what it points to
		if d.Reason == "" {
			return only(away, d)
		}
	}
	return only(away, nil)
}

// only returns d or, if d is nil, the first of all; nil unless all are about the same parameter.
func only(all []*record.Decision, d *record.Decision) *record.Decision {
	if len(all) == 0 || slices.ContainsFunc(all, func(e *record.Decision) bool { return e.Expr != all[0].Expr }) {
		return nil
	}
	if d == nil {
		return all[0]
	}
	return d
}

// parameters returns the names of the receiver and the parameters of the function declared at a line; nil without its
// source.
func (l *Log) parameters(at record.Position) []string {
	syntax := l.syntax(at.File)
	fn := syntax.FuncAt(at.Line)
	if fn == nil {
		return nil
	}
	var names []string
	for _, list := range []*ast.FieldList{fn.Recv, fn.Type.Params} {
		if list == nil {
			continue
		}
		for _, field := range list.List {
			for _, id := range field.Names {
				names = append(names, id.Name)
			}
			if len(field.Names) == 0 {
				names = append(names, "")
			}
		}
	}
	return names
}

// syntax returns a file of the program, or of a package that has been added; the zero value for other files.
func (l *Log) syntax(file string) load.Syntax {
	if s, ok := l.files[file]; ok {
		return s
	}
	var s load.Syntax
	if own := l.program.File(file); own != nil {
		s = load.Syntax{Fset: l.program.Fset, File: own.Syntax}
	} else if dir := l.dirs[path.Dir(file)]; dir != "" {
		s = load.ParseFile(dir, path.Base(file))
	}
	l.files[file] = s
	return s
}
