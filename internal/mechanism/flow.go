package mechanism

import (
	"regexp"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// result matches how the compiler names a result without a name of its own.
var result = regexp.MustCompile(`^~r\d+$`)

// last returns the step by which a value got away, or the zero Step. A value
// that a call reaches through a pointer ends in two: "{temp} <- p" because of
// the call, and "{heap} <- *{temp}" without a reason of its own. They are one.
func last(d *record.Decision) record.Step {
	if d == nil || len(d.Flow) == 0 {
		return record.Step{}
	}
	n := len(d.Flow) - 1
	step := d.Flow[n]
	if step.Why == "" && n > 0 && d.Flow[n-1].Dst == "{temp}" {
		before := d.Flow[n-1]
		before.Dst = step.Dst
		return before
	}
	return step
}

// has reports whether any step of the flow has the given reason.
func has(d *record.Decision, why string) bool {
	if d == nil {
		return false
	}
	for _, s := range d.Flow {
		if s.Why == why {
			return true
		}
	}
	return false
}

// words are the compiler's reasons in words, with %s for the expression that
// moves the value. From the calls of note, addr, deref and later in
// cmd/compile/internal/escape of Go 1.25 to 1.27. A reason that is not here
// is shown as it stands.
var words = map[string]string{
	"address-of":             "its address is taken: %s",
	"reference":              "a function literal assigns to it: %s",
	"assign":                 "it is assigned: %s",
	"assign-pair":            "it is assigned: %s",
	"assign-pair-dot-type":   "it is assigned: %s",
	"assign-pair-func-call":  "it is assigned: %s",
	"assign-pair-mapr":       "it is assigned: %s",
	"assign-pair-receive":    "it is assigned: %s",
	"return":                 "it is returned: %s",
	"call parameter":         "it is passed on: %s",
	"callee operand":         "it is called: %s",
	"captured by a closure":  "a function literal uses it: %s",
	"interface-converted":    "it becomes an interface: %s",
	"struct literal element": "it is put into %s",
	"array literal element":  "it is put into %s",
	"slice-literal-element":  "it is put into %s",
	"map literal key":        "it is put into %s",
	"map literal value":      "it is put into %s",
	"key of map put":         "it becomes a key: %s",
	"appended slice...":      "its elements are appended: %s",
	"appendee slice":         "it is appended to: %s",
	"copied slice":           "its elements are copied: %s",
	"send":                   "it is sent: %s",
	"slice":                  "it is sliced: %s",
	"dot":                    "a field of it is used: %s",
	"dot of pointer":         "a field behind it is used: %s",
	"fixed-array-index-of":   "an element of it is used: %s",
	"indirection":            "what it points to is used: %s",
	"range":                  "a loop ranges over it: %s",
	"range-deref":            "a loop ranges over it: %s",
	"switch case":            "a switch looks at it: %s",
	"slice-to-array":         "it is converted: %s",
	"conversion":             "it is converted: %s",
	"too large for stack":    "%s is too large for a stack",
	"too aligned for stack":  "%s needs an alignment that a stack does not have",
	"zero-sized element":     "%s has elements without size",
	"non-constant size":      "%s has a size that is not constant",
	"reflect.Header.Data":    "it is put into a reflect header: %s",
	"//go:uintptrescapes":    "it is passed as a uintptr to a function that may keep it: %s",
}

// hidden are steps that say nothing a reader would miss: where a value begins.
var hidden = map[string]bool{"spill": true, "": true}

// chain puts the flow of a verdict into words, one step a line.
func chain(d *record.Decision) []record.ChainStep {
	if d == nil {
		return nil
	}
	var steps []record.ChainStep
	for _, s := range d.Flow {
		if hidden[s.Why] {
			continue
		}
		text, ok := words[s.Why]
		if !ok {
			text = s.Why + ": %s"
		}
		expr := clean(s.Expr)
		if s.Expr == "... argument" {
			expr = "the slice of extra arguments"
		}
		step := record.ChainStep{Text: strings.Replace(text, "%s", brief(expr), 1), Pos: s.Pos}
		if n := len(steps); n == 0 || steps[n-1] != step {
			steps = append(steps, step)
		}
	}
	return steps
}

// clean rewrites the compiler's text of an expression as source is written.
func clean(expr string) string {
	return strings.NewReplacer(
		"... argument...", "…",
		"... argument", "…",
		"<node DYNAMICTYPE>", "T",
		"go.shape.", "",
		"~r0", "the result",
	).Replace(expr)
}
