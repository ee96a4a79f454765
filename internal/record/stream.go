package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A Message is one element of a stream: exactly one field is set.
type Message struct {
	Config     *Config     `json:"config,omitempty"`
	Progress   *Progress   `json:"progress,omitempty"`
	Problem    *Problem    `json:"problem,omitempty"`
	Workload   *Workload   `json:"workload,omitempty"`
	Site       *Site       `json:"site,omitempty"`
	SourceLine *SourceLine `json:"source_line,omitempty"`
	CPU        *CPU        `json:"cpu,omitempty"`
	Candidate  *Candidate  `json:"candidate,omitempty"`
	Verdict    *Verdict    `json:"verdict,omitempty"`
	Proof      *Proof      `json:"proof,omitempty"`
	Tuning     *Tuning     `json:"tuning,omitempty"`
	Summary    *Summary    `json:"summary,omitempty"`
}

// A Handler receives the messages of a run in order. Close is called once, at the end, also after an interruption; a
// handler that prints a table prints it in Close. An error of any method ends the run.
type Handler interface {
	Config(*Config) error
	Progress(*Progress) error
	Problem(*Problem) error
	Workload(*Workload) error
	Site(*Site) error
	SourceLine(*SourceLine) error
	CPU(*CPU) error
	Candidate(*Candidate) error
	Verdict(*Verdict) error
	Proof(*Proof) error
	Tuning(*Tuning) error
	Summary(*Summary) error
	Close() error
}

// Ignore is a Handler that does nothing. A Handler that needs only some messages can embed it.
type Ignore struct{}

func (Ignore) Config(*Config) error         { return nil }
func (Ignore) Progress(*Progress) error     { return nil }
func (Ignore) Problem(*Problem) error       { return nil }
func (Ignore) Workload(*Workload) error     { return nil }
func (Ignore) Site(*Site) error             { return nil }
func (Ignore) SourceLine(*SourceLine) error { return nil }
func (Ignore) CPU(*CPU) error               { return nil }
func (Ignore) Candidate(*Candidate) error   { return nil }
func (Ignore) Verdict(*Verdict) error       { return nil }
func (Ignore) Proof(*Proof) error           { return nil }
func (Ignore) Tuning(*Tuning) error         { return nil }
func (Ignore) Summary(*Summary) error       { return nil }
func (Ignore) Close() error                 { return nil }

// Collected is a Handler that keeps all messages but Progress and Proof. The zero value is an empty run.
type Collected struct {
	Ignore
	Head       *Config
	Problems   []*Problem
	Workloads  []*Workload
	Sites      []*Site
	Source     []*SourceLine
	CPUs       []*CPU
	Candidates []*Candidate
	Verdicts   []*Verdict
	Tunings    []*Tuning
	End        *Summary // nil if the stream was cut short
}

func (c *Collected) Config(m *Config) error         { c.Head = m; return nil }
func (c *Collected) Problem(m *Problem) error       { c.Problems = append(c.Problems, m); return nil }
func (c *Collected) Workload(m *Workload) error     { c.Workloads = append(c.Workloads, m); return nil }
func (c *Collected) Site(m *Site) error             { c.Sites = append(c.Sites, m); return nil }
func (c *Collected) SourceLine(m *SourceLine) error { c.Source = append(c.Source, m); return nil }
func (c *Collected) CPU(m *CPU) error               { c.CPUs = append(c.CPUs, m); return nil }
func (c *Collected) Candidate(m *Candidate) error   { c.Candidates = append(c.Candidates, m); return nil }
func (c *Collected) Verdict(m *Verdict) error       { c.Verdicts = append(c.Verdicts, m); return nil }
func (c *Collected) Tuning(m *Tuning) error         { c.Tunings = append(c.Tunings, m); return nil }
func (c *Collected) Summary(m *Summary) error       { c.End = m; return nil }

// Encode returns a Handler that writes one JSON object per line to w. It drops Progress, without which a stream is
// valid.
func Encode(w io.Writer) Handler {
	return Func(func(m Message) error {
		if m.Progress != nil {
			return nil
		}
		var buf bytes.Buffer
		enc := json.NewEncoder(&buf) // Encode ends the object with a newline
		enc.SetEscapeHTML(false)
		if err := enc.Encode(m); err != nil {
			return fmt.Errorf("encode record: %v", err)
		}
		_, err := w.Write(buf.Bytes())
		return err
	})
}

