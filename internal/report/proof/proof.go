// Package proof writes a proof for people: as text of at most thirty lines, and as Markdown for a pull request.
//
// Invariant: what is written is a function of the record alone.
//
// Model: the verdict comes first, then what was counted, tested and compared, then what is not known. Lists are cut,
// and say how many entries are missing; the record has all of them.
package proof

import (
	"fmt"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

const (
	fewWorkloads = 4
	fewSites     = 4
	fewFunctions = 3
	few          = 2
)

// Text formats a proof as at most thirty lines.
func Text(p *record.Proof) string {
	var b strings.Builder
	if p.Outcome == "" {
		fmt.Fprintf(&b, "not judged  %s\n", p.Change)
		for _, r := range p.Reasons {
			fmt.Fprintf(&b, "  %s\n", r)
		}
		return b.String()
	}
	fmt.Fprintf(&b, "%s  %s", p.Outcome, p.Change)
	if p.Base != "" {
		fmt.Fprintf(&b, " (against %s)", p.Base)
	}
	b.WriteString("\n")
	for _, r := range cut(p.Reasons, few, "reasons") {
		fmt.Fprintf(&b, "  %s\n", r)
	}
	for _, line := range body(p) {
		fmt.Fprintf(&b, "%-9s %s\n", line.label, line.text)
	}
	if p.Smaller != "" { // the user has asked for it, however long it is
		fmt.Fprintf(&b, "enough    this part of it\n%s", p.Smaller)
	}
	return b.String()
}

// A line is a labelled line; without a label it continues the one above.
type line struct{ label, text string }

func body(p *record.Proof) (all []line) {
	list := func(label string, texts []string) {
		for _, text := range texts {
			all = append(all, line{label, text})
			label = ""
		}
	}
	isChange := p.Base != "" // otherwise p is about a pair of functions
	if isChange {
		list("changed", []string{changed(&p.Changed)})
	}
	if isChange || len(p.Comparisons) > 0 {
		list("counted", counted(p))
	}
	list("sites", sites(p))
	if isChange {
		list("tests", []string{tests(&p.Tests)})
	}
	list("compared", compared(p))
	if l := p.Lines; l.Total > 0 {
		list("reached", []string{fmt.Sprintf("%d of %d changed lines: %d by tests, %d by generated inputs, %d by benchmarks", l.Either, l.Total, l.Tests, l.Inputs, l.Benchmarks)})
	}
	var hazards []string
	for _, h := range p.Hazards {
		if h.Pos.File == "" {
			hazards = append(hazards, h.Text)
			continue
		}
		hazards = append(hazards, fmt.Sprintf("%s: %s", h.Pos, h.Text))
	}
	list("hazards", cut(hazards, few, "hazards"))
	list("doubts", cut(p.Doubts, few, "doubts"))
	return all
}

// cut returns the first n of a list and the number of the others; of names what they are.
func cut(all []string, n int, of string) []string {
	if len(all) <= n+1 {
		return all
	}
	return append(slices.Clone(all[:n]), fmt.Sprintf("and %d more %s", len(all)-n, of))
}

func changed(c *record.ChangedParts) string {
	var parts []string
	add := func(n int, one string) {
		if n > 0 {
			parts = append(parts, number(n, one, one+"s"))
		}
	}
	add(len(c.Functions), "function")
	add(len(c.Signatures), "signature")
	if n := len(c.New); n > 0 {
		parts = append(parts, fmt.Sprintf("%d new", n))
	}
	if n := len(c.Gone); n > 0 {
		parts = append(parts, fmt.Sprintf("%d gone", n))
	}
	add(len(c.Declarations), "declaration")
	add(len(c.TestFiles), "test file")
	add(len(c.Constraints), "build constraint")
	if c.Module {
		parts = append(parts, "go.mod")
	}
	switch {
	case c.Incompatible > 0:
		parts = append(parts, fmt.Sprintf("exported API, incompatibly: %s", c.API[0]))
	case len(c.API) > 0:
		parts = append(parts, fmt.Sprintf("exported API: %s", c.API[0]))
	}
	return strings.Join(parts, ", ") + " in " + strings.Join(cut(c.Packages, 2, "packages"), ", ")
}

// counted returns lines about the workloads that changed, those that save most first, and about how many did not.
func counted(p *record.Proof) (lines []string) {
	var moved []record.Comparison
	for _, c := range p.Comparisons {
		if c.Before.AllocsPerOp != c.After.AllocsPerOp || c.Before.BytesPerOp != c.After.BytesPerOp {
			moved = append(moved, c)
		}
	}
	slices.SortStableFunc(moved, func(a, b record.Comparison) int {
		return int((a.After.AllocsPerOp - a.Before.AllocsPerOp - b.After.AllocsPerOp + b.Before.AllocsPerOp) * 1e3)
	})
	for _, c := range moved {
		text := fmt.Sprintf("%s  %s → %s allocs/op, %s → %s B/op", c.Workload, figure(c.Before.AllocsPerOp), figure(c.After.AllocsPerOp), figure(c.Before.BytesPerOp), figure(c.After.BytesPerOp))
		if s := max(c.Before.Spread, c.After.Spread); s > 0 {
			text += fmt.Sprintf(" (± %s)", figure(s))
		}
		if t := c.Time; t.Samples > 0 {
			text += fmt.Sprintf(", time × %.2f [%.2f, %.2f]", t.Ratio, t.Low, t.High)
		}
		lines = append(lines, text)
	}
	lines = cut(lines, fewWorkloads, "workloads")
	if same := len(p.Comparisons) - len(moved); same > 0 || len(moved) == 0 {
		lines = append(lines, number(same, "workload allocates what it did", "workloads allocate what they did"))
	}
	return lines
}

func number(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func figure(x float64) string {
	if x >= 1000 {
		return fmt.Sprintf("%.0f", x)
	}
	return fmt.Sprintf("%.4g", x)
}

func sites(p *record.Proof) (lines []string) {
	seen := make(map[string]bool)
	for _, s := range p.Sites {
		if seen[s.ID] {
			continue
		}
		seen[s.ID] = true
		lines = append(lines, fmt.Sprintf("%-5s %s  %s  %s → %s", s.How, s.Pos, s.Expr, figure(s.Before), figure(s.After)))
	}
	return cut(lines, fewSites, "sites")
}

func tests(t *record.TestProof) string {
	if t.Failed != "" {
		return "failed: " + t.Failed
	}
	text := fmt.Sprintf("%d passed in %s", t.Passed, number(t.Packages, "package", "packages"))
	if n := len(t.Red); n > 0 {
		text += fmt.Sprintf("; %d fail without the change too: %s", n, strings.Join(cut(t.Red, 1, "tests"), ", "))
	}
	if n := len(t.Unsteady); n > 0 {
		text += fmt.Sprintf("; %d fail now and then: %s", n, strings.Join(cut(t.Unsteady, 1, "tests"), ", "))
	}
	return text
}

func compared(p *record.Proof) (lines []string) {
	agree, inputs := 0, 0
	var differ, rest []string
	for _, f := range p.Functions {
		name := f.Name
		if len(f.For) > 0 {
			name += ", for " + strings.Join(cut(f.For, 1, "functions"), ", ")
		}
		switch {
		case f.Differs != "":
			text := name + " differs"
			if f.Repro != "" {
				text += "; " + f.Repro + " fails with the change and passes without it"
			}
			differ = append(differ, text)
		case f.Skipped != "":
			rest = append(rest, name+" not: "+f.Skipped)
		default:
			agree, inputs = agree+1, inputs+f.Inputs
		}
	}
	if agree > 0 {
		lines = append(lines, fmt.Sprintf("%s on %d generated inputs", number(agree, "function agrees", "functions agree"), inputs))
	}
	return append(lines, cut(append(differ, rest...), fewFunctions, "functions")...)
}
