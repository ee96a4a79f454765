// Harm runs every pass over the standard library and over third-party modules,
// applies what they propose, and prints docs/results/harm.md: what no longer
// compiles, which test no longer passes.
//
//	go run ./docs/results/harm > docs/results/harm.md
//
// Modules come from the module cache or its proxy, in the versions named below,
// and are copied to a temporary folder. No file of either is changed: what is
// applied is laid over the tree with the go command's -overlay.
//
// Flags bound the work: -modules=false for the standard library only, -only
// REGEXP for some targets, -sample N for the number of packages of the standard
// library whose tests run, -seed for other ones, -packages for certain ones.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"
)

// modules are third-party modules of various kinds and ages.
var modules = []string{
	"github.com/BurntSushi/toml@v1.6.0",
	"github.com/alecthomas/chroma/v2@v2.27.0",
	"github.com/gin-gonic/gin@v1.12.0",
	"github.com/go-chi/chi/v5@v5.5.0",
	"github.com/google/btree@v1.1.3",
	"github.com/google/go-cmp@v0.7.0",
	"github.com/google/uuid@v1.6.0",
	"github.com/gorilla/mux@v1.8.1",
	"github.com/hashicorp/golang-lru/v2@v2.0.7",
	"github.com/json-iterator/go@v1.1.12",
	"github.com/klauspost/compress@v1.20.3",
	"github.com/labstack/echo/v4@v4.16.0",
	"github.com/pelletier/go-toml/v2@v2.4.3",
	"github.com/prometheus/common@v0.73.1",
	"github.com/sirupsen/logrus@v1.10.2",
	"github.com/spf13/cobra@v1.10.2",
	"github.com/spf13/pflag@v1.0.10",
	"github.com/tdewolff/parse/v2@v2.8.20",
	"github.com/tidwall/gjson@v1.20.0",
	"github.com/yuin/goldmark@v1.8.7",
	"golang.org/x/net@v0.62.0",
	"golang.org/x/text@v0.43.0",
}

// workers is how many targets are examined at a time: the standard library
// takes as long as all modules.
const workers = 2

// options are the flags.
type options struct {
	modules  bool
	only     *regexp.Regexp
	sample   int
	seed     uint64
	packages []string
}

func main() {
	log.SetFlags(log.Ltime)
	var o options
	flag.BoolVar(&o.modules, "modules", true, "look at third-party modules too")
	only := flag.String("only", "", "look only at targets that match `REGEXP`")
	flag.IntVar(&o.sample, "sample", 40, "test this `number` of packages of the standard library")
	flag.Uint64Var(&o.seed, "seed", 1, "what the sample is drawn with")
	list := flag.String("packages", "", "test these packages of the standard library, separated by commas, and no sample")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *list != "" {
		o.packages = strings.Split(*list, ",")
	}
	var err error
	if o.only, err = regexp.Compile(*only); err != nil {
		log.Fatal(err)
	}
	if err := run(ctx, o); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, o options) error {
	tmp, err := os.MkdirTemp("", "unheap-results-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	start := time.Now()
	r := results{options: o}
	var names []string
	for _, name := range append([]string{"std"}, modules...) {
		if o.only.MatchString(name) && (name == "std" || o.modules) {
			names = append(names, name)
		}
	}
	r.targets = examineAll(ctx, o, tmp, names)
	if ctx.Err() != nil {
		log.Print("interrupted: the tables have what was found by then")
	}
	r.took = time.Since(start)
	w := bufio.NewWriter(os.Stdout)
	r.write(w)
	return w.Flush()
}

// examineAll examines targets, a few at a time, and returns those that were
// examined to the end, in their order.
func examineAll(ctx context.Context, o options, tmp string, names []string) []target {
	done := make([]*target, len(names))
	next := make(chan int)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for i := range next {
				log.Print(names[i])
				c, err := examine(ctx, o, tmp, names[i])
				if err != nil {
					c.Failures = append(c.Failures, failure{What: "could not be examined", Reason: err.Error()})
				}
				if t := c.target; ctx.Err() == nil {
					done[i] = &t // and not what was loaded
				}
			}
		})
	}
	for i := range names {
		next <- i
	}
	close(next)
	group.Wait()
	var list []target
	for _, t := range done {
		if t != nil {
			list = append(list, *t)
		}
	}
	return list
}

// examine does all of one target.
func examine(ctx context.Context, o options, tmp, name string) (*corpus, error) {
	c := &corpus{target: target{Name: name}, tmp: tmp}
	var err error
	if c.dir, err = folder(ctx, tmp, name); err != nil {
		return c, err
	}
	if err := c.load(ctx); err != nil {
		return c, err
	}
	if err := c.alone(ctx); err != nil {
		return c, err
	}
	if err := c.together(ctx); err != nil {
		return c, err
	}
	return c, c.test(ctx, o)
}

// folder makes the folder in which the go command sees the target: a copy of
// the module, or a module of its own beside the standard library.
func folder(ctx context.Context, tmp, name string) (string, error) {
	dir := filepath.Join(tmp, strings.NewReplacer("/", "_", "@", "_").Replace(name))
	if name == "std" {
		if err := os.Mkdir(dir, 0o777); err != nil {
			return "", err
		}
		return dir, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/harm\n"), 0o666)
	}
	cmd := exec.CommandContext(ctx, "go", "mod", "download", "-json", name)
	cmd.Dir = tmp
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go mod download %s: %v", name, err)
	}
	var info struct{ Dir string }
	if err := json.Unmarshal(out, &info); err != nil {
		return "", err
	}
	if err := os.CopyFS(dir, os.DirFS(info.Dir)); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	return dir, makeWritable(dir)
}

// makeWritable lets tests write beside themselves, as in a checkout.
func makeWritable(dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.Chmod(path, info.Mode().Perm()|0o200)
	})
}
