package driver

import (
	"cmp"
	"context"
	"go/ast"
	"go/token"
	"path"
	"path/filepath"
	"slices"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/mechanism"
	"github.com/unheap/unheap/internal/record"
)

// worthPath is the share of the cost from which on the path of a site is counted. Colder sites are folded in the
// report.
const worthPath = 0.01

// countPaths counts for the costliest sites how often their paths run, each in the workload in which it allocates
// most. Every package with such a workload is built once more for that, since counting blocks changes what is
// compiled.
func (m *measurement) countPaths(ctx context.Context) {
	asked := m.pathsAsked()
	for _, pkg := range sortedKeys(asked) {
		m.uncounted(ctx, pkg, m.countPathsOf(ctx, pkg, asked[pkg]))
	}
}

// uncounted reports that the paths of a package could not be counted, unless the user has
// ended the run.
func (m *measurement) uncounted(ctx context.Context, pkg string, err error) {
	if err != nil && ctx.Err() == nil {
		m.problem(record.Problem{Package: pkg, Text: "it could not be counted how often paths run: " + firstLine(err)})
	}
}

// pathsAsked returns the sites whose paths are to be counted, by the package and the name of their workload.
func (m *measurement) pathsAsked() map[string]map[string][]*record.Site {
	asked := make(map[string]map[string][]*record.Site)
	for i, share := range record.Shares(record.ByCost, pointers(m.workloads), pointers(m.sites)) {
		s := &m.sites[i]
		if share < worthPath || s.Test || m.program.File(s.Pos.File) == nil {
			continue
		}
		if w := heaviest(s, m.workloads); w != nil {
			if asked[w.Package] == nil {
				asked[w.Package] = make(map[string][]*record.Site)
			}
			asked[w.Package][w.Name] = append(asked[w.Package][w.Name], s)
		}
	}
	return asked
}

// heaviest is the workload whose operations make the most objects at a site.
func heaviest(s *record.Site, workloads []record.Workload) (most *record.Workload) {
	objects := 0.0
	for i := range s.Usage {
		if w := workloadOf(&s.Usage[i], workloads); w != nil && w.PerOp(s.Usage[i].Objects) > objects {
			most, objects = w, w.PerOp(s.Usage[i].Objects)
		}
	}
	return most
}

// countPathsOf counts the paths in the workloads of one package.
func (m *measurement) countPathsOf(ctx context.Context, pkg string, asked map[string][]*record.Site) error {
	over := make(map[string]bool)
	for _, sites := range asked {
		for _, s := range sites {
			over[m.program.File(s.Pos.File).Package.Path] = true // not s.Package: it may be generic
			for _, step := range s.Chain {
				if file := m.program.File(step.Pos.File); file != nil && !file.Test {
					over[file.Package.Path] = true
				}
			}
		}
	}
	binary, err := m.bench.Cover(ctx, pkg, m.named()[pkg], sortedKeys(over))
	if err != nil {
		return err
	}
	defer binary.Remove()
	for _, name := range sortedKeys(asked) {
		w := workloadOf(&record.Usage{Workload: name, Package: pkg}, m.workloads)
		m.progress(record.Progress{Stage: "run", Text: name + " (how often paths run)"})
		ops := min(max(w.Ops/10, 2), 10)
		if w.Kind != record.KindBenchmark {
			ops = 1
		}
		blocks, err := binary.Paths(ctx, bench.Select{Timeout: m.timeout}, name, ops)
		if err != nil {
			m.uncounted(ctx, pkg, err)
			continue
		}
		c := pathCounter{m, blocks}
		for _, s := range asked[name] {
			if s.Path = c.path(s, &record.Path{Workload: name, Package: pkg, Ops: ops}); s.Path == nil {
				continue
			}
			s.Path.Text = mechanism.Runs(s, w)
			if remedy := mechanism.Unused(s, m.program); remedy != "" && s.Rewrite == "" {
				s.Remedy, s.Way = remedy, record.WayHand
			}
		}
	}
	return nil
}

// A pathCounter knows how often each block of the program ran.
type pathCounter struct {
	*measurement
	blocks []bench.Block // sorted by place
}

// path fills in the counts of a site. It returns nil if the site's code was not counted, or if there is no single
// count for it. A parameter is allocated as often as its function is called.
func (c pathCounter) path(s *record.Site, p *record.Path) *record.Path {
	around, body := c.function(s.Pos)
	if body == nil || len(body.List) == 0 || s.Pos.Column == 0 {
		return nil
	}
	var ok bool
	if p.Calls, ok = c.timesAt(c.program.File(s.Pos.File), body.List[0].Pos()); !ok {
		return nil
	}
	if p.Times, ok = c.times(s.Pos); !ok {
		if p.Times = p.Calls; c.program.Pos(s.Pos) >= body.Pos() {
			return nil
		}
	}
	for _, step := range slices.Backward(s.Chain) {
		if c.program.File(step.Pos.File) == nil {
			continue
		}
		n, ok := c.times(step.Pos)
		if in, _ := c.function(step.Pos); ok && step.Pos.Line != s.Pos.Line && (n == 0 || in == around && p.Times <= p.Calls) {
			p.Away, p.AwayPos = n, step.Pos
		}
		break
	}
	return p
}

// function returns the function around a place, with its body; nil for none.
func (c pathCounter) function(at record.Position) (around ast.Node, body *ast.BlockStmt) {
	nodes := c.program.Path(at)
	for i, n := range nodes {
		switch n := n.(type) {
		case *ast.FuncLit:
			if i > 0 && nodes[i-1] == n.Body {
				return n, n.Body
			}
		case *ast.FuncDecl:
			return n, n.Body
		}
	}
	return nil, nil
}

// times returns how often the statement at a place ran. It returns false for parts of a statement that run more or
// less often: the condition of a loop, the right side of a logical operator.
func (c pathCounter) times(at record.Position) (int64, bool) {
	pos := c.program.Pos(at)
	if !pos.IsValid() {
		return 0, false
	}
	in := func(n ast.Node) bool { return n.Pos() <= pos && pos < n.End() }
	for _, n := range c.program.Path(at) {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if (n.Op == token.LAND || n.Op == token.LOR) && in(n.Y) {
				return 0, false
			}
		case *ast.ForStmt:
			if n.Cond != nil && in(n.Cond) || n.Post != nil && in(n.Post) {
				return 0, false
			}
		case *ast.BlockStmt:
			return c.timesAt(c.program.File(at.File), pos)
		}
	}
	return c.timesAt(c.program.File(at.File), pos)
}

// timesAt returns the count of the innermost block around a position; false if it was not counted.
func (c pathCounter) timesAt(file *load.File, pos token.Pos) (int64, bool) {
	name := path.Join(file.Package.Path, filepath.Base(file.Path))
	at := c.program.Fset.PositionFor(pos, false)
	var found *bench.Block
	for i := range c.blocks {
		b := &c.blocks[i]
		if b.File == name && !before(at.Line, at.Column, b.Line, b.Column) && before(at.Line, at.Column, b.EndLine, b.EndColumn) &&
			(found == nil || before(found.Line, found.Column, b.Line, b.Column)) {
			found = b
		}
	}
	if found == nil {
		return 0, false
	}
	return found.Times, true
}

func before(line, column, otherLine, otherColumn int) bool {
	return cmp.Or(cmp.Compare(line, otherLine), cmp.Compare(column, otherColumn)) < 0
}
