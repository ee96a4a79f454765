package site

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/unheap/unheap/internal/record"
)

var update = flag.Bool("update", false, "rewrite the expected part of testdata")

// TestJoin joins the in.txt of each archive and compares with its out.txt.
//
// A line of in.txt is a noun and its values; words are name=value or stand for
// themselves, "~" is a blank within a word, and "-" the empty word:
//
//	workload NAME objects=N
//	point FILE:LINE:COL KIND FUNCTION EXPR prim=P,P type=T,T size=N callee=C order=N group=N also=LINE
//	decision KIND FILE:LINE:COL EXPR inlined=F,F fn=F test
//	alloc WORKLOAD PHASE NxBLOCK PRIMITIVE type=T size=N
//		FUNCTION FILE:LINE pc=N inlined
//
// Packages below example.com are the user's; so are files without a slash.
func TestJoin(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil || len(archive.Files) != 2 {
				t.Fatal("want in.txt and out.txt", err)
			}
			in := parseInput(t, string(archive.Files[0].Data))
			result := Join(in)
			if diff := cmp.Diff(sumsOfAllocs(in.Allocs), sumsOfSites(result.Sites)); diff != "" {
				t.Errorf("sums of allocations (-) and sites (+) differ:\n%s", diff)
			}
			got := describe(result)
			if *update {
				archive.Files[1].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(archive.Files[1].Data), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// words are the values of one line of input.
type words struct {
	plain []string
	named map[string]string
}

func split(line string) words {
	w := words{named: make(map[string]string)}
	for _, word := range strings.Fields(line) {
		word = strings.ReplaceAll(word, "~", " ")
		if word == "-" {
			word = ""
		}
		name, value, ok := strings.Cut(word, "=")
		if ok && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") == "" {
			w.named[name] = value
		} else {
			w.plain = append(w.plain, word)
		}
	}
	return w
}

func (w words) list(name string) []string {
	value, ok := w.named[name]
	if !ok {
		return nil
	}
	return strings.Split(value, ",")
}

func (w words) number(name string) int64 {
	n, _ := strconv.ParseInt(w.named[name], 0, 64) // 0 where it is not given
	return n
}

func position(text string) record.Position {
	parts := append(strings.Split(text, ":"), "0", "0")
	line, _ := strconv.Atoi(parts[1])
	column, _ := strconv.Atoi(parts[2])
	return record.Position{File: parts[0], Line: line, Column: column}
}

func parseInput(t *testing.T, text string) Input {
	points := make(map[lineKey][]record.Point)
	in := Input{
		Own:    func(pkg string) bool { return strings.HasPrefix(pkg, "example.com/") },
		Points: func(file string, line int) []record.Point { return points[lineKey{file, line}] },
		Source: func(at record.Position) string {
			if at.File == "" || strings.Contains(at.File, "/") {
				return ""
			}
			return fmt.Sprintf("text of %s:%d", at.File, at.Line)
		},
	}
	for line := range strings.Lines(text) {
		noun, rest, _ := strings.Cut(strings.TrimRight(line, "\n"), " ")
		w := split(rest)
		switch {
		case strings.HasPrefix(line, "\t"):
			a := &in.Allocs[len(in.Allocs)-1]
			a.Stack = append(a.Stack, parseFrame(split(line)))
		case noun == "workload":
			in.Workloads = append(in.Workloads, record.Workload{Name: w.plain[0], Objects: w.number("objects")})
		case noun == "point":
			p := parsePoint(w)
			for _, at := range append(w.list("also"), strconv.Itoa(p.Pos.Line)) {
				line, _ := strconv.Atoi(at)
				key := lineKey{p.Pos.File, line}
				points[key] = append(points[key], p)
			}
		case noun == "decision":
			in.Decisions = append(in.Decisions, record.Decision{
				Kind: record.DecisionKind(w.plain[0]), Pos: position(w.plain[1]), Expr: w.plain[2],
				Package: "example.com/m", Function: w.named["fn"], Inlined: w.list("inlined"),
				Test: slices.Contains(w.plain, "test"),
			})
		case noun == "alloc":
			in.Allocs = append(in.Allocs, parseAlloc(w))
		case noun != "":
			t.Fatalf("unknown noun %q", noun)
		}
	}
	return in
}

func parsePoint(w words) record.Point {
	return record.Point{
		Pos: position(w.plain[0]), Kind: record.PointKind(w.plain[1]), Function: w.plain[2], Expr: w.plain[3],
		Package: "example.com/m", Ordinal: int(max(1, w.number("ordinal"))), Primitives: w.list("prim"), Types: w.list("type"),
		Size: w.number("size"), Callee: w.named["callee"], Order: int(w.number("order")), Group: int(w.number("group")),
	}
}

func parseAlloc(w words) record.Alloc {
	count, block, _ := strings.Cut(w.plain[2], "x")
	objects, _ := strconv.ParseInt(count, 10, 64)
	size, _ := strconv.ParseInt(block, 10, 64)
	a := record.Alloc{
		Workload: w.plain[0], Phase: record.Phase(w.plain[1]), Type: w.named["type"], Size: w.number("size"),
		Objects: objects, Block: size, Bytes: objects * size,
	}
	if len(w.plain) > 3 {
		a.Primitive = w.plain[3]
	}
	return a
}

func parseFrame(w words) record.Frame {
	pos := position(w.plain[1])
	return record.Frame{
		Function: w.plain[0], Package: record.FunctionPackage(w.plain[0]), File: pos.File, Line: pos.Line,
		PC: uint64(w.number("pc")), Inlined: slices.Contains(w.plain, "inlined"),
	}
}

func describe(result Result) string {
	var b strings.Builder
	for _, s := range result.Sites {
		describeSite(&b, &s)
	}
	for _, s := range result.Unmeasured {
		describeSite(&b, &s)
	}
	for _, w := range result.Workloads {
		if w.Objects > 0 {
			fmt.Fprintf(&b, "workload %s missing %d\n", w.Name, w.Missing)
		}
	}
	return b.String()
}

func describeSite(b *strings.Builder, s *record.Site) {
	fmt.Fprintf(b, "%s %s\n\t%s\n", s.Pos, strings.TrimSpace(fmt.Sprintf("%s %s", s.Match, s.Kind)), s.ID)
	put := func(name, value string) {
		if value != "" {
			fmt.Fprintf(b, "\t%s %s\n", name, value)
		}
	}
	put("primitive", s.Primitive)
	put("type", s.Type)
	put("callee", s.Callee)
	put("source", s.Source)
	for _, d := range s.Decisions {
		put("decision", fmt.Sprintf("%s %s %q", d.Pos, d.Kind, d.Expr))
	}
	for _, in := range s.Inside {
		put("inside", fmt.Sprintf("%s %s:%d %s %s %d objects %d B", in.Frame.Function, in.Frame.File, in.Frame.Line, in.Primitive, in.Type, in.Objects, in.Bytes))
	}
	for _, u := range s.Usage {
		put("usage", fmt.Sprintf("%s %d objects %d B requested %d, first %d objects %d B", u.Workload, u.Objects, u.Bytes, u.Requested, u.FirstObjects, u.FirstBytes))
	}
	if len(s.Ladder) > 0 {
		put("ladder", fmt.Sprint(s.Ladder))
	}
}
