// Find measures what "unheap find" promises and prints docs/results/find.md.
//
//	go run ./docs/results/find -state=FILE > docs/results/find.md
//
// It runs find on the example, on packages of the standard library and on
// third-party modules, which it takes from the module cache and copies to a
// temporary folder, with every toolchain that is there, and compares for every
// benchmark the sum over sites with what the run's own MemStats counted; and it
// measures what find costs, in time, memory and what it leaves behind.
//
// What was measured is in the file of -state, a line each, and is not measured
// again: a run that was cut off goes on there. Flags select a part: -part of
// "cost", "speed", "memory", "truth", "sums" and "modules", -only REGEXP of the package,
// -toolchain REGEXP of the go command. -limit ends the measuring and prints what
// is known. -old names a binary of an earlier version to stand beside.
//
// With -cases it prints the table of docs/results/commits.md instead: what find -brief says of
// the parents of commits in which somebody removed allocations, in repositories that lie in a
// folder under owner+name/repo, with their histories:
//
//	go run ./docs/results/find -cases=cases.jsonl -repos=DIR -unheap=BINARY -state=FILE
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/unheap/unheap/docs/results/internal/proxy"
)

// A target is one package to measure. Module is empty for packages of this repository and of std.
type target struct {
	Module  string // path@version
	Pattern string
	Skip    string // benchmarks to leave out, for -skip
}

func (t target) String() string { return strings.TrimSpace(t.Module + " " + t.Pattern) }

// paged are the targets whose cost is measured, too: those that the page had first.
func paged() []target {
	list := []target{{Pattern: "./examples/decoder"}}
	for _, m := range []string{
		"github.com/tidwall/gjson@v1.20.0",
		"github.com/BurntSushi/toml@v1.6.0",
		"github.com/gorilla/mux@v1.8.1",
		"github.com/rs/zerolog@v1.35.1",
		"github.com/go-chi/chi/v5@v5.5.0",
		"github.com/segmentio/ksuid@v1.0.4",
		"github.com/hashicorp/golang-lru/v2@v2.0.7",
		"github.com/dustin/go-humanize@v1.1.0",
		"github.com/pelletier/go-toml/v2@v2.4.3",
		"github.com/google/btree@v1.1.3",
	} {
		list = append(list, target{Module: m, Pattern: "."})
	}
	for _, p := range []string{"fmt", "strconv", "net/url", "bufio", "compress/gzip", "go/parser"} {
		list = append(list, target{Pattern: p})
	}
	return list
}

// targets are all targets for which sums are compared. The slow ones come last, so that an interrupted run has the
// others.
func targets() []target {
	list := paged()
	for _, m := range []string{
		"github.com/julienschmidt/httprouter@v1.3.0",
		"github.com/sirupsen/logrus@v1.10.2",
		"github.com/google/uuid@v1.6.0",
		"github.com/cespare/xxhash/v2@v2.3.0",
		"github.com/yuin/goldmark@v1.8.7",
		"github.com/valyala/fastjson@v1.6.10",
		"github.com/tidwall/sjson@v1.2.5",
		"github.com/rivo/uniseg@v0.4.7",
		"github.com/gobwas/glob@v1.1.0",
		"github.com/patrickmn/go-cache@v2.1.0+incompatible",
		"github.com/gofrs/uuid/v5@v5.5.1",
		"github.com/oklog/ulid/v2@v2.1.2",
		"github.com/shopspring/decimal@v1.6.0",
		"github.com/golang-jwt/jwt/v5@v5.3.1",
		"github.com/mitchellh/mapstructure@v1.5.0",
		"github.com/jszwec/csvutil@v1.10.0",
		"gopkg.in/yaml.v3@v3.0.1",
		"github.com/golang/snappy@v1.0.0",
		"github.com/VictoriaMetrics/metrics@v1.35.1",
		"github.com/go-logr/logr@v1.4.4",
		"github.com/mattn/go-runewidth@v0.0.31",
		"github.com/valyala/bytebufferpool@v1.0.0",
		"github.com/buger/jsonparser@v1.6.1",
		"github.com/fxamacker/cbor/v2@v2.9.6",
		"github.com/vmihailenco/msgpack/v5@v5.4.1",
		"go.uber.org/zap@v1.28.0",
		"github.com/bits-and-blooms/bitset@v1.29.0",
		"github.com/expr-lang/expr@v1.17.8",
		"github.com/go-playground/validator/v10@v10.30.6",
	} {
		list = append(list, target{Module: m, Pattern: "."})
	}
	for _, p := range []string{"text/template", "errors", "sync", "time", "encoding/binary", "encoding/xml", "encoding/csv",
		"html/template", "io", "maps", "slices", "net/netip", "net/textproto", "reflect", "log/slog", "container/list",
		"strings", "bytes", "encoding/json"} {
		list = append(list, target{Pattern: p, Skip: slow[p]})
	}
	return list
}

