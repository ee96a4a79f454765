package exact

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"io/fs"
	"slices"
	"strings"
)

// An object counts as taken where MemStats begins to count it: [(*mcache).nextFree] hands out the next slot of a span
// (the fast path before it does not call it), allocLarge hands out a span for one object, and tinyAllocs counts an
// object that fits into an open tiny block. The functions that do so, whether written by hand or generated for single
// sizes, which the compiler calls directly, are found by these three.
const (
	takeSmall = "nextFree"
	takeLarge = "allocLarge"
	takeTiny  = "tinyAllocs"
)

// counting are the functions that add to MemStats' counts of objects: what the takers took, and the chunk of an arena.
// Any other such function would count objects that are not recorded here.
var counting = map[string]bool{"refill": true, "allocLarge": true, "releaseAll": true, "allocUserArenaChunk": true}

// patchTakers returns the files of package runtime in which objects are taken,
// changed so that each object is recorded.
func patchTakers(src fs.FS) (map[string][]byte, error) {
	entries, err := fs.ReadDir(src, "runtime")
	if err != nil {
		return nil, err
	}
	files := make(map[string][]byte)
	seen := make(map[string]bool)
	for _, e := range entries {
		path := "runtime/" + e.Name()
		if e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(src, path)
		if err != nil {
			return nil, err
		}
		if !mentions(text) {
			continue
		}
		changed, err := apply(path, text, func(s *source) error { return s.patchTakers(seen) })
		if err != nil {
			return nil, err
		}
		if !bytes.Equal(changed, text) {
			files[path] = changed
		}
	}
	for _, take := range []string{takeSmall, takeLarge, takeTiny} {
		if !seen[take] {
			return nil, fmt.Errorf("runtime: no function takes an object by %s", take)
		}
	}
	return files, nil
}

// mentions reports whether the text of a file may be of interest, so that most files of package runtime need not be
// parsed.
func mentions(text []byte) bool {
	return slices.ContainsFunc([]string{takeSmall, takeLarge, takeTiny, "AllocCount"}, func(word string) bool {
		return bytes.Contains(text, []byte(word))
	})
}

// patchTakers makes every function of the file that takes objects record them. It adds the ways of taking that it
// found to seen.
func (s *source) patchTakers(seen map[string]bool) error {
	for _, d := range s.file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		if s.counts(f) && !counting[f.Name.Name] {
			return fmt.Errorf("%s adds to the counts of MemStats, and what it takes is not known", f.Name.Name)
		}
		if len(s.takes(f.Body)) == 0 {
			continue
		}
		if err := s.patchTaker(f, seen); err != nil {
			return fmt.Errorf("%s: %v", f.Name.Name, err)
		}
	}
	return nil
}

// counts reports whether f adds to a count of objects.
func (s *source) counts(f *ast.FuncDecl) bool {
	found := false
	ast.Inspect(f.Body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if ok && len(call.Args) == 2 && strings.HasSuffix(s.show(call.Fun), "Xadd64") {
			found = found || strings.Contains(s.show(call.Args[0]), "AllocCount")
		}
		return !found
	})
	return found
}

// takes lists the ways in which the code of n takes objects, in its order.
func (s *source) takes(n ast.Node) []string {
	var all []string
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && (sel.Sel.Name == takeSmall || sel.Sel.Name == takeLarge) {
				all = append(all, sel.Sel.Name)
			}
		case *ast.IncDecStmt:
			if sel, ok := n.X.(*ast.SelectorExpr); ok && sel.Sel.Name == takeTiny {
				all = append(all, takeTiny)
			}
		}
		return true
	})
	return all
}

// patchTaker makes a function record the objects that it takes, each at the last moment at which its goroutine cannot
// be stopped: after that it may start a garbage collection, during which a phase can end.
//
//	v, span, checkGCTrigger = c.nextFree(spc)
//	…
//	mp.mallocing = 0
//	releasem(mp)
//
//	mp.mallocing = 0; if unheapEpoch != 0 { unheapRecord(unheapAsked, span.elemsize, typ) }
//	releasem(mp)
//
// The requested size is saved at the beginning, because some of these functions round it in place.
func (s *source) patchTaker(f *ast.FuncDecl, seen map[string]bool) error {
	if params := names(f); !slices.Contains(params, "size") || !slices.Contains(params, "typ") {
		return fmt.Errorf("takes an object and has parameters %v, without size and typ", params)
	}
	w := &walker{source: s, seen: seen}
	block, _, err := w.list(f.Body.List, "")
	if err == nil && block != "" {
		err = errors.New("ends while an object is being taken")
	}
	if err != nil {
		return err
	}
	s.insert(f.Body.List[0].Pos(), "unheapAsked := size; ")
	return nil
}

// A walker follows the statements of a function in their order. Its state is
// the block of the object that was taken and is not yet recorded, as source
// text; empty when there is none.
type walker struct {
	*source
	seen map[string]bool
}

