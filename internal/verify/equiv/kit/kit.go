//go:build go1.25

// Package kit runs two versions of a function on the same generated inputs and says where they differ.
//
// It is compiled into the test binary of the package under change: its source is laid over the user's module, so it
// may import only the standard library, and nothing newer than the oldest supported toolchain (Go 1.25). Each file
// says so in a build line, since the user's go.mod may name an older language.
//
// Invariant: a reported difference is one that a caller could see. So capacity, addresses and the number of Write
// calls are not compared; results, nil-ness, panics, changes made to arguments, the calls made to function arguments,
// memory shared between results and arguments, and errors that have a name, such as io.EOF, are.
//
// Model: one integer seeds one input. The old and the new version each get values built from the same seed, never the
// same values, so that neither can see what the other did. Inputs of edge values come first.
//
// What the model blurs: package variables are shared by both versions if they are in one package; values behind
// interfaces that the kit does not know are not generated at all; an input on which the old version differs from
// itself says nothing; and if the process ends among huge numbers, later cases are not compared on those.
package kit

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"
)

// A Case is one function in two versions of the same type. Methods are given as method expressions, so that the
// receiver is the first argument.
type Case struct {
	Name     string
	Old, New any
	// Exempt names the aspects in which the versions may differ.
	Exempt []string
	// LooksAtFrames is set if the function, or a function that it calls, looks at the stack: if the versions differ
	// in numbers only, these may then be lines.
	LooksAtFrames bool
	// Nothing, if not nil, is a function of the versions' type that does nothing. If it is set, what both versions
	// allocate is counted as well.
	Nothing any
	// Promised is set if callers may pass anything that they can make, even arguments on which the old version
	// panics. Otherwise callers of an unexported function are assumed not to pass those.
	Promised bool
}

// A Result is the result of a Case. The outcome is exactly one of Skipped, Differs and agreement on Inputs.
type Result struct {
	Name string `json:"name"`
	// Running is set in the line that is written before a phase of the comparison: if no other line of the Case
	// follows, the process ended in that phase.
	Running Phase `json:"running,omitempty"`
	// Inputs is the number of inputs on which both versions agreed.
	Inputs int `json:"inputs"`
	// Panics is the number of these inputs on which both panicked alike.
	Panics int `json:"panics"`
	// Skipped says why no inputs could be generated; empty otherwise.
	Skipped string `json:"skipped,omitempty"`
	// Differs is the first difference, with its input; empty if none.
	Differs string `json:"differs,omitempty"`
	// Doubt is like Differs, for a difference on a state that was made up; perhaps no caller ever makes it.
	Doubt string `json:"doubt,omitempty"`
	// Shown is the input of Differs as Go source; nil if it cannot be written as such.
	Shown *Shown `json:"shown,omitempty"`
	// Frames is the first difference in what is seen of the stack, with its input, if such differences do not count.
	Frames string `json:"frames,omitempty"`
	// Lines is the first difference, with its input, in numbers that may be lines of the source, seen on the stack,
	// if such differences do not count.
	Lines string `json:"lines,omitempty"`
	// Note says what was left out, such as inputs with huge numbers.
	Note string `json:"note,omitempty"`
	// Retained is how many bytes a result keeps alive, old and new, on average. It is set only with Limits.Reachable,
	// and zero if there is nothing to average.
	Retained [2]int64 `json:"retained,omitzero"`
	// Counted is the number of inputs on which both versions were counted, Objects and Bytes the sums over them, old
	// and new.
	Counted int      `json:"counted,omitempty"`
	Objects [2]int64 `json:"objects,omitzero"`
	Bytes   [2]int64 `json:"bytes,omitzero"`
}

// A Phase is a part of the comparison of one Case.
type Phase string

const (
	Alone      Phase = "one call after another"
	Goroutines Phase = "calls from several goroutines"
	Huge       Phase = "calls with huge numbers"
	Mischief   Phase = "calls with functions that panic, cancel or call again"
)

// Marker begins a line of output that holds a Result as JSON.
const Marker = "unheap-equivalence "

// Only is the environment variable that names the cases that Run runs, one per line; if it is not set, all are run.
const Only = "UNHEAP_COMPARE"

