package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the output of the manual's examples into the manual")

// variable is what differs from machine to machine and from release to
// release in the output of an example.
var variable = strings.NewReplacer("darwin/arm64", "GOOS/GOARCH", "darwin/amd64", "GOOS/GOARCH", "linux/amd64", "GOOS/GOARCH", "linux/arm64", "GOOS/GOARCH")

var goVersion = regexp.MustCompile(`go1\.\d+(\.\d+)?`)

func normal(text string) string {
	return goVersion.ReplaceAllString(variable.Replace(text), "GOVERSION")
}

// attempts is how often an example may print something else: now and then the
// runtime allocates an object for itself within a benchmark, and find says so.
const attempts = 5

// TestManual runs the "$ unheap" blocks of doc.go and compares.
func TestManual(t *testing.T) {
	if testing.Short() {
		t.Skip("runs benchmarks")
	}
	if v, err := exec.Command("go", "env", "GOVERSION").Output(); err != nil || !strings.HasPrefix(string(v), "go1.26") {
		t.Skipf("the manual was written with go1.26, this is %s: counts may differ", bytes.TrimSpace(v))
	}
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	blocks := 0
	lines := strings.SplitAfter(string(text), "\n")
	for i := 0; i < len(lines); i++ {
		out.WriteString(lines[i])
		command, ok := strings.CutPrefix(lines[i], "\t$ unheap ")
		if !ok {
			continue
		}
		blocks++
		var want strings.Builder
		for i+1 < len(lines) && (strings.HasPrefix(lines[i+1], "\t") || lines[i+1] == "\n" && i+2 < len(lines) && strings.HasPrefix(lines[i+2], "\t")) {
			i++
			want.WriteString(lines[i])
		}
		got := runExample(t, strings.Fields(command))
		for range attempts {
			if *update && !strings.Contains(got, " runtime/") || normal(got) == normal(want.String()) {
				break
			}
			got = runExample(t, strings.Fields(command))
		}
		out.WriteString(got)
		if !*update && normal(got) != normal(want.String()) {
			t.Errorf("$ unheap %sprints\n%s\nthe manual says\n%s", command, got, want.String())
		}
	}
	if blocks == 0 {
		t.Error("no examples in the manual")
	}
	if *update {
		if err := os.WriteFile("doc.go", []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// runExample returns the output of the command, indented as in the manual.
func runExample(t *testing.T, args []string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Args = append([]string{"unheap"}, args...) // testscript.Main looks at this name
	cmd.Dir = "../.."
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.Output()
	if err != nil {
		t.Fatalf("unheap %s: %v\n%s", strings.Join(args, " "), err, &stderr)
	}
	var b strings.Builder
	for line := range strings.Lines(string(stdout)) {
		if line = strings.TrimRight(line, " \n"); line != "" {
			line = "\t" + strings.ReplaceAll(line, "*/", "* /")
		}
		fmt.Fprintln(&b, line)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}
