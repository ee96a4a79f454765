package main

import (
	"testing"
	"time"
)

// TestRun is a short run; it ends the process when it finds something.
func TestRun(t *testing.T) {
	if ops, gcs, _ := run(300*time.Millisecond, 8, 1); ops == 0 || gcs == 0 {
		t.Errorf("%d operations, %d collections", ops, gcs)
	}
}
