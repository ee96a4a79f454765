//go:build !linux && !darwin

package main

import "time"

// clockName says in the results what the times are.
const clockName = "wall clock"

// clockNote is printed when the clock is not the one the harness is meant for.
const clockNote = "no getrusage on this system: times are wall clock, so ratios are only good on an idle machine"

var processStart = time.Now()

// cpuNow is wall clock in nanoseconds; see clockNote.
func cpuNow() int64 { return int64(time.Since(processStart)) }
