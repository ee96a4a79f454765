// Command bench sets every primitive of reuse beside the pools that a Go
// program could use instead, and writes what it finds to docs/results/reuse.md.
//
// It keeps one promise: every figure of the results comes from the run that
// wrote the file, the losses included.
//
// Model: a contender does one workload, in slices of a few milliseconds to a tenth
// of a second. A round runs every contender of the workload once, in random
// order, each in a fresh and warmed session; costs are process CPU time, and
// two contenders are compared by the ratio inside each round, so that a machine
// that slows down slows both. Memory is counted apart from time: what is reachable
// just after a collection, per byte that callers asked for.
//
// What this blurs: a heap with nothing else in it collects more often than a
// service's; two processors say little about sixty-four; CPU time does not see
// a goroutine that waits for a lock.
//
// Each workload runs in a process of its own, a child of the one that was
// started. Usage:
//
//	GOWORK=off go run .                  about four minutes where nothing else runs
//	GOWORK=off go run . -rounds=20       longer, with narrower intervals
//	GOWORK=off go run . -run='^object'   some parts only, to standard output
//	GOWORK=off go run . -quick           less than a minute, to standard output; too short to quote
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/pprof"
	"slices"
)

func main() {
	quick := flag.Bool("quick", false, "measure each contender for a moment only")
	out := flag.String("o", "", "`file` to write the results to, - for standard output (default of a full run: "+page+")")
	rounds := flag.Int("rounds", 8, "measure each contender this many times")
	only := flag.String("run", "", "run only the parts whose name matches this `regexp`")
	child := flag.String("child", "", "run one part and write it as JSON; used by the command itself")
	who := flag.String("who", "", "with -child, run only the contenders whose name matches this `regexp`")
	profile := flag.String("cpuprofile", "", "write a CPU profile of -child to this `file`")
	flag.Parse()
	e := effort{rounds: *rounds, scale: .5}
	if *quick {
		e = effort{rounds: 5, scale: .1}
	}
	if *out == "" {
		*out = page
		if *quick || *only != "" {
			*out = "-"
		}
	}
	var err error
	switch {
	case flag.NArg() > 0:
		err = errors.New("unexpected argument " + flag.Arg(0))
	case *rounds < 1:
		err = fmt.Errorf("-rounds=%d: at least one is needed", *rounds)
	case *child != "":
		err = profiled(*profile, func() error { return runPart(os.Stdout, *child, *who, e) })
	default:
		err = run(*out, *only, *quick, *rounds)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// profiled runs f and writes a CPU profile of it to file, unless that is "".
func profiled(file string, f func() error) error {
	if file == "" {
		return f()
	}
	w, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(w); err != nil {
		return errors.Join(err, w.Close())
	}
	err = f()
	pprof.StopCPUProfile()
	return errors.Join(err, w.Close())
}

// page is the file to which a full run writes its results.
const page = "../../docs/results/reuse.md"

// Names of the parts that are not timed workloads.
const (
	partBurst  = "burst"
	partWaste  = "waste"
	partBounds = "bounds"
	partMisuse = "misuse"       // of reuse, in this build of it
	partPeers  = "misuse-peers" // of the other pools
)

// runPart measures one part in this process.
func runPart(w io.Writer, name, who string, e effort) error {
	enc := json.NewEncoder(w)
	switch name {
	case partBurst:
		return enc.Encode(bursts())
	case partWaste:
		return enc.Encode(wastes())
	case partBounds:
		return enc.Encode(bounds())
	case partMisuse:
		return enc.Encode(judge(ownSuspects()))
	case partPeers:
		return enc.Encode(judge(peerSuspects()))
	}
	for _, l := range workloads() {
		if l.name == name {
			match, err := regexp.Compile(who)
			if err != nil {
				return err
			}
			l.list = slices.DeleteFunc(l.list, func(c contender) bool { return !match.MatchString(c.name) })
			return enc.Encode(measure(l, e))
		}
	}
	return fmt.Errorf("no part is named %q", name)
}

// results are the measurements of one run. A part that was not run is nil.
type results struct {
	machine machine
	rounds  int
	rows    map[string][]row
	bursts  []burstRow
	wastes  []wasteRow
	bounds  *boundsRow
	peers   []misuseRow
	plain   []misuseRow // reuse in its default build
	checked []misuseRow // reuse in the misuse build, -tags reusecheck
}

func run(out, only string, quick bool, rounds int) error {
	match, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	bin, err := os.Executable()
	if err != nil {
		return err
	}
	parts := parts{match, []string{fmt.Sprintf("-rounds=%d", rounds), fmt.Sprintf("-quick=%v", quick)}}
	r := results{machine: thisMachine(), rounds: rounds, rows: map[string][]row{}}
	for _, w := range workloads() {
		var rows []row
		if err := parts.run(bin, w.name, &rows); err != nil {
			return err
		}
		if rows != nil {
			r.rows[w.name] = rows
		}
	}
	if err := r.withProfile(bin, parts); err != nil {
		return err
	}
	if err := r.untimed(bin, parts); err != nil {
		return err
	}
	r.machine.finish()
	text := r.markdown(quick)
	if out == "-" {
		_, err = os.Stdout.WriteString(text)
		return err
	}
	return os.WriteFile(out, []byte(text), 0o666)
}

// withPGO is appended to the name of a workload whose program is built with a profile of itself.
const withPGO = ", -pgo"

// withProfile runs those workloads again that a target wants with a profile, in a program that is built with it. The
// profile is taken over as many rounds as the measurement: in a shorter one most calls have no sample, and which of
// them are inlined is chance.
func (r *results) withProfile(bin string, parts parts) error {
	dir, err := os.MkdirTemp("", "reuse-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, name := range []string{"mixed-direct", "object"} {
		if !parts.wanted.MatchString(name) {
			continue
		}
		profile, guided := filepath.Join(dir, name+".pgo"), filepath.Join(dir, name+".exe")
		if b, err := exec.Command(bin, slices.Concat(parts.args, []string{"-child", name, "-cpuprofile", profile})...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: profile: %w\n%s", name, err, b)
		}
		if b, err := exec.Command("go", "build", "-pgo="+profile, "-o", guided, ".").CombinedOutput(); err != nil {
			return fmt.Errorf("%s: build with a profile: %w\n%s", name, err, b)
		}
		var rows []row
		if err := parts.run(guided, name, &rows); err != nil {
			return err
		}
		r.rows[name+withPGO] = rows
	}
	return nil
}

// untimed runs the parts whose results are exact, not times.
func (r *results) untimed(bin string, parts parts) error {
	for _, p := range []struct {
		name string
		into any
	}{{partBurst, &r.bursts}, {partWaste, &r.wastes}, {partBounds, &r.bounds}, {partPeers, &r.peers}, {partMisuse, &r.plain}} {
		if err := parts.run(bin, p.name, p.into); err != nil {
			return err
		}
	}
	if r.plain == nil {
		return nil
	}
	dir, err := os.MkdirTemp("", "reuse-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	checked := filepath.Join(dir, "bench.exe")
	build := exec.Command("go", "build", "-tags", "reusecheck", "-o", checked, ".")
	if b, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("the misuse build: %w\n%s", err, b)
	}
	return parts.run(checked, partMisuse, &r.checked)
}

// parts select parts by name, and hold the arguments that they are run with.
type parts struct {
	wanted *regexp.Regexp
	args   []string
}

// run runs the named part, if it is selected, in a process of its own, and decodes its results into into.
func (p parts) run(bin, name string, into any) error {
	if !p.wanted.MatchString(name) {
		return nil
	}
	fmt.Fprintln(os.Stderr, name)
	cmd := exec.Command(bin, slices.Concat(p.args, []string{"-child", name})...)
	cmd.Stderr = os.Stderr
	b, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := json.Unmarshal(b, into); err != nil {
		return fmt.Errorf("%s: what it wrote: %w", name, err)
	}
	return nil
}