// Limits of one run.
type Limits struct {
	Inputs int           // per case; 2000 if 0
	Time   time.Duration // per case; 2 s if 0
	// Call is how long one call may take before it counts as hanging; 3 s if 0. Calls that return take microseconds.
	Call time.Duration
	// Coverage, if not nil, returns how much of the code under test has been run, a number that grows. Inputs that
	// make it grow are varied to make others, and the comparison ends if it has not grown for long.
	Coverage func() float64
	// Reachable is set if a difference counts only on values that a program can make. A difference after an
	// unexported field was made up goes to Doubt.
	Reachable bool
}

// Run runs all cases, or those named by [Only], and writes lines with Marker to w; the last line of each case counts.
// Inputs with huge numbers, on which a version may loop for ever, come after all others, and then inputs whose
// functions do what few functions do. A case that hangs there has the result that it had before.
func Run(w io.Writer, limits Limits, cases ...Case) {
	if names, some := os.LookupEnv(Only); some {
		wanted := strings.Split(names, "\n")
		cases = slices.DeleteFunc(cases, func(c Case) bool { return !slices.Contains(wanted, c.Name) })
	}
	limits.Inputs = cmp.Or(limits.Inputs, 2000)
	limits.Time = cmp.Or(limits.Time, 2*time.Second)
	limits.Call = cmp.Or(limits.Call, 3*time.Second)
	defer watch(w)()
	catchLog()
	move.Do(func() { time.Local = elsewhere })
	results := make([]Result, len(cases))
	for i, c := range cases {
		c.begin()
		results[i] = c.run(w, limits)
		results[i].write(w, "")
	}
	for i, c := range cases {
		if r := &results[i]; r.Skipped == "" && r.Differs == "" && !c.exemptions().huge {
			c.begin()
			comparing.Store(nil) // the results found so far stand
			r.write(w, Huge)
			c.runHuge(limits, r)
			r.write(w, "")
		}
	}
	for i, c := range cases {
		if r := &results[i]; r.Skipped == "" && r.Differs == "" && limits.Reachable && takesFunctions(c.New) {
			c.begin()
			comparing.Store(nil)
			r.write(w, Mischief)
			c.runMischief(limits, r)
			r.write(w, "")
		}
	}
}

// elsewhere is the local time zone during all calls: with UTC, the local zone of many machines, a forgotten
// conversion would not show.
var elsewhere = time.FixedZone("Local", 5*3600+45*60)

// move sets the zone once per process, as goroutines of earlier comparisons may read it.
var move sync.Once

// write writes one line at once, so that it is there even if the process dies.
func (r Result) write(w io.Writer, running Phase) {
	r.Running = running
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // strings and ints only: cannot fail
	}
	fmt.Fprintf(w, "%s%s\n", Marker, text)
}

// run compares c on ordinary inputs: one after another, then again from several goroutines at once.
func (c Case) run(w io.Writer, limits Limits) Result {
	r := Result{Name: c.Name}
	if r.Skipped = c.refuse(); r.Skipped != "" {
		return r
	}
	r.write(w, Alone)
	kept, done := c.runAlone(limits, &r)
	if done {
		return r
	}
	r.write(w, Goroutines)
	r.Differs = c.repeat(limits, kept)
	if limits.Reachable && r.Differs == "" {
		r.Differs = c.leaves(limits, kept)
		r.Retained = c.retained(kept)
	}
	if r.Differs == "" && c.countable() {
		c.count(kept, &r)
	}
	return r
}

// refuse says why c cannot be compared; empty if it can.
func (c Case) refuse() string {
	old, now := reflect.TypeOf(c.Old), reflect.TypeOf(c.New)
	if old == nil || now == nil {
		return "one of its versions is missing"
	}
	if old != now && old.String() != now.String() {
		return fmt.Sprintf("its type changed from %v to %v", old, now)
	}
	for _, name := range c.Exempt {
		if !isAspect(name) {
			return "nothing is known of the aspect " + name
		}
	}
	return unsupportedParams(now)
}

// maxUnsteady is the number of inputs on which the old version differs from itself after which a function is given
// up, if no input has agreed.
const maxUnsteady = 20

// every is the distance of the inputs that are used again for calls from several goroutines: edge values, which come
// first, are mostly small.
const every = 16

// maxKept bounds the number of these inputs.
const maxKept = 128

