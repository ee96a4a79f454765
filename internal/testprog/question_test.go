package testprog

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/unheap/unheap/internal/gocmd"
)

// What a question's program prints must bear its answer out. Numbers are
// compared as counts; no time is.
func TestQuestions(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs six programs")
	}
	for _, tt := range []struct {
		name, pattern string
		holds         func(n []float64) bool
	}{{
		"pointer", `return &local +(\d+) .*\nreturn local +(\d+) .*\nreturn &local, inlined +(\d+) `,
		func(n []float64) bool { return n[0] == 1 && n[1] == 0 && n[2] == 0 },
	}, {
		"rate", `256 MiB +(\d+) .*\n10240 MiB +(\d+) `,
		func(n []float64) bool { return n[1] > 5*max(n[0], 1) },
	}, {
		"presize", `var s \[\]int +(\d+) +(\d+)\n.* (\d+) +(\d+)\n`,
		func(n []float64) bool { return n[0] > 13 && n[1] > 2*10000 && n[2] == 1 && n[3] == 0 },
	}, {
		"pool", `(\d+) of 100 Gets .*\n3 boxed values: +(\d+) object .*\n.* holds (\d+) KiB`,
		func(n []float64) bool { return n[0] > 90 && n[1] == 1 && n[2] >= 1024 },
	}, {
		// On a busy machine much is allocated while the collector marks, which
		// lowers the counts; but 256 times the objects are never even 10 times
		// the cycles.
		"lens", `16 bytes each +\d+ +(\d+) .*\n +4096 bytes each +\d+ +(\d+) `,
		func(n []float64) bool { return n[0] < 10*n[1] && n[1] < 10*n[0] },
	}, {
		// Whether key-2 is found is up to seven bits of its hash.
		"view", `"key-1", .* "key-(2)"\n.*key-1: false, key-2: (?:false|true), though it holds (1) entry\n.*: "other"`,
		func(n []float64) bool { return n[0] == 2 && n[1] == 1 },
	}} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			source, ok := Question(tt.name)
			if !ok {
				t.Fatal("there is no such program")
			}
			file := filepath.Join(t.TempDir(), tt.name+".go")
			if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
				t.Fatal(err)
			}
			out, err := gocmd.Command{Args: []string{"run", file}}.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			m := regexp.MustCompile(tt.pattern).FindSubmatch(out.Stdout)
			if m == nil {
				t.Fatalf("does not match %s:\n%s", tt.pattern, out.Stdout)
			}
			var numbers []float64
			for _, text := range m[1:] {
				n, err := strconv.ParseFloat(string(text), 64)
				if err != nil {
					t.Fatal(err)
				}
				numbers = append(numbers, n)
			}
			if !tt.holds(numbers) {
				t.Errorf("the answer does not hold:\n%s", out.Stdout)
			}
		})
	}
}
