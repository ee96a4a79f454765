package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/cpu"
	"github.com/unheap/unheap/internal/escape"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/heap"
	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
)

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	return slices.Sorted(maps.Keys(m))
}

// pointers returns the addresses of the elements of a list.
func pointers[T any](list []T) []*T {
	all := make([]*T, len(list))
	for i := range list {
		all[i] = &list[i]
	}
	return all
}

// readProfile reads the profile of -profile as the workload.
func (m *measurement) readProfile(ctx context.Context) error {
	m.progress(record.Progress{Stage: "read", Text: m.profile})
	from := m.profile
	if from == "-" {
		from = "stdin"
	}
	p, err := m.parseProfile()
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	name := filepath.Base(m.profile)
	if isCPU(p) {
		if err := m.addCPU(p, name); err != nil {
			return fmt.Errorf("%s: %w", from, err)
		}
		return nil
	}
	allocs, err := heap.Convert(p, heap.Options{Rel: m.program.Rel, Own: m.program.Own, Binary: m.findFlags.binary, Workload: name})
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	w := record.Workload{Name: name, Kind: record.KindProfile}
	for i := range allocs {
		allocs[i].Phase = record.PhaseSteady
		w.Objects += allocs[i].Objects
		w.Bytes += allocs[i].Bytes
	}
	m.joiner.Add(w, allocs)
	m.workloads = append(m.workloads, w)
	return m.loadDecisions(ctx)
}

// outside makes a program from the profile alone, for use outside of a module: all code that is neither in the
// standard library nor in a module with a version is the user's.
func (m *measurement) outside() error {
	p, err := m.parseProfile()
	if err != nil {
		return fmt.Errorf("%s: %w", m.profile, err)
	}
	var own []string
	for _, f := range p.Function {
		pkg := record.FunctionPackage(f.Name)
		first, _, _ := strings.Cut(pkg, "/")
		if pkg == "" || strings.Contains(f.Filename, "@") || strings.Contains(filepath.ToSlash(f.Filename), "/src/"+pkg+"/") {
			continue
		}
		if filepath.IsAbs(f.Filename) || strings.Contains(first, ".") || pkg == "main" {
			own = append(own, pkg)
		}
	}
	m.program = load.Outside(own)
	m.problem(record.Problem{Text: "there is no module here, so places have no source and few reasons: start in the folder of the program's module"})
	return nil
}

// isCPU reports whether p is a CPU profile. A profile that is neither CPU nor heap is left to the heap reader, whose
// error says what it is.
func isCPU(p *profile.Profile) bool {
	return slices.ContainsFunc(p.SampleType, func(v *profile.ValueType) bool { return v.Type == "cpu" })
}

// parseProfile reads the profile of -profile, once.
func (m *measurement) parseProfile() (*profile.Profile, error) {
	var err error
	if m.given == nil {
		m.given, err = parseProfile(m.profile, m.in)
	}
	return m.given, err
}

// parseProfile reads a profile from a file or, if name is "-", from stdin.
func parseProfile(name string, stdin io.Reader) (*profile.Profile, error) {
	r := stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, errors.Unwrap(err) // the caller names the file
		}
		defer f.Close()
		r = f
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	p, err := profile.ParseData(data)
	if err != nil {
		return nil, fmt.Errorf("not a profile, or cut short: %v", err)
	}
	return p, nil
}

// ownPackages returns the packages with syntax, in which the user's lines can be.
func (m *measurement) ownPackages() []string {
	var paths []string
	for _, pkg := range m.program.Packages() {
		if path := strings.TrimSuffix(pkg.Path, "_test"); !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
}

// loadDecisions compiles the user's packages just for the compiler's log, as there is no test binary for a given
// profile.
func (m *measurement) loadDecisions(ctx context.Context) error {
	if len(m.ownPackages()) == 0 {
		return nil
	}
	l, err := escape.Load(ctx, escape.LoadOptions{
		Options:  escape.Options{Dir: workingDir(), Rel: m.program.Rel},
		Packages: m.ownPackages(), Flags: m.buildFlags(), GCFlags: m.gcflags,
	})
	if err != nil {
		m.problem(record.Problem{Text: "the compiler's log could not be used: " + err.Error()})
		return nil
	}
	m.decisions = l.Decisions
	return nil
}

// timeSamples is the number of timings of each benchmark with -time: five give a median and the range it lies in.
const timeSamples = 5

// time sets the times of benchmarks, from runs that record nothing.
func (m *measurement) time(ctx context.Context, binary *bench.Binary, sel bench.Select, workloads []record.Workload) error {
	sel.Benchtime = cmp.Or(sel.Benchtime, "100ms")
	for i := range timeSamples {
		m.progress(record.Progress{Stage: "time", Text: binary.Package, Done: i, Total: timeSamples})
		samples, err := binary.Measure(ctx, sel)
		if err != nil {
			return err
		}
		for _, s := range samples {
			k := slices.IndexFunc(workloads, func(w record.Workload) bool { return w.Name == s.Name })
			if k >= 0 && s.Failure == "" && workloads[k].Kind == record.KindBenchmark {
				workloads[k].NsPerOp = append(workloads[k].NsPerOp, s.NsPerOp)
			}
		}
	}
	return nil
}

// cpuTime is how long each benchmark runs under the CPU profiler: at 100 samples a second, enough for a share that is
// accurate to ten percentage points.
const cpuTime = "1s"

// splitCPU runs the workloads under the CPU profiler, with nothing else recorded, and splits the profile.
func (m *measurement) splitCPU(ctx context.Context, binary *bench.Binary, sel bench.Select) error {
	m.progress(record.Progress{Stage: "cpu", Text: binary.Package})
	dir, remove, err := gocmd.MkdirTemp("cpu")
	if err != nil {
		return err
	}
	defer remove()
	file := filepath.Join(dir, "cpu.pprof")
	if strings.HasSuffix(sel.Benchtime, "x") || sel.Benchtime == "" {
		sel.Benchtime = cpuTime // the few operations that exact counts need give too few samples
	}
	sel.Args = append(slices.Clone(sel.Args), "-test.cpuprofile="+file)
	if _, err := binary.Measure(ctx, sel); err != nil {
		return err
	}
	p, err := parseProfile(file, nil)
	if err != nil {
		return fmt.Errorf("%s: CPU profile: %v", binary.Package, err)
	}
	return m.addCPU(p, binary.Package)
}

// addCPU splits a CPU profile.
func (m *measurement) addCPU(p *profile.Profile, source string) error {
	c, err := cpu.Convert(p, cpu.Options{Own: m.program.Own, Rel: m.program.Rel, Source: source})
	if err == nil {
		m.cpus = append(m.cpus, *c)
	}
	return err
}