// runAlone compares c on one input after another and returns some of the inputs. done is true if the outcome is
// known.
func (c Case) runAlone(limits Limits, r *Result) (kept []seen, done bool) {
	h := newHunt(limits)
	unsteady := 0
	for i := range limits.Inputs {
		if h.over() {
			break
		}
		in := h.next(uint64(i), c.exemptions())
		got := c.compare(limits, in)
		h.saw(got)
		switch {
		case got.hang:
			r.Note = "stopped at an input on which the old version did not return"
			return kept, false
		case got.excused:
			continue
		case got.lines != "":
			r.Lines = cmp.Or(r.Lines, got.lines)
			continue
		}
		r.Frames = cmp.Or(r.Frames, got.frames)
		switch {
		case got.unsteady && r.Inputs == 0 && unsteady > maxUnsteady:
			*r = Result{Name: c.Name, Skipped: Undetermined}
			return nil, true
		case got.unsteady:
			unsteady++
			r.Note = fmt.Sprintf("on %d inputs the old version differs from itself", unsteady)
			continue
		case got.differs != "" && limits.Reachable && got.madeUp:
			r.Doubt = got.differs
			continue
		case got.owned: // the write into the result is permanent, so it cannot be tried again
			r.Differs = got.differs
			return nil, true
		case got.differs != "":
			r.Differs, r.Shown = c.minimal(limits, in, got)
			return nil, true
		}
		r.Inputs++
		if got.panicked {
			r.Panics++
		}
		if i%every == 0 && !got.varies && len(kept) < maxKept {
			kept = append(kept, seen{in, got.after})
		}
	}
	if r.Inputs == 0 && unsteady > 0 { // fewer than maxUnsteady, for lack of time
		*r = Result{Name: c.Name, Skipped: Undetermined}
		return nil, true
	}
	return kept, false
}

// Undetermined is the Skipped of a Case whose old version never agrees with itself.
const Undetermined = "its result is not determined by its arguments"

// hugeInputs is small, as each of them exercises the same overflow checks.
const hugeInputs = 160

func (c Case) runHuge(limits Limits, r *Result) {
	for i := range hugeInputs {
		got := c.compare(limits, input{seed: uint64(i), huge: true, exempt: c.exemptions()})
		if got.hang {
			r.Note = "huge numbers were not compared: the old version did not return"
			return
		}
		if got.unsteady || got.excused {
			continue
		}
		if got.differs != "" && limits.Reachable && got.madeUp {
			r.Doubt = got.differs
			continue
		}
		if got.differs != "" {
			r.Differs = got.differs
			return
		}
		r.Inputs++
	}
}

// An input determines the values of one call.
type input struct {
	seed   uint64
	tape   []uint64 // the first decisions; the seed determines the others
	bare   bool     // whether the others are zero
	huge   bool     // whether numbers may be huge
	does   mischief // what function arguments do
	exempt exemptions
}

// A seen is an input and what the old version did with it.
type seen struct {
	in    input
	after string
}

// A compared is the outcome of one input.
type compared struct {
	differs  string
	after    string // what the old version's call left behind, as text
	panicked bool
	excused  bool // not compared because of an aspect left out
	hang     bool // the old version did not return
	unsteady bool // the old version differs from itself as well
	owned    bool // the difference appears after a write into a result
	madeUp   bool // a state or an argument was made up
	taken    []uint64
	varies   bool   // both versions differ from themselves, in the same way
	frames   string // a difference in what is seen of the stack, which does not count
	lines    string // a difference in numbers that may be lines, which does not count
}

