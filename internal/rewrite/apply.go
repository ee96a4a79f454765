package rewrite

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/unheap/unheap/internal/record"
)

// Conflict says that the edits of two candidates, or of one with itself,
// change the same text in different ways, so that they cannot be tried
// together.
type Conflict struct {
	File string
	A, B record.Edit
}

func (c *Conflict) Error() string {
	return fmt.Sprintf("%s: edits overlap at bytes %d-%d and %d-%d", c.File, c.A.Start, c.A.End, c.B.Start, c.B.End)
}

// Apply returns the new text of every file that the candidates edit, by file
// name as in record.Position, formatted as gofmt does if the old text was.
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

// byFile groups the edits by file and sorts each group by place. Equal edits
// are one: two fixes may both add the same import.
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

// applyFile applies edits, sorted, to one file.
func applyFile(file string, old []byte, edits []record.Edit) ([]byte, error) {
	text, err := splice(file, old, edits)
	if err != nil {
		return nil, err
	}
	text, err = dropImports(file, old, text)
	if err != nil {
		return nil, err
	}
	if formatted(old) {
		return format.Source(text)
	}
	return text, nil
}

// formatted reports whether gofmt would leave text as it is.
func formatted(text []byte) bool {
	canon, err := format.Source(text)
	return err == nil && bytes.Equal(canon, text)
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
	dropped := false
	for _, spec := range slices.Clone(after.Imports) {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil || !usedThen(before, path) || astutil.UsesImport(after, path) {
			continue
		}
		name := ""
		if spec.Name != nil {
			name = spec.Name.Name
		}
		dropped = astutil.DeleteNamedImport(fset, after, name, path) || dropped
	}
	if !dropped {
		return text, nil
	}
	var buf bytes.Buffer
	if err := format.Node(&buf, fset, after); err != nil {
		return nil, fmt.Errorf("%s: %v", file, err)
	}
	return buf.Bytes(), nil
}

// usedThen reports whether f imports path under a name and refers to it.
// Blank and dot imports do not count: they are there for something else.
func usedThen(f *ast.File, path string) bool {
	for _, spec := range f.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err != nil || p != path {
			continue
		}
		if spec.Name != nil && (spec.Name.Name == "_" || spec.Name.Name == ".") {
			return false
		}
		return astutil.UsesImport(f, path)
	}
	return false
}

// Conflicts reports whether a and b cannot be applied together.
func Conflicts(a, b record.Candidate) bool {
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

// Disjoint deals candidates into sets without conflicts, so that each can be
// applied together with others: the first set has whatever fits, in order, the
// next what is left. There are as many as there are candidates for one text.
func Disjoint(all []record.Candidate) [][]record.Candidate {
	var sets [][]record.Candidate
next:
	for _, c := range all {
		for i, set := range sets {
			if !slices.ContainsFunc(set, func(other record.Candidate) bool { return Conflicts(other, c) }) {
				sets[i] = append(set, c)
				continue next
			}
		}
		sets = append(sets, []record.Candidate{c})
	}
	return sets
}
