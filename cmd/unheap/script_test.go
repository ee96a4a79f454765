package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/unheap/unheap/internal/driver"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"unheap": func() { os.Exit(driver.Main(os.Args[1:])) },
	})
}

// TestScript runs the behaviour of the command, a file each. Run it with
// -update to rewrite what "cmp stdout" and "cmp stderr" compare with.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		Setup:               setup,
		Condition:           condition,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// condition knows "smalldisk": a script may mount one, in a name space of its
// own; and "python:MODULE": there is a module of Python.
func condition(name string) (bool, error) {
	if module, ok := strings.CutPrefix(name, "python:"); ok {
		return exec.Command("python3", "-c", "import "+module).Run() == nil, nil
	}
	if name != "smalldisk" {
		return false, fmt.Errorf("no condition is called %s", name)
	}
	return exec.Command("unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/mnt").Run() == nil, nil
}

// setup gives scripts the caches of the user, so that the patched standard
// library is compiled once, and a temporary folder of their own, so that they
// can see what is left in it.
func setup(env *testscript.Env) error {
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB", "GOTOOLCHAIN").Output()
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
	for i, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB", "GOTOOLCHAIN"} {
		env.Setenv(name, lines[i])
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return err
	}
	tmp := filepath.Join(env.WorkDir, "tmp")
	if err := os.MkdirAll(tmp, 0o777); err != nil {
		return err
	}
	env.Setenv("TMPDIR", tmp)
	env.Setenv("XDG_CACHE_HOME", cache)
	if runtime.GOOS == "darwin" {
		home, err := os.UserHomeDir()
		if err != nil {
			return err
		}
		env.Setenv("HOME", home)
	}
	repository, err := filepath.Abs("../..")
	if err != nil {
		return err
	}
	env.Setenv("REPOSITORY", repository)
	env.Setenv("GOFLAGS", "")
	env.Setenv("GOWORK", "off")
	return nil
}