// compare calls both versions on the values of in.
func (c Case) compare(limits Limits, in input) compared {
	old := call(c.Old, in, limits.Call)
	if old.hang {
		return compared{hang: true}
	}
	now := call(c.New, in, limits.Call)
	got := compared{after: old.call(), panicked: old.panicked, madeUp: old.madeUp, taken: old.taken}
	if !exported(c.Name) && !c.Promised && strings.HasPrefix(old.after, "panic runtime error") {
		got.madeUp = true // its callers may never pass arguments on which it panics
	}
	if strings.Contains(c.Name, ".") && begunAsZero(reflect.TypeOf(c.Old).In(0)) && breaksDown(old, now) {
		got.madeUp = true // an uninitialised receiver need not work
	}
	if old.arguments() != now.arguments() && sameShapes(reflect.TypeOf(c.Old), reflect.TypeOf(c.New)) {
		got.madeUp = true // the versions' package variables differ after earlier calls
	}
	switch {
	case in.exempt.excuses(old, now):
		got.excused = true
	case now.hang:
		got.differs = fmt.Sprintf("on %s the new version does not return", old.on())
		got.unsteady = c.hangs(limits, in)
	case old.text() != now.text() && inAnyOrder(old, now):
		// The new version may make calls one after another that the old one makes concurrently.
	case old.text() != now.text() && c.LooksAtFrames && !frames.Count && alike(old.text(), now.text()):
		got.lines = fmt.Sprintf("on %s: %s", old.on(), firstDifference(old.text(), now.text()))
	case old.text() != now.text():
		got.differs = fmt.Sprintf("on %s: %s", old.on(), firstDifference(old.text(), now.text()))
		c.again(limits, in, old, now, &got)
	case now.unstable && !old.unstable:
		got.differs = fmt.Sprintf("on %s: the result changes when the function is called again", old.on())
		got.unsteady = call(c.Old, in, limits.Call).text() != old.text()
	case limits.Reachable && overlapping(now.results) != "" && overlapping(old.results) == "":
		got.differs = fmt.Sprintf("on %s: %s, which shares no memory in the old version", old.on(), overlapping(now.results))
	case limits.Reachable && now.calls.stubborn && !old.calls.stubborn && fails(old.results):
		got.differs = fmt.Sprintf("on %s: it goes on writing where a write has failed, and the old version does not", old.on())
	case limits.Reachable && in.seed%scribbled == 0 && !in.huge:
		got.differs = c.owned(limits, in, old)
		got.owned = got.differs != ""
	}
	if got.differs == "" && got.lines == "" && old.text() == now.text() && old.after+old.observed != now.after+now.observed && old.framesText() != now.framesText() {
		got.frames = fmt.Sprintf("on %s: %s", old.on(), firstDifference(old.framesText(), now.framesText()))
	}
	return got
}

// breaksDown reports whether the first difference between two outcomes is that the old version dereferences a nil
// pointer, or that a method called afterwards panics in it.
func breaksDown(old, now outcome) bool {
	if old.call() != now.call() {
		return strings.HasPrefix(old.after, "panic runtime error: nil pointer")
	}
	was, is := strings.Split(old.observed, "\n"), strings.Split(now.observed, "\n")
	for i, line := range was {
		if i >= len(is) || line != is[i] {
			return strings.HasPrefix(line, "then ") && strings.HasSuffix(line, " panics")
		}
	}
	return false
}

// fails reports whether the last result is a non-nil error.
func fails(results []reflect.Value) bool {
	if len(results) == 0 {
		return false
	}
	v := results[len(results)-1]
	return v.Type() == errorType && !v.IsNil()
}

// inAnyOrder reports whether two outcomes differ only in the order of calls, of which the old version makes some from
// goroutines that it starts.
func inAnyOrder(old, now outcome) bool {
	if !old.calls.foreign {
		return false
	}
	old.after = strings.Replace(old.after, "\ncalls "+old.calls.inOrder, "\ncalls "+old.calls.sorted, 1)
	now.after = strings.Replace(now.after, "\ncalls "+now.calls.inOrder, "\ncalls "+now.calls.sorted, 1)
	return old.text() == now.text()
}

// exported reports whether other packages can call the function or method of that name.
func exported(name string) bool {
	first, _ := utf8.DecodeRuneInString(name[strings.LastIndexByte(name, '.')+1:])
	return unicode.IsUpper(first)
}

// One in scribbled inputs is checked for results that do not belong to the caller.
const scribbled = 4

// owned writes into the results of both versions, and calls them again. It is a difference if the new version then
// returns something else, and the old one does not.
func (c Case) owned(limits Limits, in input, old outcome) string {
	again := func(f any) string {
		scribble(call(f, in, limits.Call).results)
		return call(f, in, limits.Call).text()
	}
	now := again(c.New)
	if now == old.text() {
		return ""
	}
	for range attempts {
		if again(c.Old) != old.text() {
			return "" // the old version changes as well, or varies by itself
		}
	}
	return fmt.Sprintf("on %s: after a caller has written into the result, another call differs: %s", old.on(), firstDifference(old.text(), now))
}

// hangs reports whether the old version does not return either, if it is called again.
func (c Case) hangs(limits Limits, in input) bool { return call(c.Old, in, limits.Call).hang }

// attempts is how often a version is called again if results differ. A map of up to eight entries is ranged over from
// one of eight places, so that an order has a probability of one in eight: that it never comes up is less likely than
// 1e-11.
const attempts = 200

