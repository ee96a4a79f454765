package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/parser"
	"go/token"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	update = flag.Bool("update", false, "write the output of the commands in the manual, the guide and the examples into them")
	slow   = flag.Bool("slow", false, "run the commands that time code, too")
)

// variable is what differs from machine to machine and from release to
// release in the output of an example.
var variable = strings.NewReplacer("darwin/arm64", "GOOS/GOARCH", "darwin/amd64", "GOOS/GOARCH", "linux/amd64", "GOOS/GOARCH", "linux/arm64", "GOOS/GOARCH")

var (
	goVersion = regexp.MustCompile(`go1\.\d+(\.\d+)?`)
	spaces    = regexp.MustCompile(`\s+`)
	duration  = regexp.MustCompile(`[\d.,]+ ?(ns|µs|ms|s)\b`)
	number    = regexp.MustCompile(`GOGC=\w+|-?\d[\d.]*`)
	inputs    = regexp.MustCompile(`[\d,]+ generated inputs`) // as many as there was time for
	interval  = regexp.MustCompile(`( ~|, [-+][\d.]+ %)? \[[^]]*, n=\d+\]`)
)

// normal is what is compared of an output. Where lines end depends on how long the
// durations are.
func normal(text string) string {
	text = goVersion.ReplaceAllString(variable.Replace(text), "GOVERSION")
	text = spaces.ReplaceAllString(text, " ")
	text = inputs.ReplaceAllString(duration.ReplaceAllString(text, "TIME"), "INPUTS")
	return interval.ReplaceAllString(text, " INTERVAL")
}

// same reports whether a command printed what is expected. What gc says follows the clock,
// all its numbers with it: of them only the places count.
func same(command, got, want string) bool {
	got, want = normal(got), normal(want)
	if strings.Contains(command, "unheap gc") {
		got, want = number.ReplaceAllString(got, "N"), number.ReplaceAllString(want, "N")
	}
	return got == want
}

// timed matches the commands that time code: they take tens of seconds each, and a busy
// machine may come to another verdict. They are run with -slow; their diffs are held to the
// files in every run, by TestDiffs.
var timed = regexp.MustCompile(`\bunheap (fix|prove)\b|-time\b`)

// attempts is how often an example may print something else: now and then the
// runtime allocates an object for itself within a benchmark, and find says so.
const attempts = 8

// pages lists the files whose commands are run: the manual, the guide and the pages of the
// examples.
func pages(t *testing.T) []string {
	t.Helper()
	list := []string{"doc.go", "../../README.md"}
	for _, pattern := range []string{"../../docs/guide/*.md", "../../docs/guide/reasons/*.md", "../../examples/*/README.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no page is called %s: %v", pattern, err)
		}
		list = append(list, files...)
	}
	return list
}

// A block is a command of a page with what it prints: lines[from] has the command,
// lines[from+1:to] the output. In the manual both are indented by a tab, elsewhere they
// stand in a fence that begins with "```console".
type block struct {
	command  string
	from, to int
}

// blocks finds the commands in the lines of a page.
func blocks(lines []string, manual bool) []block {
	var list []block
	prompt, fenced := "$ ", false
	if manual {
		prompt = "\t$ "
	}
	for i := 0; i < len(lines); i++ {
		if !manual && strings.HasPrefix(lines[i], "```") {
			fenced = !fenced && strings.HasPrefix(lines[i], "```console")
		}
		command, ok := strings.CutPrefix(lines[i], prompt)
		if !ok || !manual && !fenced {
			continue
		}
		b := block{command: strings.TrimSpace(command), from: i, to: i + 1}
		for b.to < len(lines) && inside(lines, b.to, manual) {
			b.to++
		}
		list, i = append(list, b), b.to-1
	}
	return list
}

// inside reports whether lines[i] goes on with the output above it.
func inside(lines []string, i int, manual bool) bool {
	if manual {
		return strings.HasPrefix(lines[i], "\t") || lines[i] == "\n" && i+1 < len(lines) && strings.HasPrefix(lines[i+1], "\t")
	}
	return !strings.HasPrefix(lines[i], "```") && !strings.HasPrefix(lines[i], "$ ")
}

// TestPages runs the commands of all pages and compares.
func TestPages(t *testing.T) {
	if testing.Short() {
		t.Skip("runs benchmarks")
	}
	if v, err := exec.Command("go", "env", "GOVERSION").Output(); err != nil || !strings.HasPrefix(string(v), "go1.26") {
		t.Skipf("the pages were written with go1.26, this is %s: counts may differ", bytes.TrimSpace(v))
	}
	for _, name := range pages(t) {
		t.Run(strings.TrimPrefix(name, "../../"), func(t *testing.T) { testPage(t, name) })
	}
}

