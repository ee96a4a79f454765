package rewrite

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/scanner"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/unheap/unheap/internal/record"
)

// Conflict is the error for edits of two candidates, or of one, that change the same text in different ways and so
// cannot be tried together.
type Conflict struct {
	File string
	A, B record.Edit
}

func (c *Conflict) Error() string {
	return fmt.Sprintf("%s: edits overlap at bytes %d-%d and %d-%d", c.File, c.A.Start, c.A.End, c.B.Start, c.B.End)
}

// Apply returns the new text of every file that the candidates edit, by file
// name as in record.Position, formatted as gofmt does where the old text was.
// Imports that the edits left without a use are removed.
// source returns the present text of a file. The error is a *Conflict if
// edits overlap, and otherwise says which file no longer parses.
func Apply(source func(file string) ([]byte, error), candidates ...record.Candidate) (map[string][]byte, error) {
	out := make(map[string][]byte)
	edits := byFile(candidates)
	for _, file := range slices.Sorted(maps.Keys(edits)) {
		old, err := source(file)
		if err != nil {
			return nil, err
		}
		out[file], err = applyFile(file, old, edits[file])
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// byFile groups the edits by file and sorts each group by place. Equal edits are taken once: two fixes may both add
// the same import.
func byFile(candidates []record.Candidate) map[string][]record.Edit {
	m := make(map[string][]record.Edit)
	for _, c := range candidates {
		for _, e := range c.Edits {
			if !slices.Contains(m[e.File], e) {
				m[e.File] = append(m[e.File], e)
			}
		}
	}
	for _, edits := range m {
		slices.SortStableFunc(edits, func(a, b record.Edit) int {
			return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
		})
	}
	return m
}

// applyFile applies edits, sorted, to one file. It preserves what gofmt would normalise: the byte order mark,
// carriage returns, and the layout of a file that was not formatted.
func applyFile(file string, old []byte, edits []record.Edit) ([]byte, error) {
	text, err := splice(file, old, edits)
	if err != nil {
		return nil, err
	}
	d := dressOf(old)
	plain := d.off(old)
	text, err = dropImports(file, plain, d.off(text))
	if err != nil {
		return nil, err
	}
	text, err = layout(plain, groupImports(file, plain, text))
	if err != nil {
		return nil, fmt.Errorf("%s: %v", file, err)
	}
	return d.on(wrap(plain, text)), nil
}

// A dress is what surrounds the lines of a text: a byte order mark in front, a carriage return at the end of each.
type dress struct{ mark, returns bool }

const byteOrderMark = "\ufeff"

func dressOf(text []byte) dress {
	lines := bytes.Count(text, []byte("\n"))
	return dress{
		mark:    bytes.HasPrefix(text, []byte(byteOrderMark)),
		returns: lines > 0 && bytes.Count(text, []byte("\r\n")) == lines,
	}
}

func (d dress) off(text []byte) []byte {
	if d.mark {
		text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	}
	if d.returns {
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	}
	return text
}

func (d dress) on(text []byte) []byte {
	if d.returns {
		text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	}
	if d.mark {
		text = slices.Concat([]byte(byteOrderMark), text)
	}
	return text
}

// layout formats text as gofmt does, but for places that gofmt would change in old, too. Most files that are not formatted
// are so in a few places: gofmt of go1.19 began to lay out comments.
func layout(old, text []byte) ([]byte, error) {
	before, err := format.Source(old)
	if err != nil {
		return text, nil
	}
	after, err := format.Source(text)
	if err != nil || bytes.Equal(old, before) {
		return after, err
	}
	edits, unformatted := Hunks(old, text), Hunks(old, before)
	hunks := slices.DeleteFunc(Hunks(text, after), func(h Hunk) bool {
		from, _, _ := Origin(edits, h.Start+1)
		_, to, _ := Origin(edits, h.last())
		return slices.ContainsFunc(unformatted, func(h Hunk) bool { return h.Start < to && from <= h.last() })
	})
	if out := With(text, hunks); isFormatOf(out, after) {
		return out, nil
	}
	return text, nil // the order of imports has changed
}

// isFormatOf reports whether gofmt makes text of source.
func isFormatOf(source, text []byte) bool {
	got, err := format.Source(source)
	return err == nil && bytes.Equal(got, text)
}

// splice replaces the text of each edit. Insertions at one place are all
// made, in their order.
func splice(file string, old []byte, edits []record.Edit) ([]byte, error) {
	var out bytes.Buffer
	end := 0
	for i, e := range edits {
		if e.Start < 0 || e.End < e.Start || e.End > len(old) {
			return nil, fmt.Errorf("%s: edit of bytes %d-%d lies outside of the file's %d", file, e.Start, e.End, len(old))
		}
		if e.Start < end {
			return nil, &Conflict{file, edits[i-1], e}
		}
		out.Write(old[end:e.Start])
		out.WriteString(e.New)
		end = e.End
	}
	out.Write(old[end:])
	return out.Bytes(), nil
}

// dropImports removes from text the imports that old used and text does not.
func dropImports(file string, old, text []byte) ([]byte, error) {
	before, err := parser.ParseFile(token.NewFileSet(), file, old, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: %v", file, err)
	}
	fset := token.NewFileSet()
	after, err := parser.ParseFile(fset, file, text, parser.ParseComments)
	if err != nil {
		return nil, fmt.Errorf("%s: no longer parses: %v", file, err)
	}
	offset := func(pos token.Pos) int { return fset.File(after.FileStart).Offset(pos) }
	for _, n := range slices.Backward(unused(before, after)) {
		start, end := offset(n.Pos()), offset(n.End())
		if spec, ok := n.(*ast.ImportSpec); ok && spec.Doc != nil {
			start = offset(spec.Doc.Pos())
		}
		text = cut(text, start, end)
	}
	return text, nil
}

// groupImports makes one declaration of the imports of text, if old had a single one that needed no
// parentheses, those of the standard library first.
//
//	import "slices"     import (
//	import "strconv"            "slices"
//	                            "strconv"
//	                    )
func groupImports(file string, old, text []byte) []byte {
	if before, err := parser.ParseFile(token.NewFileSet(), file, old, parser.ImportsOnly); err != nil || len(before.Decls) != 1 {
		return text
	}
	fset := token.NewFileSet()
	after, err := parser.ParseFile(fset, file, text, parser.ImportsOnly|parser.ParseComments)
	if err != nil || len(after.Decls) < 2 {
		return text
	}
	first, last := after.Decls[0], after.Decls[len(after.Decls)-1]
	if slices.ContainsFunc(after.Comments, func(c *ast.CommentGroup) bool {
		return first.Pos() <= c.End() && fset.Position(c.Pos()).Line <= fset.Position(last.End()).Line
	}) {
		return text
	}
	offset := func(pos token.Pos) int { return fset.File(after.FileStart).Offset(pos) }
	var groups [2][]string // standard library, others
	for _, d := range after.Decls {
		decl := d.(*ast.GenDecl)
		if decl.Lparen.IsValid() || len(decl.Specs) != 1 {
			return text
		}
		spec := decl.Specs[0].(*ast.ImportSpec)
		top, _, _ := strings.Cut(strings.Trim(spec.Path.Value, "\"`"), "/")
		k := min(strings.Count(top, "."), 1)
		groups[k] = append(groups[k], "\t"+string(text[offset(spec.Pos()):offset(spec.End())])+"\n")
	}
	slices.Sort(groups[0])
	between := ""
	if len(groups[0]) > 0 && len(groups[1]) > 0 {
		between = "\n"
	}
	block := "import (\n" + strings.Join(groups[0], "") + between + strings.Join(groups[1], "") + ")"
	return slices.Concat(text[:offset(first.Pos())], []byte(block), text[offset(last.End()):])
}

// unused returns the imports of after that before had and used and that after does not use, in order of place: whole
// declarations or, if a declaration has other imports, specs.
func unused(before, after *ast.File) []ast.Node {
	var gone []ast.Node
	for _, d := range after.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.IMPORT {
			continue
		}
		var specs []ast.Node
		for _, spec := range decl.Specs {
			if s := spec.(*ast.ImportSpec); usedThen(before, s) && !uses(after, s) {
				specs = append(specs, s)
			}
		}
		if len(specs) > 0 && len(specs) == len(decl.Specs) {
			specs = []ast.Node{decl}
		}
		gone = append(gone, specs...)
	}
	return gone
}

// cut removes text[start:end] with a semicolon or a comment that follows on its line, and the line if nothing is left
// on it. It also removes the blank line below if that would be a second one, or the first in parentheses.
func cut(text []byte, start, end int) []byte {
	rest := text[end:]
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	switch tail := bytes.TrimSpace(line); {
	case bytes.HasPrefix(tail, []byte(";")):
		end += bytes.IndexByte(line, ';') + 1
	case len(tail) == 0 || bytes.HasPrefix(tail, []byte("//")):
		end += len(line)
	}
	head := bytes.TrimRight(text[:start], " \t")
	whole := len(head) == 0 || head[len(head)-1] == '\n'
	if whole && end < len(text) && text[end] == '\n' {
		start, end = len(head), end+1
		if end < len(text) && text[end] == '\n' && (bytes.HasSuffix(head, []byte("\n\n")) || bytes.HasSuffix(head, []byte("(\n"))) {
			end++
		}
	}
	return slices.Concat(text[:start], text[end:])
}

// usedThen reports whether f has an import like spec, and refers to it.
func usedThen(f *ast.File, spec *ast.ImportSpec) bool {
	return slices.ContainsFunc(f.Imports, func(s *ast.ImportSpec) bool {
		sameName := s.Name == spec.Name || s.Name != nil && spec.Name != nil && s.Name.Name == spec.Name.Name
		return sameName && s.Path.Value == spec.Path.Value && uses(f, s)
	})
}

// uses reports whether f refers to the package that spec imports by the name that spec gives it: the file may import
// the package under another name, too. Blank and dot imports serve another purpose, and always count as used.
func uses(f *ast.File, spec *ast.ImportSpec) bool {
	path, err := strconv.Unquote(spec.Path.Value)
	only := *f
	only.Imports = []*ast.ImportSpec{spec}
	return err == nil && astutil.UsesImport(&only, path)
}

// Conflicts reports whether a and b cannot be applied together. This is so if they edit the same text; if they are of
// different analyzers, change the same function and declare the same new name, so that one would hide the other; or
// if one removes the declaration of a variable that the other mentions.
func Conflicts(a, b record.Candidate) bool {
	return Overlap(a, b) || a.Rewrite != b.Rewrite && intersect(a.Functions, b.Functions) && intersect(declared(a), declared(b)) ||
		misses(a, b) || misses(b, a)
}

// misses reports whether a mentions a variable whose declaration b removes.
func misses(a, b record.Candidate) bool {
	return slices.ContainsFunc(b.Undeclared, func(v record.Local) bool {
		return slices.ContainsFunc(a.Edits, func(e record.Edit) bool {
			return e.File == v.File && v.Start <= e.Start && e.End <= v.End && mentions(e.New, v.Name)
		})
	})
}

// mentions reports whether text contains the identifier name.
func mentions(text, name string) bool {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(text)), []byte(text), nil, 0)
	for _, tok, lit := s.Scan(); tok != token.EOF; _, tok, lit = s.Scan() {
		if tok == token.IDENT && lit == name {
			return true
		}
	}
	return false
}

