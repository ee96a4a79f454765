package driver

import (
	"path/filepath"
	"runtime"

	"github.com/unheap/unheap/internal/record"
)

// dir is the folder in which the command was started, relative to the root of the module.
func (m *measurement) dir() string {
	rel, err := filepath.Rel(m.program.Root(), workingDir())
	if err != nil {
		return "."
	}
	return filepath.ToSlash(rel)
}

// report passes everything that is known to the handler, in the order of a stream.
func (m *measurement) report(interrupted bool) error {
	if m.bench == nil {
		return nil
	}
	m.printable = len(m.workloads) > 0 || len(m.cpus) > 0 || len(m.problems) > 0
	h := m.handler
	for _, step := range []func() error{
		m.lines.end,
		func() error { return h.Config(m.config()) },
		func() error { return emit(m.problems, h.Problem) },
		func() error { return emit(m.workloads, h.Workload) },
		func() error { return emit(m.cpus, h.CPU) },
		func() error { return emit(m.sites, h.Site) },
		m.emitSource,
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return h.Summary(m.summary(interrupted))
}

// emit passes each message of a list on, up to the first error.
func emit[T any](list []T, to func(*T) error) error {
	for i := range list {
		if err := to(&list[i]); err != nil {
			return err
		}
	}
	return nil
}

// config describes the run as a whole.
func (m *measurement) config() *record.Config {
	env := m.bench.Environment()
	return &record.Config{
		Protocol:  record.Protocol,
		Unheap:    version(),
		Command:   m.command,
		GoVersion: env.GOVERSION,
		GOOS:      runtime.GOOS,
		GOARCH:    runtime.GOARCH,
		Module:    m.program.Module(),
		Packages:  sortedKeys(m.named()),
		Dir:       m.dir(),
		Counter:   m.counter(),
	}
}

// counter says how objects were counted.
func (m *measurement) counter() string {
	if m.profile != "" {
		return "profile"
	}
	return m.bench.Counter()
}

// around is how many lines of source are recorded on either side of a site: enough to see the statement and what
// leads to it.
const around = 3

// emitSource sends the lines around each measured site in the user's code, so that listings can be made from the
// record alone.
func (m *measurement) emitSource() error {
	wanted := make(map[string]map[int]bool)
	for _, s := range m.sites {
		if s.Match == record.Unmeasured || m.program.File(s.Pos.File) == nil {
			continue
		}
		lines := wanted[s.Pos.File]
		if lines == nil {
			lines = make(map[int]bool)
			wanted[s.Pos.File] = lines
		}
		for n := s.Pos.Line - around; n <= s.Pos.Line+around; n++ {
			lines[n] = true
		}
	}
	for _, file := range sortedKeys(wanted) {
		text := m.program.Lines(file)
		for _, n := range sortedKeys(wanted[file]) {
			if n < 1 || n > len(text) {
				continue
			}
			if err := m.handler.SourceLine(&record.SourceLine{Pos: record.Position{File: file, Line: n}, Text: text[n-1]}); err != nil {
				return err
			}
		}
	}
	return nil
}

// summary adds up the steady phase over all workloads.
func (m *measurement) summary(interrupted bool) *record.Summary {
	sum := &record.Summary{Interrupted: interrupted, Files: m.files}
	for _, w := range m.workloads {
		sum.Objects += w.Objects
		sum.Bytes += w.Bytes
		sum.Missing += w.Missing
	}
	for _, s := range m.sites {
		for _, u := range s.Usage {
			switch s.Match {
			case record.Unexplained:
				sum.Unexplained += u.Objects
			case record.Shared:
				sum.Shared += u.Objects
			}
		}
	}
	return sum
}