func testPage(t *testing.T, name string) {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	manual := filepath.Ext(name) == ".go"
	lines := strings.SplitAfter(string(text), "\n")
	var out strings.Builder
	done := 0
	for _, b := range blocks(lines, manual) {
		out.WriteString(strings.Join(lines[done:b.from+1], ""))
		done = b.to
		want := strings.Join(lines[b.from+1:b.to], "")
		if timed.MatchString(b.command) && !*slow {
			out.WriteString(want)
			continue
		}
		got := output(t, b.command, manual)
		for range attempts {
			if *update && !strings.Contains(got, " runtime/") || same(b.command, got, want) {
				break
			}
			got = output(t, b.command, manual)
		}
		out.WriteString(got)
		if !*update && !same(b.command, got, want) {
			t.Errorf("$ %s\nprints\n%s\nthe page says\n%s", b.command, got, want)
		}
	}
	out.WriteString(strings.Join(lines[done:], ""))
	if *update {
		if err := os.WriteFile(name, []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// output runs the command in the root of the repository and returns what it prints, as it
// stands in a page. The shell finds this test as unheap, see testscript.Main.
func output(t *testing.T, command string, manual bool) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = "../.."
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, &stderr)
	}
	var b strings.Builder
	for line := range strings.Lines(string(stdout)) {
		line = strings.TrimRight(line, " \n")
		if manual && line != "" {
			line = "\t" + strings.ReplaceAll(line, "*/", "* /")
		}
		fmt.Fprintln(&b, line)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// TestDiffs applies the diffs that the pages show, one after the other, to the files of
// the repository: a page whose code has changed since is found without a run of fix.
func TestDiffs(t *testing.T) {
	applied := 0
	for _, name := range pages(t)[1:] {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(string(text), "\n")
		for _, b := range blocks(lines, false) {
			files := make(map[string]string) // as the diffs so far have left them
			for _, h := range hunks(lines[b.from+1 : b.to]) {
				if _, ok := files[h.file]; !ok {
					source, err := os.ReadFile("../../" + h.file)
					if err != nil {
						t.Fatal(err)
					}
					files[h.file] = string(source)
				}
				if strings.Count(files[h.file], h.old) != 1 {
					t.Errorf("%s: what a diff of %s removes is not there once:\n%s", name, h.file, h.old)
				}
				files[h.file] = strings.Replace(files[h.file], h.old, h.new, 1)
				applied++
			}
			for file, source := range files {
				if _, err := parser.ParseFile(token.NewFileSet(), file, source, 0); err != nil {
					t.Errorf("%s: after its diffs: %v", name, err)
				}
			}
		}
	}
	if applied == 0 {
		t.Error("no page shows a diff")
	}
}

// A hunk is a part of a diff.
type hunk struct{ file, old, new string }

// hunks reads the diffs in the output of a command. An empty line of context has lost its
// space in a page.
func hunks(lines []string) []hunk {
	var list []hunk
	file, in := "", false
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "+++ b/"):
			file, in = strings.TrimSpace(line[len("+++ b/"):]), false
		case strings.HasPrefix(line, "@@ ") && file != "":
			list, in = append(list, hunk{file: file}), true
		case !in:
		case line == "\n" && (i+1 == len(lines) || !strings.ContainsAny(lines[i+1][:1], " +-@\n")):
			in = false
		default:
			h := &list[len(list)-1]
			if line[0] != '+' {
				h.old += strings.TrimLeft(line[:1], " -") + line[1:]
			}
			if line[0] != '-' {
				h.new += strings.TrimLeft(line[:1], " +") + line[1:]
			}
		}
	}
	return list
}

var span = regexp.MustCompile(`<text [^>]*>([^<]*)</text>`)

// TestPicture holds the drawing in the README to the output of the command in its title,
// which the manual shows whole.
func TestPicture(t *testing.T) {
	drawing, err := os.ReadFile("../../docs/find.svg")
	if err != nil {
		t.Fatal(err)
	}
	manual, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var drawn strings.Builder
	for i, m := range span.FindAllStringSubmatch(string(drawing), -1) {
		if i == 0 && !strings.Contains(string(manual), "\t"+html.UnescapeString(m[1])+"\n") {
			t.Errorf("the manual does not show %q", m[1])
		}
		if i > 0 {
			drawn.WriteString(" " + html.UnescapeString(m[1]))
		}
	}
	if text := normal(drawn.String()); len(text) < 1000 || !strings.Contains(normal(string(manual)), text) {
		t.Errorf("the manual shows another output than docs/find.svg, which has\n%s", text)
	}
}

