package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"log"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// killFiles is the number of files to rewrite: so many that writing them takes a good part of a second, and most kills
// during that time hit between two files.
const killFiles = 40

// killReruns is the number of trees, of those that a kill left half written, on which fix is run again, spread evenly
// over all kills.
const killReruns = 12

// A killed holds the results of killing whole runs of "unheap fix -w" by "kill -9".
type killed struct {
	kills   int
	stages  map[string]int // number of kills by the stage of the run, which is in the last line on stderr
	mixed   int            // number of trees with both old and new files
	broken  []string       // files that were neither old nor new, and trees that did not build
	strays  int            // number of kills that left a temporary file in the tree
	most    int            // largest number of such files after one kill
	left    map[string]int // number of entries left in the temporary folder, by kind
	reruns  int
	differs int // number of runs after a kill whose result differs from that of an undisturbed run
	took    time.Duration
}

// A killer is the module whose runs are killed.
type killer struct {
	*bench
	dir      string
	old, now map[string][]byte // the files before and after an undisturbed run
	rand     *rand.Rand
	// before is the time that an undisturbed run takes until it writes, writing the time from then on.
	before, writing time.Duration
	killed
}

// runKills kills n runs, half of them while they write.
func (b *bench) runKills(ctx context.Context, n int) (*killed, error) {
	log.Printf("%d kills", n)
	start := time.Now()
	k := &killer{bench: b, dir: filepath.Join(b.tmp, "kill"), old: killModule(killFiles), rand: rand.New(rand.NewPCG(4, 2))}
	k.stages, k.left = make(map[string]int), make(map[string]int)
	if err := k.undisturbed(ctx); err != nil {
		return nil, err
	}
	for i := 0; k.kills < n; i++ {
		if i > 2*n {
			return nil, fmt.Errorf("of %d runs only %d could be killed before they ended", i, k.kills)
		}
		if err := k.once(ctx, k.kills%2 == 0, n); err != nil {
			return nil, err
		}
	}
	k.took = time.Since(start)
	return &k.killed, nil
}

// killModule returns a module with a function to rewrite in each of n files. The workload is a test, and no arguments
// can be generated for the functions' types, so that neither timing nor the comparison of old and new takes time.
func killModule(n int) map[string][]byte {
	files := map[string][]byte{"go.mod": []byte("module example.com/kill\n\ngo 1.26.0\n")}
	var test strings.Builder
	test.WriteString("package kill\n\nimport \"testing\"\n\ntype ints []int\n\nfunc (s ints) Len() int { return len(s) }\n\nvar (\n\tsrc  = make([]int, 100)\n\tsink []int\n)\n\nfunc TestAll(t *testing.T) {\n")
	for i := range n {
		fmt.Fprintf(&test, "\tsink = Times%d(src, ints(nil))\n", i)
		files[fmt.Sprintf("f%02d.go", i)] = fmt.Appendf(nil, `package kill

// Times%[1]d multiplies.
func Times%[1]d[T interface{ Len() int }](src []int, _ T) []int {
	var out []int
	for _, v := range src {
		out = append(out, v*%[1]d)
	}
	return out
}
`, i)
	}
	test.WriteString("}\n")
	files["kill_test.go"] = []byte(test.String())
	return files
}

// reset writes the old files and removes all others.
func (k *killer) reset() error {
	if err := os.RemoveAll(k.dir); err != nil {
		return err
	}
	for name, text := range k.old {
		if err := writeFile(filepath.Join(k.dir, name), text); err != nil {
			return err
		}
	}
	return nil
}

// fixRun is a started "unheap fix -w".
type fixRun struct {
	cmd   *exec.Cmd
	tmp   string        // its temporary folder
	lines chan string   // of stderr, closed at its end
	done  chan struct{} // closed when the process has ended
}

func (k *killer) start(ctx context.Context) (*fixRun, error) {
	tmp, err := os.MkdirTemp(k.tmp, "tmp-")
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, k.unheap, "fix", "-w", "-rewrite=presize", ".")
	cmd.Dir = k.dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "TMPDIR="+tmp)
	lead(cmd)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	r := &fixRun{cmd: cmd, tmp: tmp, lines: make(chan string, 1000), done: make(chan struct{})}
	go func() {
		scan := bufio.NewScanner(stderr)
		for scan.Scan() {
			r.lines <- scan.Text() // never blocks: a run writes fewer than a thousand lines
		}
		io.Copy(io.Discard, stderr)
		close(r.lines)
		_ = cmd.Wait() // the files show how it ended
		close(r.done)
	}()
	return r, nil
}

// untilWrite waits for the line that announces writing, or for the end of the run, and returns the last line.
func (r *fixRun) untilWrite() (last string) {
	for last = range r.lines {
		if stageOf(last) == "write" {
			break
		}
	}
	return last
}

// stageOf returns the first word of a line of progress.
func stageOf(line string) string {
	return line[:len(line)-len(strings.TrimLeft(line, "abcdefghijklmnopqrstuvwxyz"))]
}

