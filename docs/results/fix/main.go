// Fix measures what "unheap fix" makes of the classic cases, beside other tools
// on the same files, and prints docs/results/fix.md.
//
//	go run ./docs/results/fix > docs/results/fix.md
//
// It copies examples/classics to a temporary module, once for each tool, lets
// the tool rewrite its copy, runs the tests, and counts with "go test -benchmem"
// in a process of its own. Other tools come from the module proxy, in the
// versions named below; one that cannot be had or run is said to be so.
//
//	go run ./docs/results/fix -speed=unheap,./older/unheap
//
// prints the table of times for versions of the program, on four modules that it makes and one that it downloads.
//
// Flags leave parts out: -peers=false, -cost=false; -only REGEXP takes part of
// the packages of the examples. With -kill=N that many runs of "fix -w" are killed
// too, which takes some seconds each.
package main

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/record"
)

func main() {
	log.SetFlags(0)
	only := flag.String("only", "", "take only packages, or with -speed modules, that match `REGEXP`")
	others := flag.Bool("peers", true, "run the other tools")
	cost := flag.Bool("cost", true, "time one candidate against thirty")
	kills := flag.Int("kill", 0, "kill `N` runs of fix -w, and look at what they left")
	speed := flag.String("speed", "", "only time modules of five shapes, with the `programs` named, separated by commas, and print the table")
	limit := flag.Duration("limit", 9*time.Minute, "with -speed, the `time` that each run may take")
	write := flag.String("shape", "", "only write the files of a shape, `NAME=DIR`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *write != "" {
		if err := writeShape(*write); err != nil {
			log.Fatal(err)
		}
		return
	}
	if *speed != "" {
		match, err := regexp.Compile(*only)
		if err == nil {
			err = runSpeeds(ctx, strings.Split(*speed, ","), match, *limit)
		}
		if err != nil {
			log.Fatal(err)
		}
		return
	}
	if err := run(ctx, *only, *others, *cost, *kills); err != nil {
		log.Fatal(err)
	}
}

// A bench is the temporary folder, and what is known of its contents.
type bench struct {
	tmp    string
	unheap string // path of the program
	only   *regexp.Regexp
}

// results are the measurements that the page shows.
type results struct {
	cases  []caseFunc
	before state
	safe   fixed
	review fixed
	again  fixed // result of -review on the files that -review has written
	peers  []peerResult
	mutant string
	cost   []costRow
	kill   *killed // nil if no kills were asked for
}

func run(ctx context.Context, only string, others, cost bool, kills int) error {
	match, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "unheap-results-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	b := bench{tmp: tmp, unheap: filepath.Join(tmp, "unheap"), only: match}
	if _, err := command(ctx, ".", "go", "build", "-o", b.unheap, "./cmd/unheap"); err != nil {
		return fmt.Errorf("build unheap: %v (run this from the root of the repository)", err)
	}
	var kill *killed
	if kills > 0 {
		if kill, err = b.runKills(ctx, kills); err != nil {
			return err
		}
		log.Print(kill.text())
	}
	r, err := b.all(ctx, others, cost)
	if err != nil {
		return err
	}
	r.kill = kill
	w := bufio.NewWriter(os.Stdout)
	r.write(w)
	return w.Flush()
}

func (b *bench) all(ctx context.Context, others, cost bool) (r results, err error) {
	plain, err := b.copy("plain")
	if err != nil {
		return r, err
	}
	if r.cases, err = casesIn(plain); err != nil {
		return r, err
	}
	if r.before, err = stateOf(ctx, plain); err != nil {
		return r, err
	}
	if r.safe, err = b.fix(ctx, "safe", plain); err != nil {
		return r, err
	}
	if r.review, err = b.fix(ctx, "review", plain, "-review"); err != nil {
		return r, err
	}
	if r.again, err = b.fix(ctx, "review", plain, "-review"); err != nil {
		return r, err
	}
	if others {
		r.peers = b.runPeers(ctx, plain)
	}
	log.Print("mutants")
	if r.mutant, err = mutants(ctx); err != nil {
		return r, err
	}
	if cost {
		r.cost, err = b.runCost(ctx)
	}
	return r, err
}

