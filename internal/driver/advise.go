package driver

import (
	"cmp"
	"context"
	"fmt"
	gobuild "go/build"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/mechanism"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
	"github.com/unheap/unheap/internal/verify"
)

// advise runs the suite of fix and, for each site that a candidate is about, replaces the general remedy by the
// candidate's message. A rewrite proposes only where all of its conditions hold; whether the candidate stands is for
// fix to prove.
func (m *measurement) advise(ctx context.Context) {
	hot := make(map[string]bool)
	for _, s := range m.sites {
		hot[s.Package] = hot[s.Package] || s.Match == record.Measured && !s.Test
	}
	var packages []*load.Package
	for _, pkg := range m.program.Packages() {
		if hot[pkg.Path] && m.program.Own(pkg.Path) {
			packages = append(packages, pkg)
		}
	}
	if len(packages) == 0 {
		return
	}
	gobuild.Default.GOROOT = m.bench.Environment().GOROOT
	proposed, err := rewrite.Propose(ctx, m.program, rewrite.Options{Suite: everyRule(), Caveats: mayDiffer, Packages: packages})
	if err != nil {
		return // the sites retain their general remedies
	}
	for i := range m.sites {
		if c := m.candidateFor(&m.sites[i], proposed.Candidates); c != nil {
			s := &m.sites[i]
			s.Remedy, s.Rewrite, s.RewriteClass, s.Way = lowered(c.Message)+m.condition(c, s), c.Rewrite, c.Class, record.WayFix
		}
	}
}

// lowered writes the first word of a sentence in lower case, as it stands behind a colon.
func lowered(s string) string {
	if first, rest, _ := strings.Cut(s, " "); first != "" && first[1:] == strings.ToLower(first[1:]) {
		return strings.TrimSuffix(strings.ToLower(first)+" "+rest, ".")
	}
	return s
}

// candidateFor returns the candidate for a site: it has edits, its rewrite can remove the site's reason, and it is at
// the site's line, changes that line, or names the variable that grows there. A candidate that removes the conversion
// to an interface by which the value escapes counts, too. Safe candidates are preferred.
func (m *measurement) candidateFor(s *record.Site, all []record.Candidate) *record.Candidate {
	if s.Match != record.Measured || s.Mechanism == "" {
		return nil
	}
	names, boxes := rewritesFor(s.Mechanism), rewritesFor(mechanism.Boxing)
	changed := func(c *record.Candidate) bool { return verify.Changed(*c)(s.Function, s.Pos.File) }
	var found *record.Candidate
	for i := range all {
		c := &all[i]
		if len(c.Edits) == 0 || c.Package != s.Package {
			continue
		}
		own := slices.Contains(names, c.Rewrite) && (m.touches(c, s.Pos) || changed(c) && speaksOf(c.Message, s.Expr))
		if !own && !(slices.Contains(boxes, c.Rewrite) && m.unboxes(c, s)) || !m.saves(c, s) {
			continue
		}
		if found == nil || cmp.Compare(c.Class, found.Class) > 0 { // "safe" sorts after "review"
			found = c
		}
	}
	return found
}

// saves reports whether a candidate at the line of a site can save its object, as far as the site's reason tells. If
// the object escapes in another way as well, or on every path, fix would find no gain.
func (m *measurement) saves(c *record.Candidate, s *record.Site) bool {
	switch c.Rewrite {
	case "outline":
		return mechanism.ReturnedOnly(s, m.program)
	case "coldaddr":
		_, saves := mechanism.Unkept(s, m.program)
		return saves
	}
	return true
}

// condition says when a candidate saves the object of a site; it is empty if it always does.
func (m *measurement) condition(c *record.Candidate, s *record.Site) string {
	if c.Rewrite != "coldaddr" {
		return ""
	}
	line, _ := mechanism.Unkept(s, m.program)
	if line == 0 {
		return ""
	}
	return fmt.Sprintf(", which saves it where line %d leaves", line)
}

// unboxes reports whether a candidate changes the line at which the value of a site is converted to an interface, if
// that is how it escapes.
func (m *measurement) unboxes(c *record.Candidate, s *record.Site) bool {
	return slices.ContainsFunc(s.Decisions, func(d record.Decision) bool {
		return len(d.Flow) > 0 && d.Flow[len(d.Flow)-1].Why == "interface-converted" && m.touches(c, d.Flow[len(d.Flow)-1].Pos)
	})
}

// grown matches the variable that an append or a string concatenation grows.
var grown = regexp.MustCompile(`^(?:append\()?(\w+)(?:,| \+=|\[)`)

// speaksOf reports whether a message names the variable that an expression grows.
func speaksOf(message, expr string) bool {
	m := grown.FindStringSubmatch(expr)
	return m != nil && slices.Contains(strings.FieldsFunc(message, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}), m[1])
}

// touches reports whether a candidate is at a line or changes it.
func (m *measurement) touches(c *record.Candidate, at record.Position) bool {
	if c.Pos.File == at.File && c.Pos.Line == at.Line {
		return true
	}
	file := m.program.File(at.File)
	if file == nil {
		return false
	}
	lines := m.program.Fset.File(file.Syntax.FileStart)
	return slices.ContainsFunc(c.Edits, func(e record.Edit) bool {
		return e.File == at.File && e.End <= lines.Size() &&
			lines.Line(lines.Pos(e.Start)) <= at.Line && at.Line <= lines.Line(lines.Pos(e.End))
	})
}
