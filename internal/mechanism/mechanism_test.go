package mechanism

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/testprog"
)

func TestList(t *testing.T) {
	seen := make(map[string]bool)
	for _, m := range List() {
		if seen[m.Name] {
			t.Errorf("%s is there twice", m.Name)
		}
		seen[m.Name] = true
		if got, ok := Lookup(m.Name); !ok || got.Title != m.Title {
			t.Errorf("Lookup(%q) does not find it", m.Name)
		}
		if m.Title == "" || m.Remedy == "" || m.Doc == "" || m.Before == "" {
			t.Errorf("%s: title, doc or example is missing", m.Name)
		}
		if strings.HasSuffix(m.Title, ".") || len(m.Title) > Width-19 {
			t.Errorf("%s: title is no short line: %q", m.Name, m.Title)
		}
		switch m.Removable {
		case Yes, Partly:
			if m.After == "" {
				t.Errorf("%s can be removed, but no code shows how", m.Name)
			}
		case No:
		default:
			t.Errorf("%s: Removable is %q", m.Name, m.Removable)
		}
		if m.Removable != Yes && m.CannotRemove == "" {
			t.Errorf("%s does not say why it must stay", m.Name)
		}
	}
	if _, ok := Lookup("none"); ok {
		t.Error("Lookup finds what is not there")
	}
}

// Every reason is proven by a program that expects it, and nothing is expected
// that is not a reason.
func TestProven(t *testing.T) {
	for _, m := range List() {
		p, ok := testprog.Lookup(m.Program)
		if !ok {
			t.Errorf("%s: there is no program %q", m.Name, m.Program)
			continue
		}
		expectations, err := p.Expect("go1.26")
		if err != nil {
			t.Error(err)
		}
		proven := m.Cost
		for _, e := range expectations {
			proven = proven || e.Mechanism == m.Name
		}
		if !proven {
			t.Errorf("%s: %s does not expect it", m.Name, p.File())
		}
	}
	programs, err := testprog.Programs()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range programs {
		for _, release := range []string{"go1.25", "go1.26", "go1.27"} {
			expectations, err := p.Expect(release)
			if err != nil {
				t.Error(err)
			}
			for _, e := range expectations {
				if m, ok := Lookup(e.Mechanism); e.Mechanism != "" && (!ok || m.Cost) {
					t.Errorf("%s:%d: %q is no reason", p.File(), e.Line, e.Mechanism)
				}
			}
		}
	}
}

// Examples are Go: what a reader copies must at least parse, as declarations
// or within a function, with an open loop closed.
func TestExamplesParse(t *testing.T) {
	for _, m := range List() {
		for _, code := range []string{m.Before, m.After} {
			if code != "" && !parses(code) {
				t.Errorf("%s: does not parse:\n%s", m.Name, code)
			}
		}
	}
}

func parses(code string) bool {
	closing := strings.Repeat("\n}", strings.Count(code, "{")-strings.Count(code, "}"))
	for _, source := range []string{
		"package p\n" + code,
		"package p\nfunc f() {\n" + code + closing + "\n}",
	} {
		if _, err := parser.ParseFile(token.NewFileSet(), "", source, 0); err == nil {
			return true
		}
	}
	return false
}
