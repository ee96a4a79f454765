package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fill sets every field of v that is part of a stream, and every element of its slices, to values
// that differ from zero and from one another.
func fill(v reflect.Value, next *int) {
	*next++
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), next)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Tag.Get("json") != "-" {
				fill(v.Field(i), next)
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), next)
		fill(v.Index(1), next)
	case reflect.String:
		v.SetString(fmt.Sprintf("text <%d> & \"µ\"\n", *next))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(*next) << 40)
	case reflect.Uint64:
		v.SetUint(1<<63 + uint64(*next))
	case reflect.Float64:
		v.SetFloat(float64(*next) + 0.1)
	case reflect.Bool:
		v.SetBool(true)
	default:
		panic("a record holds no " + v.Kind().String()) // JSON round trips need care for any other kind
	}
}

// messages returns one message of each kind with all of its fields set, Config
// first.
func messages() []Message {
	next := 0
	var all []Message
	for i := range reflect.TypeFor[Message]().NumField() {
		var m Message
		fill(reflect.ValueOf(&m).Elem().Field(i), &next)
		all = append(all, m)
	}
	all[0].Config.Protocol = Protocol
	return all
}

// A collector keeps what it is handed.
type collector struct {
	got    []Message
	closed int
	err    error // returned by Site
}

func (c *collector) add(m Message) error            { c.got = append(c.got, m); return nil }
func (c *collector) Config(m *Config) error         { return c.add(Message{Config: m}) }
func (c *collector) Progress(m *Progress) error     { return c.add(Message{Progress: m}) }
func (c *collector) Problem(m *Problem) error       { return c.add(Message{Problem: m}) }
func (c *collector) Workload(m *Workload) error     { return c.add(Message{Workload: m}) }
func (c *collector) SourceLine(m *SourceLine) error { return c.add(Message{SourceLine: m}) }
func (c *collector) CPU(m *CPU) error               { return c.add(Message{CPU: m}) }
func (c *collector) Candidate(m *Candidate) error   { return c.add(Message{Candidate: m}) }
func (c *collector) Tuning(m *Tuning) error         { return c.add(Message{Tuning: m}) }
func (c *collector) Verdict(m *Verdict) error       { return c.add(Message{Verdict: m}) }
func (c *collector) Proof(m *Proof) error           { return c.add(Message{Proof: m}) }
func (c *collector) Summary(m *Summary) error       { return c.add(Message{Summary: m}) }
func (c *collector) Close() error                   { c.closed++; return nil }

func (c *collector) Site(m *Site) error {
	if c.err != nil {
		return c.err
	}
	return c.add(Message{Site: m})
}

