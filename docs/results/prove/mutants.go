package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"

	"github.com/unheap/unheap/docs/results/internal/cases"
	"github.com/unheap/unheap/docs/results/internal/proxy"
	"github.com/unheap/unheap/internal/diff"
	"github.com/unheap/unheap/internal/record"
)

// A mutant is a made-up change of one module. In the folder of mutants each file is a txtar archive of changes of one
// module, which is named in the archive's comment, "PATH VERSION". Each file of the archive is an edit, "CASE KIND
// FILE:FROM-TO", whose text replaces these lines of the module's file; "FILE:FROM+" inserts it after a line. All edits
// of one case make one change; line numbers are those of the original file.
type mutant struct {
	module, name string
	kind         string // harmless, or the behaviour that changes
	edits        []edit
}

// An edit replaces lines of a file by text. from and to count from 1 and are inclusive; to is from-1 for an insertion.
type edit struct {
	file     string
	from, to int
	text     string
}

// harmless is the kind of the changes that do not change behaviour.
const harmless = "harmless"

func (m mutant) id() string { return m.module + " " + m.name + " " + m.kind }

// key returns the ID under which the result is stored. It depends on the text of the change.
func (m mutant) key() string {
	return fmt.Sprintf("%s %x", m.id(), sha256.Sum256(fmt.Append(nil, m.edits)))[:len(m.id())+9]
}

// readMutants reads a file of mutants, in order.
func readMutants(name string) ([]mutant, error) {
	ar, err := txtar.ParseFile(name)
	if err != nil {
		return nil, err
	}
	module := strings.Join(strings.Fields(string(ar.Comment)), "@")
	var all []mutant
	for _, f := range ar.Files {
		words := strings.Fields(f.Name)
		if len(words) != 3 {
			return nil, fmt.Errorf("%s: %q: want CASE KIND FILE:LINES", name, f.Name)
		}
		e, err := readEdit(words[2], string(f.Data))
		if err != nil {
			return nil, fmt.Errorf("%s: %q: %v", name, f.Name, err)
		}
		if i := len(all) - 1; i >= 0 && all[i].name == words[0] && all[i].kind == words[1] {
			all[i].edits = append(all[i].edits, e)
			continue
		}
		all = append(all, mutant{module, words[0], words[1], []edit{e}})
	}
	return all, nil
}

func readEdit(place, text string) (e edit, err error) {
	file, lines, _ := strings.Cut(place, ":")
	if at, ok := strings.CutSuffix(lines, "+"); ok {
		e.to, err = strconv.Atoi(at)
		e.from = e.to + 1
	} else {
		from, to, ranged := strings.Cut(lines, "-")
		if !ranged {
			to = from
		}
		if e.from, err = strconv.Atoi(from); err == nil {
			e.to, err = strconv.Atoi(to)
		}
	}
	e.file, e.text = file, text
	return e, err
}

// patch returns the unified diff of a mutant of the module in dir.
func (m mutant) patch(dir string) ([]byte, error) {
	byFile := make(map[string][]edit)
	var names []string
	for _, e := range m.edits {
		if byFile[e.file] == nil {
			names = append(names, e.file)
		}
		byFile[e.file] = append(byFile[e.file], e)
	}
	var out bytes.Buffer
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		lines := strings.SplitAfter(string(text), "\n")
		edits := byFile[name]
		slices.SortFunc(edits, func(a, b edit) int { return b.from - a.from }) // last first, so that line numbers stay valid
		for _, e := range edits {
			if e.to > len(lines) || e.from > e.to+1 || e.from < 1 {
				return nil, fmt.Errorf("%s: %s has no lines %d-%d", m.id(), name, e.from, e.to)
			}
			lines = slices.Replace(lines, e.from-1, e.to, e.text)
		}
		f := diff.File{Name: name, Old: text, New: []byte(strings.Join(lines, ""))}
		out.WriteString(f.Unified())
	}
	return out.Bytes(), nil
}

// mutants judges the mutants in a folder, and prints how many of each half were refused.
func (r *runner) mutants(folder string) error {
	names, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
	if err != nil || len(names) == 0 {
		return fmt.Errorf("%s holds no mutants: %v", folder, err)
	}
	fmt.Println("| module | case | kind | verdict | by | s | reason |\n|---|---|---|---|---|---|---|")
	var t tally
	for _, name := range names {
		all, err := readMutants(name)
		if err != nil {
			return err
		}
		all = slices.DeleteFunc(all, func(m mutant) bool { return !r.only.MatchString(m.id()) })
		if err := r.ofModule(all, &t); err != nil {
			return err
		}
	}
	fmt.Println()
	t.print()
	return nil
}

