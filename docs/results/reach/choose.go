package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/unheap/unheap/docs/results/internal/cases"
	"github.com/unheap/unheap/internal/diff"
)

// The rule by which commits are chosen. It depends on messages, names of files, go.mod, and whether tests declare
// benchmarks, but not on what changed in a file.
const (
	perRepository = 8  // number of commits, the newest
	mostFiles     = 6  // number of hand-written Go files that change, without tests
	mostPackages  = 2  // number of folders these are in
	near          = 40 // bytes between the two words of a message
	seed          = 12 // of the random order of all commits
)

var (
	object = regexp.MustCompile(`(?i)\balloc(s|ation|ations|ating)?\b`)
	fewer  = regexp.MustCompile(`(?i)\b(reduc\w*|avoid\w*|fewer|less|remov\w*|sav(e|es|ed|ing)|zero|eliminat\w*|without|prevent\w*|unnecessary|needless|minimi[sz]\w*|decreas\w*|cut(s|ting)?)\b`)
	lists  = regexp.MustCompile(`(?m)^\s*Benchmark.*$|^.*\ballocs/op\b.*$`) // results of benchmarks, which always mention them
)

// A commit is one line of the list.
type commit struct {
	ID       string   `json:"id"` // "btcd-1a2b3c4"
	Repo     string   `json:"repo"`
	Parent   string   `json:"parent"`
	Child    string   `json:"child"`
	Date     string   `json:"date"`
	Subject  string   `json:"subject"`
	Module   string   `json:"module_dir"`   // folder of the go.mod; "." at the top
	Packages []string `json:"package_dirs"` // folders with changed files, relative to the top
	Files    []string `json:"files"`        // hand-written Go files, without tests, that the commit changes and the parent has

	// The fields below are in lists that have a benchmark for each commit, which is measured instead of those of the
	// changed packages.
	Package string   `json:"package_dir,omitempty"`
	Bench   string   `json:"bench,omitempty"`      // argument of go test -bench
	Name    string   `json:"bench_name,omitempty"` // the benchmark, of these, that counts
	Time    string   `json:"benchtime,omitempty"`
	Overlay []string `json:"overlay_test_files,omitempty"` // test files copied from the child to the parent
	Removed []string `json:"remove_test_files,omitempty"`  // test files that do not build any more, removed from both
}

// says reports whether a message speaks of fewer allocations: it has a word of one kind near a word of the other kind.
func says(message string) bool {
	message = lists.ReplaceAllString(message, "")
	for _, a := range object.FindAllStringIndex(message, -1) {
		around := message[max(a[0]-near, 0):min(a[1]+near, len(message))]
		if fewer.MatchString(around) {
			return true
		}
	}
	return false
}

// choose prints the commits of all repositories in the folder, in random order. With benched it prints only commits of
// packages with a benchmark.
func choose(repos string, benched bool, w io.Writer) error {
	entries, err := os.ReadDir(repos)
	if err != nil {
		return err
	}
	var all []commit
	for _, e := range entries {
		repo := strings.Replace(e.Name(), "+", "/", 1)
		some, err := chooseIn(repos, repo, benched)
		if err != nil {
			log.Printf("%s: %v", repo, err)
			continue
		}
		log.Printf("%s: %d", repo, len(some))
		all = append(all, some...)
	}
	slices.SortFunc(all, func(a, b commit) int { return cmp.Or(cmp.Compare(a.Repo, b.Repo), cmp.Compare(a.Child, b.Child)) })
	rand.New(rand.NewPCG(seed, seed)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	out := json.NewEncoder(w)
	for _, c := range all {
		if err := out.Encode(c); err != nil {
			return err
		}
	}
	return nil
}

// chooseIn returns the commits of one repository, newest first.
func chooseIn(repos, repo string, benched bool) ([]commit, error) {
	dir, err := cases.Repository(repos, repo)
	if err != nil {
		return nil, err
	}
	out, err := cases.Git("-C", dir, "log", "--no-merges", "--date-order", "--format=%H%x00%P%x00%as%x00%B%x01", "HEAD")
	if err != nil {
		return nil, err
	}
	var chosen []commit
	subjects := make(map[string]bool) // a commit that was picked into another branch counts once
	for text := range strings.SplitSeq(string(out), "\x01") {
		f := strings.SplitN(strings.TrimSpace(text), "\x00", 4)
		if len(f) < 4 || f[1] == "" || strings.HasPrefix(f[3], "Revert ") || !says(f[3]) {
			continue
		}
		subject, _, _ := strings.Cut(f[3], "\n")
		c := commit{ID: path.Base(repo) + "-" + f[0][:7], Repo: repo, Parent: f[1], Child: f[0], Date: f[2], Subject: subject}
		if subjects[subject] || !c.locate(dir) || benched && !c.benched(dir) {
			continue
		}
		subjects[subject] = true
		if chosen = append(chosen, c); len(chosen) == perRepository {
			break
		}
	}
	return chosen, nil
}

// foreign matches folders whose files are not the repository's own code.
var foreign = regexp.MustCompile(`(^|/)(vendor|testdata|third_party|_[^/]*|\.[^/]*)/`)

// locate sets the fields on where the commit changes files, and reports whether the rule accepts it.
func (c *commit) locate(dir string) bool {
	out, err := cases.Git("-C", dir, "diff-tree", "-r", "--no-renames", "--name-status", c.Parent, c.Child)
	if err != nil {
		return false
	}
	changed := 0
	for line := range strings.Lines(string(out)) {
		status, name, _ := strings.Cut(strings.TrimSpace(line), "\t")
		if !(diff.File{Name: name}).Go() || foreign.MatchString(name) || c.generated(dir, status, name) {
			continue
		}
		changed++
		c.Packages = append(c.Packages, path.Dir(name))
		if status == "M" {
			c.Files = append(c.Files, name)
		}
	}
	slices.Sort(c.Packages)
	c.Packages = slices.Compact(c.Packages)
	if len(c.Files) == 0 || changed > mostFiles || len(c.Packages) > mostPackages {
		return false
	}
	for i, p := range c.Packages {
		module, ok := moduleOf(dir, c.Parent, p)
		if !ok || i > 0 && module != c.Module {
			return false
		}
		c.Module = module
	}
	return true
}

// benched reports whether a test of a changed package declares a benchmark, in the parent or in the child.
func (c *commit) benched(dir string) bool {
	for _, p := range c.Packages {
		for _, rev := range []string{c.Parent, c.Child} {
			if _, err := cases.Git("-C", dir, "grep", "-q", "^func Benchmark", rev, "--", ":(glob)"+path.Join(p, "*_test.go")); err == nil {
				return true
			}
		}
	}
	return false
}

func (c *commit) generated(dir, status, name string) bool {
	rev := c.Child
	if status == "D" {
		rev = c.Parent
	}
	text, err := cases.Git("-C", dir, "show", rev+":"+name)
	return err == nil && diff.Generated(name, bytes.TrimSpace(text))
}

// moduleOf returns the folder of the go.mod to which a package of a revision belongs.
func moduleOf(dir, rev, pkg string) (string, bool) {
	for ; ; pkg = path.Dir(pkg) {
		if _, err := cases.Git("-C", dir, "cat-file", "-e", rev+":"+path.Join(pkg, "go.mod")); err == nil {
			return pkg, true
		}
		if pkg == "." {
			return "", false
		}
	}
}

func (c commit) String() string { return fmt.Sprintf("%s (%s)", c.ID, c.Repo) }