func encode(t testing.TB, all []Message) string {
	t.Helper()
	var b bytes.Buffer
	h := Encode(&b)
	for _, m := range all {
		if err := m.Dispatch(h); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// Every message survives with every field, and only progress is dropped. A
// field that JSON cannot carry, or a kind of message that Dispatch forgets,
// fails here.
func TestRoundTrip(t *testing.T) {
	all := messages()
	stream := encode(t, all)
	if n := strings.Count(stream, "\n"); n != len(all)-1 {
		t.Errorf("%d messages without progress are %d lines", len(all)-1, n)
	}
	var c collector
	if err := Decode(strings.NewReader(stream), &c); err != nil {
		t.Fatal(err)
	}
	want := slices.DeleteFunc(all, func(m Message) bool { return m.Progress != nil })
	if diff := cmp.Diff(want, c.got); diff != "" {
		t.Errorf("(-sent +received):\n%s", diff)
	}
	if c.closed != 1 {
		t.Errorf("closed %d times", c.closed)
	}
}

// No field is written under a name that another one has, or without a name. The name "-"
// says that a field is not written.
func TestFieldNames(t *testing.T) {
	for _, typ := range nouns(reflect.TypeFor[Message]()) {
		seen := map[string]bool{}
		for i := range typ.NumField() {
			name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			if name == "-" {
				continue
			}
			if name == "" || name != strings.ToLower(name) || seen[name] {
				t.Errorf("%s.%s has the name %q", typ.Name(), typ.Field(i).Name, name)
			}
			seen[name] = true
		}
	}
}

// nouns returns all struct types that can be reached from typ.
func nouns(typ reflect.Type) []reflect.Type {
	var found []reflect.Type
	var visit func(reflect.Type)
	visit = func(t reflect.Type) {
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice:
			visit(t.Elem())
		case reflect.Struct:
			if slices.Contains(found, t) {
				return
			}
			found = append(found, t)
			for i := range t.NumField() {
				visit(t.Field(i).Type)
			}
		}
	}
	visit(typ)
	return found
}

func TestDecode(t *testing.T) {
	const config = `{"config":{"protocol":"1.0"}}` + "\n"
	for _, tt := range []struct {
		name, stream string
		messages     int
		err          string // "" for none
	}{
		{"only a config", config, 1, ""},
		{"no newline at the end", strings.TrimSpace(config), 1, ""},
		{"empty lines", config + "\n  \n" + `{"summary":{"objects":1}}`, 2, ""},
		{"newer minor version with a new field", `{"config":{"protocol":"1.99","moon":"full"}}`, 1, ""},
		{"newer minor version with a new message", config + `{"weather":{"wind":3}}` + "\n" + `{"summary":{}}`, 2, ""},
		{"empty", "", 0, "record is empty"},
		{"only empty lines", "\n\n", 0, "record is empty"},
		{"other major version", `{"config":{"protocol":"2.0"}}`, 0, "record has protocol 2.0, this version reads 1.x"},
		{"no protocol", `{"config":{}}`, 0, "not a record of unheap: the first line carries no config with a protocol version"},
		{"config after an empty line", "\n" + config, 1, ""},
		{"config is not first", `{"summary":{}}` + "\n" + config, 0, "not a record of unheap: the first line carries no config with a protocol version"},
		{"not first even after an empty line", "\n" + `{"summary":{}}`, 0, "not a record of unheap: the first line carries no config with a protocol version"},
		{"not JSON", "PK\x03\x04", 0, "record line 1: invalid character 'P' looking for beginning of value"},
		{"cut within a message", config + `{"site":{"id":"x"`, 1, "record line 2: unexpected end of JSON input"},
		{"wrong type", config + `{"site":{"id":7}}`, 1, "record line 2: json: cannot unmarshal number into Go struct field Site.site.id of type string"},
	} {
		var c collector
		err := Decode(strings.NewReader(tt.stream), &c)
		if got := fmt.Sprint(err); (err != nil || tt.err != "") && got != tt.err {
			t.Errorf("%s: error %q, want %q", tt.name, got, tt.err)
		}
		if len(c.got) != tt.messages {
			t.Errorf("%s: %d messages, want %d", tt.name, len(c.got), tt.messages)
		}
		if closed := c.closed == 1; closed != (err == nil) {
			t.Errorf("%s: closed: %v, error: %v", tt.name, closed, err)
		}
	}
}

func TestDecodeStopsAtHandlerError(t *testing.T) {
	stream := encode(t, []Message{{Config: &Config{Protocol: Protocol}}, {Site: &Site{}}, {Summary: &Summary{}}})
	c := collector{err: errors.New("full")}
	if err := Decode(strings.NewReader(stream), &c); err != c.err {
		t.Errorf("error %v, want that of the handler", err)
	}
	if len(c.got) != 1 {
		t.Errorf("%d messages before the error, want 1", len(c.got))
	}
}

// What Decode accepts, Encode writes so that it is accepted again as the same.
func FuzzDecode(f *testing.F) {
	f.Add(encode(f, messages()))
	f.Add(`{"config":{"protocol":"1.0"}}` + "\n" + `{"site":{"id":"x","usage":[{"objects":-1}]}}`)
	f.Add(`{"config":{"protocol":"1."}}` + "\n" + `{"site":null}` + "\n" + `{"site":{},"cpu":{}}`)
	f.Fuzz(func(t *testing.T, stream string) {
		var first collector
		if Decode(strings.NewReader(stream), &first) != nil {
			return
		}
		var again collector
		if err := Decode(strings.NewReader(encode(t, first.got)), &again); err != nil {
			t.Fatalf("a record that was read cannot be read again: %v", err)
		}
		want := slices.DeleteFunc(first.got, func(m Message) bool { return m.Progress != nil })
		if !bytes.Equal(canonical(t, want), canonical(t, again.got)) {
			t.Errorf("read again it differs:\n%s", cmp.Diff(want, again.got))
		}
	})
}

// canonical does not tell nil from an empty list: omitempty drops both.
func canonical(t *testing.T, all []Message) []byte {
	data, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestPosition(t *testing.T) {
	for _, tt := range []struct {
		pos  Position
		want string
	}{
		{Position{}, "-"},
		{Position{Line: 3}, "-"},
		{Position{File: "a.go"}, "a.go"},
		{Position{File: "a.go", Line: 3}, "a.go:3"},
		{Position{File: "a.go", Line: 3, Column: 7}, "a.go:3:7"},
	} {
		if got := tt.pos.String(); got != tt.want {
			t.Errorf("%#v prints %q, want %q", tt.pos, got, tt.want)
		}
	}
	order := []Position{{}, {File: "a.go"}, {File: "a.go", Line: 2}, {File: "a.go", Line: 2, Column: 9}, {File: "a.go", Line: 10}, {File: "b.go"}}
	for i := range order {
		for j := range order {
			if got, want := order[i].Compare(order[j]), min(1, max(-1, i-j)); got != want {
				t.Errorf("%v compared with %v is %d, want %d", order[i], order[j], got, want)
			}
		}
	}
}

func TestFunctionPackage(t *testing.T) {
	for _, tt := range []struct{ function, want string }{
		{"main.main", "main"},
		{"example.com/m/p.F", "example.com/m/p"},
		{"example.com/m/p.(*T).M", "example.com/m/p"},
		{"example.com/m/p.F.func1", "example.com/m/p"},
		{"example.com/m.v2/p.F[...]", "example.com/m.v2/p"},
		{"example.com/p.F[a/b.T]", "example.com/p"},
		{"gopkg.in/yaml%2ev3.Decode", "gopkg.in/yaml.v3"},
		{"example.com/m/p_test.BenchmarkF", "example.com/m/p_test"},
		{"nodot", ""},
		{"", ""},
	} {
		if got := FunctionPackage(tt.function); got != tt.want {
			t.Errorf("FunctionPackage(%q) = %q, want %q", tt.function, got, tt.want)
		}
	}
}

func TestCutPosition(t *testing.T) {
	for _, tt := range []struct {
		line string
		pos  Position
		text string
	}{
		{"./x.go:3:5: undefined: y", Position{"./x.go", 3, 5}, "undefined: y"},
		{"a/x.go:12: long line", Position{"a/x.go", 12, 0}, "long line"},
		{`C:\m\x.go:3:5: bad`, Position{`C:\m\x.go`, 3, 5}, "bad"},
		{"# example.com/m", Position{}, ""},
		{"go: cannot find main module", Position{}, ""},
		{"note: module requires Go 1.30", Position{}, ""},
	} {
		pos, text, ok := CutPosition(tt.line)
		if ok != (tt.pos.File != "") || pos != tt.pos || text != tt.text {
			t.Errorf("CutPosition(%q) = %v %q %v", tt.line, pos, text, ok)
		}
	}
}