// ofModule judges mutants of one module, in a copy of it.
func (r *runner) ofModule(all []mutant, t *tally) error {
	if len(all) == 0 {
		return nil
	}
	dir, err := os.MkdirTemp("", "prove-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	copied := false
	for _, m := range all {
		one, err := r.ask(m.key(), func() (*judged, error) {
			if !copied {
				if err := copyModule(m.module, dir); err != nil {
					return nil, err
				}
				copied = true
			}
			text, err := m.patch(dir)
			if err != nil {
				return nil, err
			}
			name := filepath.Join(dir, "mutant.diff")
			if err := os.WriteFile(name, text, 0o666); err != nil {
				return nil, err
			}
			defer os.Remove(name)
			return r.prove(dir, name)
		})
		if err != nil {
			return err
		}
		t.add(m, one)
	}
	return nil
}

// copyModule copies a module of the module proxy to a folder, where its files may be written.
func copyModule(module, dir string) error {
	if err := proxy.Copy(context.Background(), module, dir); err != nil {
		return err
	}
	if name := filepath.Join(dir, "go.mod"); !exists(name) { // what the go command assumes
		path, _, _ := strings.Cut(module, "@")
		if err := os.WriteFile(name, []byte("module "+path+"\n"), 0o666); err != nil {
			return err
		}
	}
	list := exec.Command("go", "list", "-deps", "-test", "./...")
	if list.Dir = dir; list.Run() == nil {
		return nil
	}
	tidy := exec.Command("go", "mod", "tidy") // an old module may lack a part of its go.sum
	tidy.Dir = dir
	if out, err := tidy.CombinedOutput(); err != nil {
		return fmt.Errorf("go mod tidy: %s", out)
	}
	return nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// A tally counts the outcomes for both halves.
type tally struct {
	right, wrong        int // numbers of mutants
	alarms, refused     int // right ones refused; wrong ones refused
	byInputs, byTests   int // of the refused, by what showed the difference first
	unsureRight, unsure int // outcome unknown
	repros, differences int // tests of differences that were run; differences
	kinds               map[string][2]int
	failed              []string
}

func (t *tally) add(m mutant, one result) {
	if one.Value == nil {
		t.failed = append(t.failed, m.id())
		fmt.Printf("| %s | %s | %s | error | | %.0f | %s |\n", m.module, m.name, m.kind, one.Seconds, cases.Cell(one.Error))
		return
	}
	p := one.Value
	with, differences := repros(p.Proof)
	t.repros, t.differences = t.repros+with, t.differences+differences
	refused := p.Outcome == record.Differing || p.Outcome == record.Failing
	by := ""
	if slices.ContainsFunc(p.Functions, func(f record.FunctionProof) bool { return f.Differs != "" }) {
		by = "inputs"
	}
	if p.Outcome == record.Failing {
		by = strings.TrimPrefix(by+", tests", ", ")
	}
	if t.kinds == nil {
		t.kinds = make(map[string][2]int)
	}
	of := t.kinds[m.kind]
	of[1]++
	switch {
	case m.kind == harmless:
		t.right++
		if refused {
			t.alarms++
		} else if p.Outcome == record.Unknown {
			t.unsureRight++
		}
	default:
		t.wrong++
		switch {
		case refused:
			t.refused++
			if strings.HasPrefix(by, "inputs") {
				t.byInputs++
			}
			if strings.HasSuffix(by, "tests") {
				t.byTests++
			}
		case p.Outcome == record.Unknown:
			t.unsure++
		}
	}
	if refused {
		of[0]++
	}
	t.kinds[m.kind] = of
	fmt.Printf("| %s | %s | %s | %s | %s | %.0f | %s |\n", m.module, m.name, m.kind, p.Outcome, by, one.Seconds, cases.Cell(strings.Join(p.Reasons, "; ")))
}

func (t *tally) print() {
	fmt.Printf("Of %d wrong changes %d were refused: %d by generated inputs, %d by tests; %d are unknown. Of %d right ones %d were refused, %d are unknown.\n\n",
		t.wrong, t.refused, t.byInputs, t.byTests, t.unsure, t.right, t.alarms, t.unsureRight)
	fmt.Printf("Of %d differences %d have a test that was run: it fails with the change, and passes without it.\n\n", t.differences, t.repros)
	fmt.Println("| kind | refused | of |\n|---|---|---|")
	for _, kind := range slices.Sorted(maps.Keys(t.kinds)) {
		fmt.Printf("| %s | %d | %d |\n", kind, t.kinds[kind][0], t.kinds[kind][1])
	}
	if len(t.failed) > 0 {
		fmt.Printf("\nNot judged: %s\n", strings.Join(t.failed, ", "))
	}
}
