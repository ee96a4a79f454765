package reuse

import "strconv"

// TB is the part of [testing.TB] that [CheckLeaks] needs.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
	Cleanup(func())
}

// CheckLeaks makes the test fail at its end, in the misuse build, for each
// place that took values from sources after this call and has not Put them
// by then. In other builds it does nothing. [Slab] and [Region] have nothing to leak.
func CheckLeaks(t TB, sources ...Source) {
	t.Helper()
	if !checking {
		return
	}
	for _, s := range sources {
		b, ok := s.(interface{ book() (string, *ledger) })
		if !ok {
			continue
		}
		title, l := b.book()
		before := l.missing()
		t.Cleanup(func() {
			t.Helper()
			for _, leak := range since(before, l.missing()) {
				t.Errorf("reuse: %s: %s taken and not Put\nGet:\n%s", title, plural(leak.Count), leak.Stack)
			}
		})
	}
}

// Checking reports whether this is the misuse build.
func Checking() bool { return checking }

func plural(n uint64) string {
	if n == 1 {
		return "1 value"
	}
	return strconv.FormatUint(n, 10) + " values"
}

// missing returns, by the stack of their Get, how many values are out or have
// died so.
func (l *ledger) missing() map[stack]uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	m := make(map[stack]uint64)
	for at, n := range l.leaks {
		m[at] += n
	}
	for _, r := range l.records {
		if r.out {
			m[r.got]++
		}
	}
	return m
}

// since returns what is in after and was not in before.
func since(before, after map[stack]uint64) []Leak {
	for at, n := range before {
		if after[at] -= min(n, after[at]); after[at] == 0 {
			delete(after, at)
		}
	}
	return byPlace(after)
}