// again calls both versions again on an input on which they differ. They agree if one of them once does what the
// other did, since a result may depend on the order of a map. The input says nothing if the old version differs from
// itself.
func (c Case) again(limits Limits, in input, old, now outcome, got *compared) {
	seen := map[string]bool{old.text(): true}
	deadline := time.Now().Add(limits.Time)
	for i := 0; i < attempts && (i == 0 || time.Now().Before(deadline)); i++ {
		o := call(c.Old, in, limits.Call)
		if o.hang {
			got.unsteady = true
			return
		}
		seen[o.text()] = true
		if seen[now.text()] {
			got.differs, got.varies = "", true
			return
		}
	}
	if len(seen) == 1 {
		return
	}
	for i := 0; i < attempts && time.Now().Before(deadline); i++ {
		if n := call(c.New, in, limits.Call); !n.hang && seen[n.text()] {
			got.differs, got.varies = "", true
			return
		}
	}
	got.unsteady = true
}

// repeat calls the new version on inputs already seen, from several goroutines, to detect a buffer that it shares
// between calls. What the old version does as well is no difference.
func (c Case) repeat(limits Limits, kept []seen) string {
	found := together(c.New, limits, kept)
	if found == "" || together(c.Old, limits, kept) != "" {
		return ""
	}
	// A function that depends on package variables may differ from itself.
	for _, s := range kept {
		if call(c.Old, s.in, limits.Call).call() != s.after {
			return ""
		}
	}
	return "called from several goroutines at once, " + found
}

const (
	// goroutines is the number of concurrent callers: mostly more than there are processors.
	goroutines = 4
	// rounds is how often each goroutine calls without pause: of calls that take less than a microsecond, not all
	// overlap another.
	rounds = 4
)

// together calls f on inputs from several goroutines at once and describes an input on which it did not do what it
// did alone; empty if there is none.
func together(f any, limits Limits, kept []seen) string {
	for range rounds {
		var calls [goroutines][]*prepared
		for g := range calls {
			for i := range kept {
				calls[g] = append(calls[g], prepare(f, kept[(i+g*7)%len(kept)].in))
			}
		}
		if !runTogether(calls[:], limits.Call) {
			return "" // hanging was tested, or not, with one call after another
		}
		for g := range calls {
			for i, p := range calls[g] {
				s := kept[(i+g*7)%len(kept)]
				if got := p.outcome(); got.call() != s.after {
					return fmt.Sprintf("on %s: %s", got.on(), firstDifference(s.after, got.call()))
				}
			}
		}
	}
	return ""
}

// runTogether runs the calls of each goroutine, and reports whether they end in time.
func runTogether(calls [][]*prepared, limit time.Duration) bool {
	var (
		wg    sync.WaitGroup
		ready atomic.Int32
		done  = make(chan struct{})
	)
	for _, list := range calls {
		wg.Add(1)
		go func() {
			defer wg.Done()
			// Busy waiting: after a sleep, the first goroutine would be done before the next one begins.
			for ready.Add(1); int(ready.Load()) < len(calls); {
				runtime.Gosched()
			}
			for _, p := range list {
				p.run()
			}
		}()
	}
	go func() {
		defer close(done)
		wg.Wait()
	}()
	select {
	case <-done:
		return true
	case <-time.After(limit):
		return false
	}
}

// An outcome is what one call did.
type outcome struct {
	before   string // the arguments as text
	after    string // results, panic, arguments afterwards, shared memory
	panicked bool
	hang     bool
	madeUp   bool
	taken    []uint64 // the decisions of the input
	exempt   exemptions
	results  []reflect.Value
	snapshot string // results as text, when the call returned
	unstable bool   // whether the results have changed since then
	observed string // what methods of arguments and results return afterwards
	old      bool   // whether it is the old version's
	calls    said
}

// address matches an address as package fmt prints a pointer; it differs from call to call.
var address = regexp.MustCompile(`\b0x[0-9a-f]{9,12}\b`)

// text is everything that a caller sees of the call. What tells the versions apart, such as the package in the text
// of a panic, is removed.
func (o outcome) text() string { return frames.seen(plain(o.after+o.observed), o.old, frames.Count) }

// call is the text without what methods return afterwards.
func (o outcome) call() string { return frames.seen(plain(o.after), o.old, frames.Count) }

// arguments is the text of the call's arguments.
func (o outcome) arguments() string { return frames.seen(plain(o.before), o.old, frames.Count) }

