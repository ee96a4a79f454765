package reuse

import "strconv"

// CheckLeaks makes the test t (a *[testing.T] or *[testing.B]) fail at its end, in the misuse build, for each place
// that took values from pools (any type of this package) after this call and has not Put them by then, and for each
// pool with an idle value that was written. Values are counted by the stack of their Get: a value that was out at this
// call and is Put later hides a value that is lost and has the same stack. In other builds CheckLeaks does nothing.
func CheckLeaks(t interface {
	Helper()
	Errorf(format string, args ...any)
	Cleanup(func())
}, pools ...interface{ Stats() Stats }) {
	t.Helper()
	if !checking {
		return
	}
	for _, p := range pools {
		b, ok := p.(interface{ book() (string, account) })
		if !ok {
			continue
		}
		title, a := b.book()
		before := a.missing(true)
		t.Cleanup(func() {
			t.Helper()
			places := since(before, a.missing(true))
			for _, at := range sortedPlaces(places) {
				t.Errorf("reuse: %s: %s taken and not Put\nGet:\n%s", title, plural(places[at]), at)
			}
			if late := a.quarantine.inspectAll(); late != nil {
				what, stacks := late.report(a)
				t.Errorf("reuse: %s: %s%s", title, what, stacks)
			}
		})
	}
}

func plural(n uint64) string {
	if n == 1 {
		return "1 value"
	}
	return strconv.FormatUint(n, 10) + " values"
}

// since returns the counts of after less those of before, by printed stack.
func since(before, after map[stack]uint64) map[string]uint64 {
	for at, n := range before {
		if after[at] -= min(n, after[at]); after[at] == 0 {
			delete(after, at)
		}
	}
	return byPlace(after)
}