// slow are benchmarks that take minutes before their first operation, or move a gigabyte in each operation. They are
// left out to bound the time of a run.
var slow = map[string]string{
	"encoding/json": "TypeFieldsCache/.*000",
	"strings":       "RepeatLarge|CountByte/67108864",
	"bytes":         "/.*64M|67108864|4M",
}

// iterations is passed to find and to go test.
const iterations = "-benchtime=10x"

// options are the flags of the command line.
type options struct {
	only     *regexp.Regexp // selects targets
	gos      *regexp.Regexp // selects go commands
	parts    []string
	patience time.Duration // limit of one run over a module
	limit    time.Duration // limit of all measurements
	old      string        // binary of an earlier version; empty if there is none
	state    *state
	bin      string // binary of this version
	tmp      string
}

// allParts are the parts of a page; those that take long come last.
var allParts = []string{"cost", "speed", "memory", "truth", "sums", "modules"}

func main() {
	log.SetFlags(log.Ltime)
	only := flag.String("only", "", "measure only targets that match `REGEXP`")
	gos := flag.String("toolchain", "", "measure only with go commands that match `REGEXP`")
	limit := flag.Duration("limit", 24*time.Hour, "end the measuring after this `TIME`")
	patience := flag.Duration("patience", time.Hour, "interrupt a run over a whole module after this `TIME`")
	part := flag.String("part", strings.Join(allParts, ","), "measure only these `PARTS`")
	old := flag.String("old", "", "`BINARY` of an earlier version to stand beside")
	file := flag.String("state", "", "`FILE` of what is measured already")
	list := flag.String("cases", "", "look at the commits of the list in this `FILE` instead, a JSON object a line")
	said := flag.String("judged", "docs/results/find/judged.jsonl", "with -cases, the `FILE` of what a reader says of each")
	var l looker
	flag.StringVar(&l.repos, "repos", "", "with -cases, the folder `DIR` with the repositories")
	flag.StringVar(&l.unheap, "unheap", "unheap", "with -cases, the `COMMAND`; empty for what is in -state already")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	match, err := regexp.Compile(*only)
	matchGo, goErr := regexp.Compile(*gos)
	if err = errors.Join(err, goErr); err == nil && *file == "" {
		err = errors.New("-state is missing")
	}
	if err != nil {
		log.Fatal(err)
	}
	if *list != "" {
		l.only = match
		if err := l.look(ctx, *list, *said, *file); err != nil {
			log.Fatal(err)
		}
		return
	}
	o := &options{only: match, gos: matchGo, parts: strings.Split(*part, ","), patience: *patience, limit: *limit, old: *old}
	if err := run(ctx, o, *file); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, o *options, file string) error {
	var err error
	if o.state, err = openState(file); err != nil {
		return err
	}
	if o.tmp, err = os.MkdirTemp("", "unheap-results-"); err != nil {
		return err
	}
	defer os.RemoveAll(o.tmp)
	o.bin = filepath.Join(o.tmp, "unheap")
	if err := command(ctx, ".", "go", "build", "-o", o.bin, "./cmd/unheap").Run(); err != nil {
		return fmt.Errorf("build unheap: %v (run this from the root of the repository)", err)
	}
	measures := map[string]func(context.Context, *options) error{
		"sums": measureSums, "cost": measureCosts, "memory": measureMemory, "modules": measureModules,
		"truth": measureTruth, "speed": measureSpeed,
	}
	ctx, cancel := context.WithTimeout(ctx, o.limit)
	defer cancel()
	for _, part := range allParts {
		if !slices.Contains(o.parts, part) || ctx.Err() != nil {
			continue
		}
		if err := measures[part](ctx, o); err != nil && ctx.Err() == nil {
			return fmt.Errorf("%s: %v", part, err)
		}
	}
	w := bufio.NewWriter(os.Stdout)
	writePage(w, o.state)
	return w.Flush()
}

func command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	return cmd
}

// folder returns the folder in which a target is measured. Modules are copied, as the module cache is read-only.
func (o *options) folder(ctx context.Context, t target) (string, error) {
	if strings.HasPrefix(t.Pattern, "./") && t.Module == "" {
		return ".", nil
	}
	if t.Module == "" { // a package of std, measured in a module whose go.mod asks for no toolchain
		dir := filepath.Join(o.tmp, "std")
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return "", err
		}
		return dir, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/std\n\ngo 1.24\n"), 0o666)
	}
	if t.Module == made {
		dir := filepath.Join(o.tmp, "made")
		return dir, makeModule(dir)
	}
	dir := filepath.Join(o.tmp, strings.NewReplacer("/", "_", "@", "_").Replace(t.Module))
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	return dir, proxy.Copy(ctx, t.Module, dir)
}
