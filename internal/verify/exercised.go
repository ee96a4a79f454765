package verify

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

// exercised refuses the candidates in whose functions no workload allocates, or whose changed statements have nothing
// to do with an allocation, and returns the others.
func (j *judge) exercised(all []record.Candidate) []record.Candidate {
	lines := j.allocating()
	var live []record.Candidate
	for _, c := range all {
		switch {
		case !j.before.reaches(c.Functions):
			j.refuse(c, failure{outcome: record.NotExercised, reason: "no workload allocates in " + strings.Join(c.Functions, ", ")})
		case j.Equiv != nil && lines != nil && !j.bears(c, lines):
			j.refuse(c, failure{outcome: record.NotExercised, reason: "no workload allocates in the statements that it changes, or with what they set"})
		default:
			live = append(live, c)
		}
	}
	return live
}

// allocating returns the lines, by absolute file, that were on the stack of an object of the steady phase; nil if no
// objects were recorded.
func (j *judge) allocating() Lines {
	if j.before.first == nil || len(j.before.first.Allocs) == 0 {
		return nil
	}
	lines := make(Lines)
	for _, a := range j.before.first.Allocs {
		if a.Phase != record.PhaseSteady {
			continue
		}
		for _, f := range a.Stack {
			lines.add(j.absolute(f.File), f.Line, true)
		}
	}
	return lines
}

// absolute is the path of a file that is named as in record.Position.
func (j *judge) absolute(file string) string {
	if path := filepath.FromSlash(file); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(j.Root, filepath.FromSlash(file))
}

// bears reports whether the change of c has to do with a statement that allocates: a changed statement is that
// statement, sets a variable that it mentions, or mentions one that it sets. So room for a slice is made where the
// slice is declared, and an argument is freed where it is passed. An allocating statement that calls a changed
// function counts, too: the function may no longer retain its argument.
func (j *judge) bears(c record.Candidate, lines Lines) bool {
	var changed, allocating []statement
	called := make(map[types.Object]bool)
	for _, f := range j.Equiv.Files {
		file := j.Equiv.Fset.File(f.FileStart)
		for _, d := range f.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Body == nil || !slices.Contains(c.Functions, rewrite.FuncName(decl)) {
				continue
			}
			all := statements(decl.Body)
			for _, e := range c.Edits {
				if j.absolute(e.File) != file.Name() || e.End < file.Offset(decl.Pos()) || e.Start > file.Offset(decl.End()) {
					continue
				}
				if e.Start <= file.Offset(decl.Body.Lbrace) {
					return true // parameters or results, which concern the callers
				}
				changed = append(changed, at(all, file.Pos(e.Start), file.Pos(e.End))...)
				called[j.Equiv.Info.Defs[decl.Name]] = true
			}
			for _, s := range all {
				if s.onLine(file, lines[file.Name()]) {
					allocating = append(allocating, s)
				}
			}
		}
	}
	calls := func(a statement) bool {
		for n := range ast.Preorder(a.Stmt) {
			if id, ok := n.(*ast.Ident); ok && id.Pos() < a.end && called[j.Equiv.Info.Uses[id]] {
				return true
			}
		}
		return false
	}
	return len(changed) == 0 || slices.ContainsFunc(allocating, calls) || slices.ContainsFunc(changed, func(e statement) bool {
		return slices.ContainsFunc(allocating, func(a statement) bool { return j.tied(e, a) })
	})
}

// A statement is a statement without the statements in its blocks.
type statement struct {
	ast.Stmt
	start, end token.Pos
}

// statements returns the statements of a body, those of function literals included.
func statements(body *ast.BlockStmt) (all []statement) {
	ast.Inspect(body, func(n ast.Node) bool {
		s, ok := n.(ast.Stmt)
		if !ok {
			return true
		}
		end := s.End()
		switch s := s.(type) {
		case *ast.BlockStmt, *ast.LabeledStmt:
			return true
		case *ast.IfStmt:
			end = s.Body.Lbrace
		case *ast.ForStmt:
			end = s.Body.Lbrace
		case *ast.RangeStmt:
			end = s.Body.Lbrace
		case *ast.SwitchStmt:
			end = s.Body.Lbrace
		case *ast.TypeSwitchStmt:
			end = s.Body.Lbrace
		case *ast.SelectStmt:
			end = s.Body.Lbrace
		case *ast.CaseClause:
			end = s.Colon
		case *ast.CommClause:
			end = s.Colon
		}
		all = append(all, statement{s, s.Pos(), end})
		return true
	})
	return all
}

// at returns the statements that an edit from start to end overlaps or, for an insertion between two, both of them.
func at(all []statement, start, end token.Pos) (some []statement) {
	for _, s := range all {
		if s.start < end && start < s.end {
			some = append(some, s)
		}
	}
	if some != nil {
		return some
	}
	var before, behind *statement
	for i := range all {
		s := &all[i]
		if s.end <= start && (before == nil || s.end > before.end) {
			before = s
		}
		if s.start >= end && (behind == nil || s.start < behind.start) {
			behind = s
		}
	}
	for _, s := range []*statement{before, behind} {
		if s != nil {
			some = append(some, *s)
		}
	}
	return some
}

func (s statement) onLine(file *token.File, lines map[int]bool) bool {
	for line := file.Line(s.start); line <= file.Line(s.end); line++ {
		if lines[line] {
			return true
		}
	}
	return false
}

// tied reports whether the changed statement e overlaps a, or one of them sets a variable that the other mentions.
func (j *judge) tied(e, a statement) bool {
	if e.start < a.end && a.start < e.end {
		return true
	}
	eSets, eMentions := j.variables(e)
	aSets, aMentions := j.variables(a)
	return meet(eSets, aMentions) || meet(aSets, eMentions)
}

func meet(a, b map[types.Object]bool) bool {
	for x := range a {
		if b[x] {
			return true
		}
	}
	return false
}

// variables returns the variables, fields included, that a statement sets and mentions.
func (j *judge) variables(s statement) (sets, mentions map[types.Object]bool) {
	sets, mentions = make(map[types.Object]bool), make(map[types.Object]bool)
	collect := func(n ast.Node, into map[types.Object]bool) {
		for n := range ast.Preorder(n) {
			id, ok := n.(*ast.Ident)
			if !ok || id.Pos() >= s.end { // in a block
				continue
			}
			if v, ok := j.Equiv.Info.ObjectOf(id).(*types.Var); ok {
				into[v] = true
			}
		}
	}
	collect(s.Stmt, mentions)
	var targets []ast.Expr
	switch s := s.Stmt.(type) {
	case *ast.AssignStmt:
		targets = s.Lhs
	case *ast.IncDecStmt:
		targets = []ast.Expr{s.X}
	case *ast.RangeStmt:
		targets = []ast.Expr{s.Key, s.Value}
	case *ast.DeclStmt:
		for n := range ast.Preorder(s) {
			if spec, ok := n.(*ast.ValueSpec); ok {
				for _, name := range spec.Names {
					targets = append(targets, name)
				}
			}
		}
	}
	for _, x := range targets {
		if x != nil {
			collect(x, sets)
		}
	}
	return sets, mentions
}
