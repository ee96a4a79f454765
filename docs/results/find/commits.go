package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"log"
	"maps"
	"math"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/unheap/unheap/docs/results/internal/cases"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/report/brief"
)

// A commit is one line of the list of cases: a commit that removed allocations. Find is run on its parent.
type commit struct {
	ID      string        `json:"id"`
	Repo    string        `json:"repo"`
	Parent  string        `json:"parent"`
	Child   string        `json:"child"`
	Module  string        `json:"module_dir"`
	Package string        `json:"package_dir"`
	Bench   string        `json:"bench"`
	Time    string        `json:"benchtime"`
	Overlay []string      `json:"overlay_test_files"` // test files taken from the child
	Remove  []string      `json:"remove_test_files"`
	Files   []changedFile `json:"files"`
}

type changedFile struct {
	Path     string `json:"path"`
	AtParent bool   `json:"at_parent"`
	Hunks    []struct {
		Start    int  `json:"start"`
		End      int  `json:"end"`
		Inserted bool `json:"inserted_only"` // the commit only inserts lines, after the line Start
	} `json:"hunks"`
}

// A seen is the output about a commit's parent.
type seen struct {
	Record string `json:"record,omitempty"` // of find; for sites that were not measured it has only the IDs
	Rival  int    `json:"rival,omitempty"`  // bytes of the output of -benchmem, listings and compiler's log
}

// A looker examines commits.
type looker struct {
	repos, unheap string // repos is the folder of the repositories. unheap is the command; empty to use stored findings only
	only          *regexp.Regexp
	known         *cases.Store[seen]
}

// patience bounds the time of one command.
const patience = 10 * time.Minute

// look runs find on the commits of a list, and prints the table.
func (l *looker) look(ctx context.Context, list, judgements, state string) (err error) {
	if l.known, err = cases.Open[seen](state); err != nil {
		return err
	}
	said, err := readJudgements(judgements)
	if err != nil {
		return err
	}
	var commits []commit
	err = cases.Each(list, func(line []byte) error {
		var c commit
		err := json.Unmarshal(line, &c)
		if l.only.MatchString(c.ID) {
			commits = append(commits, c)
		}
		return err
	})
	if err != nil {
		return err
	}
	rows := make([]*outcome, len(commits))
	for i, c := range commits {
		one, err := l.ask(c.ID, func() (*seen, error) { return l.find(ctx, c) })
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		log.Print(c.ID, " ", one.Error)
		if rows[i], err = l.rank(c, one, said[c.ID]); err != nil {
			return fmt.Errorf("%s: %v", c.ID, err)
		}
	}
	for i, c := range commits {
		if len(rows[i].functions) == 0 {
			continue
		}
		one, err := l.ask(c.ID+" rival", func() (*seen, error) { return l.rival(ctx, c, rows[i]) })
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		log.Print(one.ID, " ", one.Error)
		if one.Value != nil {
			rows[i].rival = one.Value.Rival
		}
	}
	w := bufio.NewWriter(os.Stdout)
	writeCommits(w, rows)
	return w.Flush()
}

// ask examines a case, or returns the stored finding. Without a command it does nothing else.
func (l *looker) ask(id string, examine func() (*seen, error)) (cases.Finding[seen], error) {
	if one, known := l.known.Known(id); known || l.unheap == "" {
		if !known {
			one.Error = "not examined"
		}
		return one, nil
	}
	return l.known.Ask(id, examine)
}

// checkout makes a temporary folder with the parent of a commit. The caller must remove it.
func (l *looker) checkout(c commit) (dir string, err error) {
	repo, err := cases.Repository(l.repos, c.Repo)
	if err != nil {
		return "", err
	}
	if dir, err = cases.Checkout(repo, c.Parent); err != nil {
		return "", err
	}
	for _, name := range c.Overlay {
		text, showErr := cases.Git("-C", repo, "show", c.Child+":"+name)
		err = errors.Join(err, showErr)
		if showErr == nil {
			err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), text, 0o666))
		}
	}
	for _, name := range c.Remove {
		err = errors.Join(err, os.Remove(filepath.Join(dir, name)))
	}
	if err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return dir, nil
}

// run runs a command in the folder of the commit's package, and returns its output.
func (c commit) run(ctx context.Context, dir, name string, args ...string) (stdout, stderr []byte, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	cmd.Dir = filepath.Join(dir, filepath.FromSlash(c.Package))
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOTOOLCHAIN=local")
	if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(c.Module), "vendor", "modules.txt")); err != nil {
		cmd.Env = append(cmd.Env, strings.TrimSpace("GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod")) // an old go.mod may lack something
	}
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err = cmd.Run(); err != nil {
		last := strings.Split(strings.TrimSpace(said.String()), "\n")
		err = fmt.Errorf("%s %s: %v: %s", filepath.Base(name), args[0], err, last[len(last)-1])
	}
	return out.Bytes(), said.Bytes(), err
}

