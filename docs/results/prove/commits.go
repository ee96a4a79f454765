package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/unheap/unheap/docs/results/internal/cases"
	"github.com/unheap/unheap/internal/record"
)

// A commit is one line of the list of cases.
type commit struct {
	ID      string  `json:"id"`
	Repo    string  `json:"repo"`
	Child   string  `json:"child"`
	Module  string  `json:"module_dir"`
	Package string  `json:"package_dir"`
	Bench   string  `json:"bench"`
	Name    string  `json:"bench_name"`
	Time    string  `json:"benchtime"`
	Before  measure `json:"before"`
	After   measure `json:"after"`
	Human   bool    `json:"human_changes_behaviour"`
}

type measure struct {
	Allocs float64 `json:"allocs_op"`
	Bytes  float64 `json:"B_op"`
}

// commits judges the commits of a list.
func (r *runner) commits(list string) error {
	fmt.Println("| commit | recorded allocs/op | now | verdict | changes behaviour, as recorded | repro tests run | s | go test, s | reason |\n|---|---|---|---|---|---|--:|--:|---|")
	var took, tests []float64
	err := cases.Each(list, func(line []byte) error {
		var c commit
		if err := json.Unmarshal(line, &c); err != nil || !r.only.MatchString(c.ID) {
			return err
		}
		one, err := r.ask(c.ID, func() (*judged, error) { return r.clone(c) })
		fmt.Println(row(c, one))
		if one.Value != nil {
			took, tests = append(took, one.Seconds-one.Value.TestSeconds), append(tests, one.Value.TestSeconds)
		}
		return err
	})
	if len(took) > 0 {
		slices.Sort(took)
		slices.Sort(tests)
		fmt.Printf("\nMedian of %d: %.0f s, go test of the package %.0f s.\n", len(took), took[len(took)/2], tests[len(tests)/2])
	}
	return err
}

// row returns the row of the table for a commit.
func row(c commit, one result) string {
	recorded := fmt.Sprintf("%s %.0f → %.0f", c.Name, c.Before.Allocs, c.After.Allocs)
	p := one.Value
	if p == nil {
		return fmt.Sprintf("| %s | %s | | error | %v | | %.0f | | %s |", c.ID, recorded, c.Human, one.Seconds, cases.Cell(one.Error))
	}
	now := "not counted"
	if i := slices.IndexFunc(p.Comparisons, func(m record.Comparison) bool { return m.Workload == c.Name }); i >= 0 {
		m := p.Comparisons[i]
		now = fmt.Sprintf("%.4g → %.4g", m.Before.AllocsPerOp, m.After.AllocsPerOp)
	}
	shown := ""
	if with, all := repros(p.Proof); all > 0 {
		shown = fmt.Sprintf("%d of %d", with, all)
	}
	return fmt.Sprintf("| %s | %s | %s | %s | %v | %s | %.0f | %.0f | %s |", c.ID, recorded, now, p.Outcome, c.Human, shown,
		one.Seconds-p.TestSeconds, p.TestSeconds, cases.Cell(strings.Join(p.Reasons, "; ")))
}

// clone judges a commit in a clone of its own, and times go test there.
func (r *runner) clone(c commit) (*judged, error) {
	repo, err := cases.Repository(r.repos, c.Repo)
	if err != nil {
		return nil, err
	}
	dir, err := cases.Checkout(repo, c.Child)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	one, err := r.prove(filepath.Join(dir, c.Module), "-bench="+c.Bench, "-benchtime="+c.Time, c.Child)
	if err != nil {
		return nil, err
	}
	test := exec.Command("go", "test", "-count=1", ".")
	test.Dir = filepath.Join(dir, c.Package)
	began := time.Now()
	_ = test.Run() // some tests fail before and after the change
	one.TestSeconds = time.Since(began).Seconds()
	return one, nil
}
