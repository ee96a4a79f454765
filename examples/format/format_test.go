package format

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

var variants = []struct {
	name   string
	format func([]Record) []string
}{
	{"Sprintf", Sprintf},
	{"Builder", Builder},
	{"Grown", Grown},
	{"Append", Append},
	{"Together", Together},
	{"AppendLines", func(records []Record) []string {
		text := string(AppendLines(nil, records))
		return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
	}},
}

func TestFormat(t *testing.T) {
	for _, tt := range []struct {
		records []Record
		want    []string
	}{
		{[]Record{{"a", 1}, {"bc", -23}}, []string{"a=1", "bc=-23"}},
		{[]Record{{"1", 2}, {"3", 4}, {"-5", -6}}, []string{"1=2", "3=4", "-5=-6"}}, // no digit is taken from a neighbour
		{[]Record{{"%d", 0}, {"", 7}, {"=", 8}}, []string{"%d=0", "=7", "==8"}},
		{[]Record{{"least", math.MinInt}, {"most", math.MaxInt}}, []string{fmt.Sprint("least=", math.MinInt), fmt.Sprint("most=", math.MaxInt)}},
		{[]Record{{strings.Repeat("k", 500), 5}}, []string{strings.Repeat("k", 500) + "=5"}},
		{nil, nil},
	} {
		for _, v := range variants {
			if got := v.format(tt.records); !slices.Equal(got, tt.want) {
				t.Errorf("%s(%v) = %q, want %q", v.name, tt.records, got, tt.want)
			}
		}
	}
}

// TestKept holds that no string changes when more are made.
func TestKept(t *testing.T) {
	for _, v := range variants {
		first := v.format(records)
		kept := slices.Clone(first)
		for i := range kept {
			kept[i] = strings.Clone(kept[i])
		}
		v.format([]Record{{"other", 1}, {"words", 2}})
		if !slices.Equal(first, kept) {
			t.Errorf("%s: strings of the first call have changed", v.name)
		}
	}
}

// records are a hundred, with names of 8 to 10 bytes and numbers of one to seven digits.
var records = func() []Record {
	list := make([]Record, 100)
	for i := range list {
		list[i] = Record{fmt.Sprintf("metric.%d", i+1), i * i * i}
	}
	return list
}()

var (
	sink []string
	text []byte
)

func benchmark(b *testing.B, format func([]Record) []string) {
	b.ReportAllocs()
	for b.Loop() {
		sink = format(records)
	}
}

func BenchmarkSprintf(b *testing.B)  { benchmark(b, Sprintf) }
func BenchmarkBuilder(b *testing.B)  { benchmark(b, Builder) }
func BenchmarkGrown(b *testing.B)    { benchmark(b, Grown) }
func BenchmarkAppend(b *testing.B)   { benchmark(b, Append) }
func BenchmarkTogether(b *testing.B) { benchmark(b, Together) }

func BenchmarkAppendLines(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		text = AppendLines(text[:0], records)
	}
}
