package main

import (
	"context"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"log"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// A peer is another tool. Install is empty for a tool that comes with Go.
type peer struct {
	Name    string
	Install string // package@version
	Fix     []string
	Report  []string // arguments to report findings; empty if the tool only rewrites
}

func peers() []peer {
	return []peer{
		{"go fix", "", []string{"fix", "./..."}, nil},
		{"modernize", "golang.org/x/tools/go/analysis/passes/modernize/cmd/modernize@v0.52.0", []string{"-fix", "./..."}, []string{"./..."}},
		{"perfsprint", "github.com/catenacyber/perfsprint@v0.10.1", []string{"-fix", "./..."}, []string{"./..."}},
		{"mirror", "github.com/butuzov/mirror/cmd/mirror@v1.3.3", []string{"-fix", "./..."}, []string{"./..."}},
		{"prealloc", "github.com/alexkohler/prealloc@v1.1.0", []string{"-fix", "./..."}, []string{"./..."}},
		{"staticcheck", "honnef.co/go/tools/cmd/staticcheck@v0.8.2", nil, []string{"-checks=S*,SA*", "./..."}},
		{"go-critic", "github.com/go-critic/go-critic/cmd/go-critic@v0.15.0", nil, []string{"check", "-enable=#performance", "./..."}},
	}
}

// A peerResult is what a peer did with its copy.
type peerResult struct {
	peer
	state
	missing  string          // why the peer could not be run; empty if it was run
	changed  map[string]bool // functions whose source differs
	reported map[string]bool // functions with a line of output about them
}

// runPeers gives each tool a copy of its own.
func (b *bench) runPeers(ctx context.Context, plain string) []peerResult {
	var all []peerResult
	for _, p := range peers() {
		log.Print(p.Name)
		r := peerResult{peer: p}
		if err := b.runPeer(ctx, plain, &r); err != nil {
			r.missing = err.Error()
		}
		all = append(all, r)
	}
	return all
}

func (b *bench) runPeer(ctx context.Context, plain string, r *peerResult) error {
	program, err := b.install(ctx, r.peer)
	if err != nil {
		return err
	}
	dir, err := b.copy(strings.ReplaceAll(r.Name, " ", "-"))
	if err != nil {
		return err
	}
	if r.Report != nil {
		// A linter with findings does not exit with code 0.
		said := output(ctx, dir, program, r.Report...)
		if r.reported, err = reported(plain, said); err != nil {
			return err
		}
	}
	if r.Fix != nil {
		said := output(ctx, dir, program, r.Fix...)
		log.Printf("%s %s:\n%s", r.Name, strings.Join(r.Fix, " "), said)
	}
	if r.changed, err = changed(plain, dir); err != nil {
		return err
	}
	r.state, err = stateOf(ctx, dir)
	return err
}

// install builds the tool from the module proxy.
func (b *bench) install(ctx context.Context, p peer) (string, error) {
	if p.Install == "" {
		return exec.LookPath("go")
	}
	bin := filepath.Join(b.tmp, "bin")
	if _, err := command(ctx, b.tmp, "env", "GOBIN="+bin, "go", "install", p.Install); err != nil {
		return "", err
	}
	path, _, _ := strings.Cut(p.Install, "@")
	return filepath.Join(bin, filepath.Base(path)), nil
}

// output returns all that a program prints, whatever its exit code.
func output(ctx context.Context, dir, program string, args ...string) string {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "GOWORK=off")
	said, _ := cmd.CombinedOutput() // a non-zero exit code is no error here
	return string(said)
}

// position matches the start of a line, where every linter prints the position.
var position = regexp.MustCompile(`(?m)^\S*?([^/\s]+/[^/\s]+\.go):(\d+):\d+: `)

// reported maps the lines of output to cases.
func reported(plain, said string) (map[string]bool, error) {
	cases, err := casesIn(plain)
	if err != nil {
		return nil, err
	}
	names := make(map[string]bool)
	for _, m := range position.FindAllStringSubmatch(said, -1) {
		line, err := strconv.Atoi(m[2])
		if err != nil {
			return nil, fmt.Errorf("%s: %v", m[0], err)
		}
		for _, c := range cases {
			if c.File == m[1] && c.Line <= line && line <= c.End {
				names[c.Name] = true
			}
		}
	}
	return names, nil
}

// source returns the source of a function without its comments, so that only code is compared.
func source(fset *token.FileSet, fn *ast.FuncDecl) (string, error) {
	var out strings.Builder
	bare := *fn
	bare.Doc = nil
	if err := format.Node(&out, fset, &bare); err != nil {
		return "", err
	}
	return out.String(), nil
}