// undisturbed runs fix twice, first to warm the caches, and keeps the result and the times of the second run.
func (k *killer) undisturbed(ctx context.Context) error {
	for range 2 {
		if err := k.reset(); err != nil {
			return err
		}
		begin := time.Now()
		r, err := k.start(ctx)
		if err != nil {
			return err
		}
		last := r.untilWrite()
		k.before, begin = time.Since(begin), time.Now()
		<-r.done
		k.writing = time.Since(begin)
		os.RemoveAll(r.tmp)
		if stageOf(last) != "write" || !r.cmd.ProcessState.Success() {
			return fmt.Errorf("fix -w of the module to kill in: %v, its last line is %q", r.cmd.ProcessState, last)
		}
	}
	var err error
	if k.now, err = filesIn(k.dir); err != nil {
		return err
	}
	for name, text := range k.old {
		if strings.HasPrefix(name, "f") && bytes.Equal(text, k.now[name]) {
			return fmt.Errorf("%s: an undisturbed run does not rewrite it", name)
		}
	}
	return nil
}

// once kills one run at a random moment, which is during writing if late is set, and counts what it left. It does not
// count a run that ended before.
func (k *killer) once(ctx context.Context, late bool, n int) error {
	if err := k.reset(); err != nil {
		return err
	}
	r, err := k.start(ctx)
	if err != nil {
		return err
	}
	defer os.RemoveAll(r.tmp)
	stage, within := "", k.before
	if late {
		stage, within = stageOf(r.untilWrite()), k.writing
	}
	ended := false
	select {
	case <-time.After(time.Duration(k.rand.Float64() * float64(within))):
		ended = kill(r.cmd) != nil
	case <-r.done:
		ended = true
	}
	<-r.done
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if ended || r.cmd.ProcessState.Exited() {
		return nil
	}
	for line := range r.lines {
		stage = stageOf(line)
	}
	k.kills++
	k.stages[cmp.Or(stage, "start")]++
	for _, name := range namesIn(r.tmp) {
		k.left[name]++
	}
	return k.look(ctx, n)
}

// look compares the files after a kill with the old and the new files.
func (k *killer) look(ctx context.Context, n int) error {
	files, err := filesIn(k.dir)
	if err != nil {
		return err
	}
	old, now, strays := 0, 0, 0
	for name, text := range files {
		switch _, ours := k.old[name]; {
		case !ours && strings.HasPrefix(name, "."):
			strays++
		case !ours:
			k.broken = append(k.broken, name+" was not there before")
		case bytes.Equal(k.old[name], k.now[name]): // the file is not rewritten
		case bytes.Equal(text, k.old[name]):
			old++
		case bytes.Equal(text, k.now[name]):
			now++
		default:
			k.broken = append(k.broken, fmt.Sprintf("%s is neither old nor new (%d bytes)", name, len(text)))
		}
	}
	k.most = max(k.most, strays)
	if strays > 0 {
		k.strays++
	}
	if old+now != killFiles {
		k.broken = append(k.broken, fmt.Sprintf("%d of %d files", old+now, killFiles))
	}
	if old == 0 || now == 0 {
		return nil
	}
	k.mixed++
	if _, err := command(ctx, k.dir, "go", "build", "./..."); err != nil {
		k.broken = append(k.broken, err.Error())
	}
	if k.reruns*n > k.kills*killReruns { // fewer trees have been given to another run than asked for
		return nil
	}
	return k.rerun(ctx)
}

// rerun runs fix on the tree again, without killing it.
func (k *killer) rerun(ctx context.Context) error {
	r, err := k.start(ctx)
	if err != nil {
		return err
	}
	<-r.done
	os.RemoveAll(r.tmp)
	files, err := filesIn(k.dir)
	if err != nil {
		return err
	}
	k.reruns++
	if !maps.EqualFunc(files, k.now, bytes.Equal) {
		k.differs++
	}
	return nil
}

// filesIn reads the files of a folder without subfolders.
func filesIn(dir string) (map[string][]byte, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	files := make(map[string][]byte)
	for _, e := range entries {
		if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			return nil, err
		}
	}
	return files, nil
}

var digits = regexp.MustCompile(`\d+`)

// namesIn returns the kinds of the entries of a temporary folder: their names without the numbers.
func namesIn(dir string) []string {
	entries, _ := os.ReadDir(dir) // a folder that is gone is empty
	var names []string
	for _, e := range entries {
		names = append(names, digits.ReplaceAllString(e.Name(), "*"))
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// text returns the sentence for the page.
func (k *killed) text() string {
	var stages []string
	for _, s := range slices.Sorted(maps.Keys(k.stages)) {
		stages = append(stages, fmt.Sprintf("%d in %s", k.stages[s], s))
	}
	broken := "every file was old or new in full and every tree built"
	if k.broken != nil {
		broken = fmt.Sprintf("**%d broken**: %s", len(k.broken), strings.Join(k.broken, ", "))
	}
	left := "nothing"
	if len(k.left) > 0 {
		left = "folders named " + strings.Join(slices.Sorted(maps.Keys(k.left)), ", ")
	}
	return fmt.Sprintf("%d kills (%s) of `fix -w` on %d files: %s; %d trees had files of both kinds, of which %d were given to another run, and %d reached the same files as an undisturbed one, temporary files gone; "+
		"%d kills left a hidden temporary file in the tree, never more than %d; in the temporary folder of the system lay %s (%.0f s)",
		k.kills, strings.Join(stages, ", "), killFiles, broken, k.mixed, k.reruns, k.reruns-k.differs, k.strays, k.most, left, k.took.Seconds())
}
