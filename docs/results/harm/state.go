package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// A state is a folder with the results for targets, so that an interrupted run, or a run after a change of some pass,
// examines only those targets again whose results may differ. A stored result is used if toolchain, fixes and flags
// are the same. The zero value stores nothing.
type state struct{ dir string }

// key returns what a target's result depends on: the toolchain, the flags, and each fix with its edits and class.
func (c *corpus) key(o options) string {
	h := sha256.New()
	fmt.Fprintln(h, c.Name, runtime.Version(), o.sample, o.seed, o.packages)
	for _, p := range c.changed {
		for _, x := range p.candidates {
			fmt.Fprintf(h, "%s %s %s %+v\n", x.Rewrite, x.Class, x.Pos.File, x.Edits)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

func (s state) file(c *corpus, key string) string {
	return filepath.Join(s.dir, strings.NewReplacer("/", "_", "@", "_").Replace(c.Name)+"-"+key+".json")
}

// recall returns the stored result for the target and key.
func (s state) recall(c *corpus, key string) (t target, ok bool) {
	if s.dir == "" {
		return t, false
	}
	data, err := os.ReadFile(s.file(c, key))
	return t, err == nil && json.Unmarshal(data, &t) == nil
}

// remember stores the result for the target.
func (s state) remember(c *corpus, key string) error {
	if s.dir == "" {
		return nil
	}
	data, err := json.Marshal(c.target)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return err
	}
	return os.WriteFile(s.file(c, key), data, 0o666)
}
