//go:build !unix

package gocmd

import (
	"errors"
	"os"
)

// lockFile fails: where there is no lock, nothing is swept.
func lockFile(*os.File) error { return errors.ErrUnsupported }
