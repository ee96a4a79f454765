package main

import (
	"testing"

	"github.com/unheap/unheap/internal/testscripts"
)

func TestMain(m *testing.M) { testscripts.Main(m) }

// TestScript runs the behaviour of the command, a file each, but for what the test of
// testscripts runs.
func TestScript(t *testing.T) {
	testscripts.Run(t, "../..", false)
}
