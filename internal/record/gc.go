package record

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// A GCSetting is a setting of the garbage collector of a program.
type GCSetting struct {
	// GOGC is in percent; -1 means off. 0 is in no setting of a message.
	GOGC int `json:"gogc"`
	// Limit is GOMEMLIMIT in bytes; 0 means none.
	Limit int64 `json:"limit,omitempty"`
}

// Values returns GOGC and GOMEMLIMIT as environment variables have them: "100" and "180MiB", exact; "off" for none.
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

// String returns the setting as environment variables, "GOGC=100 GOMEMLIMIT=180MiB", without GOMEMLIMIT if there is no
// limit.
func (s GCSetting) String() string {
	gogc, limit := s.Values()
	if s.Limit <= 0 {
		return "GOGC=" + gogc
	}
	return "GOGC=" + gogc + " GOMEMLIMIT=" + limit
}

// Size prints a number of bytes, of a memory or a heap, with two digits or more: "100 KiB", "1.5 MiB", "512 MiB", "20
// GiB". MiB, the unit of most limits, is used up to 10,240 MiB.
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

// Count prints a number in groups of three digits.
func Count[N int | int64](n N) string {
	digits, sign := strconv.FormatInt(int64(n), 10), ""
	if n < 0 {
		digits, sign = digits[1:], "-"
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// A GCRun holds the figures of one run of a program at one setting. Figures that could not be had are 0.
type GCRun struct {
	Setting GCSetting `json:"setting"`
	// Wall and CPU are in nanoseconds; CPU is the user and system time of all threads.
	Wall int64 `json:"wall_ns"`
	CPU  int64 `json:"cpu_ns"`
	// GCCPU is the part of CPU that marking took, from the share that the runtime gives for it (/cpu/classes). Other
	// programs on a busy machine lengthen the times of all classes alike.
	GCCPU int64 `json:"gc_cpu_ns,omitempty"`
	// Assist is the part of GCCPU in which goroutines that allocate had to mark, Idle the part in which processors
	// with nothing else to do marked. Workers, dedicated and fractional, did the rest.
	Assist int64 `json:"assist_cpu_ns,omitempty"`
	Idle   int64 `json:"idle_cpu_ns,omitempty"`
	// Allocated is the number of bytes allocated.
	Allocated int64 `json:"allocated"`
	// Cycles is the number of collections that the collector began by itself, Forced the number that the program asked
	// for.
	Cycles int64 `json:"cycles"`
	Forced int64 `json:"forced,omitempty"`
	// Live is the median of the bytes marked, Roots that of the bytes of stacks and globals scanned.
	Live  int64 `json:"live"`
	Roots int64 `json:"roots,omitempty"`
	// PeakHeap is the largest heap at the end of a collection, or at the end of the run. PeakMemory is the most that
	// the runtime had from the system, RSS the largest resident size of the process. All are in bytes.
	PeakHeap   int64 `json:"peak_heap"`
	PeakMemory int64 `json:"peak_memory,omitempty"`
	RSS        int64 `json:"rss,omitempty"`
	// MaxPause is the longest stop of the world for the collector, Latency the 99th percentile of the time that
	// goroutines waited for a processor. Both are in nanoseconds.
	MaxPause int64 `json:"max_pause_ns,omitempty"`
	Latency  int64 `json:"latency_p99_ns,omitempty"`
	// Limited says that the collector reached the limit on its own CPU time, above which it lets memory grow over
	// GOMEMLIMIT.
	Limited bool `json:"limited,omitempty"`
}

// Space returns the peak memory of the process in bytes: what the runtime had or, where it is more, the resident size,
// which includes the program's text. 0 if neither is known.
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
	// PeakMemory is the peak memory of the process: the Space of a run.
	PeakMemory int64 `json:"peak_memory,omitempty"`
	// Thrashes says that the collector would need half of all CPU time or more, so that it lets memory grow over
	// GOMEMLIMIT. If CPU time is not known, it says that GOMEMLIMIT leaves no room above the live memory.
	Thrashes bool `json:"thrashes,omitempty"`
}

// Space returns the peak memory of the process in bytes or, if only that is known, the peak heap.
func (p *GCPrediction) Space() int64 { return cmp.Or(p.PeakMemory, p.PeakHeap) }

// Share returns the collector's share of the CPU time; 0 if it is not known.
func (p *GCPrediction) Share() float64 {
	if p.CPU == 0 {
		return 0
	}
	return float64(p.GCCPU) / float64(p.CPU)
}

// A GCPair is a run and the model's prediction for its setting.
type GCPair struct {
	Measured  GCRun        `json:"measured"`
	Predicted GCPrediction `json:"predicted"`
}

// A GCCut is the prediction for the case that one site allocated nothing.
type GCCut struct {
	Pos       Position     `json:"pos"`
	Function  string       `json:"function,omitempty"`
	Bytes     float64      `json:"bytes"` // share of all bytes allocated
	Predicted GCPrediction `json:"predicted"`
}

// A Tuning is the result of measuring the garbage collector of one workload.
type Tuning struct {
	// Workload is what was run: a benchmark, a command line, the address of a service.
	Workload string `json:"workload"`
	// Current is the user's own setting.
	Current GCSetting `json:"current"`
	// Memory is the number of bytes that the process may use, MemoryFrom where that limit comes from: "-memory",
	// "cgroup v2". 0 and empty if there is no limit.
	Memory     int64  `json:"memory,omitempty"`
	MemoryFrom string `json:"memory_from,omitempty"`
	// Runs are the runs to which the model was fitted, each with the model's prediction: the residuals.
	Runs []GCPair `json:"runs"`
	// Grid has the model's predictions for other settings, in order of GOGC within Limit.
	Grid []GCPrediction `json:"grid"`
	// Cuts are the sites that allocate most, sorted by that, most first.
	Cuts []GCCut `json:"cuts,omitempty"`
	// Rate says in one sentence whether the allocation rate should be cut first.
	Rate string `json:"rate"`
	// Advised is a setting of Grid; zero if none is advised. Why gives the reasons, and what it would cost to be
	// wrong, in sentences.
	Advised GCSetting `json:"advised,omitzero"`
	Why     []string  `json:"why,omitempty"`
	// Warnings are dangers of the current or of the advised setting.
	Warnings []string `json:"warnings,omitempty"`
	// Checked are runs at the advised setting, the median of several, and, if asked for, at all other settings of
	// Grid. Empty if none could be made.
	Checked []GCPair `json:"checked,omitempty"`
}

// Seen says in one sentence what was live and what was allocated in the run at the current setting or, if there is no
// such run, in the first run; empty without runs.
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

// MemoryText returns the memory and where the limit comes from, "64 MiB (-memory)"; empty if there is no limit.
func (t *Tuning) MemoryText() string {
	if t.Memory == 0 {
		return ""
	}
	return fmt.Sprintf("%s (%s)", Size(t.Memory), t.MemoryFrom)
}
