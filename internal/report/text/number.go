package text

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// figure formats a quantity per operation: whole numbers as such, others with as many digits as can matter.
func figure(x float64) string {
	switch a := math.Abs(x); {
	case math.Abs(x-math.Round(x)) < 1e-9 || a >= 1000:
		return record.Count(int64(math.Round(x)))
	case a >= 100:
		return strconv.FormatFloat(x, 'f', 1, 64)
	case a >= 1:
		return trimZeros(strconv.FormatFloat(x, 'f', 2, 64))
	case a < 1e-6:
		return strconv.FormatFloat(x, 'g', 2, 64)
	default:
		return trimZeros(strconv.FormatFloat(x, 'f', 1-int(math.Floor(math.Log10(a))), 64))
	}
}

func trimZeros(s string) string {
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}

// span formats the range of values: "1..4", or "1" if they agree.
func span(values []float64) string {
	if len(values) == 0 {
		return "-"
	}
	lo, hi := figure(slices.Min(values)), figure(slices.Max(values))
	if lo == hi {
		return lo
	}
	return lo + ".." + hi
}

// percent formats a fraction of 1.
func percent(x float64) string {
	switch {
	case x > 0 && x < 0.005:
		return "<1 %"
	case x < 1-1e-9 && x >= 0.995:
		return ">99 %"
	}
	return strconv.FormatFloat(100*x, 'f', 0, 64) + " %"
}

// part is a/b, and 0 if b is 0.
func part(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// duration formats nanoseconds with three digits.
func duration(ns float64) string {
	if ns == 0 {
		return "0 s"
	}
	unit, scale := timeUnit(ns)
	return threeDigits(ns/scale) + " " + unit
}

// timeUnit returns the largest unit that is at most ns, and its length in nanoseconds.
func timeUnit(ns float64) (name string, scale float64) {
	switch {
	case ns >= 1e9:
		return "s", 1e9
	case ns >= 1e6:
		return "ms", 1e6
	case ns >= 1e3:
		return "µs", 1e3
	}
	return "ns", 1
}

func threeDigits(x float64) string {
	switch {
	case x >= 99.95:
		return record.Count(int64(math.Round(x)))
	case x >= 9.995:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 2, 64)
}

// plural is "1 site" or "3 sites".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return record.Count(n) + " " + noun + "s"
}

// some lists the first n names and counts the others.
func some(names []string, n int) string {
	if len(names) <= n+1 { // "and 1 more" would be no shorter than the name
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %s more", strings.Join(names[:n], ", "), record.Count(len(names)-n))
}

// some is the function some; a verbose report lists all names.
func (r *run) some(names []string, n int) string {
	if r.Verbose {
		n = len(names)
	}
	return some(names, n)
}

// timing prints the median of samples and an interval of at least 95 % around
// it, or says that there are too few for one. It assumes no distribution: the
// interval runs between two order statistics, whose coverage is a sum of
// binomial probabilities (Conover, Practical Nonparametric Statistics, 3.2).
func timing(samples []float64) string {
	s := slices.Sorted(slices.Values(samples))
	n := len(s)
	if n == 0 {
		return "-"
	}
	median := (s[(n-1)/2] + s[n/2]) / 2
	k := rankOfInterval(n)
	if k < 0 {
		return fmt.Sprintf("%s (n=%d, no interval)", duration(median), n)
	}
	_, scale := timeUnit(median)
	return fmt.Sprintf("%s [%s..%s] n=%d", duration(median), threeDigits(s[k]/scale), threeDigits(s[n-1-k]/scale), n)
}

// rankOfInterval returns the largest k for which the k-th smallest and k-th
// largest of n samples, from 0, enclose the median with a probability of 95 %;
// -1 when even the extremes do not, which is for n < 6.
func rankOfInterval(n int) int {
	k := -1
	outside := 0.0 // probability that the median lies below sample k
	for choose := 1.0; k+1 < n/2; {
		outside += choose / math.Pow(2, float64(n))
		if 2*outside > 0.05 {
			break
		}
		k++
		choose = choose * float64(n-k) / float64(k+1)
	}
	return k
}
