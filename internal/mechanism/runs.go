package mechanism

import (
	"fmt"
	"math"
	"strconv"

	"github.com/unheap/unheap/internal/record"
)

// Runs says how often the path of a site ran, and in what part of the runs it made an object in the workload w:
// "3.1/op, in 12 % of the 26 calls of p.parse; each makes an object". The site must have a Path, of which all but
// Text is read.
func Runs(s *record.Site, w *record.Workload) string {
	p := s.Path
	per := func(n int64) float64 { return float64(n) / float64(max(1, p.Ops)) }
	function := short(s.Function)
	var text string
	switch {
	case p.Times == 0:
		if p.Ops == 1 {
			return "not once in the operation in which that was counted"
		}
		return fmt.Sprintf("not once in the %d operations in which that was counted", p.Ops)
	case p.Calls == 0:
		text = perOp(per(p.Times)) + "/op"
	case p.Times == p.Calls:
		text = fmt.Sprintf("%s/op, in each call of %s", perOp(per(p.Times)), function)
	case p.Times < p.Calls:
		text = fmt.Sprintf("%s/op, in %s of the %s calls of %s", perOp(per(p.Times)), percentOf(p.Times, p.Calls), perOp(per(p.Calls)), function)
	default:
		text = fmt.Sprintf("%s/op, in %s of %s", perOp(per(p.Times)), callsOf(per(p.Calls)), function)
	}
	if objects := objectsOf(s, w); objects > 0 {
		text += "; " + makes(objects/per(p.Times))
	}
	switch {
	case p.AwayPos.File == "":
	case p.Away == 0:
		text += fmt.Sprintf("; %s:%d, by which the compiler says it gets away, did not run", p.AwayPos.File, p.AwayPos.Line)
	case p.Away < p.Times:
		text += fmt.Sprintf("; %s:%d, by which the compiler says it gets away, ran in %s of them", p.AwayPos.File, p.AwayPos.Line, percentOf(p.Away, p.Times))
	}
	return text
}

// makes says how many objects one run of the path makes.
func makes(objects float64) string {
	switch {
	case math.Abs(objects-1) < 0.02:
		return "each makes an object"
	case objects < 1:
		return fmt.Sprintf("%s of them make an object", percentOf(int64(1e6*objects), 1e6))
	}
	return fmt.Sprintf("each makes %s objects", perOp(objects))
}

// objectsOf is the number of objects that one operation of a workload makes at the site.
func objectsOf(s *record.Site, w *record.Workload) float64 {
	for _, u := range s.Usage {
		if u.Workload == w.Name && u.Package == w.Package {
			return w.PerOp(u.Objects)
		}
	}
	return 0
}

func callsOf(n float64) string {
	if n == 1 {
		return "one call"
	}
	return perOp(n) + " calls"
}

func percentOf(part, whole int64) string {
	share := 100 * float64(part) / float64(whole)
	switch {
	case share < 1:
		return strconv.FormatFloat(share, 'g', 1, 64) + " %"
	case share > 99:
		return strconv.FormatFloat(math.Floor(10*share)/10, 'f', 1, 64) + " %"
	}
	return strconv.FormatFloat(share, 'f', 0, 64) + " %"
}

// perOp formats a figure with as many digits as matter.
func perOp(x float64) string {
	if x == math.Trunc(x) || x >= 100 {
		return record.Count(int64(math.Round(x)))
	}
	return strconv.FormatFloat(x, 'g', 2, 64)
}
