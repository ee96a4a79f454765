package driver

import (
	"cmp"
	"context"
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// time times benchmarks: with -time all; otherwise, if no test fails and no function differs, those for which fewer
// objects need not mean less time, because they take more bytes, or because the change stores something for later
// use, in a pool or a cache.
func (t *trial) time(ctx context.Context) error {
	wrong := t.proof.Tests.Failed != "" || slices.ContainsFunc(t.proof.Functions, func(f record.FunctionProof) bool { return f.Differs != "" })
	if !t.timing && wrong {
		return nil
	}
	all := t.timing || t.keepsForLater()
	t.proof.Comparisons = nil
	for _, c := range t.counts {
		var timed []record.Comparison
		for _, one := range c.Comparisons {
			if c.After != nil && strings.HasPrefix(one.Workload, "Benchmark") && (all || moreBytes(one)) {
				timed = append(timed, one)
			}
		}
		if len(timed) > 0 {
			t.say("time " + c.After.Package)
			slower, err := t.prover.Time(ctx, c.After.Package, t.oldDir(c.After.Package), timed)
			if err != nil {
				return err
			}
			t.slower = cmp.Or(t.slower, slower)
		}
		for i, one := range c.Comparisons {
			if k := slices.IndexFunc(timed, func(other record.Comparison) bool { return other.Workload == one.Workload }); k >= 0 {
				c.Comparisons[i] = timed[k]
			}
		}
		t.proof.Comparisons = append(t.proof.Comparisons, c.Comparisons...)
	}
	return nil
}

// moreBytes reports whether a workload has fewer objects and more bytes.
func moreBytes(c record.Comparison) bool {
	return c.After.AllocsPerOp < c.Before.AllocsPerOp && c.After.BytesPerOp > 1.01*c.Before.BytesPerOp+16
}

// keepsForLater reports whether a changed line of the new version uses a sync.Pool, a sync.Map, or a package variable
// that is a map.
func (t *trial) keepsForLater() bool {
	if t.now == nil {
		return false
	}
	changed := t.changedLines()
	for _, pkg := range t.now.Packages() {
		for _, f := range pkg.Files {
			lines := changed[f.Path]
			if len(lines) == 0 {
				continue
			}
			for n := range ast.Preorder(f.Syntax) {
				id, ok := n.(*ast.Ident)
				if ok && slices.Contains(lines, t.now.Fset.Position(id.Pos()).Line) && keeps(pkg.Info.Uses[id], pkg.Types) {
					return true
				}
			}
		}
	}
	return false
}

// changedLines returns the changed lines of the new version, by file.
func (t *trial) changedLines() map[string][]int {
	changed := make(map[string][]int)
	for _, f := range t.change.Files {
		if f.Go() {
			changed[filepath.Join(t.change.New, filepath.FromSlash(f.Name))] = f.Changed()
		}
	}
	return changed
}

// keeps reports whether an object stores values for later use.
func keeps(obj types.Object, pkg *types.Package) bool {
	v, ok := obj.(*types.Var)
	if !ok {
		return false
	}
	t := types.Unalias(v.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if slices.Contains([]string{"sync.Pool", "sync.Map"}, types.TypeString(t, nil)) {
		return true
	}
	_, isMap := t.Underlying().(*types.Map)
	return isMap && v.Pkg() == pkg && v.Parent() == pkg.Scope()
}