var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// TestLinks follows the links of all pages of the repository that lead to files of it, and
// to headings of those.
func TestLinks(t *testing.T) {
	files := []string{"../../README.md", "../../ARCHITECTURE.md", "../../reuse/README.md"}
	for _, pattern := range []string{"../../*.md", "../../docs/*.md", "../../docs/*/*.md", "../../docs/guide/reasons/*.md", "../../examples/*/README.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	followed := 0
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(unfenced(string(text)), -1) {
			path, heading, _ := strings.Cut(m[1], "#")
			if strings.Contains(path, "://") || strings.HasPrefix(path, "mailto:") {
				continue
			}
			followed++
			to := filepath.Join(filepath.Dir(name), filepath.FromSlash(path))
			if path == "" {
				to = name
			}
			if info, err := os.Stat(to); err != nil {
				t.Errorf("%s: the link %s leads nowhere", name, m[1])
			} else if heading != "" && !info.IsDir() && !hasHeading(t, to, heading) {
				t.Errorf("%s: %s has no heading for %s", name, path, heading)
			}
		}
	}
	if followed < 50 {
		t.Errorf("only %d links", followed)
	}
}

// unfenced is the text without the lines of its fences.
func unfenced(text string) string {
	var b strings.Builder
	in := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			in = !in
		} else if !in {
			b.WriteString(line)
		}
	}
	return b.String()
}

var unlinked = regexp.MustCompile(`[^\p{L}\p{N} _-]`)

// hasHeading reports whether a heading of the file is linked to by that name.
func hasHeading(t *testing.T, name, want string) bool {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(unfenced(string(text))) {
		title := strings.TrimLeft(line, "#")
		if title == line {
			continue
		}
		anchor := strings.ReplaceAll(unlinked.ReplaceAllString(strings.ToLower(strings.TrimSpace(title)), ""), " ", "-")
		if anchor == want {
			return true
		}
	}
	return false
}

var (
	held      = regexp.MustCompile(`(?m)^(\d+) of \d+ candidates? held`)
	candidate = regexp.MustCompile(`(?m)^\d+  (\S+):(\d+):\d+  \w+  (?:safe|review)$`)
	gain      = regexp.MustCompile(`(\S+): ([\d,.]+) → ([\d,.]+)\s+allocs/op`)
)

// TestTimed holds the listings of fix, without a run of it, to what they say elsewhere: the
// places are in the files, the candidates are as many as held, the counts before are those
// of the table and those behind are smaller. The rest is compared with -slow.
func TestTimed(t *testing.T) {
	listings := 0
	for _, name := range pages(t) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(string(text), "\n")
		for _, b := range blocks(lines, filepath.Ext(name) == ".go") {
			out := strings.Join(lines[b.from+1:b.to], "")
			if !strings.Contains(b.command, "unheap fix") {
				continue
			}
			listings++
			for _, problem := range inconsistent(t, out, strings.Contains(b.command, "| head")) {
				t.Errorf("%s: $ %s: %s", name, b.command, problem)
			}
		}
	}
	if listings < 8 {
		t.Errorf("%d listings of fix", listings)
	}
}

// inconsistent says what does not fit together in the output of fix, of which the end may be
// cut off.
func inconsistent(t *testing.T, out string, cut bool) (problems []string) {
	places := candidate.FindAllStringSubmatch(out, -1)
	m := held.FindStringSubmatch(out)
	if m == nil && len(places) == 0 {
		return nil // nothing is proposed
	}
	if m == nil || fmt.Sprint(len(places)) != m[1] && !cut {
		problems = append(problems, fmt.Sprintf("%d candidates are shown of %q", len(places), m))
	}
	for _, p := range places {
		text, err := os.ReadFile("../../" + p[1])
		if n, _ := strconv.Atoi(p[2]); err != nil || bytes.Count(text, []byte("\n")) < n {
			problems = append(problems, p[0]+": there is no such line")
		}
	}
	gains := gain.FindAllStringSubmatch(out, -1)
	if len(gains) == 0 {
		problems = append(problems, "nothing is gained")
	}
	number := func(s string) float64 {
		x, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for _, g := range gains {
		row := regexp.MustCompile(`(?m)^ +` + regexp.QuoteMeta(g[1]) + ` +` + regexp.QuoteMeta(g[2]) + ` `)
		whole := !strings.Contains(g[2], ".") // others differ from run to run
		if number(g[3]) >= number(g[2]) || whole && !row.MatchString(out) {
			problems = append(problems, g[0]+": no gain, or not from what was measured")
		}
	}
	return problems
}
