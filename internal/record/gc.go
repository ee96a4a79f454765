package record

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// A GCSetting is what the garbage collector of a program is told.
type GCSetting struct {
	// GOGC is in percent; -1 means off. 0 is no setting of a message.
	GOGC int `json:"gogc"`
	// Limit is GOMEMLIMIT in bytes; 0 means none.
	Limit int64 `json:"limit,omitempty"`
}

// Values are those of GOGC and GOMEMLIMIT as the environment has them: "100" and "180MiB",
// exact; "off" for none.
func (s GCSetting) Values() (gogc, limit string) {
	gogc, limit = "off", "off"
	if s.GOGC >= 0 {
		gogc = strconv.Itoa(s.GOGC)
	}
	switch {
	case s.Limit <= 0:
	case s.Limit%(1<<20) == 0:
		limit = fmt.Sprintf("%dMiB", s.Limit>>20)
	case s.Limit%(1<<10) == 0:
		limit = fmt.Sprintf("%dKiB", s.Limit>>10)
	default:
		limit = fmt.Sprintf("%dB", s.Limit)
	}
	return gogc, limit
}

// String is the setting as the environment has it, "GOGC=100 GOMEMLIMIT=180MiB", without
// a limit that is none.
func (s GCSetting) String() string {
	gogc, limit := s.Values()
	if s.Limit <= 0 {
		return "GOGC=" + gogc
	}
	return "GOGC=" + gogc + " GOMEMLIMIT=" + limit
}

// Size prints bytes, of a memory or a heap, with two digits or more: "100 KiB", "1.5 MiB",
// "512 MiB", "20 GiB". MiB, the unit that most limits have, go on to 10,240.
func Size(n int64) string {
	x, unit := float64(n), "B"
	for _, larger := range []struct {
		from  float64
		scale float64
		unit  string
	}{{1 << 10, 1 << 10, "KiB"}, {1 << 20, 1 << 20, "MiB"}, {10 << 30, 1 << 30, "GiB"}, {10 << 40, 1 << 40, "TiB"}} {
		if float64(n) >= larger.from {
			x, unit = float64(n)/larger.scale, larger.unit
		}
	}
	if x < 9.95 || unit == "GiB" || unit == "TiB" {
		return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0") + " " + unit
	}
	return strconv.FormatFloat(x, 'f', 0, 64) + " " + unit
}

// A GCRun is what one run of a program at one setting was seen to do. Figures that
// could not be had are 0.
type GCRun struct {
	Setting GCSetting `json:"setting"`
	// Wall and CPU are nanoseconds; CPU is that of user and system, all threads.
	Wall int64 `json:"wall_ns"`
	CPU  int64 `json:"cpu_ns"`
	// GCCPU is the part of CPU that marking took: the share of the time that processors
	// of the runtime were given (/cpu/classes), which other programs of a busy machine
	// lengthen for all classes alike.
	GCCPU int64 `json:"gc_cpu_ns,omitempty"`
	// Assist and Idle are the parts of GCCPU for which goroutines that allocate had to
	// mark, and which processors with nothing else to do marked. The rest is that of workers,
	// dedicated and fractional.
	Assist int64 `json:"assist_cpu_ns,omitempty"`
	Idle   int64 `json:"idle_cpu_ns,omitempty"`
	// Allocated is how many bytes were allocated.
	Allocated int64 `json:"allocated"`
	// Cycles counts collections that the collector began by itself, Forced those
	// that the program asked for.
	Cycles int64 `json:"cycles"`
	Forced int64 `json:"forced,omitempty"`
	// Live is the median of what was marked, in bytes; Roots that of the stacks
	// and globals that were scanned.
	Live  int64 `json:"live"`
	Roots int64 `json:"roots,omitempty"`
	// PeakHeap is the largest heap at the end of a collection, or at the end of the
	// run. PeakMemory is the most that the runtime had from the system, RSS what was
	// resident of the process at most. All are bytes.
	PeakHeap   int64 `json:"peak_heap"`
	PeakMemory int64 `json:"peak_memory,omitempty"`
	RSS        int64 `json:"rss,omitempty"`
	// MaxPause is the longest stop of the world for the collector, Latency the 99th
	// percentile of the time that goroutines waited for a processor. Nanoseconds.
	MaxPause int64 `json:"max_pause_ns,omitempty"`
	Latency  int64 `json:"latency_p99_ns,omitempty"`
	// Limited says that the collector's own limit on its CPU time was reached, above
	// which it lets memory grow over GOMEMLIMIT.
	Limited bool `json:"limited,omitempty"`
}

