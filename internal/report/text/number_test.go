package text

import (
	"math"
	"testing"
)

func TestFigure(t *testing.T) {
	for _, tt := range []struct {
		x    float64
		want string
	}{
		{0, "0"}, {7, "7"}, {7.0000000001, "7"}, {6.585, "6.58"}, {6.5, "6.5"},
		{0.67, "0.67"}, {0.04, "0.04"}, {0.00123, "0.0012"}, {0.0000001, "1e-07"},
		{134.44, "134.4"}, {1234567, "1,234,567"}, {12345.6, "12,346"}, {-1234, "-1,234"}, {-0.5, "-0.5"},
	} {
		if got := figure(tt.x); got != tt.want {
			t.Errorf("figure(%v) = %q, want %q", tt.x, got, tt.want)
		}
	}
}

func TestPercent(t *testing.T) {
	for _, tt := range []struct {
		x    float64
		want string
	}{
		{0, "0 %"}, {0.001, "<1 %"}, {0.006, "1 %"}, {0.5, "50 %"}, {0.999, ">99 %"}, {1, "100 %"},
	} {
		if got := percent(tt.x); got != tt.want {
			t.Errorf("percent(%v) = %q, want %q", tt.x, got, tt.want)
		}
	}
}

func TestDuration(t *testing.T) {
	for _, tt := range []struct {
		ns   float64
		want string
	}{
		{0, "0 s"}, {3.14159, "3.14 ns"}, {18.6, "18.6 ns"}, {2020, "2.02 µs"}, {999.7e3, "1,000 µs"}, {1.5e9, "1.50 s"}, {123e6, "123 ms"},
	} {
		if got := duration(tt.ns); got != tt.want {
			t.Errorf("duration(%v) = %q, want %q", tt.ns, got, tt.want)
		}
	}
}

// The ranks are those of the usual table of sign-test confidence intervals for
// a median, counted from 0.
func TestRankOfInterval(t *testing.T) {
	for n, want := range map[int]int{1: -1, 5: -1, 6: 0, 8: 0, 9: 1, 10: 1, 12: 2, 15: 3, 20: 5, 30: 9} {
		if got := rankOfInterval(n); got != want {
			t.Errorf("rankOfInterval(%d) = %d, want %d", n, got, want)
		}
		if want >= 0 {
			if p := coverage(n, want); p < 0.95 || coverage(n, want+1) >= 0.95 {
				t.Errorf("n=%d: rank %d covers %v", n, want, p)
			}
		}
	}
}

// coverage is the probability that the median lies between the k-th smallest
// and the k-th largest of n samples.
func coverage(n, k int) float64 {
	below := 0.0
	for i := 0; i <= k; i++ {
		ways, _ := math.Lgamma(float64(n + 1))
		a, _ := math.Lgamma(float64(i + 1))
		b, _ := math.Lgamma(float64(n - i + 1))
		below += math.Exp(ways-a-b) / math.Pow(2, float64(n))
	}
	return 1 - 2*below
}

func TestTiming(t *testing.T) {
	for _, tt := range []struct {
		samples []float64
		want    string
	}{
		{nil, "-"},
		{[]float64{20, 10, 30}, "20.0 ns (n=3, no interval)"},
		{[]float64{990, 1990, 2000, 2010, 2020, 2030}, "2.00 µs [0.99..2.03] n=6"}, // in one unit
		{[]float64{6, 5, 4, 3, 2, 1}, "3.50 ns [1.00..6.00] n=6"},
	} {
		if got := timing(tt.samples); got != tt.want {
			t.Errorf("timing(%v) = %q, want %q", tt.samples, got, tt.want)
		}
	}
}

func TestWithin(t *testing.T) {
	for _, tt := range []struct {
		share float64
		n     int64
		want  string
	}{
		{0.5, 0, " (number of samples unknown)"},
		{0.5, 100, " [40 %..60 %, n=100 samples]"},
		{0, 100, " [0 %..4 %, n=100 samples]"},
		{1, 100, " [96 %..100 %, n=100 samples]"},
	} {
		if got := within(tt.share, tt.n); got != tt.want {
			t.Errorf("within(%v, %d) = %q, want %q", tt.share, tt.n, got, tt.want)
		}
	}
}

func TestSome(t *testing.T) {
	for _, tt := range []struct {
		names []string
		want  string
	}{
		{[]string{"a"}, "a"}, {[]string{"a", "b", "c"}, "a, b, c"}, {[]string{"a", "b", "c", "d"}, "a, b and 2 more"},
	} {
		if got := some(tt.names, 2); got != tt.want {
			t.Errorf("some(%v) = %q, want %q", tt.names, got, tt.want)
		}
	}
}

func TestRelative(t *testing.T) {
	for _, tt := range []struct{ dir, file, want string }{
		{"", "a/b.go", "a/b.go"},
		{".", "b.go", "b.go"},
		{"a", "a/b.go", "b.go"},
		{"a", "b.go", "../b.go"},
		{"a/b", "a/c/d.go", "../c/d.go"},
		{"a", "ab/c.go", "../ab/c.go"},
		{"a", "a", "../a"},
	} {
		if got := relative(tt.dir, tt.file); got != tt.want {
			t.Errorf("relative(%q, %q) = %q, want %q", tt.dir, tt.file, got, tt.want)
		}
	}
}

func TestFitMiddle(t *testing.T) {
	for _, tt := range []struct {
		s    string
		n    int
		want string
	}{
		{"short", 12, "short"},
		{"Decode/large-input", 12, "Decode…input"},
		{"日本語日本語日本語", 12, "日本語…本語"},
	} {
		if got := fitMiddle(tt.s, tt.n); got != tt.want {
			t.Errorf("fitMiddle(%q, %d) = %q, want %q", tt.s, tt.n, got, tt.want)
		}
	}
}

func TestExpandTabs(t *testing.T) {
	for _, tt := range []struct{ s, want string }{
		{"a", "a"}, {"\ta", "    a"}, {"ab\tc\td", "ab  c   d"}, {"日\tx", "日  x"}, {"abcd\tx", "abcd    x"},
	} {
		if got := expandTabs(tt.s); got != tt.want {
			t.Errorf("expandTabs(%q) = %q, want %q", tt.s, got, tt.want)
		}
	}
}
