package driver

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/gocmd"
)

// A listed is a package that the patterns name, as the go command lists it.
type listed struct {
	path, dir string
	module    string // of the main module it belongs to; empty for none
	tests     bool   // it has test files
}

// list asks the go command what the patterns name. It is quicker than loading
// syntax and types, so that building can begin beside that.
func (m *measurement) list(ctx context.Context) ([]listed, error) {
	const format = "{{.ImportPath}}\t{{.Dir}}\t{{with .Module}}{{if .Main}}{{.Path}}{{end}}{{end}}\t{{or .TestGoFiles .XTestGoFiles .Error .DepsErrors | not}}\t{{.Name}}\t{{join .TestGoFiles \"/\"}}/{{join .XTestGoFiles \"/\"}}"
	args := append([]string{"list", "-e", "-f", format}, m.buildFlags()...)
	out, err := gocmd.Go(ctx, ".", append(append(args, "--"), m.patterns...)...)
	if err != nil {
		return nil, err
	}
	return parseList(string(out), hasBenchmarks), nil
}

// mainModules are the paths of the modules of a workspace; none outside of one, where
// the packages tell theirs, and none if the go command cannot say.
func (m *measurement) mainModules(ctx context.Context) []string {
	if !m.workspace {
		return nil
	}
	out, err := gocmd.Go(ctx, ".", "list", "-m")
	if err != nil {
		return nil // reasons are missing of the modules that no package named belongs to
	}
	return strings.Fields(string(out))
}

// whyNone replaces the error of the loader, which found no package, by what the
// go command says of it: that there is no go.mod, or no cache to build in.
func (m *measurement) whyNone(ctx context.Context, none error) error {
	args := append([]string{"list", "-export"}, m.buildFlags()...)
	_, err := gocmd.Go(ctx, ".", append(append(args, "--"), m.patterns...)...)
	var said *gocmd.Error
	if errors.As(err, &said) && said.Stderr != "" {
		return fmt.Errorf("%w: %s", none, said.Stderr)
	}
	return none
}

// parseList reads what list asks for. Packages with benchmarks come first, and commands last,
// whose tests run them: the first lines are to be there soon.
func parseList(text string, hasBenchmarks func(dir string, files []string) bool) []listed {
	var all []listed
	late := make(map[string]int)
	for line := range strings.Lines(text) {
		parts := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(parts) != 6 || parts[1] == "" {
			continue
		}
		all = append(all, listed{parts[0], parts[1], parts[2], parts[3] == "false"})
		switch {
		case hasBenchmarks(parts[1], strings.Split(strings.Trim(parts[5], "/"), "/")):
		case parts[4] == "main":
			late[parts[0]] = 2
		default:
			late[parts[0]] = 1
		}
	}
	slices.SortFunc(all, func(a, b listed) int {
		return cmp.Or(cmp.Compare(late[a.path], late[b.path]), strings.Compare(a.path, b.path))
	})
	return all
}

// hasBenchmarks reports whether one of the files declares a benchmark, as far as a look at
// the text tells.
func hasBenchmarks(dir string, files []string) bool {
	return slices.ContainsFunc(files, func(name string) bool {
		text, err := os.ReadFile(filepath.Join(dir, name)) // what cannot be read is told by the build
		return err == nil && bytes.Contains(text, []byte("\nfunc Benchmark"))
	})
}

// logPatterns are the packages whose decisions explain lines of the user's:
// those of the main modules, of which a workspace may have more than the packages
// belong to, and what else is named.
func logPatterns(packages []listed, workspace []string) []string {
	var patterns []string
	for _, module := range workspace {
		patterns = append(patterns, module+"/...")
	}
	for _, p := range packages {
		pattern := p.path
		if p.module != "" {
			pattern = p.module + "/..."
		}
		if !slices.Contains(patterns, pattern) {
			patterns = append(patterns, pattern)
		}
	}
	return patterns
}

// A built is the test binary of one package, or why there is none.
type built struct {
	path   string
	binary *bench.Binary
	err    error
}

// A building is the work that goes on beside loading: binaries come in the order
// of [parseList].
type building struct {
	bench *bench.Bench
	err   error    // why there is no bench
	log   []string // patterns of the packages whose decisions are wanted
	done  chan built
	total int // how many will be done
}

// startBuilding prepares the counting runtime and begins to build. The
// channel that it returns yields once the Bench is there.
func (m *measurement) startBuilding(ctx context.Context) <-chan building {
	ready := make(chan building, 1)
	go func() {
		var packages []listed
		var patterns []string
		var failed error
		found := make(chan struct{})
		go func() { // beside the counting runtime
			defer close(found)
			packages, failed = m.list(ctx)
			patterns = logPatterns(packages, m.mainModules(ctx))
		}()
		b, err := bench.Open(ctx, bench.Options{Flags: m.buildFlags(), Stock: m.stock, Progress: m.progress})
		<-found
		if failed != nil && m.profile == "" { // a profile can be read outside of a module
			if err == nil {
				b.Close()
			}
			err = failed
		}
		if err != nil {
			ready <- building{err: err}
			return
		}
		b.Explain(patterns...)
		if m.beside != nil {
			m.beside(ctx, packages)
		}
		done := make(chan built, m.lookahead(len(packages)))
		ready <- building{bench: b, log: patterns, done: done, total: len(packages)}
		defer close(done)
		if m.profile != "" {
			return // nothing is run
		}
		m.buildAll(ctx, b, packages, done)
	}()
	return ready
}

// buildAll sends a binary of each package, in their order. Several are built at a
// time, because linking keeps one processor busy at the most; the first one alone,
// because what all of them need would be compiled by each.
func (m *measurement) buildAll(ctx context.Context, b *bench.Bench, packages []listed, done chan<- built) {
	workers := max(1, min(4, runtime.GOMAXPROCS(0)))
	busy := make(chan struct{}, workers)
	room := make(chan struct{}, cap(done)+workers) // for binaries that nobody has taken
	results := make([]chan built, len(packages))
	for i := range results {
		results[i] = make(chan built, 1)
	}
	build := func(i int) {
		m.quiet.RLock()
		binary, err := b.Build(ctx, packages[i].path, packages[i].dir)
		m.quiet.RUnlock()
		results[i] <- built{packages[i].path, binary, err}
		<-busy
	}
	go func() {
		alone := true
		for i, p := range packages {
			if !p.tests {
				results[i] <- built{path: p.path, err: bench.ErrNoTests}
				continue
			}
			room <- struct{}{}
			busy <- struct{}{}
			if alone {
				build(i)
				alone = false
			} else {
				go build(i)
			}
		}
	}()
	for i, p := range packages {
		done <- <-results[i]
		if p.tests {
			<-room
		}
	}
}

// lookahead is how many binaries may wait to be run. They take room, and the
// compiler's log is large; where times are taken all are built first.
func (m *measurement) lookahead(packages int) int {
	if m.timing || m.cpu {
		return packages
	}
	return min(packages, 2)
}

// unread returns the parts of a log, as the go command prints it, that are of
// packages not in seen, and adds these. A part begins with the name of what was
// compiled: "# path" or "# path [path.test]".
func unread(log []byte, seen map[string]bool) []byte {
	var fresh []byte
	skip := false
	met := make(map[string]bool)
	for line := range bytes.Lines(log) {
		if heading, ok := bytes.CutPrefix(line, []byte("# ")); ok {
			name := string(bytes.TrimSpace(heading))
			skip = seen[name]
			met[name] = true
		}
		if !skip {
			fresh = append(fresh, line...)
		}
	}
	maps.Copy(seen, met)
	return fresh
}
