// Package cases is what the programs behind docs/results share that examine commits of public
// repositories one after the other: lists with a JSON object a line, a file in which findings
// are kept, checkouts, and cells of tables.
//
// Nothing of the repositories is part of this module. They lie in a folder under owner+name,
// bare or not, and what is checked out of them is a temporary folder.
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

// Each calls do with every line of the file.
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

// A Finding is what was found of a case: Value, or why there is none.
type Finding[T any] struct {
	ID      string  `json:"id"`
	Value   *T      `json:"proof,omitempty"` // named after what the first of these programs kept
	Error   string  `json:"error,omitempty"`
	Seconds float64 `json:"seconds"`
}

// A Store keeps findings in a file, a JSON object a line, so that no case is examined twice.
type Store[T any] struct {
	file  string // empty to keep nothing beyond the process
	known map[string]Finding[T]
}

// Open reads what was found before. The file need not exist yet.
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

// Known returns what was found of a case before.
func (s *Store[T]) Known(id string) (Finding[T], bool) {
	one, ok := s.known[id]
	return one, ok
}

// Ask examines a case, or says what was found of it before. What examine says, its errors
// too, is kept; the error of Ask is that of the file.
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

// Repository is where a repository "owner/name" lies in the folder of all.
func Repository(repos, repo string) (string, error) {
	dir := filepath.Join(repos, strings.ReplaceAll(repo, "/", "+"), "repo")
	if _, err := os.Stat(dir); err != nil {
		return "", fmt.Errorf("%s: no repository: %v", repo, err)
	}
	return dir, nil
}

// Checkout lays a revision of a repository out in a temporary folder, with the repository's
// history behind it. The caller removes the folder.
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

// Git returns what git prints. Its errors begin with the subcommand.
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

// Cell is text that fits into a table.
func Cell(text string) string {
	text = strings.NewReplacer("|", "\\|", "\n", " ").Replace(text)
	if len(text) > 300 {
		text = strings.ToValidUTF8(text[:300], "") + "…"
	}
	return text
}
