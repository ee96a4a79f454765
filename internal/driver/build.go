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

// A listed is a package that the patterns match, as the go command lists it.
type listed struct {
	path, dir string
	module    string // path of the main module it belongs to; empty for none
	tests     bool   // whether it has test files
}

// list asks the go command which packages the patterns match. That is quicker than loading syntax and types, so
// building can begin while these load.
func (m *measurement) list(ctx context.Context) ([]listed, error) {
	const format = "{{.ImportPath}}\t{{.Dir}}\t{{with .Module}}{{if .Main}}{{.Path}}{{end}}{{end}}\t{{or .TestGoFiles .XTestGoFiles .Error .DepsErrors | not}}\t{{.Name}}\t{{join .TestGoFiles \"/\"}}/{{join .XTestGoFiles \"/\"}}"
	args := append([]string{"list", "-e", "-f", format}, m.buildFlags()...)
	out, err := gocmd.Go(ctx, ".", append(append(args, "--"), m.patterns...)...)
	if err != nil {
		return nil, err
	}
	return parseList(string(out), hasBenchmarks), nil
}

// mainModules returns the paths of the modules of a workspace. It returns none without a workspace, where the
// packages name their modules, and none if the go command fails.
func (m *measurement) mainModules(ctx context.Context) []string {
	if !m.workspace {
		return nil
	}
	out, err := gocmd.Go(ctx, ".", "list", "-m")
	if err != nil {
		return nil // reasons are missing for modules without a named package
	}
	return strings.Fields(string(out))
}

// whyNone replaces the error of the loader, that no package was found, by what the go command says about it, for
// example that there is no go.mod, or no cache to build in.
func (m *measurement) whyNone(ctx context.Context, none error) error {
	args := append([]string{"list", "-export"}, m.buildFlags()...)
	_, err := gocmd.Go(ctx, ".", append(append(args, "--"), m.patterns...)...)
	var said *gocmd.Error
	if errors.As(err, &said) && said.Stderr != "" {
		return fmt.Errorf("%w: %s", none, said.Stderr)
	}
	return none
}

// parseList parses the output of list. Packages with benchmarks come first, so that the first results are there soon,
// and commands last, as their tests may run them.
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

// hasBenchmarks reports whether a file seems to declare a benchmark; it is searched as text.
func hasBenchmarks(dir string, files []string) bool {
	return slices.ContainsFunc(files, func(name string) bool {
		text, err := os.ReadFile(filepath.Join(dir, name)) // the build reports a file that cannot be read
		return err == nil && bytes.Contains(text, []byte("\nfunc Benchmark"))
	})
}

// logPatterns returns the packages whose compiler decisions explain lines of the user's: those of the main modules,
// also of the modules of a workspace that no listed package belongs to, and any other listed package.
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

// A building is the work that goes on while the program loads. Binaries arrive in the order of [parseList].
type building struct {
	bench *bench.Bench
	err   error    // why bench is nil
	log   []string // patterns of the packages whose decisions are wanted
	done  chan built
	total int // number of binaries that done will deliver
}

// startBuilding prepares the counting runtime and begins to build. The channel that it returns delivers the building
// once its Bench is ready.
func (m *measurement) startBuilding(ctx context.Context) <-chan building {
	ready := make(chan building, 1)
	go func() {
		var packages []listed
		var patterns []string
		var failed error
		found := make(chan struct{})
		go func() { // while the counting runtime is prepared
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
			return // nothing will be run
		}
		m.buildAll(ctx, b, packages, done)
	}()
	return ready
}

// buildAll sends a binary for each package, in their order. Several are built at a time, since linking keeps at most
// one processor busy. The first is built alone, since each build would compile the common dependencies otherwise.
func (m *measurement) buildAll(ctx context.Context, b *bench.Bench, packages []listed, done chan<- built) {
	workers := max(1, min(4, runtime.GOMAXPROCS(0)))
	busy := make(chan struct{}, workers)
	room := make(chan struct{}, cap(done)+workers) // for binaries that were not received yet
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

// lookahead is how many binaries may wait to be run. They take disk space, and the compiler's logs are large. If
// times are taken, all are built first.
func (m *measurement) lookahead(packages int) int {
	if m.timing || m.cpu {
		return packages
	}
	return min(packages, 2)
}

// unread returns the parts of a log, as the go command prints it, about packages that are not in seen, and adds these
// to seen. A part begins with the name of what was compiled: "# path" or "# path [path.test]".
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
