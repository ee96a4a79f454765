package exact

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Journal is the content of a journal, without the workloads that ended, which Read passes on one by one.
type Journal struct {
	GoVersion string
	// TextStart and TextEnd are the addresses between which the program's code was in memory.
	TextStart, TextEnd uint64
	// Locations are the physical frames to which the stacks of samples refer.
	Locations []Location
	// Ended is the number of workloads that ended.
	Ended int
	// Running are the names of the workloads that began and did not end, outermost first. A benchmark that runs
	// sub-benchmarks is running during these.
	Running []string
	// Complete says that the program reached the end of testing's Run: it did not die, and did not call os.Exit.
	Complete bool
}

// A Location is a physical call frame, which stands for several logical frames if calls were inlined.
type Location struct {
	PC     uint64  // the return address minus one
	Frames []Frame // logical frames, innermost first; at least one
}

// A Frame is a logical call frame.
type Frame struct {
	Function string
	File     string // absolute, as the binary has it
	Line     int
}

// Values of Workload.Status.
const (
	StatusOK      = "ok"
	StatusFailed  = "failed"
	StatusSkipped = "skipped"
	// StatusFrame is the status of a benchmark that only ran sub-benchmarks.
	StatusFrame = "frame"
	// statusOnce is the status, in a journal only, of a test of which only the first run ended well.
	statusOnce = "once"
)

// A Workload is a benchmark, test or example that ended. Unless Status is StatusOK, all fields but Kind, Name and
// Status are zero.
type Workload struct {
	Kind   string // "benchmark", "test", "example"
	Name   string
	Status string
	N      int64 // b.N; 1 for a test
	Ops    int64 // number of operations of the steady phase
	// Once says that the second run of a test did not end well, so that the figures are those of the first run.
	Once bool
	// Allocs and Bytes are the MemStats counts of the steady phase. FirstAllocs and FirstBytes are those of the first
	// operation; 0 if there is no other operation.
	Allocs, Bytes           int64
	FirstAllocs, FirstBytes int64
	// HalfOps is about half of Ops, and HalfAllocs and HalfBytes are what that many operations allocate; all are 0 if
	// they were not counted.
	HalfOps, HalfAllocs, HalfBytes int64
	// Elapsed is the time of the N operations.
	Elapsed time.Duration
	Samples []Sample
}

// A Sample stands for the objects of one size and type that one stack allocated in one phase.
type Sample struct {
	Phase string // "first", "steady", "half", "setup", as in package record
	Count int64
	Size  int64 // requested bytes per object
	Block int64 // allocated bytes per object; 0 for an object in a tiny block that is open already
	Type  string
	Stack []int32 // indexes into Locations, leaf first
}

// formatVersion is the version of the journal's format that this package reads. The injected file writes it.
const formatVersion = "1"

// A Listener has the functions that Read calls while it reads a journal. They may be nil.
type Listener struct {
	// Begin is called with the name of each workload that begins.
	Begin func(name string)
	// End is called with each workload that ended. It must not retain the workload's samples.
	End func(j *Journal, w *Workload)
}

// Read reads a journal while it is being written. It holds no more of it than the samples of one workload. It accepts
// a journal that was cut off: it drops a last line that is incomplete, and the samples of a workload that did not end.
// Anything else that does not have the format is an error.
func Read(r io.Reader, to Listener) (*Journal, error) {
	d := &decoder{j: new(Journal), to: to, types: []string{""}}
	in := bufio.NewReaderSize(r, 64<<10)
	for n := 1; ; n++ {
		line, err := readLine(in, &d.long)
		if err == io.EOF {
			return d.finish()
		}
		if err != nil {
			return nil, fmt.Errorf("journal line %d: %v", n, err)
		}
		if err := d.line(line); err != nil {
			return nil, fmt.Errorf("journal line %d: %v", n, err)
		}
	}
}

// readLine returns the next line without its newline. The line is valid until the next call. long is the buffer for a
// line that does not fit into the buffer of in.
func readLine(in *bufio.Reader, long *[]byte) ([]byte, error) {
	line, err := in.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		*long = append((*long)[:0], line...)
		for err == bufio.ErrBufferFull {
			line, err = in.ReadSlice('\n')
			*long = append(*long, line...)
		}
		line = *long
	}
	return bytes.TrimSuffix(line, []byte("\n")), err
}

type decoder struct {
	j       *Journal
	to      Listener
	header  bool
	types   []string
	samples []Sample  // of the workload that has not ended
	once    *Workload // the first run of a test whose second run has not ended; nil if there is none
	stacks  []int32   // free space for the stacks of samples
	ids     []int32   // the stack being read
	long    []byte
	rest    []byte // the fields of the line that are not read yet
	err     error  // the first error in the line
}

func (d *decoder) finish() (*Journal, error) {
	if !d.header {
		return nil, errors.New("journal has no header")
	}
	d.settle()
	return d.j, nil
}

func (d *decoder) line(line []byte) error {
	kind, rest, _ := bytes.Cut(line, []byte(" "))
	d.rest, d.err = rest, nil
	if !d.header && string(kind) != "H" {
		return errors.New("no header")
	}
	switch string(kind) {
	case "H":
		d.readHeader()
	case "B":
		d.settle()
		d.j.Running = append(d.j.Running, d.quoted())
		if d.to.Begin != nil && d.err == nil {
			d.to.Begin(d.j.Running[len(d.j.Running)-1])
		}
	case "L":
		d.readLocation()
	case "T":
		d.expect(len(d.types))
		d.types = append(d.types, d.quoted())
	case "S":
		d.readSample()
	case "R":
		d.once = &Workload{Kind: string(d.word()), Name: d.quoted(), N: 1, Ops: 1, Allocs: d.int(), Bytes: d.int(), Elapsed: time.Duration(d.int())}
	case "W":
		d.readWorkload()
	case "E":
		d.j.Complete = true
	default:
		return fmt.Errorf("unknown line %q", kind)
	}
	if d.err == nil && len(d.rest) > 0 {
		return fmt.Errorf("%q left over", d.rest)
	}
	return d.err
}