// on is the text of the call's arguments, for people: cut if it is long.
func (o outcome) on() string {
	if len(o.before) <= maxShown {
		return o.before
	}
	return fmt.Sprintf("%s… and %d bytes more", strings.ToValidUTF8(o.before[:maxShown], ""), len(o.before)-maxShown)
}

// maxShown bounds the text of arguments in reports, in bytes: nobody reads more.
const maxShown = 1500

// framesText is the text with everything it says about frames, whether that counts or not.
func (o outcome) framesText() string { return frames.seen(plain(o.after+o.observed), o.old, true) }

// plain removes from a text what differs from call to call.
func plain(text string) string {
	if strings.Contains(text, "0x") { // few texts have one, and replacing takes long
		text = address.ReplaceAllString(text, "0x…")
	}
	if folder := strings.TrimPrefix(OldPackage, Package); folder != "" {
		return strings.ReplaceAll(text, folder, "")
	}
	return text
}

// call calls f on the values of in, and then on other arguments, to see whether that changes the first results.
func call(f any, in input, limit time.Duration) outcome {
	var p *prepared
	_ = standard.String() // discard what other calls have logged
	done, ready := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		p = prepare(f, in) // it may call makers
		close(ready)
		p.run()
	}()
	select {
	case <-done:
	case <-time.After(limit):
		select {
		case <-ready:
			return outcome{before: p.before, hang: true}
		default:
			return outcome{before: "arguments that do not come to be", hang: true}
		}
	}
	o := p.outcome()
	said := ""
	if frames.Count {
		said = "\nlogged " + standard.String()
	}
	if !o.panicked && !in.huge {
		ran := make(chan struct{})
		go func() {
			defer close(ran)
			p.with(in.seed + 1)
		}()
		select {
		case <-ran:
			o.unstable = dumpAll(o.results, o.exempt.ofResults()) != o.snapshot
		case <-time.After(limit): // hanging on that input is tested with that input
		}
	}
	observed := make(chan string, 1)
	go func() {
		text := p.gen.observe(p.args, p.results)
		if in.seed%scribbled == 1 && len(makers) > 0 && !o.panicked {
			scribble(slices.DeleteFunc(slices.Clone(p.args), func(v reflect.Value) bool { return isMade(v.Type()) }))
			text += "\nafter a caller has written into the arguments" + p.gen.observe(p.args, nil)
		}
		observed <- text
	}()
	select {
	case o.observed = <-observed:
	case <-time.After(limit):
		o.observed = "\nthen a method does not return"
	}
	o.observed += said
	return o
}

// A prepared is a call with its arguments.
type prepared struct {
	fn     reflect.Value
	args   []reflect.Value
	before string
	memory []region
	calls  *callLog
	exempt exemptions
	gen    *gen

	results   []reflect.Value
	panicText string // empty without a panic
}

func prepare(f any, in input) *prepared {
	g := newGen(in)
	g.old = comparingOld.Load() == reflect.ValueOf(f).Pointer()
	p := &prepared{fn: reflect.ValueOf(f), calls: g.calls, exempt: in.exempt, gen: g}
	p.args = g.args(p.fn.Type())
	g.again = p.again
	p.before = dumpAll(p.args, exemptions{whole: true})
	p.memory = regions(p.args)
	return p
}

// run makes the call and turns a panic into text.
func (p *prepared) run() {
	defer func() {
		if r := recover(); r != nil {
			p.panicText = "panic " + dumpPanic(r) + "\n"
		}
	}()
	if p.fn.Type().IsVariadic() {
		p.results = p.fn.CallSlice(p.args)
		return
	}
	p.results = p.fn.Call(p.args)
}

// outcome describes the call after it has run.
func (p *prepared) outcome() outcome {
	o := outcome{old: p.gen.old, calls: p.calls.since(mark{}), before: p.before, exempt: p.exempt, results: p.results, panicked: p.panicText != "", madeUp: p.gen.madeUp, taken: p.gen.rand.taken}
	o.snapshot = dumpAll(p.results, p.exempt.ofResults())
	o.after = p.panicText + "results " + o.snapshot +
		"\narguments afterwards " + dumpAll(p.args, p.exempt)
	if !p.exempt.shared {
		o.after += "\nshared memory " + sharing(p.memory, p.results)
	}
	o.after += "\ncalls " + o.calls.inOrder + p.gen.received()
	if !p.exempt.elements {
		o.after += p.calls.changed()
	}
	return o
}
