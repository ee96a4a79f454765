package mechanism

import (
	"fmt"
	"io"
	"strings"
)

// Width is the number of columns of an explanation.
const Width = 80

// indent precedes each line of code.
const indent = "    "

// WriteList writes one line for each reason and each question.
func WriteList(w io.Writer) error {
	var b strings.Builder
	b.WriteString("why a value is on the heap:\n\n")
	costs := false
	for _, m := range List() {
		if m.Cost && !costs {
			costs = true
			b.WriteString("\nwhat an object costs:\n\n")
		}
		fmt.Fprintf(&b, "  %-16s %s\n", m.Name, m.Title)
	}
	b.WriteString("\nquestions to ask oneself:\n\n")
	for _, q := range Questions() {
		lines := wrap(q.Ask, Width-19)
		fmt.Fprintf(&b, "  %-16s %s\n", q.Name, strings.Join(lines, "\n"+strings.Repeat(" ", 19)))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// A Proof is a program that the reader can run, printed below an explanation.
type Proof struct {
	File    string // "growth_test.go"
	Source  string
	Command string // "go test -bench=Growth -benchmem growth_test.go"
}

// Write explains a reason, with the names of the rewrites that can remove it, and the
// program that proves it.
func (m Mechanism) Write(w io.Writer, proof Proof, rewrites []string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", m.Name, m.Title)
	paragraphs(&b, m.Doc)
	code(&b, "Before:", m.Before)
	code(&b, "After:", m.After)
	b.WriteString(strings.Join(wrap("What to do: "+m.Remedy+".", Width), "\n") + "\n")
	switch m.Removable {
	case Yes:
		b.WriteString("It can be removed.\n")
	case Partly:
		b.WriteString("It can be removed in part, or in some cases.\n")
	case No:
		b.WriteString("It cannot be removed.\n")
	}
	if len(rewrites) > 0 {
		fmt.Fprintf(&b, "Rewrites: %s.\n", strings.Join(rewrites, ", "))
	}
	if m.CannotRemove != "" {
		b.WriteString(strings.Join(wrap("It must stay when: "+m.CannotRemove, Width), "\n") + "\n")
	}
	proof.write(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// Write prints a question and its answer, with the program that shows it.
func (q Question) Write(w io.Writer, proof Proof) error {
	var b strings.Builder
	b.WriteString(strings.Join(wrap(q.Ask, Width), "\n") + "\n\n")
	paragraphs(&b, q.Answer)
	proof.write(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func (p Proof) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n%s, which shows it:\n\n", p.File)
	for line := range strings.Lines(p.Source) {
		if strings.TrimSpace(line) != "" {
			b.WriteString(indent)
		}
		b.WriteString(line)
	}
	fmt.Fprintf(b, "\nRun it: %s\n", p.Command)
}

// paragraphs writes text with each paragraph filled anew.
func paragraphs(b *strings.Builder, text string) {
	for _, p := range strings.Split(text, "\n\n") {
		b.WriteString(strings.Join(wrap(p, Width), "\n") + "\n\n")
	}
}

func code(b *strings.Builder, title, code string) {
	if code == "" {
		return
	}
	fmt.Fprintf(b, "%s\n\n%s%s\n\n", title, indent, strings.ReplaceAll(code, "\n", "\n"+indent))
}

// wrap breaks text into lines of at most width columns, where words allow it.
func wrap(text string, width int) []string {
	var lines []string
	line, columns := "", 0
	for _, word := range strings.Fields(text) {
		n := len([]rune(word))
		if columns > 0 && columns+1+n > width {
			lines = append(lines, line)
			line, columns = "", 0
		}
		if columns > 0 {
			line += " "
			columns++
		}
		line += word
		columns += n
	}
	return append(lines, line)
}
