package passes_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFindings holds that each line of docs/results/traps.md has its fixture, with that
// outcome: a function that wants nothing, a finding of class review, or a safe one.
func TestFindings(t *testing.T) {
	page, err := os.ReadFile("../docs/results/traps.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\| .* \| (\w+) \| (\w+) \| (\w+) \| (right|review|refused) \|$`)
	rows := row.FindAllStringSubmatch(string(page), -1)
	if n := strings.Count(string(page), "\n| ") - strings.Count(string(page), "\n| finding "); len(rows) != n || n == 0 {
		t.Errorf("%d of %d lines are understood", len(rows), n)
	}
	for _, m := range rows {
		rule, folder, name, want := m[1], m[2], m[3], m[4]
		text := function(t, filepath.Join(rule, "testdata", "src", folder), name)
		got := "refused"
		switch {
		case text == "":
			got = "no fixture"
		case strings.Contains(text, "review: "):
			got = "review"
		case strings.Contains(text, "// want "):
			got = "right"
		}
		if got != want {
			t.Errorf("%s/%s: %s: %s, want %s", rule, folder, name, got, want)
		}
	}
}

// function returns the text of a function or method of that name in the files of a folder,
// "" if there is none.
func function(t *testing.T, dir, name string) string {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(`(?ms)^func (\([^)]*\) )?` + name + `\(([^\n]*}( //[^\n]*)?$|.*?^}$)`).FindString(string(text))
		if found != "" {
			return found
		}
	}
	return ""
}
