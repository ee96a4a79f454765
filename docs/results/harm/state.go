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

// A state is a folder with what was found in targets, so that an interrupted run,
// or one after a change of some pass, examines again only what may have another
// outcome. A target is found again if the same toolchain looks at the same fixes
// with the same flags. The zero value remembers nothing.
type state struct{ dir string }

// key names what a target's outcome depends on: the toolchain, the flags, and
// each fix with its edits and class.
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

// recall returns what was found in the target with the same fixes.
func (s state) recall(c *corpus, key string) (t target, ok bool) {
	if s.dir == "" {
		return t, false
	}
	data, err := os.ReadFile(s.file(c, key))
	return t, err == nil && json.Unmarshal(data, &t) == nil
}

// remember stores what was found in the target.
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