// copy makes a module of the examples in a folder of that name, unless the folder exists.
func (b *bench) copy(name string) (string, error) {
	dir := filepath.Join(b.tmp, name)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	const from = "examples/classics"
	files, err := filepath.Glob(from + "/*/*.go")
	if err != nil {
		return "", err
	}
	for _, f := range files {
		rel, err := filepath.Rel(from, f)
		if err != nil {
			return "", err
		}
		if !b.only.MatchString(filepath.Dir(rel)) {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			return "", err
		}
		if err := writeFile(filepath.Join(dir, rel), text); err != nil {
			return "", err
		}
	}
	return dir, writeFile(filepath.Join(dir, "go.mod"), []byte("module example.com/classics\n\ngo 1.26.0\n"))
}

func writeFile(name string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o666)
}

// command runs a program outside of any workspace and returns its standard output. The error has what it wrote to
// stderr.
func command(ctx context.Context, dir, name string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	if dir != "." {
		cmd.Env = append(os.Environ(), "GOWORK=off")
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s %s: %v\n%s", filepath.Base(name), strings.Join(args, " "), err, bytes.TrimSpace(stderr.Bytes()))
	}
	return out, err
}

// A fixed is a copy of the examples after "unheap fix -w".
type fixed struct {
	state
	verdicts []record.Verdict
	reports  []record.Candidate
	sites    []record.Site
	changed  map[string]bool // functions whose source differs
	problems []string
	took     time.Duration
}

// ours selects the benchmarks that fix measures, without those of the versions written by hand.
const ours = "^Benchmark(C|Probe)"

func (b *bench) fix(ctx context.Context, name, plain string, flags ...string) (fixed, error) {
	log.Print("unheap fix ", strings.Join(flags, " "))
	var f fixed
	dir, err := b.copy(name)
	if err != nil {
		return f, err
	}
	stream := filepath.Join(b.tmp, name+".json")
	args := append([]string{"fix", "-w", "-bench=" + ours, "-format=json", "-o=" + stream}, flags...)
	start := time.Now()
	if _, err := command(ctx, dir, b.unheap, append(args, "./...")...); err != nil {
		return f, err
	}
	took := time.Since(start)
	if f, err = readStream(stream); err != nil {
		return f, err
	}
	f.took = took
	if f.changed, err = changed(plain, dir); err != nil {
		return f, err
	}
	f.state, err = stateOf(ctx, dir)
	return f, err
}

// readStream reads a stream written by "unheap fix -format=json".
func readStream(name string) (fixed, error) {
	var f fixed
	in, err := os.Open(name)
	if err != nil {
		return f, err
	}
	defer in.Close()
	err = record.Decode(in, &collector{fixed: &f})
	return f, err
}

// A collector keeps the messages that are needed.
type collector struct {
	record.Ignore
	*fixed
}

func (c *collector) Verdict(m *record.Verdict) error {
	c.verdicts = append(c.verdicts, *m)
	return nil
}

func (c *collector) Candidate(m *record.Candidate) error {
	c.reports = append(c.reports, *m)
	return nil
}
func (c *collector) Site(m *record.Site) error { c.sites = append(c.sites, *m); return nil }
func (c *collector) Problem(m *record.Problem) error {
	c.problems = append(c.problems, m.Text)
	return nil
}

// mutantTest is the table of wrong rewrites.
var mutantTest = []string{"test", "-count=1", "-v", "-run=TestMutants", "./internal/verify/equiv/kit"}

var mutantLine = regexp.MustCompile(`(?i)\d+ of \d+[^\n]*`)

// mutants runs that test and returns its last line.
func mutants(ctx context.Context) (string, error) {
	out, err := command(ctx, ".", "go", mutantTest...)
	if err != nil {
		return "", err
	}
	lines := mutantLine.FindAllString(string(out), -1)
	if len(lines) == 0 {
		return "", fmt.Errorf("go %s: no line like %q", strings.Join(mutantTest, " "), "39 of 40")
	}
	return lines[len(lines)-1], nil
}
