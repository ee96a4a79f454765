// Package testscripts runs the scripts of cmd/unheap, for its tests.
package testscripts

import (
	"flag"
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

// Folder is the folder of the scripts, relative to the root of the repository.
const Folder = "cmd/unheap/testdata/script"

// Main is the TestMain of packages whose tests call Run.
func Main(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"unheap": func() { os.Exit(driver.Main(os.Args[1:])) },
	})
}

var longFlag = flag.Bool("long", false, "TestScript runs the scripts that take longest too; .ci/long does so")

// judges reports whether a script is about prove or gc, by its name.
func judges(name string) bool {
	return strings.HasPrefix(name, "prove") || strings.HasPrefix(name, "gc_")
}

// Run runs the scripts about prove and gc if ofJudges is set, or else all others, in the repository at root. The
// former are run by the test of this package and the latter by that of the command, since a test has ten minutes. With
// UPDATE_SCRIPTS in the environment it updates the files with which "cmp stdout" and "cmp stderr" compare.
func Run(t *testing.T, root string, ofJudges bool) {
	root, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	all, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(Folder), "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, file := range all {
		if judges(filepath.Base(file)) == ofJudges {
			files = append(files, file)
		}
	}
	if len(files) == 0 {
		t.Fatalf("no script in %s is of that kind", root)
	}
	testscript.Run(t, testscript.Params{
		Files:               files,
		Setup:               func(env *testscript.Env) error { return setup(env, root) },
		Condition:           condition,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// condition knows "long", the flag; "smalldisk", which says that a script may mount a small disk in a name space of
// its own; and "python:MODULE", which says that Python has the module.
func condition(name string) (bool, error) {
	if name == "long" {
		return *longFlag, nil
	}
	if module, ok := strings.CutPrefix(name, "python:"); ok {
		return exec.Command("python3", "-c", "import "+module).Run() == nil, nil
	}
	if name != "smalldisk" {
		return false, fmt.Errorf("no condition is called %s", name)
	}
	return exec.Command("unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/mnt").Run() == nil, nil
}

// setup gives scripts the user's caches, so that the patched standard library is compiled once, and a temporary folder
// of their own, so that they can check what is left in it.
func setup(env *testscript.Env, repository string) error {
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
	env.Setenv("REPOSITORY", repository)
	env.Setenv("GOFLAGS", "")
	env.Setenv("GOWORK", "off")
	return nil
}
