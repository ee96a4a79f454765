package brief

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// Lookup finds the site that a name means: a short name, the beginning of a name, or an ID. It is an error if there
// is none, or if there are several.
func (r *Run) Lookup(name string) (*record.Site, error) {
	var found []*record.Site
	for _, s := range r.Sites {
		if s.ID == name {
			return s, nil
		}
		if name != "" && strings.HasPrefix(Name(s), name) {
			found = append(found, s)
		}
	}
	switch len(found) {
	case 0:
		return nil, fmt.Errorf("no site of the last run is called %q; 'unheap find -brief' lists them", name)
	case 1:
		return found[0], nil
	}
	names := r.names()
	var all []string
	for _, s := range found {
		all = append(all, names[s.ID])
	}
	slices.Sort(all)
	return nil, fmt.Errorf("%q may be any of %s", name, strings.Join(all, ", "))
}

// Show writes everything that is known about one site: what it costs, why, the flow that forces it to the heap, its
// callers, the source around it, the sites that go away with it, and the remedy.
func (r *Run) Show(s *record.Site) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %s in %s\n", r.names()[s.ID], s.Mechanism, s.Pos, path.Base(s.Function))
	for _, w := range r.Workloads {
		for _, u := range s.Usage {
			if u.Workload == w.Name && u.Package == w.Package && u.Objects > 0 {
				fmt.Fprintf(&b, "%s: %s/op %sB/op\n", w.Name, number(w.PerOp(u.Objects)), number(w.PerOp(u.Bytes)))
			}
		}
	}
	if s.Why != "" {
		fmt.Fprintf(&b, "why: %s\n", short(s.Why, 600))
	}
	for _, step := range s.Chain {
		fmt.Fprintf(&b, "  %s %s\n", step.Pos, short(step.Text, 200))
	}
	if s.Path != nil {
		fmt.Fprintf(&b, "runs: %s\n", s.Path.Text)
	}
	r.showCallers(&b, s)
	for _, in := range s.Inside[:min(len(s.Inside), 3)] {
		fmt.Fprintf(&b, "inside: %d objects in %s (%s)\n", in.Objects, in.Frame.Function, in.Mechanism)
	}
	r.showSource(&b, s)
	names := r.names()
	var with []string
	for _, other := range r.Sites {
		if s.Cause != "" && other.Cause == s.Cause && other.Package == s.Package && other != s {
			with = append(with, fmt.Sprintf("%s %s:%d", names[other.ID], other.Pos.File, other.Pos.Line))
		}
	}
	if len(with) > 0 {
		fmt.Fprintf(&b, "with it: %s\n", short(strings.Join(with, ", "), 400))
	}
	r.showHolders(&b, s)
	if s.Remedy != "" {
		fmt.Fprintf(&b, "remedy: %s\n", short(s.Remedy, 600))
	}
	if s.Rewrite != "" {
		fmt.Fprintf(&b, "fix: %s (%s)\n", s.Rewrite, s.RewriteClass)
	}
	return b.String()
}

// showHolders writes which sites are on the heap because of this one, and which sites hold this one.
func (r *Run) showHolders(b *strings.Builder, s *record.Site) {
	names := r.names()
	place := func(s *record.Site) string { return fmt.Sprintf("%s %s:%d", names[s.ID], s.Pos.File, s.Pos.Line) }
	var held []string
	for _, other := range record.HeldBy(r.Sites, s) {
		held = append(held, place(other))
	}
	if len(held) > 0 {
		fmt.Fprintf(b, "on the heap since it is: %s\n", short(strings.Join(held, ", "), 400))
	}
	for _, other := range r.Sites {
		if s.Holder != "" && other.ID == s.Holder {
			fmt.Fprintf(b, "on the heap since this one is: %s\n", place(other))
		}
	}
}

func (r *Run) showCallers(b *strings.Builder, s *record.Site) {
	all := int64(0)
	for _, c := range s.Callers {
		all += c.Objects
	}
	for _, c := range s.Callers[:min(len(s.Callers), 5)] {
		var frames []string
		for _, f := range c.Frames {
			frames = append(frames, fmt.Sprintf("%s %s:%d", path.Base(f.Function), path.Base(f.File), f.Line))
		}
		if len(frames) > 0 {
			fmt.Fprintf(b, "called: %d%%, %d objects, by %s\n", c.Objects*100/max(1, all), c.Objects, strings.Join(frames, " < "))
		}
	}
}

// showSource writes the consecutive lines around the site.
func (r *Run) showSource(b *strings.Builder, s *record.Site) {
	const around = 8
	for _, l := range r.Source {
		if l.Pos.File == s.Pos.File && l.Pos.Line >= s.Pos.Line-around && l.Pos.Line <= s.Pos.Line+around {
			mark := " "
			if l.Pos.Line == s.Pos.Line {
				mark = ">"
			}
			fmt.Fprintf(b, "%s%4d %s\n", mark, l.Pos.Line, l.Text)
		}
	}
}
