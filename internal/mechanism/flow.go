package mechanism

import (
	"regexp"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// result matches the compiler's name of an unnamed result.
var result = regexp.MustCompile(`^~r\d+$`)

// last returns the step by which a value escaped, or the zero Step. A value that a call reaches through a pointer has
// two last steps: "{temp} <- p" because of the call, and "{heap} <- *{temp}" without a reason. They are
// returned as one step: the former, with the destination of the latter.
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
	return d != nil && slices.ContainsFunc(d.Flow, func(s record.Step) bool { return s.Why == why })
}

// words translates the compiler's reasons, with %s for the expression that moves the value. The reasons are those in
// the calls of note, addr, deref and later in cmd/compile/internal/escape of Go 1.25 to 1.27. Others are shown
// unchanged.
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

// hidden are steps that tell a reader nothing: the beginning of a value.
var hidden = map[string]bool{"spill": true, "": true}

// chain describes the flow of the verdict, one step a line. It omits what only the compiler sees: the results of
// inlined functions, and a pointer or part of the value that the next step names again.
func (f *facts) chain() []record.ChainStep {
	if f.heap == nil {
		return nil
	}
	var steps []record.ChainStep
	for i, s := range f.heap.Flow {
		if hidden[s.Why] || assigns(s) && strings.Contains(s.Dst, "~r") || named(f.heap.Flow[i:]) {
			continue
		}
		step := record.ChainStep{Text: f.words(s), Pos: s.Pos}
		if n := len(steps); n == 0 || steps[n-1] != step {
			steps = append(steps, step)
		}
	}
	return steps
}

func assigns(s record.Step) bool { return strings.HasPrefix(s.Why, "assign") }

// named reports whether the first step only forms a pointer or slice that the second step shows.
func named(flow []record.Step) bool {
	why := flow[0].Why
	return (why == "address-of" || why == "slice") && len(flow) > 1 && strings.Contains(flow[1].Expr, flow[0].Expr)
}

// words describes a step.
func (f *facts) words(s record.Step) string {
	if parameter := f.parameter(s); parameter != "" {
		return "it is passed on as " + parameter
	}
	text, ok := words[s.Why]
	if !ok {
		text = s.Why + ": %s"
	}
	expr := f.text(s)
	if s.Expr == "... argument" {
		expr = "the slice of extra arguments"
	}
	return strings.Replace(text, "%s", expr, 1)
}

// parameter returns the name of the parameter that a step assigns to; empty for other steps. The call of an inlined
// function begins with
//
//	p, q := argument, argument
//
// at the position of the call, where the source has no assignment.
func (f *facts) parameter(s record.Step) string {
	if !assigns(s) || !strings.Contains(s.Expr, " := ") || strings.HasPrefix(s.Dst, "{") {
		return ""
	}
	if call, _ := f.src.of(s.Pos).call(s.Pos); call == nil {
		return ""
	}
	return s.Dst[strings.LastIndexByte(s.Dst, '.')+1:]
}

// plain is clean, with the package names removed that the compiler puts before variables of an inlined body.
func (f *facts) plain(expr string) string {
	expr = clean(expr)
	functions := []string{f.site.Function}
	if f.heap != nil {
		functions = append(functions, f.heap.Inlined...)
	}
	var packages []string
	for _, function := range functions {
		if pkg, _, ok := strings.Cut(short(function), "."); ok {
			packages = append(packages, pkg)
		}
	}
	if f.src.file != nil {
		for _, spec := range f.src.file.Imports {
			path := strings.Trim(spec.Path.Value, `"`)
			packages = append(packages, path[strings.LastIndexByte(path, '/')+1:])
		}
	}
	for _, pkg := range packages {
		if pkg != "" && !strings.ContainsAny(pkg, "()*-.") && strings.Contains(expr, pkg+".") {
			variable := regexp.MustCompile(`\b` + regexp.QuoteMeta(pkg) + `\.([a-z_]\w*(?:[^\w(\[]|$))`) // not a function
			expr = variable.ReplaceAllString(expr, "$1")
		}
	}
	return expr
}

// For generic functions the compiler prints two more things: the dictionary of type arguments, ".dict", which is an
// argument, and the whole import path of a type.
var (
	dictionary = regexp.MustCompile(`\(\*\[\d+\]uintptr\)\([^()]*\)(?:, )?|&?(?:\w+\.\.|\B\.)dict\b[^,()]*(?:, )?`)
	folders    = regexp.MustCompile(`\b[\w-]+(?:\.[\w-]+)+/(?:[\w.-]+/)*`)
)

// clean rewrites the compiler's text of an expression as it would be in the source.
func clean(expr string) string {
	expr = strings.NewReplacer(
		"... argument...", "…",
		"... argument", "…",
		"<node DYNAMICTYPE>", "T",
		"go.shape.", "",
		"~r0", "the result",
	).Replace(expr)
	expr = folders.ReplaceAllString(expr, "")
	return strings.ReplaceAll(dictionary.ReplaceAllString(expr, ""), ", )", ")")
}
