package hoist

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/source"
)

const (
	// plainWords is the largest number of words of a function's name that make a name for its value, too: that of
	// normalizeForComparison says nothing about what a regular expression in it matches.
	plainWords = 2
	// leastWord is the length from which a run of letters in a text is a word.
	leastWord = 3
)

// general are the names of local variables that say nothing of the value that they have.
var general = regexp.MustCompile(`(?i)^(.{1,3}|reg|regexp?|pattern|match(er)?|replacer|templ|tmpl|template|bytes|data|text|zone|loc(ation)?|compiled|result|value)\d*$`)

// names returns the names that a variable for v in the function fn may have, the best one first: after the local variable that has the
// value, unless its name is a general one, after the function, unless its name has more than plainWords words, or after what the value
// says.
//
//	between := regexp.MustCompile(`>\s+<`)   func valid(s string) bool     func normalizeForComparison(s string) string
//	                                         regexp.MustCompile(`^\w+$`)   regexp.MustCompile(`style="[^"]*"`)
//	--------------------------------------   ---------------------------   -------------------------------------------
//	betweenRE                                validRE                       styleRE
func (h *hoister) names(v value, fn string, local *types.Var) []string {
	if strings.HasPrefix(v.name, "err") {
		return []string{v.name}
	}
	before, behind := h.style(v)
	named := func(stem string) string {
		stem = withoutEnding(stem)
		if before != "" {
			return before + inline.Capital(stem) + behind
		}
		return inline.Small(stem) + behind
	}
	var names []string
	if local != nil && !general.MatchString(local.Name()) {
		names = append(names, named(local.Name()))
	}
	said := saying(v.says)
	plain := len(wordBegins.FindAllString(fn, -1)) < plainWords && v.name != "Bytes"
	if said != "" && !plain {
		names = append(names, named(said))
	}
	names = append(names, named(fn))
	if said != "" && plain {
		names = append(names, named(said), named(fn))
	}
	return names
}

// wordBegins matches where a word begins in a name, behind the first one.
var wordBegins = regexp.MustCompile(`[a-z0-9][A-Z]`)

// saying returns one or two words of a text, or of a pattern, as a name; "" if the text has none, or more.
func saying(text string) string {
	text = patternSigns.ReplaceAllString(text, " ")
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	name, n := "", 0
	for _, w := range words {
		if len(w) < leastWord || !unicode.IsLetter(rune(w[0])) {
			continue
		}
		if strings.ToUpper(w) == w {
			w = strings.ToLower(w)
		}
		name += inline.Capital(w)
		n++
	}
	if n > plainWords {
		return ""
	}
	return name
}

// patternSigns are the parts of a regular expression that stand for more than themselves: classes, escaped letters, flags and
// names of groups.
var patternSigns = regexp.MustCompile(`\[[^\]]*\]|\\[pP]\{\w+\}|\\\w|\(\?P?<\w+>|\(\?[a-zA-Z]*[:)]?`)

// style returns what the names of the package's variables with values like v have in common in front or behind, in a package that
// has such variables; otherwise the kind of v.
func (h *hoister) style(v value) (before, behind string) {
	first := ""
	for name, value := range h.variables() {
		if first == "" && h.isA(value, v) {
			first = name.Name
		}
	}
	if stem := withoutEnding(first); stem != first {
		return "", first[len(stem):]
	}
	for _, start := range []string{"regexp", "regex", "re", "rx", "pattern", "tmpl", "tpl"} {
		if rest, ok := strings.CutPrefix(first, start); ok && rest != "" && unicode.IsUpper(rune(rest[0])) {
			return start, ""
		}
	}
	return "", v.name
}

// withoutEnding returns a name without the word for its kind at its end: style of styleRegex.
func withoutEnding(name string) string {
	for _, end := range []string{"Regexp", "Regex", "Pattern", "RegEx", "RE", "Re", "Rx", "Replacer", "Template", "Tmpl", "Tpl"} {
		if stem, ok := strings.CutSuffix(name, end); ok && stem != "" {
			return stem
		}
	}
	return name
}

// variables yields the variables of the package that are declared one by one with a value, but for those of its tests.
func (h *hoister) variables() iter.Seq2[*ast.Ident, ast.Expr] {
	return func(yield func(*ast.Ident, ast.Expr) bool) {
		for _, file := range h.Pass.Files {
			if strings.HasSuffix(h.Fset.Position(file.Package).Filename, "_test.go") {
				continue
			}
			for _, decl := range file.Decls {
				g, ok := decl.(*ast.GenDecl)
				if !ok || g.Tok != token.VAR {
					continue
				}
				for _, s := range g.Specs {
					if spec := s.(*ast.ValueSpec); len(spec.Names) == 1 && len(spec.Values) == 1 && !yield(spec.Names[0], spec.Values[0]) {
						return
					}
				}
			}
		}
	}
}

// isA reports whether e makes a value of the kind of v.
func (h *hoister) isA(e ast.Expr, v value) bool {
	t := h.Info.TypeOf(e)
	switch v.name {
	case "RE":
		return source.IsNamed(t, "regexp", "Regexp")
	case "Replacer":
		return source.IsNamed(t, "strings", "Replacer")
	case "Template":
		return source.IsNamed(t, "text/template", "Template") || source.IsNamed(t, "html/template", "Template")
	}
	return false
}

// same returns the name of a variable of the package that has the value that the text makes, and that nothing changes; "" if there
// is none whose name means it in all of the function.
func (h *hoister) same(v value, text string, decl *ast.FuncDecl) string {
	for name, made := range h.variables() {
		obj, ok := h.Info.Defs[name].(*types.Var)
		if ok && h.isA(made, v) && !obj.Exported() && h.Pkg.Everywhere(obj) && types.ExprString(made) == text && !h.Pkg.Elsewhere(obj.Name()) &&
			!source.Any(decl, func(id *ast.Ident) bool { return id.Name == obj.Name() && h.Info.ObjectOf(id) != obj }) &&
			h.Pkg.Every(obj, func(use inspector.Cursor) bool { return h.calls(use, v.methods) }) {
			return obj.Name()
		}
	}
	return ""
}

// grouped returns the edit that declares a variable behind the last one of its kind in a group of the file; ok is false if there is
// no such group, or if the lines of the group would be aligned anew.
//
//	var (
//		wordRE = regexp.MustCompile(`\w+`)
//	)
//	------------------------------------
//		fRE    = regexp.MustCompile(`^x`)
func (h *hoister) grouped(v value, name, text string) (edit source.TextEdit, ok bool) {
	for _, decl := range h.Syntax.Decls {
		g, isDecl := decl.(*ast.GenDecl)
		if !isDecl || g.Tok != token.VAR || !g.Lparen.IsValid() {
			continue
		}
		var last *ast.ValueSpec
		widest := 0
		for _, s := range g.Specs {
			spec := s.(*ast.ValueSpec)
			if len(spec.Names) != 1 || len(spec.Values) != 1 || spec.Type != nil || !h.isA(spec.Values[0], v) {
				last = nil
				break
			}
			last, widest = spec, max(widest, len(spec.Names[0].Name))
		}
		if last == nil || len(name) > widest || strings.Contains(text, "\n") {
			continue
		}
		below := h.LineBelow(last.End())
		if behind := strings.TrimSpace(h.Between(last.End(), below)); behind != "" && !strings.HasPrefix(behind, "//") {
			continue
		}
		return source.Insert(below, "\t"+name+strings.Repeat(" ", widest-len(name))+" = "+text+"\n"), true
	}
	return edit, false
}
