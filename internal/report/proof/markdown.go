package proof

import (
	"fmt"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// Markdown formats a proof for a pull request.
func Markdown(p *record.Proof) string {
	var b strings.Builder
	if p.Outcome == "" {
		fmt.Fprintf(&b, "### %s: not judged\n\n%s\n", p.Change, strings.Join(p.Reasons, "\n"))
		return b.String()
	}
	fmt.Fprintf(&b, "### %s: %s\n\n", p.Change, p.Outcome)
	for _, r := range p.Reasons {
		fmt.Fprintf(&b, "- %s\n", code(r))
	}
	if len(p.Comparisons) > 0 {
		b.WriteString("\n| workload | allocs/op | B/op |\n|---|---|---|\n")
		for _, c := range p.Comparisons {
			fmt.Fprintf(&b, "| %s | %s → %s | %s → %s |\n", c.Workload, figure(c.Before.AllocsPerOp), figure(c.After.AllocsPerOp), figure(c.Before.BytesPerOp), figure(c.After.BytesPerOp))
		}
	}
	b.WriteString("\n| | |\n|---|---|\n")
	for _, line := range body(p) {
		if line.label != "counted" {
			fmt.Fprintf(&b, "| %s | %s |\n", line.label, strings.ReplaceAll(line.text, "|", "\\|"))
		}
	}
	if p.Smaller != "" {
		fmt.Fprintf(&b, "\nThis part of it is enough:\n\n```diff\n%s```\n", p.Smaller)
	}
	return b.String()
}

// code escapes characters of an input that have a meaning in Markdown.
func code(text string) string {
	return strings.NewReplacer("<", "&lt;", "*", "\\*", "_", "\\_").Replace(text)
}
