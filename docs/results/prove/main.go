// Command prove judges commits of public repositories with "unheap prove" and prints a
// table in Markdown: what was recorded of each when it was found, and what is said now.
//
//	go run ./docs/results/prove -cases=cases.jsonl -repos=DIR -unheap=BINARY [-only=REGEXP]
//
// The repositories lie in DIR under owner+name, with their histories.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/record"
)

// A commit is one line of the list of cases.
type commit struct {
	ID     string  `json:"id"`
	Repo   string  `json:"repo"`
	Child  string  `json:"child"`
	Module string  `json:"module_dir"`
	Bench  string  `json:"bench"`
	Name   string  `json:"bench_name"`
	Time   string  `json:"benchtime"`
	Before measure `json:"before"`
	After  measure `json:"after"`
	Human  bool    `json:"human_changes_behaviour"`
}

type measure struct {
	Allocs float64 `json:"allocs_op"`
	Bytes  float64 `json:"B_op"`
}

func main() {
	cases := flag.String("cases", "", "the list of commits, a JSON object a line")
	repos := flag.String("repos", "", "folder with the repositories")
	unheap := flag.String("unheap", "unheap", "the command")
	only := flag.String("only", ".", "judge the cases that match")
	limit := flag.Duration("limit", 15*time.Minute, "give up a case after this time")
	flag.Parse()
	if err := run(*cases, *repos, *unheap, *only, *limit); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(cases, repos, unheap, only string, limit time.Duration) error {
	match, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	file, err := os.Open(cases)
	if err != nil {
		return err
	}
	defer file.Close()
	fmt.Println("| commit | recorded allocs/op | now | verdict | changes behaviour, as recorded | s | reason |\n|---|---|---|---|---|---|---|")
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c commit
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			return err
		}
		if match.MatchString(c.ID) {
			fmt.Println(row(c, repos, unheap, limit))
		}
	}
	return lines.Err()
}

// row judges one case in a clone of its own.
func row(c commit, repos, unheap string, limit time.Duration) string {
	began := time.Now()
	p, err := prove(c, repos, unheap, limit)
	seconds := time.Since(began).Seconds()
	recorded := fmt.Sprintf("%s %.0f → %.0f", c.Name, c.Before.Allocs, c.After.Allocs)
	if err != nil {
		return fmt.Sprintf("| %s | %s | | error | %v | %.0f | %s |", c.ID, recorded, c.Human, seconds, cell(err.Error()))
	}
	now := "not counted"
	if i := slices.IndexFunc(p.Comparisons, func(m record.Comparison) bool { return m.Workload == c.Name }); i >= 0 {
		m := p.Comparisons[i]
		now = fmt.Sprintf("%.4g → %.4g", m.Before.AllocsPerOp, m.After.AllocsPerOp)
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %v | %.0f | %s |", c.ID, recorded, now, p.Outcome, c.Human, seconds, cell(strings.Join(p.Reasons, "; ")))
}

// cell is text that fits into a table.
func cell(text string) string {
	text = strings.NewReplacer("|", "\\|", "\n", " ").Replace(text)
	if len(text) > 300 {
		text = strings.ToValidUTF8(text[:300], "") + "…"
	}
	return text
}

func prove(c commit, repos, unheap string, limit time.Duration) (*record.Proof, error) {
	dir, err := os.MkdirTemp("", "prove-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	bare := filepath.Join(repos, strings.ReplaceAll(c.Repo, "/", "+"), "repo")
	clone := exec.Command("git", "clone", "-q", "--shared", "--no-checkout", bare, dir)
	if out, err := clone.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("clone: %s", bytes.TrimSpace(out))
	}
	if out, err := exec.Command("git", "-C", dir, "checkout", "-q", c.Child).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("checkout: %s", bytes.TrimSpace(out))
	}
	cmd := exec.Command(unheap, "prove", "-format=json", "-bench="+c.Bench, "-benchtime="+c.Time, c.Child)
	cmd.Dir = filepath.Join(dir, c.Module)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	timer := time.AfterFunc(limit, func() { _ = cmd.Process.Signal(os.Interrupt) })
	err = cmd.Wait()
	timer.Stop()
	for line := range bytes.Lines(stdout.Bytes()) {
		var m record.Message
		if err := json.Unmarshal(line, &m); err == nil && m.Proof != nil {
			return m.Proof, nil
		}
	}
	said := strings.Split(strings.TrimSpace(stderr.String()), "\n")
	return nil, errors.Join(err, errors.New(said[len(said)-1]))
}
