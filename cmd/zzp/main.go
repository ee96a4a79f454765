// Command zzp is a scratch tool: zzp -rule=reusebuf -dir DIR patterns...
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/rewrite"
	"github.com/unheap/unheap/passes"
)

func main() {
	rule := flag.String("rule", "reusebuf", "")
	dir := flag.String("dir", ".", "")
	tests := flag.Bool("tests", false, "")
	refused := flag.Bool("refused", false, "")
	diff := flag.Bool("diff", true, "")
	grep := flag.String("grep", "", "only titles or caveats with")
	flag.Parse()
	var suite []passes.Rule
	for _, r := range passes.Suite {
		if r.Name() == *rule {
			suite = append(suite, r)
		}
	}
	opts := load.Options{Dir: *dir, Patterns: flag.Args(), Env: append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")}
	prog, problems, err := load.Load(context.Background(), opts)
	if err != nil {
		fmt.Println("load:", err)
		return
	}
	_ = problems
	paths := map[string]string{}
	var named []*load.Package
	for _, p := range prog.Packages() {
		if p.Named {
			named = append(named, p)
			for _, f := range p.Files {
				paths[f.Name] = f.Path
			}
		}
	}
	got, err := rewrite.Propose(context.Background(), prog, rewrite.Options{Suite: suite, Tests: *tests, Packages: named})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range got.Failed {
		fmt.Println("FAILED", e)
	}
	n := 0
	for _, c := range got.Candidates {
		if len(c.Edits) == 0 {
			if *refused {
				fmt.Printf("REFUSED %+v\n", c)
			}
			continue
		}
		text := fmt.Sprintf("%s:%d %s [%v %v]", c.Pos.File, c.Pos.Line, c.Message, c.Class, c.Caveats)
		if *grep != "" && !strings.Contains(text, *grep) {
			continue
		}
		n++
		fmt.Println("==", text)
		if !*diff {
			continue
		}
		files, err := rewrite.Apply(func(name string) ([]byte, error) { return os.ReadFile(paths[name]) }, c)
		if err != nil {
			fmt.Println("apply:", err)
			continue
		}
		for name, b := range files {
			os.WriteFile("/tmp/again/new.go", b, 0o644)
			out, _ := exec.Command("diff", "-u", "--label", "a", "--label", "b", paths[name], "/tmp/again/new.go").Output()
			fmt.Println(string(out))
		}
	}
	if *refused {
		for _, c := range got.Refusals {
			fmt.Printf("refused %v %v\n", c.Pos, c.Condition)
		}
	}
	fmt.Fprintln(os.Stderr, n, "proposals")
}
