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

// A Journal is what a patched test binary wrote, apart from the workloads that
// ended, which are handed out one by one.
type Journal struct {
	GoVersion string
	// TextStart and TextEnd are where the program's code was in memory.
	TextStart, TextEnd uint64
	// Locations are the physical frames that the stacks of samples name.
	Locations []Location
	// Ended is the number of workloads that ended.
	Ended int
	// Running are the names of those that began and did not end, outermost
	// first. A benchmark that starts others is running while they are.
	Running []string
	// Complete says that the program reached the end of testing's Run: it did
	// not die, and nothing called os.Exit.
	Complete bool
}

// A Location is a physical call frame.
type Location struct {
	PC     uint64  // return address minus one
	Frames []Frame // logical, innermost first; at least one
}

// A Frame is a logical call frame.
type Frame struct {
	Function string
	File     string // absolute, as the binary carries it
	Line     int
}

// Status of a Workload.
const (
	StatusOK      = "ok"
	StatusFailed  = "failed"
	StatusSkipped = "skipped"
	// StatusFrame is a benchmark that only ran others.
	StatusFrame = "frame"
	// statusOnce is, in a journal only, a test that ended well the first time.
	statusOnce = "once"
)

// A Workload is a benchmark, test or example that ended. Apart from Kind, Name
// and Status everything is zero unless Status is StatusOK.
type Workload struct {
	Kind   string // "benchmark", "test", "example"
	Name   string
	Status string
	N      int64 // b.N; 1 for a test
	Ops    int64 // operations of the steady phase
	// Once says that the second run of a test did not end well, so that the figures
	// are those of the first.
	Once bool
	// Allocs and Bytes are what MemStats says of the steady phase, FirstAllocs
	// and FirstBytes of the first operation, where it is not the only one.
	Allocs, Bytes           int64
	FirstAllocs, FirstBytes int64
	// HalfOps is about half of Ops, and HalfAllocs and HalfBytes are of so many
	// operations; 0 where they are not told apart.
	HalfOps, HalfAllocs, HalfBytes int64
	// Elapsed is the time of N operations.
	Elapsed time.Duration
	Samples []Sample
}

// A Sample is the objects of one size and type that one stack allocated in one
// phase.
type Sample struct {
	Phase string // "first", "steady", "half", "setup", as in package record
	Count int64
	Size  int64 // bytes asked for, of one object
	Block int64 // bytes given, of one object; 0 inside an open tiny block
	Type  string
	Stack []int32 // indexes into Locations, leaf first
}

// formatVersion is the version of the journal that this package reads; the
// injected file writes it.
const formatVersion = "1"

// A Listener is told what a journal says, as it is read. Its functions may be
// nil.
type Listener struct {
	// Begin is told the name of each workload that begins.
	Begin func(name string)
	// End is told of each workload that ended; it may not keep its samples.
	End func(j *Journal, w *Workload)
}

// Read reads a journal while it is being written; no more of it is kept than the
// samples of one workload. One that was cut off is read up to there: a last line
// without its end is dropped, as are the samples of a workload that did not
// end. Anything else that does not fit is an error.
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

// readLine returns the next line without its end. It is valid until the next
// call; long holds one that the buffer of in cannot.
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
	once    *Workload // the first run of the test that runs for the second time; nil if none does
	stacks  []int32   // what is left for the stacks of samples
	ids     []int32   // of the stack being read
	long    []byte
	rest    []byte // of the line
	err     error  // the first of the line
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

// The following take the next field of the line. After an error they return
// zero.

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

// int reads a decimal number without a sign, of which a journal has many.
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
	return strings.Clone(text) // not the whole line
}

// expect takes an id, which must be want: ids are given out in order.
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

// phase spares a string for each sample.
func phase(word []byte) string {
	for _, known := range []string{"steady", "first", "half", "setup"} {
		if string(word) == known {
			return known
		}
	}
	return string(word)
}

// stackChunk is how many frames are made room for at a time.
const stackChunk = 16 << 10

// keep copies a stack to memory that many stacks share.
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

// settle ends a test that did not come to the end of its second run: the first counts.
func (d *decoder) settle() {
	if w := d.once; w != nil {
		d.once = nil
		d.cold(w)
		d.end(w)
	}
}

// cold makes the first run of a test, whose samples are there, its only one.
func (d *decoder) cold(w *Workload) {
	w.Status, w.Once = StatusOK, true
	d.samples = slices.DeleteFunc(d.samples, func(s Sample) bool { return s.Phase != "first" })
	for i := range d.samples {
		d.samples[i].Phase = "steady"
	}
}

// end hands a workload out.
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