// find runs find on the parent of a commit.
func (l *looker) find(ctx context.Context, c commit) (*seen, error) {
	dir, err := l.checkout(c)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out, _, err := c.run(ctx, dir, l.unheap, "find", "-format=json", "-bench="+c.Bench, "-benchtime="+c.Time, ".")
	if err != nil {
		return nil, err
	}
	var kept bytes.Buffer
	if err := record.Decode(bytes.NewReader(out), keeper{record.Encode(&kept)}); err != nil {
		return nil, err
	}
	return &seen{Record: kept.String()}, nil
}

// A keeper drops what a brief report does not need of a record.
type keeper struct{ record.Handler }

func (k keeper) SourceLine(*record.SourceLine) error { return nil }

func (k keeper) Site(s *record.Site) error {
	if len(s.Usage) == 0 {
		s = &record.Site{ID: s.ID} // the IDs stay, so that those of other sites differ from them
	}
	return k.Handler.Site(s)
}

// rival counts the bytes of the output of go test -benchmem, of the listings of functions in pprof and of the
// compiler's log of their packages, for the causes up to the one that the commit removed.
func (l *looker) rival(ctx context.Context, c commit, r *outcome) (*seen, error) {
	dir, err := l.checkout(c)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	binary, profile := filepath.Join(dir, "unheap-results.test"), filepath.Join(dir, "unheap-results.pprof")
	counts, _, err := c.run(ctx, dir, "go", "test", "-vet=off", "-run=^$", "-bench="+c.Bench, "-benchtime="+c.Time, "-benchmem", "-memprofilerate=1", "-memprofile="+profile, "-o="+binary, ".")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, f := range r.functions {
		names = append(names, regexp.QuoteMeta(f))
	}
	listings, _, err := c.run(ctx, dir, "go", "tool", "pprof", "-sample_index=alloc_objects", "-list=^("+strings.Join(names, "|")+")$", binary, profile)
	if err != nil && !strings.Contains(err.Error(), "no matches found") { // there is no listing if a closure has another name
		return nil, err
	}
	_, decisions, err := c.run(ctx, dir, "go", append([]string{"build", "-gcflags=-m=2"}, r.packages...)...)
	if err != nil {
		return nil, err
	}
	return &seen{Rival: len(counts) + len(listings) + len(decisions)}, nil
}

// An outcome is the result for a commit. Ranks are the positions of causes in the brief report, from 1; 0 means that
// there is none.
type outcome struct {
	commit
	failure   string
	causes    int
	line      int // rank of the first cause on a line that the commit changed
	function  int // rank of the first cause in a function that it changed
	read      int // rank of the cause that a reader named
	judged    judgement
	site      *record.Site
	bytes     int // bytes of the brief report up to the end of that cause
	rival     int // bytes of the output of other tools for the same; 0 if they were not run
	functions []string
	packages  []string
}

// A judgement is made by a reader of the commit and of the brief report.
type judgement struct {
	ID string `json:"id"`
	// Remedy is "right" (what the commit did, or as good), "other" (possible, but something else), "misleading" or
	// "none".
	Remedy string `json:"remedy"`
	// Printed is the remedy that was judged, as find printed it then.
	Printed string `json:"printed"`
	// First is the judgement when the case was first read, if find was changed since.
	First string `json:"first,omitempty"`
	Note  string `json:"note"`
	// At is the position at which the objects that the commit removed are allocated, "file:line" of the parent, if it
	// is neither on a line nor in a function that the commit changed.
	At string `json:"at,omitempty"`
	// Kind is the reason why the remedy is another one, or is not among the first.
	Kind string `json:"kind,omitempty"`
}

// rank returns the rank of the cause that the commit removed.
func (r *outcome) rank() int { return cmp.Or(r.read, r.line, r.function) }

// remedy returns the remedy that find printed for that cause; empty if the cause is missing.
func (r *outcome) remedy() string {
	if r.site == nil {
		return ""
	}
	return r.site.Remedy
}

// A recorded is a recorded run of find.
type recorded struct {
	brief.Run
	sites []*record.Site
}

func (r *recorded) Site(s *record.Site) error {
	r.sites = append(r.sites, s)
	return r.Run.Site(s)
}

