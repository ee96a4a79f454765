// Command prove judges changes of public repositories with "unheap prove" and prints a
// table in Markdown.
//
//	go run ./docs/results/prove -cases=cases.jsonl -repos=DIR -unheap=BINARY [-only=REGEXP]
//	go run ./docs/results/prove -mutants=docs/results/prove/mutants -unheap=BINARY [-only=REGEXP]
//
// With -cases they are commits in which somebody removed allocations, of repositories that lie
// in DIR under owner+name, with their histories: what was recorded of each when it was found,
// and what is said now. With -mutants they are changes that were made up, of modules from the
// module proxy: half of them right, half of them with a change of behaviour hidden in them.
//
// With -state=FILE what was found is kept there, a JSON object a line, and not asked again.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"github.com/unheap/unheap/docs/results/internal/cases"
	"github.com/unheap/unheap/internal/record"
)

func main() {
	var r runner
	list := flag.String("cases", "", "the list of commits, a JSON object a line")
	mutants := flag.String("mutants", "", "the folder of changes that were made up")
	flag.StringVar(&r.repos, "repos", "", "folder with the repositories")
	flag.StringVar(&r.unheap, "unheap", "unheap", "the command")
	state := flag.String("state", "", "file in which what was found is kept")
	only := flag.String("only", ".", "judge the cases that match")
	flag.DurationVar(&r.limit, "limit", 15*time.Minute, "give up a case after this time")
	flag.Parse()
	var err error
	if r.only, err = regexp.Compile(*only); err == nil {
		r.known, err = cases.Open[judged](*state)
	}
	switch {
	case err != nil:
	case *mutants != "":
		err = r.mutants(*mutants)
	default:
		err = r.commits(*list)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A runner judges cases.
type runner struct {
	repos, unheap string
	only          *regexp.Regexp
	limit         time.Duration
	known         *cases.Store[judged]
}

// A judged is the result for a case.
type judged struct {
	*record.Proof
	// TestSeconds is the time that go test of the changed package takes with the change; for commits only.
	TestSeconds float64 `json:"test_seconds,omitempty"`
}

type result = cases.Finding[judged]

// ask returns the stored result for a case or, if there is none, calls prove and stores the result.
func (r *runner) ask(id string, prove func() (*judged, error)) (result, error) {
	return r.known.Ask(id, prove)
}

// prove runs the command in a folder. For each difference that it finds, it writes a test and runs that.
func (r *runner) prove(dir string, args ...string) (*judged, error) {
	repro, err := os.MkdirTemp("", "prove-repro-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(repro)
	cmd := exec.Command(r.unheap, append([]string{"prove", "-format=json", "-repro=" + repro}, args...)...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	timer := time.AfterFunc(r.limit, func() { _ = cmd.Process.Signal(os.Interrupt) })
	err = cmd.Wait()
	timer.Stop()
	for line := range bytes.Lines(stdout.Bytes()) {
		var m record.Message
		if err := json.Unmarshal(line, &m); err == nil && m.Proof != nil {
			return &judged{Proof: m.Proof}, nil
		}
	}
	said := strings.Split(strings.TrimSpace(stderr.String()), "\n")
	return nil, errors.Join(err, errors.New(said[len(said)-1]))
}

// repros returns the number of differences for which there is a test that was run with both versions and failed with the
// new one only, and the number of all differences.
func repros(p *record.Proof) (with, all int) {
	for _, f := range p.Functions {
		if f.Differs != "" {
			all++
			if f.Repro != "" {
				with++
			}
		}
	}
	return with, all
}
