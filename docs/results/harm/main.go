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
// Each fix has to type-check in other builds too: on another system, with another
// size of int, and with each build tag that the files of its folder ask for.
//
// Flags bound the work: -modules=false for the standard library only, -only
// REGEXP for some targets, -sample N for a number of packages of the standard
// library whose tests run instead of all, -seed for other ones, -packages for
// certain ones. With -state DIR what was found in a target is stored, and found
// again as long as the fixes for it are the same.
package main

import (
	"bufio"
	"context"
	"flag"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/unheap/unheap/docs/results/internal/proxy"
)

// modules are third-party modules of various kinds and ages.
var modules = []string{
	"github.com/BurntSushi/toml@v1.6.0",
	"github.com/Masterminds/semver/v3@v3.5.0",
	"github.com/Masterminds/sprig/v3@v3.3.0",
	"github.com/Masterminds/squirrel@v1.5.4",
	"github.com/PuerkitoBio/goquery@v1.13.0",
	"github.com/alecthomas/chroma/v2@v2.27.0",
	"github.com/alecthomas/kong@v1.17.0",
	"github.com/alecthomas/participle/v2@v2.1.4",
	"github.com/allegro/bigcache/v3@v3.1.0",
	"github.com/andybalholm/brotli@v1.2.8",
	"github.com/andybalholm/cascadia@v1.3.5",
	"github.com/bits-and-blooms/bitset@v1.29.0",
	"github.com/cespare/xxhash/v2@v2.3.0",
	"github.com/dlclark/regexp2@v1.12.0",
	"github.com/dustin/go-humanize@v1.1.0",
	"github.com/emirpasic/gods@v1.18.1",
	"github.com/fatih/color@v1.19.0",
	"github.com/flosch/pongo2/v6@v6.0.0",
	"github.com/fxamacker/cbor/v2@v2.9.6",
	"github.com/gin-gonic/gin@v1.12.0",
	"github.com/go-chi/chi/v5@v5.5.0",
	"github.com/gobuffalo/flect@v1.0.3",
	"github.com/gobwas/glob@v1.1.0",
	"github.com/golang/snappy@v1.0.0",
	"github.com/gomarkdown/markdown@v0.0.0-20260411013819-759bbc3e3207",
	"github.com/google/btree@v1.1.3",
	"github.com/google/go-cmp@v0.7.0",
	"github.com/google/uuid@v1.6.0",
	"github.com/gorilla/handlers@v1.5.2",
	"github.com/gorilla/mux@v1.8.1",
	"github.com/gorilla/schema@v1.4.1",
	"github.com/hashicorp/go-multierror@v1.1.1",
	"github.com/hashicorp/go-version@v1.9.0",
	"github.com/hashicorp/golang-lru/v2@v2.0.7",
	"github.com/hashicorp/hcl/v2@v2.25.0",
	"github.com/jessevdk/go-flags@v1.6.1",
	"github.com/jmoiron/sqlx@v1.4.0",
	"github.com/json-iterator/go@v1.1.12",
	"github.com/julienschmidt/httprouter@v1.3.0",
	"github.com/klauspost/compress@v1.20.3",
	"github.com/kr/pretty@v0.3.1",
	"github.com/labstack/echo/v4@v4.16.0",
	"github.com/magiconair/properties@v1.18.12",
	"github.com/mailru/easyjson@v0.9.2",
	"github.com/mattn/go-runewidth@v0.0.31",
	"github.com/microcosm-cc/bluemonday@v1.0.27",
	"github.com/mitchellh/mapstructure@v1.5.0",
	"github.com/olekukonko/tablewriter@v1.1.5",
	"github.com/pelletier/go-toml/v2@v2.4.3",
	"github.com/pierrec/lz4/v4@v4.1.33",
	"github.com/prometheus/common@v0.73.1",
	"github.com/rivo/uniseg@v0.4.7",
	"github.com/robfig/cron/v3@v3.0.1",
	"github.com/rs/cors@v1.11.1",
	"github.com/rs/zerolog@v1.35.1",
	"github.com/russross/blackfriday/v2@v2.1.0",
	"github.com/sergi/go-diff@v1.4.0",
	"github.com/shopspring/decimal@v1.6.0",
	"github.com/sirupsen/logrus@v1.10.2",
	"github.com/spf13/afero@v1.15.0",
	"github.com/spf13/cast@v1.10.0",
	"github.com/spf13/cobra@v1.10.2",
	"github.com/spf13/pflag@v1.0.10",
	"github.com/spf13/viper@v1.21.0",
	"github.com/stretchr/testify@v1.12.1",
	"github.com/tdewolff/parse/v2@v2.8.20",
	"github.com/tidwall/gjson@v1.20.0",
	"github.com/ulikunitz/xz@v0.5.17",
	"github.com/urfave/cli/v2@v2.27.7",
	"github.com/valyala/fasthttp@v1.77.0",
	"github.com/valyala/fasttemplate@v1.2.2",
	"github.com/vmihailenco/msgpack/v5@v5.4.1",
	"github.com/yuin/goldmark@v1.8.7",
	"golang.org/x/crypto@v0.58.0",
	"golang.org/x/image@v0.47.0",
	"golang.org/x/mod@v0.42.0",
	"golang.org/x/net@v0.62.0",
	"golang.org/x/text@v0.43.0",
	"gopkg.in/yaml.v3@v3.0.1",
	"sigs.k8s.io/yaml@v1.6.0",
}

// workers is the number of targets that are examined at a time: the standard library takes as long as all modules.
const workers = 2

// options are the flags.
type options struct {
	modules  bool
	only     *regexp.Regexp
	sample   int
	seed     uint64
	packages []string
	state    state
}

func main() {
	log.SetFlags(log.Ltime)
	var o options
	flag.BoolVar(&o.modules, "modules", true, "look at third-party modules too")
	only := flag.String("only", "", "look only at targets that match `REGEXP`")
	flag.IntVar(&o.sample, "sample", 0, "test this `number` of packages of the standard library; 0 for all with a fix")
	flag.Uint64Var(&o.seed, "seed", 1, "what the sample is drawn with")
	flag.StringVar(&o.state.dir, "state", "", "remember in `DIR` what was found, and take it from there")
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
					done[i] = &t // without what was loaded
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

// examine does everything for one target.
func examine(ctx context.Context, o options, tmp, name string) (*corpus, error) {
	c := &corpus{target: target{Name: name}, tmp: tmp}
	var err error
	if c.dir, err = folder(ctx, tmp, name); err != nil {
		return c, err
	}
	if err := c.load(ctx); err != nil {
		return c, err
	}
	key := c.key(o)
	if t, ok := o.state.recall(c, key); ok {
		c.target = t
		return c, nil
	}
	for _, step := range []func(context.Context) error{c.alone, c.together, c.elsewhere, func(ctx context.Context) error { return c.test(ctx, o) }} {
		if err := step(ctx); err != nil {
			return c, err
		}
	}
	return c, o.state.remember(c, key)
}

// folder makes the folder in which the go command sees the target: a copy of the module, or an empty module for the
// standard library.
func folder(ctx context.Context, tmp, name string) (string, error) {
	dir := filepath.Join(tmp, strings.NewReplacer("/", "_", "@", "_").Replace(name))
	if name == "std" {
		if err := os.Mkdir(dir, 0o777); err != nil {
			return "", err
		}
		return dir, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/harm\n"), 0o666)
	}
	return dir, proxy.Copy(ctx, name, dir)
}
