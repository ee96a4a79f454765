// Package goroot finds the standard library for tests: one that was built with -trimpath
// does not know where it is, and importers from source, and whoever reads the list of the
// names that a release brought, need to.
//
// It imports nothing of this module, so that every test may import it.
package goroot

import (
	"fmt"
	"go/build"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Main is a TestMain that knows the place of the standard library.
func Main(m *testing.M) {
	if build.Default.GOROOT == "" {
		out, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			fmt.Fprintln(os.Stderr, "go env GOROOT:", err)
			os.Exit(1)
		}
		build.Default.GOROOT = strings.TrimSpace(string(out))
	}
	os.Exit(m.Run())
}
