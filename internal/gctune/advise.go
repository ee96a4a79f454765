package gctune

import (
	"fmt"
	"slices"
	"time"

	"github.com/unheap/unheap/internal/record"
)

// A Need is a requirement that a setting must meet.
type Need struct {
	Current record.GCSetting
	// Memory is the number of bytes that the process may use; 0 for no limit. From says where the limit comes from.
	Memory int64
	From   string
	// Machine is the memory of this machine in bytes; 0 if it is not known or the program runs elsewhere.
	Machine int64
	// Headroom is the part of Memory that must stay free, 0 to 1.
	Headroom float64
	// Cuts are the sites whose removal is predicted, with Bytes filled in.
	Cuts []record.GCCut
	// Find is the command that shows what allocates most, if Cuts are not known; it may be empty.
	Find string
}

// settings are the values of GOGC in a grid, in order.
var settings = []int{25, 50, 75, 100, 150, 200, 300, 400, 600, 800, Off}

// Bounds for what the advice says, as parts of all CPU time. Below noticed nobody would see the difference; above
// heavy the allocation rate should be cut, whatever the setting is. A setting that saves less than worth is not worth
// its memory.
const (
	noticed = 0.02
	heavy   = 0.10
	worth   = 0.01
)

// grown is a program whose live heap is a quarter larger than what was seen: an advice should hold on a worse day than
// that of its measurement.
var grown = Change{1, 1.25}

// floorHeap is the size in bytes of a live heap below which collections follow from the smallest heap, 4 MiB ×
// GOGC/100, and not from the live heap.
const floorHeap = heapMinimum / 2

// Advise fills in what the model predicts for a need. The caller sets the fields Workload, Runs and Checked of t.
func (m *Model) Advise(t *record.Tuning, need Need) {
	t.Current, t.Memory, t.MemoryFrom = need.Current, need.Memory, need.From
	limit := m.limitFor(need)
	for _, l := range slices.Compact([]int64{0, limit}) {
		for _, gogc := range settings {
			if gogc == Off && l == 0 {
				continue // never collects, so it is no setting for a program that goes on
			}
			t.Grid = append(t.Grid, m.Predict(record.GCSetting{GOGC: gogc, Limit: l}, Same))
		}
	}
	now := m.Predict(need.Current, Same)
	best := m.choose(t.Grid, now, need, limit)
	for _, c := range need.Cuts {
		c.Predicted = m.Predict(need.Current, Change{1 - c.Bytes, 1})
		t.Cuts = append(t.Cuts, c)
	}
	t.Rate = m.rate(now, best)
	if need.Find != "" && len(t.Cuts) == 0 && (!m.hasCPU || now.Share() >= noticed) {
		t.Rate += " What allocates most shows: " + need.Find
	}
	if best != nil && best.Setting != need.Current {
		t.Advised = best.Setting
		t.Why = m.why(now, *best, need)
	}
	t.Warnings = m.warnings(now, best, need)
}

// limitFor returns the GOMEMLIMIT for a need: the memory without the headroom and without what the runtime does not
// manage. It is 0 if the need has no memory.
func (m *Model) limitFor(need Need) int64 {
	if need.Memory == 0 {
		return 0
	}
	const mib = 1 << 20
	return max(int64(float64(need.Memory)*(1-need.Headroom))-m.outside, mib) / mib * mib
}

// choose returns the setting with the least CPU time that fits. Of settings that cost about the same it returns the
// current one or the one with the least memory; nil if none fits or is better. If nobody would notice the collector,
// GOGC stays as it is if it fits. With a memory only settings with the limit are considered, since the limit guards
// against a heap that was not seen; without one, settings that take more than twice the current memory are left out.
func (m *Model) choose(grid []record.GCPrediction, now record.GCPrediction, need Need, limit int64) *record.GCPrediction {
	room := int64(float64(need.Memory) * (1 - need.Headroom))
	if need.Memory == 0 {
		room = 2 * now.Space()
	}
	fits := func(p record.GCPrediction) bool {
		return p.Space() <= room && !p.Thrashes && !m.Predict(p.Setting, grown).Thrashes
	}
	var best *record.GCPrediction
	if same := m.Predict(record.GCSetting{GOGC: need.Current.GOGC, Limit: limit}, Same); fits(same) && need.Current.GOGC != Off {
		best = &same
		if m.hasCPU && now.Share() < noticed {
			return best
		}
	}
	for i := range grid {
		p := &grid[i]
		if p.Setting.Limit != limit || p.Setting.GOGC == Off || !fits(*p) {
			continue // with GOGC off only the limit would bound memory
		}
		if best == nil {
			best = p
		} else if saved := cost(*best) - cost(*p); saved > 0 && saved >= worth*cost(now) {
			best = p
		}
	}
	return best
}

// cost returns the CPU time or, if only that is known, the number of collections.
func cost(p record.GCPrediction) float64 {
	if p.CPU > 0 {
		return float64(p.CPU)
	}
	return p.Cycles
}

