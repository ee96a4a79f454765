// Package overlay lets the go command see files other than those on disk,
// without touching the user's tree.
//
// Invariant: nothing is written outside the folder that is given to [Set.Write].
//
// Model: a set of whole files by absolute path; a file may replace one on
// disk, stand where there is none, or hide one. The go command reads the set
// through its flag -overlay. Build results depend on the content only and not
// on where it lies, so that equal sets share the build cache.
//
// What the model blurs: the go command refuses to replace files beneath
// GOMODCACHE.
package overlay

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// A Set is the content of files by absolute path, in the form of the operating system. A nil content hides the file.
// The zero Set changes nothing.
type Set map[string][]byte

// Merge returns a set with the files of all sets. If several have the same path, the last one wins.
func Merge(sets ...Set) Set {
	all := make(Set)
	for _, s := range sets {
		maps.Copy(all, s)
	}
	return all
}

// description is the content of the JSON file that -overlay names.
type description struct {
	Replace map[string]string
}

// Write writes the set to dir, which must exist, and returns the path to be passed to -overlay.
func (s Set) Write(dir string) (string, error) {
	d := description{Replace: make(map[string]string)}
	for i, path := range slices.Sorted(maps.Keys(s)) {
		if !filepath.IsAbs(path) {
			return "", fmt.Errorf("overlay: %s is not an absolute path", path)
		}
		d.Replace[path] = ""
		if s[path] == nil {
			continue
		}
		// Files of different folders may have the same base name.
		to := filepath.Join(dir, fmt.Sprintf("%04d_%s", i, filepath.Base(path)))
		if err := os.WriteFile(to, s[path], 0o666); err != nil {
			return "", err
		}
		d.Replace[path] = to
	}
	text, err := json.MarshalIndent(d, "", "\t")
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, text, 0o666)
}

// Read reads a file that a user wrote for -overlay. Paths in it are relative to dir, the folder in which the go
// command runs.
func Read(name, dir string) (Set, error) {
	text, err := os.ReadFile(absolute(name, dir))
	if err != nil {
		return nil, err
	}
	var d description
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, fmt.Errorf("%s: %v", name, err)
	}
	s := make(Set)
	for path, to := range d.Replace {
		var content []byte
		if to != "" {
			if content, err = os.ReadFile(absolute(to, dir)); err != nil {
				return nil, err
			}
		}
		s[absolute(path, dir)] = content
	}
	return s, nil
}

func absolute(path, dir string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}