// Space is the memory of the process at most, in bytes: what the runtime had or, where
// that is more, what was resident, which has the program's text. 0 where it is not known.
func (r *GCRun) Space() int64 {
	if r.PeakMemory == 0 {
		return 0
	}
	return max(r.PeakMemory, r.RSS)
}

// A GCPrediction is what a run at a setting is expected to do, in the units of GCRun.
type GCPrediction struct {
	Setting  GCSetting `json:"setting"`
	Cycles   float64   `json:"cycles"`
	CPU      int64     `json:"cpu_ns,omitempty"`
	GCCPU    int64     `json:"gc_cpu_ns,omitempty"`
	PeakHeap int64     `json:"peak_heap"`
	// PeakMemory is that of the process: of a run, its Space.
	PeakMemory int64 `json:"peak_memory,omitempty"`
	// Thrashes says that the collector would need half of all CPU time or more, so
	// that its own limit lets memory grow over GOMEMLIMIT; where CPU time is not known, that
	// GOMEMLIMIT leaves no room over what is live.
	Thrashes bool `json:"thrashes,omitempty"`
}

// Space is the memory of the process, in bytes, or the heap where that is all that is known.
func (p *GCPrediction) Space() int64 { return cmp.Or(p.PeakMemory, p.PeakHeap) }

// Share is the collector's part of the CPU time; 0 where that is not known.
func (p *GCPrediction) Share() float64 {
	if p.CPU == 0 {
		return 0
	}
	return float64(p.GCCPU) / float64(p.CPU)
}

// A GCPair is a run with what the model says of its setting.
type GCPair struct {
	Measured  GCRun        `json:"measured"`
	Predicted GCPrediction `json:"predicted"`
}

// A GCCut is what the collector would have to do if one site allocated nothing.
type GCCut struct {
	Pos       Position     `json:"pos"`
	Function  string       `json:"function,omitempty"`
	Bytes     float64      `json:"bytes"` // share of all bytes allocated
	Predicted GCPrediction `json:"predicted"`
}

// A Tuning is the result of measuring the garbage collector of one workload.
type Tuning struct {
	// Workload names it: a benchmark, a command line, the address of a service.
	Workload string `json:"workload"`
	// Current is the setting that the user runs with.
	Current GCSetting `json:"current"`
	// Memory is what the process may have, in bytes, and MemoryFrom who says so:
	// "-memory", "cgroup v2". 0 and empty where there is no limit.
	Memory     int64  `json:"memory,omitempty"`
	MemoryFrom string `json:"memory_from,omitempty"`
	// Runs are the runs that the model was fitted to, each with what the model says
	// of it: the residuals.
	Runs []GCPair `json:"runs"`
	// Grid is what the model predicts elsewhere, in order of GOGC within Limit.
	Grid []GCPrediction `json:"grid"`
	// Cuts are the sites that allocate most, most first.
	Cuts []GCCut `json:"cuts,omitempty"`
	// Rate says in one sentence whether the allocation rate should be cut first.
	Rate string `json:"rate"`
	// Advised is a setting of Grid; zero where none is advised. Why says in
	// sentences why this one and what it would cost to be wrong.
	Advised GCSetting `json:"advised,omitzero"`
	Why     []string  `json:"why,omitempty"`
	// Warnings are dangers of the current or the advised setting.
	Warnings []string `json:"warnings,omitempty"`
	// Checked are runs at the advised setting, the median of several, and, if that was
	// asked for, at all others of Grid. Empty where none could be made.
	Checked []GCPair `json:"checked,omitempty"`
}

// Seen says in one sentence what was live and what was allocated in the run at the current
// setting or, where there is none, in the first; empty without runs.
func (t *Tuning) Seen() string {
	if len(t.Runs) == 0 {
		return ""
	}
	r := t.Runs[0].Measured
	for _, x := range t.Runs {
		if x.Measured.Setting == t.Current {
			r = x.Measured
			break
		}
	}
	text := fmt.Sprintf("With %v, %s are live", r.Setting, Size(r.Live))
	if r.Roots > 0 {
		text += fmt.Sprintf(" beside %s of stacks and globals", Size(r.Roots))
	}
	text += fmt.Sprintf(", and %s were allocated", Size(r.Allocated))
	if r.Wall > 0 {
		text += fmt.Sprintf(", %s a second", Size(int64(float64(r.Allocated)/float64(r.Wall)*1e9)))
	}
	return text + "."
}

// MemoryText is the memory and who says so, "64 MiB (-memory)"; empty where there is no limit.
func (t *Tuning) MemoryText() string {
	if t.Memory == 0 {
		return ""
	}
	return fmt.Sprintf("%s (%s)", Size(t.Memory), t.MemoryFrom)
}
