package exact

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// A Journal is what a patched test binary wrote.
type Journal struct {
	GoVersion string
	// TextStart and TextEnd are where the program's code was in memory.
	TextStart, TextEnd uint64
	// Locations are the physical frames that the stacks of samples name.
	Locations []Location
	// Workloads are those that ended, in that order.
	Workloads []Workload
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
)

// A Workload is a benchmark, test or example that ended. Apart from Kind, Name
// and Status everything is zero unless Status is StatusOK.
type Workload struct {
	Kind   string // "benchmark", "test", "example"
	Name   string
	Status string
	N      int64 // b.N; 1 for a test
	Ops    int64 // operations of the steady phase
	// Allocs and Bytes are what MemStats says of the steady phase, FirstAllocs
	// and FirstBytes of the first operation, where it is not the only one.
	Allocs, Bytes           int64
	FirstAllocs, FirstBytes int64
	// Elapsed is the time of N operations.
	Elapsed time.Duration
	Samples []Sample
}

// A Sample is the objects of one size and type that one stack allocated in one
// phase.
type Sample struct {
	Phase string // "first", "steady", "setup", as in package record
	Count int64
	Size  int64 // bytes asked for, of one object
	Block int64 // bytes given, of one object; 0 inside an open tiny block
	Type  string
	Stack []int32 // indexes into Locations, leaf first
}

// formatVersion is the version of the journal that this package reads; the
// injected file writes it.
const formatVersion = "1"

// Read reads a journal. One that was cut off is read up to there: a last line
// without its end is dropped, as are the samples of a workload that did not
// end. Anything else that does not fit is an error.
func Read(r io.Reader) (*Journal, error) {
	d := &decoder{j: new(Journal), types: []string{""}}
	in := bufio.NewReaderSize(r, 64<<10)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return d.finish()
		}
		if err != nil {
			return nil, fmt.Errorf("journal line %d: %v", n, err)
		}
		if err := d.line(bytes.TrimSuffix(line, []byte("\n"))); err != nil {
			return nil, fmt.Errorf("journal line %d: %v", n, err)
		}
	}
}

type decoder struct {
	j       *Journal
	header  bool
	types   []string
	samples []Sample // of the workload that has not ended
	rest    string   // of the line
	err     error    // the first of the line
}

func (d *decoder) finish() (*Journal, error) {
	if !d.header {
		return nil, errors.New("journal has no header")
	}
	return d.j, nil
}

func (d *decoder) line(line []byte) error {
	kind, rest, _ := strings.Cut(string(line), " ")
	d.rest, d.err = rest, nil
	if !d.header && kind != "H" {
		return errors.New("no header")
	}
	switch kind {
	case "H":
		d.readHeader()
	case "B":
		d.j.Running = append(d.j.Running, d.quoted())
	case "L":
		d.readLocation()
	case "T":
		d.expect(len(d.types))
		d.types = append(d.types, d.quoted())
	case "S":
		d.readSample()
	case "W":
		d.readWorkload()
	case "E":
		d.j.Complete = true
	default:
		return fmt.Errorf("unknown line %q", kind)
	}
	if d.err == nil && d.rest != "" {
		return fmt.Errorf("%q left over", d.rest)
	}
	return d.err
}

// The following take the next field of the line. After an error they return
// zero.

func (d *decoder) word() string {
	word, rest, _ := strings.Cut(d.rest, " ")
	if word == "" {
		d.fail(errors.New("a field is missing"))
	}
	d.rest = rest
	return word
}

func (d *decoder) number(base int) uint64 {
	n, err := strconv.ParseUint(d.word(), base, 64)
	d.fail(err)
	return n
}

func (d *decoder) int() int64 {
	n, err := strconv.ParseInt(d.word(), 10, 64)
	d.fail(err)
	return n
}

func (d *decoder) quoted() string {
	prefix, err := strconv.QuotedPrefix(d.rest)
	if err != nil {
		d.fail(err)
		return ""
	}
	d.rest = strings.TrimPrefix(d.rest[len(prefix):], " ")
	text, err := strconv.Unquote(prefix)
	d.fail(err)
	return text
}

// expect takes an id, which must be want: ids are given out in order.
func (d *decoder) expect(want int) {
	if id := d.int(); d.err == nil && id != int64(want) {
		d.fail(fmt.Errorf("id %d, want %d", id, want))
	}
}

func (d *decoder) fail(err error) {
	if d.err == nil && err != nil {
		d.err, d.rest = err, ""
	}
}

func (d *decoder) readHeader() {
	if v := d.word(); v != formatVersion && d.err == nil {
		d.fail(fmt.Errorf("version %s of the journal, want %s", v, formatVersion))
	}
	d.j.GoVersion = d.quoted()
	d.j.TextStart, d.j.TextEnd = d.number(16), d.number(16)
	d.header = true
}

func (d *decoder) readLocation() {
	d.expect(len(d.j.Locations) + 1)
	loc := Location{PC: d.number(16)}
	for d.rest != "" {
		loc.Frames = append(loc.Frames, Frame{d.quoted(), d.quoted(), int(d.int())})
	}
	if len(loc.Frames) == 0 {
		d.fail(errors.New("a location without frames"))
	}
	d.j.Locations = append(d.j.Locations, loc)
}

func (d *decoder) readSample() {
	s := Sample{Phase: d.word(), Count: d.int(), Size: d.int(), Block: d.int()}
	typ := d.int()
	if typ < 0 || typ >= int64(len(d.types)) {
		d.fail(fmt.Errorf("unknown type %d", typ))
		return
	}
	s.Type = d.types[typ]
	for d.rest != "" {
		id := d.int()
		if id < 1 || id > int64(len(d.j.Locations)) {
			d.fail(fmt.Errorf("unknown location %d", id))
			return
		}
		s.Stack = append(s.Stack, int32(id-1))
	}
	d.samples = append(d.samples, s)
}

func (d *decoder) readWorkload() {
	w := Workload{Kind: d.word(), Name: d.quoted(), Status: d.word(), N: d.int(), Ops: d.int(),
		Allocs: d.int(), Bytes: d.int(), FirstAllocs: d.int(), FirstBytes: d.int(),
		Elapsed: time.Duration(d.int())}
	for i := len(d.j.Running) - 1; i >= 0; i-- {
		if d.j.Running[i] == w.Name {
			d.j.Running = d.j.Running[:i]
			break
		}
	}
	w.Samples, d.samples = d.samples, nil
	d.j.Workloads = append(d.j.Workloads, w)
}
