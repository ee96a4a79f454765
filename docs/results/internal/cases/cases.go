// Package cases has what programs behind docs/results share that examine commits of public repositories one after the
// other: lists with one JSON object per line, a file of findings, checkouts, and cells of tables.
//
// Nothing of the repositories is part of this module. They are in a folder under owner+name, bare or not, and are
// checked out to temporary folders.
package cases

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Each calls do with every line of the file. It returns the first error.
func Each(name string, do func(line []byte) error) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return each(file, name, do)
}

func each(r io.Reader, name string, do func([]byte) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		if err := do(lines.Bytes()); err != nil {
			return fmt.Errorf("%s: %v", name, err)
		}
	}
	return lines.Err()
}

// A Finding is the result for a case: Value, or the reason why there is none.
type Finding[T any] struct {
	ID      string  `json:"id"`
	Value   *T      `json:"proof,omitempty"` // named after what the first of these programs stored
	Error   string  `json:"error,omitempty"`
	Seconds float64 `json:"seconds"`
}

// A Store holds findings in a file, one JSON object per line, so that no case is examined twice.
type Store[T any] struct {
	file  string // empty to store nothing beyond the process
	known map[string]Finding[T]
}

// Open reads the findings stored before. The file need not exist yet.
func Open[T any](file string) (*Store[T], error) {
	s := &Store[T]{file, make(map[string]Finding[T])}
	if file == "" {
		return s, nil
	}
	err := Each(file, func(line []byte) error {
		var one Finding[T]
		err := json.Unmarshal(line, &one)
		s.known[one.ID] = one
		return err
	})
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	return s, err
}

// Known returns the stored finding of a case; ok is false if there is none.
func (s *Store[T]) Known(id string) (Finding[T], bool) {
	one, ok := s.known[id]
	return one, ok
}

// Ask returns the stored finding of a case or, if there is none, examines the case and stores the result. An error of
// examine is stored, too; the error of Ask is that of the file.
func (s *Store[T]) Ask(id string, examine func() (*T, error)) (Finding[T], error) {
	if one, ok := s.known[id]; ok {
		return one, nil
	}
	began := time.Now()
	value, err := examine()
	one := Finding[T]{ID: id, Value: value, Seconds: time.Since(began).Seconds()}
	if err != nil {
		one.Error = err.Error()
	}
	s.known[id] = one
	if s.file == "" {
		return one, nil
	}
	text, err := json.Marshal(one)
	if err != nil {
		return one, err
	}
	file, err := os.OpenFile(s.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return one, err
	}
	_, err = file.Write(append(text, '\n'))
	return one, errors.Join(err, file.Close())
}

// Repository returns the path of a repository "owner/name" in the folder of all.
func Repository(repos, repo string) (string, error) {
	dir := filepath.Join(repos, strings.ReplaceAll(repo, "/", "+"), "repo")
	if _, err := os.Stat(dir); err != nil {
		return "", fmt.Errorf("%s: no repository: %v", repo, err)
	}
	return dir, nil
}

// Checkout checks a revision of a repository out to a temporary folder, which has the repository's history. The caller
// must remove the folder.
func Checkout(repo, rev string) (dir string, err error) {
	if dir, err = os.MkdirTemp("", "unheap-results-"); err != nil {
		return "", err
	}
	for _, args := range [][]string{
		{"clone", "-q", "--shared", "--no-checkout", repo, dir},
		{"-C", dir, "checkout", "-q", rev},
	} {
		if _, err := Git(args...); err != nil {
			return "", errors.Join(err, os.RemoveAll(dir))
		}
	}
	return dir, nil
}

// Git returns the output of git. Its errors begin with the subcommand.
func Git(args ...string) ([]byte, error) {
	cmd := exec.Command("git", args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if args[0] == "-C" {
			args = args[2:]
		}
		return nil, fmt.Errorf("git %s: %v: %s", args[0], err, bytes.TrimSpace(stderr.Bytes()))
	}
	return out, nil
}

// Cell returns text in a form that fits a cell of a table.
func Cell(text string) string {
	text = strings.NewReplacer("|", "\\|", "\n", " ").Replace(text)
	if len(text) > 300 {
		text = strings.ToValidUTF8(text[:300], "") + "…"
	}
	return text
}
