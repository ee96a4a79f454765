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
	"bufio"
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

	"github.com/unheap/unheap/internal/record"
)

func main() {
	var r runner
	cases := flag.String("cases", "", "the list of commits, a JSON object a line")
	mutants := flag.String("mutants", "", "the folder of changes that were made up")
	flag.StringVar(&r.repos, "repos", "", "folder with the repositories")
	flag.StringVar(&r.unheap, "unheap", "unheap", "the command")
	flag.StringVar(&r.state, "state", "", "file in which what was found is kept")
	only := flag.String("only", ".", "judge the cases that match")
	flag.DurationVar(&r.limit, "limit", 15*time.Minute, "give up a case after this time")
	flag.Parse()
	var err error
	if r.only, err = regexp.Compile(*only); err == nil {
		err = r.load()
	}
	switch {
	case err != nil:
	case *mutants != "":
		err = r.mutants(*mutants)
	default:
		err = r.commits(*cases)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A runner judges cases.
type runner struct {
	repos, unheap, state string
	only                 *regexp.Regexp
	limit                time.Duration
	known                map[string]result
}

// A result is what was said of a case.
type result struct {
	ID      string        `json:"id"`
	Proof   *record.Proof `json:"proof,omitempty"`
	Error   string        `json:"error,omitempty"` // why there is no proof
	Seconds float64       `json:"seconds"`
}

// load reads what was found before.
func (r *runner) load() error {
	r.known = make(map[string]result)
	if r.state == "" {
		return nil
	}
	file, err := os.Open(r.state)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	return eachLine(file, func(line []byte) error {
		var one result
		err := json.Unmarshal(line, &one)
		r.known[one.ID] = one
		return err
	})
}

func eachLine(file *os.File, do func([]byte) error) error {
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		if err := do(lines.Bytes()); err != nil {
			return fmt.Errorf("%s: %v", file.Name(), err)
		}
	}
	return lines.Err()
}

// ask judges a case, or says what was found of it before. What ask returns is kept.
func (r *runner) ask(id string, prove func() (*record.Proof, error)) (result, error) {
	if one, ok := r.known[id]; ok {
		return one, nil
	}
	began := time.Now()
	p, err := prove()
	one := result{ID: id, Proof: p, Seconds: time.Since(began).Seconds()}
	if err != nil {
		one.Error = err.Error()
	}
	if r.state == "" {
		return one, nil
	}
	text, err := json.Marshal(one)
	if err != nil {
		return one, err
	}
	file, err := os.OpenFile(r.state, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return one, err
	}
	_, err = file.Write(append(text, '\n'))
	return one, errors.Join(err, file.Close())
}

// prove runs the command in a folder.
func (r *runner) prove(dir string, args ...string) (*record.Proof, error) {
	cmd := exec.Command(r.unheap, append([]string{"prove", "-format=json"}, args...)...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	timer := time.AfterFunc(r.limit, func() { _ = cmd.Process.Signal(os.Interrupt) })
	err := cmd.Wait()
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

// cell is text that fits into a table.
func cell(text string) string {
	text = strings.NewReplacer("|", "\\|", "\n", " ").Replace(text)
	if len(text) > 300 {
		text = strings.ToValidUTF8(text[:300], "") + "…"
	}
	return text
}