// A Func is a Handler that takes all messages alike. Its Close does nothing.
type Func func(Message) error

func (f Func) Config(m *Config) error         { return f(Message{Config: m}) }
func (f Func) Progress(m *Progress) error     { return f(Message{Progress: m}) }
func (f Func) Problem(m *Problem) error       { return f(Message{Problem: m}) }
func (f Func) Workload(m *Workload) error     { return f(Message{Workload: m}) }
func (f Func) Site(m *Site) error             { return f(Message{Site: m}) }
func (f Func) SourceLine(m *SourceLine) error { return f(Message{SourceLine: m}) }
func (f Func) CPU(m *CPU) error               { return f(Message{CPU: m}) }
func (f Func) Candidate(m *Candidate) error   { return f(Message{Candidate: m}) }
func (f Func) Verdict(m *Verdict) error       { return f(Message{Verdict: m}) }
func (f Func) Proof(m *Proof) error           { return f(Message{Proof: m}) }
func (f Func) Tuning(m *Tuning) error         { return f(Message{Tuning: m}) }
func (f Func) Summary(m *Summary) error       { return f(Message{Summary: m}) }
func (f Func) Close() error                   { return nil }

// maxMessage bounds one line of a stream, in bytes, so that a file that is no record cannot exhaust memory. The
// largest message seen is a CPU profile of 40,000 lines, about 6 MB.
const maxMessage = 256 << 20

// Decode reads a stream, passes each message to h, and closes h. It is an error if the first message is not a Config
// of a protocol that this version understands. Unknown fields are skipped: a newer minor version may have added them.
func Decode(r io.Reader, h Handler) error {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 64<<10), maxMessage)
	line, messages := 0, 0
	for sc.Scan() {
		line++
		if len(bytes.TrimSpace(sc.Bytes())) == 0 {
			continue
		}
		var m Message
		if err := json.Unmarshal(sc.Bytes(), &m); err != nil {
			return fmt.Errorf("record line %d: %v", line, err)
		}
		if messages++; messages == 1 {
			if err := checkProtocol(m.Config); err != nil {
				return err
			}
		}
		if err := m.Dispatch(h); err != nil {
			return err
		}
	}
	if err := sc.Err(); err != nil {
		return fmt.Errorf("record line %d: %v", line+1, err)
	}
	if messages == 0 {
		return errors.New("record is empty")
	}
	return h.Close()
}

func checkProtocol(c *Config) error {
	if c == nil || c.Protocol == "" {
		return errors.New("not a record of unheap: the first line carries no config with a protocol version")
	}
	major, _, _ := strings.Cut(c.Protocol, ".")
	ours, _, _ := strings.Cut(Protocol, ".")
	if major != ours {
		return fmt.Errorf("record has protocol %s, this version reads %s.x", c.Protocol, ours)
	}
	return nil
}

// Dispatch calls the method of h for the field of m that is set. If none is, because the message is of a kind that
// this version does not know, it does nothing.
func (m Message) Dispatch(h Handler) error {
	switch {
	case m.Config != nil:
		return h.Config(m.Config)
	case m.Progress != nil:
		return h.Progress(m.Progress)
	case m.Problem != nil:
		return h.Problem(m.Problem)
	case m.Workload != nil:
		return h.Workload(m.Workload)
	case m.Site != nil:
		return h.Site(m.Site)
	case m.SourceLine != nil:
		return h.SourceLine(m.SourceLine)
	case m.CPU != nil:
		return h.CPU(m.CPU)
	case m.Candidate != nil:
		return h.Candidate(m.Candidate)
	case m.Verdict != nil:
		return h.Verdict(m.Verdict)
	case m.Proof != nil:
		return h.Proof(m.Proof)
	case m.Tuning != nil:
		return h.Tuning(m.Tuning)
	case m.Summary != nil:
		return h.Summary(m.Summary)
	}
	return nil
}
