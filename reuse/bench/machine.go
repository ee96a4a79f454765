package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// A machine describes where the figures come from.
type machine struct {
	day        string
	started    time.Time
	took       time.Duration
	load       string // load average before the run; empty where the system has none
	loadAtEnd  string
	processors string
}

func thisMachine() machine {
	return machine{
		day:        time.Now().UTC().Format(time.DateOnly),
		started:    time.Now(),
		load:       loadAverage(),
		processors: fmt.Sprintf("%d processors%s", runtime.NumCPU(), processorModel()),
	}
}

func (m *machine) finish() {
	m.took = time.Since(m.started).Round(time.Second)
	m.loadAtEnd = loadAverage()
}

func (m machine) String() string {
	s := fmt.Sprintf("%s, %s %s/%s, %s, GOMAXPROCS %d, GOGC and GOMEMLIMIT at their defaults; took %v",
		m.day, runtime.Version(), runtime.GOOS, runtime.GOARCH, m.processors, runtime.GOMAXPROCS(0), m.took)
	if m.load != "" {
		s += fmt.Sprintf("; the processors were shared with other programs (load average %s at the start, %s at the end, of which this run is 1 to 2)", m.load, m.loadAtEnd)
	}
	return s + "."
}

// loadAverage returns the mean number of runnable tasks over the last minute, as text.
func loadAverage() string {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "" // not Linux
	}
	first, _, _ := strings.Cut(string(b), " ")
	return first
}

// processorModel returns the model of the processor, with a comma before it.
func processorModel() string {
	b, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "" // not Linux
	}
	for line := range strings.Lines(string(b)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return ", " + strings.TrimSpace(value)
		}
	}
	return ""
}