// rate says whether the allocation rate should be cut first.
func (m *Model) rate(now record.GCPrediction, best *record.GCPrediction) string {
	then := now
	if best != nil {
		then = *best
	}
	switch {
	case !m.hasCPU:
		return "CPU time is not known here, only how often the collector runs: see first what allocates."
	case now.Share() < noticed:
		return fmt.Sprintf("The collector takes %s of the CPU time: neither a lower allocation rate nor a setting would be noticed.", percentText(now.Share()))
	case m.mostLive() < floorHeap:
		return fmt.Sprintf("Cut the allocation rate first: %s are live at most, so that nearly all of the collector's %s of the CPU time come from how much is allocated. A setting only moves the smallest heap of 4 MiB × GOGC/100.",
			record.Size(int64(m.mostLive())), percentText(now.Share()))
	case now.Share() > heavy && then.Share() >= now.Share():
		return fmt.Sprintf("Cut the allocation rate first: the collector takes %s of the CPU time, and no setting that fits brings that down.", percentText(now.Share()))
	case then.Share() > heavy:
		return fmt.Sprintf("Cut the allocation rate first: the collector takes %s of the CPU time, and still %s at the best setting that fits.", percentText(now.Share()), percentText(then.Share()))
	}
	return fmt.Sprintf("The collector takes %s of the CPU time, and a setting brings that to %s. Each allocation less saves its own time beside that.", percentText(now.Share()), percentText(then.Share()))
}

// why returns sentences on what the advice is based on and what it would cost to be wrong.
func (m *Model) why(now, best record.GCPrediction, need Need) []string {
	var why []string
	switch {
	case best.Setting.GOGC == now.Setting.GOGC && need.Memory > 0:
		why = append(why, "The limit only guards against a heap that was not seen here: no other GOGC that fits saves 1 % of the CPU time.")
	case need.Memory > 0 && m.hasCPU:
		why = append(why, fmt.Sprintf("Of the settings that leave %s of %s free it costs the least CPU time: %s.",
			percentText(need.Headroom), record.Size(need.Memory), compareCPU(now, best)))
	case m.hasCPU:
		why = append(why, fmt.Sprintf("It takes at most twice the memory of today (%s instead of %s). CPU time: %s. With -memory the advice is for a container.",
			record.Size(best.Space()), record.Size(now.Space()), compareCPU(now, best)))
	default:
		why = append(why, fmt.Sprintf("It collects %.0f times instead of %.0f.", best.Cycles, now.Cycles))
	}
	larger := m.Predict(best.Setting, grown)
	text := fmt.Sprintf("If a quarter more is live than here, it needs %s", record.Size(larger.Space()))
	if m.hasCPU {
		text += fmt.Sprintf(" and %s of the CPU time for the collector", percentText(larger.Share()))
	}
	if larger.Thrashes {
		text += ": it would collect without end, and grow over the limit"
	}
	why = append(why, text+".")
	if need.Memory > 0 {
		why = append(why, fmt.Sprintf("GOMEMLIMIT is %s less than the memory that there is: the headroom, and %s of the process that are none of the runtime's.",
			record.Size(need.Memory-best.Setting.Limit), record.Size(m.outside)))
	}
	return why
}

// compareCPU says how much CPU time, by which a setting is chosen, the better of the two takes, and the collector's
// part of it.
func compareCPU(now, best record.GCPrediction) string {
	spent := func(p record.GCPrediction) time.Duration {
		digits := time.Nanosecond
		for int64(digits)*1000 <= p.CPU {
			digits *= 10
		}
		return time.Duration(p.CPU).Round(digits)
	}
	return fmt.Sprintf("%v instead of %v, of which the collector takes %s instead of %s", spent(best), spent(now), percentText(best.Share()), percentText(now.Share()))
}

// warnings lists dangers of the settings.
func (m *Model) warnings(now record.GCPrediction, best *record.GCPrediction, need Need) (all []string) {
	s := need.Current
	if need.Machine > 0 && need.Memory > need.Machine {
		asked := record.Tuning{Memory: need.Memory, MemoryFrom: need.From}
		all = append(all, fmt.Sprintf("%s is more than the %s that this machine has: the advice is for another one.", asked.MemoryText(), record.Size(need.Machine)))
	}
	if s.GOGC == Off && s.Limit == 0 {
		all = append(all, "GOGC=off without GOMEMLIMIT never collects: memory grows until the process is killed.")
	}
	if need.Memory > 0 && s.Limit > need.Memory-m.outside {
		all = append(all, fmt.Sprintf("GOMEMLIMIT=%s is no limit for a process that may have %s, of which %s are none of the runtime's: it is killed before the collector works harder.", record.Size(s.Limit), record.Size(need.Memory), record.Size(m.outside)))
	}
	if now.Thrashes {
		all = append(all, fmt.Sprintf("With GOMEMLIMIT=%s the collector would run without end: of what it limits, %s are live. It gives up at half of the CPU time, and memory grows over the limit.", record.Size(s.Limit), record.Size(int64(m.mostLive()))))
	}
	if need.Memory > 0 && int64(m.memory.of(m.mostLive())) > int64(float64(need.Memory)*(1-need.Headroom)) {
		all = append(all, fmt.Sprintf("No setting fits: what is live needs %s by itself, and %s are left of %s after the headroom. Give it more memory, or keep less alive.",
			record.Size(int64(m.memory.of(m.mostLive()))), record.Size(int64(float64(need.Memory)*(1-need.Headroom))), record.Size(need.Memory)))
	}
	if best == nil && len(all) == 0 && now.Share() >= noticed {
		all = append(all, "No setting is better than the current one by as much as 1 % of the CPU time.")
	}
	return all
}

func percentText(x float64) string {
	switch {
	case x > 0 && x < 0.001:
		return "less than 0.1 %"
	case x > 0 && x < 0.01:
		return fmt.Sprintf("%.1f %%", 100*x)
	}
	return fmt.Sprintf("%.0f %%", 100*x)
}
