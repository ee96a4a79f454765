//go:build !unix

package gocmd

import (
	"errors"
	"os"
)

// lockFile fails. Without locks nothing is swept.
func lockFile(*os.File) error { return errors.ErrUnsupported }
