package testscripts

import "testing"

func TestMain(m *testing.M) { Main(m) }

// TestScript runs the scripts of prove and gc.
func TestScript(t *testing.T) { Run(t, "../..", true) }
