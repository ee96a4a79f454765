package heap

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/pprof/profile"
)

// large makes a profile of the counting runtime with n samples: ten for each
// stack, stacks of 20 locations, a twentieth as many locations as samples.
func large(n int) *profile.Profile {
	rng := rand.New(rand.NewPCG(1, 2))
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "alloc_objects", Unit: "count"}, {Type: "alloc_space", Unit: "bytes"}},
		Mapping:    []*profile.Mapping{{ID: 1, Start: 0x400000, Limit: 0x40000000, File: "p.test"}},
	}
	for i := range n/20 + 20 {
		fn := &profile.Function{ID: uint64(i + 1), Name: fmt.Sprintf("example.com/m/p%d.(*T).F%d", i%50, i), Filename: fmt.Sprintf("/src/m/p%d/f.go", i%50)}
		p.Function = append(p.Function, fn)
		p.Location = append(p.Location, &profile.Location{
			ID: uint64(i + 1), Mapping: p.Mapping[0], Address: 0x400000 + uint64(i)*16,
			Line: []profile.Line{{Function: fn, Line: int64(i)}},
		})
	}
	var stack []*profile.Location
	for i := range n {
		if i%10 == 0 {
			stack = make([]*profile.Location, 20)
			for j := range stack {
				stack[j] = p.Location[rng.IntN(len(p.Location))]
			}
		}
		size := int64(16 * (1 + i%10))
		p.Sample = append(p.Sample, &profile.Sample{
			Location: stack,
			Value:    []int64{3, 3 * size},
			Label:    map[string][]string{"phase": {"steady"}, "workload": {"BenchmarkX"}, "type": {"int"}},
			NumLabel: map[string][]int64{"size": {size}, "block": {size}},
		})
	}
	return p
}

// BenchmarkConvert against BenchmarkParse is the price of the conversion.
func BenchmarkConvert(b *testing.B) {
	benchmark(b, func(data []byte) error {
		p, err := profile.ParseData(data)
		if err == nil {
			_, err = Convert(p, Options{})
		}
		return err
	})
}

// BenchmarkParse is the parser of pprof alone.
func BenchmarkParse(b *testing.B) {
	benchmark(b, func(data []byte) error {
		_, err := profile.Parse(bytes.NewReader(data))
		return err
	})
}

func benchmark(b *testing.B, read func([]byte) error) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprintf("samples=%d", n), func(b *testing.B) {
			if n > 100_000 && testing.Short() {
				b.Skip("takes seconds")
			}
			var buf bytes.Buffer
			if err := large(n).WriteUncompressed(&buf); err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(buf.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if err := read(buf.Bytes()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