// rank finds in the output of find the causes that the commit removed.
func (l *looker) rank(c commit, one cases.Finding[seen], j judgement) (*outcome, error) {
	r := &outcome{commit: c, failure: one.Error, judged: j}
	if one.Value == nil {
		return r, nil
	}
	var found recorded
	if err := record.Decode(strings.NewReader(one.Value.Record), &found); err != nil {
		return nil, err
	}
	changed, functions, err := l.changed(c)
	if err != nil {
		return nil, err
	}
	text := found.Lines(math.MaxInt)
	var sites []*record.Site // the first site of each cause
	var ends []int
	end := 0
	for line := range strings.Lines(text) {
		end += len(line)
		name, _, _ := strings.Cut(line, " ")
		first, err := found.Lookup(name)
		if err != nil { // the line is a problem, or says how many causes are left
			continue
		}
		sites, ends = append(sites, first), append(ends, end)
		for _, s := range found.sites {
			if s != first && (s.Cause == "" || s.Cause != first.Cause || s.Package != first.Package) {
				continue
			}
			for _, p := range []record.Position{s.Pos, s.CausePos} {
				at := path.Join(c.Module, p.File)
				note(&r.line, len(sites), changed[at][p.Line])
				note(&r.function, len(sites), functions[at][p.Line])
				note(&r.read, len(sites), fmt.Sprintf("%s:%d", at, p.Line) == j.At)
			}
		}
	}
	r.causes = len(sites)
	if n := r.rank(); n > 0 {
		r.site, r.bytes = sites[n-1], ends[n-1]
		for _, s := range sites[:n] {
			if !s.Test {
				r.functions, r.packages = append(r.functions, s.Function), append(r.packages, s.Package)
			}
		}
		slices.Sort(r.packages)
		r.packages = slices.Compact(r.packages)
	}
	return r, nil
}

// note sets rank to n if holds is true and rank is not set.
func note(rank *int, n int, holds bool) {
	if holds && *rank == 0 {
		*rank = n
	}
}

// changed returns the lines of the parent that a commit changes, by file, and those of the functions that it changes.
// Where lines are only added, these are the two lines around them.
func (l *looker) changed(c commit) (lines, functions map[string]map[int]bool, err error) {
	repo, err := cases.Repository(l.repos, c.Repo)
	if err != nil {
		return nil, nil, err
	}
	lines, functions = make(map[string]map[int]bool), make(map[string]map[int]bool)
	for _, f := range c.Files {
		if !f.AtParent {
			continue
		}
		text, err := cases.Git("-C", repo, "show", c.Parent+":"+f.Path)
		if err != nil {
			return nil, nil, err
		}
		fset := token.NewFileSet()
		syntax, err := parser.ParseFile(fset, f.Path, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		lines[f.Path], functions[f.Path] = make(map[int]bool), make(map[int]bool)
		for _, h := range f.Hunks {
			if h.Inserted {
				h.End = h.Start + 1
			}
			for n := h.Start; n <= h.End; n++ {
				lines[f.Path][n] = true
			}
		}
		for _, d := range syntax.Decls {
			from, to := fset.Position(d.Pos()).Line, fset.Position(d.End()).Line
			touched := false
			for n := from; n <= to; n++ {
				touched = touched || lines[f.Path][n]
			}
			for n := from; n <= to && touched; n++ {
				functions[f.Path][n] = true
			}
		}
	}
	return lines, functions, nil
}

// readJudgements reads the judgements, by commit.
func readJudgements(name string) (map[string]judgement, error) {
	all := make(map[string]judgement)
	return all, cases.Each(name, func(line []byte) error {
		var j judgement
		err := json.Unmarshal(line, &j)
		all[j.ID] = j
		return err
	})
}

// commitsHead is the top of the page.
const commitsHead = `# find: where people removed allocations

Made by ` + "`go run ./docs/results/find -cases=cases.jsonl -repos=DIR -unheap=BINARY -state=FILE > docs/results/commits.md`" + `.

At the parents of commits in which somebody removed allocations (by hand, counts before and after are proven)
` + "`unheap find -brief`" + ` is asked about the benchmark that shows it. The rank is that, among the causes in the order
printed, of the first on a line that the commit changes, of the first in a function that it changes, and, where what was
removed is allocated elsewhere, of the one that a reader names. Where lines are only added, the two beside them count.
Bytes are those of the report until that cause ends; the other tools are ` + "`go test -benchmem`, `pprof -list`" + ` of the
functions of the causes until there, and ` + "`go build -gcflags=-m=2`" + ` of their packages, whose reader must find the place
himself.

What a reader says of the remedy, as it is printed here, is in docs/results/find/judged.jsonl: right (what people did, or as
good), other (possible, and something else), misleading, none. Find was mended by what these commits showed, so that they are no longer a test of
its remedies; what was said of them first is counted besides. Two readers who had not seen find before judged two builds of
2026-11-23, one after the other: right 29 and 33 of 49, misleading 4 and 6, and dozens of misleading ones at other sites,
of which most were mended after either. The judgements here are the second reader's, but for eight remedies that were mended
or reworded after that, which who mended them has judged.

`

// writeCommits writes the page: the sums beside what is promised, a line for each commit, and why remedies differ.
func writeCommits(w io.Writer, rows []*outcome) {
	fmt.Fprint(w, commitsHead)
	writeCommitSums(w, rows)
	fmt.Fprintf(w, "| commit | causes | rank of the line | of the function | as read | bytes | other tools | reason | remedy, as printed | judged | what it says, and what was done |\n")
	fmt.Fprintf(w, "|---|--:|--:|--:|--:|--:|--:|---|---|---|---|\n")
	for _, r := range rows {
		reason := ""
		if r.site != nil {
			reason = strings.TrimSpace(r.site.Mechanism + " " + r.site.Rewrite)
		}
		fmt.Fprintf(w, "| %s | %d | %s | %s | %s | %d | %d | %s | %s | %s | %s |\n", r.ID, r.causes, ordinal(r.line), ordinal(r.function), ordinal(r.read),
			r.bytes, r.rival, reason, cases.Cell(r.remedy()), r.judged.Remedy, cases.Cell(cmp.Or(r.failure, r.judged.Note)))
	}
	kinds := make(map[string][]string)
	for _, r := range rows {
		if r.judged.Kind != "" {
			kinds[r.judged.Kind] = append(kinds[r.judged.Kind], r.ID)
		}
	}
	fmt.Fprint(w, "\n## Misses, by kind\n\n")
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Fprintf(w, "- %s: %s.\n", kind, strings.Join(kinds[kind], ", "))
	}
}

