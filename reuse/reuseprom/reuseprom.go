// Package reuseprom writes the statistics of reuse primitives in the text
// format that Prometheus scrapes, without depending on its libraries.
package reuseprom

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/unheap/unheap/reuse"
)

// metrics are the metric families that Write writes, in this order. Leaks are left out, as a stack is no label.
var metrics = []struct {
	name, kind, help string
	value            func(reuse.Stats) string
}{
	{"reuse_hits_total", "counter", "Gets served from idle values, in lots of 64 per value.", func(s reuse.Stats) string { return count(s.Hits) }},
	{"reuse_misses_total", "counter", "Gets that allocated.", func(s reuse.Stats) string { return count(s.Misses) }},
	{"reuse_steals_total", "counter", "Hits served by a larger size class.", func(s reuse.Stats) string { return count(s.Steals) }},
	{"reuse_drops_total", "counter", "Puts that kept nothing.", func(s reuse.Stats) string { return count(s.Drops) }},
	{"reuse_leaked_total", "counter", "Values taken and never put, an estimate.", func(s reuse.Stats) string { return count(s.Leaked) }},
	{"reuse_held_bytes", "gauge", "Bytes held.", func(s reuse.Stats) string { return strconv.FormatInt(s.Held, 10) }},
	{"reuse_high_bytes", "gauge", "Most bytes held so far.", func(s reuse.Stats) string { return strconv.FormatInt(s.High, 10) }},
}

func count(n uint64) string { return strconv.FormatUint(n, 10) }

// Write writes one sample for each metric and source. Its label name is the source's name, so sources should have
// different names. Write returns the first error of w.
func Write(w io.Writer, sources ...interface{ Stats() reuse.Stats }) error {
	stats := make([]reuse.Stats, len(sources))
	for i, s := range sources {
		stats[i] = s.Stats()
	}
	for _, m := range metrics {
		if _, err := fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n", m.name, m.help, m.name, m.kind); err != nil {
			return err
		}
		for _, s := range stats {
			if _, err := fmt.Fprintf(w, "%s{name=\"%s\"} %s\n", m.name, escape(s.Name), m.value(s)); err != nil {
				return err
			}
		}
	}
	return nil
}

// escape quotes s as a label value.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s)
}