// list walks statements. It returns the state after them, and whether control
// never gets there.
func (w *walker) list(list []ast.Stmt, block string) (after string, leaves bool, err error) {
	for i, stmt := range list {
		if w.reads(stmt, "mp.mallocing = 0") {
			if i+1 == len(list) || !w.reads(list[i+1], "releasem(mp)") {
				return "", false, errors.New("ends its work on an object and keeps its M")
			}
			if err := w.end(list[:i], stmt, block); err != nil {
				return "", false, err
			}
			block = ""
			continue
		}
		if block, leaves, err = w.stmt(stmt, block); err != nil || leaves {
			return "", leaves, err
		}
	}
	return block, false, nil
}

// end records the object at the statement after which it is whole and its
// goroutine is about to be let go. One that the program has freed by itself and
// that is used again is not counted by MemStats, nor by us.
func (w *walker) end(before []ast.Stmt, stmt ast.Stmt, block string) error {
	if block != "" {
		w.insert(stmt.End(), "; if unheapEpoch != 0 { unheapRecord(unheapAsked, "+block+", typ) }")
		return nil
	}
	if len(before) > 0 && w.callsReuse(before[len(before)-1]) {
		return nil
	}
	return errors.New("ends its work on an object that it has not taken")
}

func (w *walker) callsReuse(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && strings.Contains(w.show(call.Fun), "Reus") {
			found = true
		}
		return !found
	})
	return found
}

// stmt walks one statement.
func (w *walker) stmt(stmt ast.Stmt, block string) (after string, leaves bool, err error) {
	switch stmt := stmt.(type) {
	case *ast.BlockStmt:
		return w.list(stmt.List, block)
	case *ast.LabeledStmt:
		return w.stmt(stmt.Stmt, block)
	case *ast.IfStmt:
		return w.branches(stmt, block)
	case *ast.ReturnStmt, *ast.BranchStmt:
		if block != "" {
			return "", true, fmt.Errorf("leaves by %s with an object that is not recorded", w.show(stmt))
		}
		return "", true, nil
	}
	takes := w.takes(stmt)
	if len(takes) == 0 {
		return block, false, w.plain(stmt)
	}
	if len(takes) > 1 || block != "" {
		return "", false, fmt.Errorf("takes a second object: %.60s", w.show(stmt))
	}
	w.seen[takes[0]] = true
	block, err = w.blockOf(stmt, takes[0])
	return block, false, err
}

// branches walks both branches of an if statement. An object that is taken in one of them is taken in the other one,
// too: by the fast path, which is no call.
func (w *walker) branches(stmt *ast.IfStmt, block string) (after string, leaves bool, err error) {
	after, leaves, err = w.list(stmt.Body.List, block)
	if err != nil {
		return "", false, err
	}
	other, otherLeaves := block, false
	if stmt.Else != nil {
		if other, otherLeaves, err = w.stmt(stmt.Else, block); err != nil {
			return "", false, err
		}
	}
	switch {
	case leaves:
		return other, otherLeaves, nil
	case otherLeaves || after == other || other == "":
		return after, false, nil
	case after == "" && block == "":
		return other, false, nil
	}
	return "", false, fmt.Errorf("records an object on one way of %.60s", w.show(stmt.Cond))
}

// plain returns an error if a statement that is not walked, such as a loop or a switch, has a return in it or the end
// of the work on an object. Function literals are skipped.
func (w *walker) plain(stmt ast.Stmt) (err error) {
	ast.Inspect(stmt, func(n ast.Node) bool {
		if inner, ok := n.(ast.Stmt); ok && (w.reads(inner, "mp.mallocing = 0") || isReturn(inner)) {
			err = fmt.Errorf("ends its work in an unknown place: %.60s", w.show(stmt))
		}
		_, literal := n.(*ast.FuncLit)
		return !literal && err == nil
	})
	return err
}

func isReturn(stmt ast.Stmt) bool {
	_, ok := stmt.(*ast.ReturnStmt)
	return ok
}

// blockOf returns the size of the block of the object that stmt takes, as source text: the size of the span's slots,
// or 0 within an open tiny block, which was counted when it was opened.
func (w *walker) blockOf(stmt ast.Stmt, take string) (string, error) {
	if take == takeTiny {
		return "0", nil
	}
	at := map[string]int{takeSmall: 1, takeLarge: 0}[take]
	assign, ok := stmt.(*ast.AssignStmt)
	if !ok || len(assign.Lhs) <= at || len(assign.Rhs) != 1 {
		return "", fmt.Errorf("the span of %.60s is not known", w.show(stmt))
	}
	if span, ok := assign.Lhs[at].(*ast.Ident); !ok || span.Name == "_" {
		return "", fmt.Errorf("the span of %.60s is not known", w.show(stmt))
	}
	return w.show(assign.Lhs[at]) + ".elemsize", nil
}
