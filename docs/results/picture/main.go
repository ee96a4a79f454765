// Picture makes a drawing of what a command prints on a terminal, for the README:
//
//	unheap find -color=always -bench=Simple -sort=objects ./examples/decoder |
//		go run ./docs/results/picture -title='…' -lines=29 > docs/find.svg
//
// It knows the escape sequences that unheap prints: bold, faint and the eight colours.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"html"
	"io"
	"log"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Sizes in pixels of a character of the fallback fonts at 13 pixels, and of the frame.
const (
	charWidth  = 7.83
	lineHeight = 18
	margin     = 16
	bar        = 34 // the bar with the title, above the text
)

// colours are the colours of the sequences 30 to 37, readable on the dark background.
var colours = []string{"#6e7681", "#ff7b72", "#7ee787", "#e3b341", "#79c0ff", "#d2a8ff", "#76e3ea", "#e6edf3"}

func main() {
	log.SetFlags(0)
	title := flag.String("title", "", "the command, shown above")
	lines := flag.Int("lines", 1000, "draw so many lines at most")
	flag.Parse()
	if err := draw(os.Stdout, os.Stdin, *title, *lines); err != nil {
		log.Fatal(err)
	}
}

// draw reads the output of a command and writes an SVG of its first lines.
func draw(w io.Writer, r io.Reader, title string, most int) error {
	var lines []string
	in := bufio.NewScanner(r)
	for in.Scan() && len(lines) < most {
		lines = append(lines, strings.TrimRight(in.Text(), " "))
	}
	if err := in.Err(); err != nil {
		return err
	}
	longest := 0
	for _, l := range lines {
		longest = max(longest, utf8.RuneCountInString(sequence.ReplaceAllString(l, "")))
	}
	width, height := int(float64(longest)*charWidth)+2*margin, len(lines)*lineHeight+bar+2*margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" aria-label="%s">`+"\n", width, height, html.EscapeString(title))
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="8" fill="#0d1117"/>`+"\n", width, height)
	for i, c := range []string{"#ff5f56", "#ffbd2e", "#27c93f"} {
		fmt.Fprintf(&b, `<circle cx="%d" cy="18" r="6" fill="%s"/>`+"\n", margin+6+i*20, c)
	}
	b.WriteString(`<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" fill="#c9d1d9">` + "\n")
	fmt.Fprintf(&b, `<text x="%d" y="22" fill="#8b949e">%s</text>`+"\n", margin+70, html.EscapeString(title))
	for i, l := range lines {
		text(&b, l, bar+margin+i*lineHeight+lineHeight/2)
	}
	b.WriteString("</g>\n</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

var sequence = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// text writes a line as one text element for each stretch of one style, at the column where it begins, so that columns
// stay aligned in any font.
func text(b *strings.Builder, line string, y int) {
	style, column := "", 0
	for line != "" {
		part, rest := line, ""
		if at := sequence.FindStringSubmatchIndex(line); at != nil {
			part, rest = line[:at[0]], line[at[1]:]
			if part != "" {
				span(b, part, style, column, y)
			}
			style = restyled(style, line[at[2]:at[3]])
		} else {
			span(b, part, style, column, y)
		}
		column += utf8.RuneCountInString(part)
		line = rest
	}
}

// words matches text without two adjacent spaces, which a browser would draw as one.
var words = regexp.MustCompile(`\S+( \S+)*`)

func span(b *strings.Builder, part, style string, column, y int) {
	for _, at := range words.FindAllStringIndex(part, -1) {
		word := part[at[0]:at[1]]
		x := column + utf8.RuneCountInString(part[:at[0]])
		fmt.Fprintf(b, `<text x="%.1f" y="%d"%s textLength="%.1f">%s</text>`+"\n", margin+float64(x)*charWidth, y, style,
			float64(utf8.RuneCountInString(word))*charWidth, html.EscapeString(word))
	}
}

// restyled returns the style after an escape sequence with these codes.
func restyled(style, codes string) string {
	for _, c := range strings.Split(codes, ";") {
		switch {
		case c == "" || c == "0":
			style = ""
		case c == "1":
			style += ` font-weight="bold"`
		case c == "2":
			style += ` fill-opacity="0.65"`
		case len(c) == 2 && c[0] == '3' && c[1] <= '7':
			style += fmt.Sprintf(` fill="%s"`, colours[c[1]-'0'])
		}
	}
	return style
}
