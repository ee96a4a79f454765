package driver

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
	"github.com/unheap/unheap/internal/verify"
	"github.com/unheap/unheap/passes"
	"github.com/unheap/unheap/passes/check"
)

// hazards runs the linters on the changed lines of the new version.
func (t *trial) hazards(ctx context.Context) error {
	if t.now == nil {
		return nil
	}
	t.say("what linters say of the changed lines")
	lints := []passes.Rule{check.PoolReset, check.PoolEscape, check.PoolCap, check.PoolMiss, check.SharedBuf, check.UnsafeView}
	said, err := rewrite.Propose(ctx, t.now, rewrite.Options{Suite: lints})
	if err != nil {
		return err
	}
	changed := t.changedLines()
	for _, c := range said.Candidates {
		if slices.Contains(changed[filepath.Join(t.now.Root(), filepath.FromSlash(c.Pos.File))], c.Pos.Line) {
			t.proof.Hazards = append(t.proof.Hazards, record.Problem{Package: c.Package, Pos: c.Pos, Text: c.Rewrite + ": " + c.Message})
		}
	}
	return nil
}

// A hunkOf is a hunk and the changed file that it belongs to.
type hunkOf struct {
	file int // index into change.Files
	hunk rewrite.Hunk
}

// minimize tries to drop each hunk of the change in turn. It is dropped if the change builds without it, and no
// workload allocates more.
func (t *trial) minimize(ctx context.Context) error {
	if !t.minimal || t.apart || t.proof.Outcome != record.Held {
		return nil
	}
	var all []hunkOf
	for i, f := range t.change.Files {
		if f.Go() && t.moduleOf(dirOfFile(f.Name)) == t.module {
			for _, h := range f.Hunks() {
				all = append(all, hunkOf{i, h})
			}
		}
	}
	kept := slices.Clone(all)
	for i, h := range all {
		t.say(fmt.Sprintf("without hunk %d of %d", i+1, len(all)))
		without := slices.DeleteFunc(slices.Clone(kept), func(other hunkOf) bool {
			return other.file == h.file && other.hunk.Start == h.hunk.Start && other.hunk.End == h.hunk.End
		})
		enough, err := t.enough(ctx, without)
		if err != nil {
			return err
		}
		if enough {
			kept = without
		}
	}
	if len(kept) == len(all) {
		return nil
	}
	var out bytes.Buffer
	texts := t.textsWith(kept)
	for _, i := range sortedKeys(texts) {
		f := t.change.Files[i]
		f.New = texts[i]
		out.WriteString(f.Unified())
	}
	t.proof.Smaller = out.String()
	return nil
}

func dirOfFile(name string) string { return filepath.ToSlash(filepath.Dir(filepath.FromSlash(name))) }

// textsWith returns the files that both versions have, by their index in change.Files, with only these hunks applied.
func (t *trial) textsWith(hunks []hunkOf) map[int][]byte {
	texts := make(map[int][]byte)
	for i, f := range t.change.Files {
		if !f.Go() || f.Old == nil || f.New == nil {
			continue
		}
		var of []rewrite.Hunk
		for _, h := range hunks {
			if h.file == i {
				of = append(of, h.hunk)
			}
		}
		texts[i] = rewrite.With(f.Old, of)
	}
	return texts
}

// enough reports whether the change builds with only these hunks, and the workloads allocate no more than with all.
func (t *trial) enough(ctx context.Context, hunks []hunkOf) (bool, error) {
	in := t.input
	in.Files = maps.Clone(in.Files)
	for i, text := range t.textsWith(hunks) {
		if t.moduleOf(dirOfFile(t.change.Files[i].Name)) == t.module {
			in.Files[relative(t.module, t.change.Files[i].Name)] = text
		}
	}
	prover, err := verify.NewProver(ctx, in)
	if err != nil {
		return false, err
	}
	if broken, err := prover.Build(ctx, false, t.paths()); err != nil || len(broken) > 0 {
		return false, err
	}
	for i, w := range t.weighed {
		c, err := prover.Count(ctx, prover, w)
		if err != nil || c.After == nil {
			return false, ctx.Err()
		}
		for _, now := range c.Comparisons {
			k := slices.IndexFunc(t.counts[i].Comparisons, func(was record.Comparison) bool { return was.Workload == now.Workload })
			if k < 0 {
				continue
			}
			if was := t.counts[i].Comparisons[k].After; now.After.AllocsPerOp > was.AllocsPerOp+max(was.Spread, now.After.Spread) || now.After.BytesPerOp > 1.01*was.BytesPerOp+16 {
				return false, nil
			}
		}
	}
	return len(t.weighed) > 0, nil
}