func intersect(a, b []string) bool {
	return slices.ContainsFunc(a, func(s string) bool { return slices.Contains(b, s) })
}

// declared returns the names that statements in the new texts of c declare by := or var. Names declared in the head
// of a for or if are left out, as they are visible only there.
func declared(c record.Candidate) (names []string) {
	for _, e := range c.Edits {
		names = append(names, declaredIn([]byte(e.New))...)
	}
	return names
}

func declaredIn(text []byte) (names []string) {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(text)), text, nil, 0)
	var list []string                                // the names of a list such as "a, b"
	last, before := token.SEMICOLON, token.SEMICOLON // before is the token in front of list
	for {
		_, tok, name := s.Scan()
		switch {
		case tok == token.EOF:
			return names
		case tok == token.IDENT && last == token.VAR:
			names = append(names, name)
		case tok == token.IDENT && last == token.COMMA:
			list = append(list, name)
		case tok == token.IDENT:
			list, before = []string{name}, last
		case tok == token.DEFINE && (before == token.SEMICOLON || before == token.LBRACE):
			names = append(names, list...)
		}
		last = tok
	}
}

// Overlap reports whether a and b edit the same text.
func Overlap(a, b record.Candidate) bool {
	for _, edits := range byFile([]record.Candidate{a, b}) {
		end := 0
		for _, e := range edits {
			if e.Start < end {
				return true
			}
			end = max(end, e.End)
		}
	}
	return false
}

// Covers reports whether a makes every edit of b, which [Overlap] does not see: two candidates may share an edit, as that of an
// import.
func Covers(a, b record.Candidate) bool {
	return len(b.Edits) > 0 && !slices.ContainsFunc(b.Edits, func(e record.Edit) bool { return !slices.Contains(a.Edits, e) })
}

// Disjoint divides candidates into sets without conflicts, so that each set can be applied as a whole. The number of
// sets grows with the candidates that conflict with one another, not with all.
func Disjoint(all []record.Candidate) [][]record.Candidate {
	return Groups(all, func(set []record.Candidate, c record.Candidate) bool {
		return slices.ContainsFunc(set, func(other record.Candidate) bool { return Conflicts(other, c) })
	})
}

// Groups puts each candidate into the first set in which it clashes with nothing, so that the first set has whatever
// fits, in order, and each further set what was left over.
func Groups(all []record.Candidate, clashes func(set []record.Candidate, c record.Candidate) bool) [][]record.Candidate {
	var sets [][]record.Candidate
next:
	for _, c := range all {
		for i, set := range sets {
			if !clashes(set, c) {
				sets[i] = append(set, c)
				continue next
			}
		}
		sets = append(sets, []record.Candidate{c})
	}
	return sets
}
