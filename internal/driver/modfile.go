package driver

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/unheap/unheap/internal/gocmd"
)

// guardModule keeps the go command from writing go.mod and go.sum, which it does with
// -mod=mod, in a flag or in GOFLAGS: it then gets copies of both, by -modfile in the
// environment of all that this process starts. The function that is returned undoes that.
//
// Without -mod=mod it writes neither. In a workspace it accepts no -modfile, and no
// -mod=mod either.
func (s *settings) guardModule(ctx context.Context) (undo func(), err error) {
	undo = func() {}
	env, err := gocmd.Env(ctx, ".")
	if err != nil || env.GOWORK != "" && env.GOWORK != "off" || env.GOMOD == "" || env.GOMOD == os.DevNull {
		return undo, nil // what is wrong is said by those who need it
	}
	mod, file := s.mod, s.modfile
	for _, flag := range strings.Fields(env.GOFLAGS) {
		flag = strings.TrimLeft(flag, "-")
		if v, ok := strings.CutPrefix(flag, "mod="); ok && s.mod == "" {
			mod = v
		}
		if v, ok := strings.CutPrefix(flag, "modfile="); ok && s.modfile == "" {
			file = v
		}
	}
	if mod != "mod" {
		return undo, nil
	}
	if file == "" {
		file = env.GOMOD
	}
	dir, err := os.MkdirTemp("", "unheap-mod-")
	if err != nil {
		return undo, err
	}
	undo = func() { os.RemoveAll(dir) }
	copied := filepath.Join(dir, "go.mod")
	for from, to := range map[string]string{file: copied, strings.TrimSuffix(file, ".mod") + ".sum": filepath.Join(dir, "go.sum")} {
		text, err := os.ReadFile(from)
		if errors.Is(err, fs.ErrNotExist) && to != copied {
			continue // nothing is required
		}
		if err == nil {
			err = os.WriteFile(to, text, 0o666)
		}
		if err != nil {
			undo()
			return func() {}, err
		}
	}
	old, had := os.LookupEnv("GOFLAGS")
	if s.modfile != "" {
		s.modfile = copied // a flag wins over the environment
	} else if err := os.Setenv("GOFLAGS", strings.TrimSpace(env.GOFLAGS+" '-modfile="+copied+"'")); err != nil {
		undo()
		return func() {}, err
	}
	return func() {
		os.RemoveAll(dir)
		if os.Unsetenv("GOFLAGS"); had {
			os.Setenv("GOFLAGS", old)
		}
	}, nil
}
