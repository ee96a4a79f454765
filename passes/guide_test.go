package passes_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/unheap/unheap/passes"
)

var listing = regexp.MustCompile("(?ms)^`passes/([^`]+)`:\n\n```go\n(.*?)^```$")

// TestGuide holds the rule that the guide goes through against its files: all of them
// are shown, as they are, and it is registered as it says.
func TestGuide(t *testing.T) {
	guide, err := os.ReadFile("../docs/guide/rewrite.md")
	if err != nil {
		t.Fatal(err)
	}
	const name = "plusassign"
	shown := make(map[string]string)
	for _, m := range listing.FindAllStringSubmatch(string(guide), -1) {
		shown[filepath.FromSlash(m[1])] = m[2]
	}
	lines := 0
	err = filepath.WalkDir(name, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		lines += strings.Count(string(text), "\n")
		if filepath.Ext(path) == ".go" && shown[path] != string(text) {
			t.Errorf("%s is not in the guide as it is", path)
		}
		delete(shown, path)
		return err
	})
	if err != nil {
		t.Error(err)
	}
	for path := range shown {
		t.Errorf("the guide shows %s, which is not there", path)
	}
	if lines >= 350 {
		t.Errorf("%s has %d lines with its tests; the guide is for rules of less than 350", name, lines)
	}
	registered := false
	for _, r := range passes.Suite {
		registered = registered || r.Name() == name
	}
	suite, err := os.ReadFile("passes.go")
	if err != nil {
		t.Fatal(err)
	}
	if line := "\t" + name + ".Rule,\n"; !registered || !strings.Contains(string(suite), line) || !strings.Contains(string(guide), "    "+line[1:]) {
		t.Errorf("%s is not registered as the guide says", name)
	}
}

var answer = regexp.MustCompile("`(\\w+)\\.(\\w+)`")

// TestGuideAnswers: what the guide says can be asked is there.
func TestGuideAnswers(t *testing.T) {
	guide, err := os.ReadFile("../docs/guide/rewrite.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("internal/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(text)
	}
	n := 0
	for line := range strings.Lines(string(guide)) {
		if !strings.HasPrefix(line, "| ") {
			continue
		}
		for _, m := range answer.FindAllStringSubmatch(line, -1) {
			n++
			function := regexp.MustCompile(`(?m)^func (\(\w+ \*?` + m[1] + `\) )?` + m[2] + `[\[(]|^type ` + m[2] + ` `)
			if !function.MatchString(source.String()) {
				t.Errorf("there is no %s.%s", m[1], m[2])
			}
		}
	}
	if n < 15 {
		t.Errorf("%d answers in the guide", n)
	}
}