// writeCommitSums writes what is promised, and what was measured.
func writeCommitSums(w io.Writer, rows []*outcome) {
	count := func(holds func(r *outcome) bool) string {
		n := 0
		for _, r := range rows {
			if holds(r) {
				n++
			}
		}
		return fmt.Sprintf("%d of %d (%.0f %%)", n, len(rows), 100*float64(n)/float64(max(1, len(rows))))
	}
	fmt.Fprintf(w, "| what | promise | is |\n|---|--:|--:|\n")
	sum := func(what, promise string, holds func(r *outcome) bool) {
		fmt.Fprintf(w, "| %s | %s | %s |\n", what, promise, count(holds))
	}
	within := func(rank int) bool { return 0 < rank && rank <= 5 }
	sum("find could be run", "", func(r *outcome) bool { return r.failure == "" })
	sum("a changed line is among the first five causes", "", func(r *outcome) bool { return within(r.line) })
	sum("a changed line or function is", "", func(r *outcome) bool { return within(r.line) || within(r.function) })
	sum("what the people removed is, as read", "95 %", func(r *outcome) bool { return within(r.rank()) })
	for _, j := range []struct{ remedy, what, promise string }{
		{"right", "remedy right: theirs, or as good", "60 %"}, {"other", "remedy possible, and another", ""},
		{"misleading", "remedy wrong or misleading", "0"}, {"none", "no remedy", ""},
	} {
		sum(j.what, j.promise, func(r *outcome) bool { return r.judged.Remedy == j.remedy })
	}
	sum("remedy changed since it was judged", "", func(r *outcome) bool { return r.failure == "" && r.remedy() != r.judged.Printed })
	for _, remedy := range []string{"right", "misleading"} {
		sum("at the first reading, before find was mended by these commits: "+remedy, "", func(r *outcome) bool {
			return cmp.Or(r.judged.First, r.judged.Remedy) == remedy
		})
	}
	sum("brief report until then has at most 2,000 bytes", "90 %", func(r *outcome) bool { return 0 < r.bytes && r.bytes <= brief.Budget })
	sum("that is at most a twentieth of the other tools' bytes", "", func(r *outcome) bool { return 0 < r.bytes && 20*r.bytes <= r.rival })
	own, others := 0, 0
	for _, r := range rows {
		if r.rival > 0 {
			own, others = own+r.bytes, others+r.rival
		}
	}
	fmt.Fprintf(w, "| all bytes of those that both were asked about | 1/20 | %d of %d: 1/%.0f |\n\n", own, others, float64(others)/float64(max(1, own)))
}

// ordinal prints a rank for a table.
func ordinal(rank int) string {
	if rank == 0 {
		return "–"
	}
	return strconv.Itoa(rank)
}
