//go:build !linux && !darwin

package main

import "time"

// clockName is the name that results give to their clock.
const clockName = "wall clock"

// clockNote is printed if the clock is not the one that the harness is meant for.
const clockNote = "no getrusage on this system: times are wall clock, so ratios are only good on an idle machine"

var processStart = time.Now()

// cpuNow returns wall-clock time in nanoseconds; see clockNote.
func cpuNow() int64 { return int64(time.Since(processStart)) }