// The following functions read the next field of the line. After an error they return zero values.

func (d *decoder) word() []byte {
	word, rest, _ := bytes.Cut(d.rest, []byte(" "))
	if len(word) == 0 {
		d.fail(errors.New("a field is missing"))
	}
	d.rest = rest
	return word
}

func (d *decoder) number(base int) uint64 {
	n, err := strconv.ParseUint(string(d.word()), base, 64)
	d.fail(err)
	return n
}

// int reads a decimal number without a sign. It is written by hand because a journal has many numbers.
func (d *decoder) int() int64 {
	word := d.word()
	var n int64
	for _, c := range word {
		if c < '0' || c > '9' || n > (1<<63-1-9)/10 {
			d.fail(fmt.Errorf("%q is no number", word))
			return 0
		}
		n = 10*n + int64(c-'0')
	}
	return n
}

func (d *decoder) quoted() string {
	prefix, err := strconv.QuotedPrefix(string(d.rest))
	if err != nil {
		d.fail(err)
		return ""
	}
	d.rest = bytes.TrimPrefix(d.rest[len(prefix):], []byte(" "))
	text, err := strconv.Unquote(prefix)
	d.fail(err)
	return strings.Clone(text) // a copy, so that the line is not retained
}

// expect reads an ID, which must be want: IDs are given out in order.
func (d *decoder) expect(want int) {
	if id := d.int(); d.err == nil && id != int64(want) {
		d.fail(fmt.Errorf("id %d, want %d", id, want))
	}
}

func (d *decoder) fail(err error) {
	if d.err == nil && err != nil {
		d.err, d.rest = err, nil
	}
}

func (d *decoder) readHeader() {
	if v := string(d.word()); v != formatVersion && d.err == nil {
		d.fail(fmt.Errorf("version %s of the journal, want %s", v, formatVersion))
	}
	d.j.GoVersion = d.quoted()
	d.j.TextStart, d.j.TextEnd = d.number(16), d.number(16)
	d.header = true
}

func (d *decoder) readLocation() {
	d.expect(len(d.j.Locations) + 1)
	loc := Location{PC: d.number(16)}
	for len(d.rest) > 0 {
		loc.Frames = append(loc.Frames, Frame{d.quoted(), d.quoted(), int(d.int())})
	}
	if len(loc.Frames) == 0 {
		d.fail(errors.New("a location without frames"))
	}
	d.j.Locations = append(d.j.Locations, loc)
}

func (d *decoder) readSample() {
	s := Sample{Phase: phase(d.word()), Count: d.int(), Size: d.int(), Block: d.int()}
	typ := d.int()
	if typ >= int64(len(d.types)) {
		d.fail(fmt.Errorf("unknown type %d", typ))
		return
	}
	s.Type = d.types[typ]
	d.ids = d.ids[:0]
	for len(d.rest) > 0 {
		id := d.int()
		if id < 1 || id > int64(len(d.j.Locations)) {
			d.fail(fmt.Errorf("unknown location %d", id))
			return
		}
		d.ids = append(d.ids, int32(id-1))
	}
	s.Stack = d.keep(d.ids)
	d.samples = append(d.samples, s)
}

// phase returns a constant for a known phase, which saves a string for each sample.
func phase(word []byte) string {
	for _, known := range []string{"steady", "first", "half", "setup"} {
		if string(word) == known {
			return known
		}
	}
	return string(word)
}

// stackChunk is the number of frames for which space is allocated at a time.
const stackChunk = 16 << 10

// keep copies a stack into space that many stacks share.
func (d *decoder) keep(ids []int32) []int32 {
	if len(d.stacks) < len(ids) {
		d.stacks = make([]int32, max(stackChunk, len(ids)))
	}
	kept := d.stacks[:len(ids):len(ids)]
	copy(kept, ids)
	d.stacks = d.stacks[len(ids):]
	return kept
}

func (d *decoder) readWorkload() {
	w := &Workload{Kind: string(d.word()), Name: d.quoted(), Status: string(d.word()), N: d.int(), Ops: d.int(),
		Allocs: d.int(), Bytes: d.int(), FirstAllocs: d.int(), FirstBytes: d.int(),
		HalfOps: d.int(), HalfAllocs: d.int(), HalfBytes: d.int(),
		Elapsed: time.Duration(d.int())}
	if d.err != nil {
		return
	}
	d.once = nil
	if w.Status == statusOnce {
		d.cold(w)
	}
	d.end(w)
}

// settle ends a test whose second run did not end: its first run counts.
func (d *decoder) settle() {
	if w := d.once; w != nil {
		d.once = nil
		d.cold(w)
		d.end(w)
	}
}

// cold makes the first run of a test the only one. Its samples have been read.
func (d *decoder) cold(w *Workload) {
	w.Status, w.Once = StatusOK, true
	d.samples = slices.DeleteFunc(d.samples, func(s Sample) bool { return s.Phase != "first" })
	for i := range d.samples {
		d.samples[i].Phase = "steady"
	}
}

// end passes a workload to the Listener.
func (d *decoder) end(w *Workload) {
	for i := len(d.j.Running) - 1; i >= 0; i-- {
		if d.j.Running[i] == w.Name {
			d.j.Running = d.j.Running[:i]
			break
		}
	}
	w.Samples = d.samples
	d.j.Ended++
	if d.to.End != nil {
		d.to.End(d.j, w)
	}
	clear(d.samples)
	d.samples = d.samples[:0]
}
