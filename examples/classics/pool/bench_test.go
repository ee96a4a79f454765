package pool

import (
	"io"
	"testing"
)

func BenchmarkC09(b *testing.B) {
	for b.Loop() {
		intSink = C09(hundred)
	}
}

func BenchmarkHandC09(b *testing.B) {
	for b.Loop() {
		intSink = handC09(hundred)
	}
}

func BenchmarkC09Method(b *testing.B) {
	for b.Loop() {
		scratch.C09Method(io.Discard, number)
	}
}

func BenchmarkHandC09Method(b *testing.B) {
	for b.Loop() {
		other.handC09Method(io.Discard, number)
	}
}

func BenchmarkC16(b *testing.B) {
	for b.Loop() {
		errSink = C16(io.Discard, data)
	}
}

func BenchmarkHandC16(b *testing.B) {
	for b.Loop() {
		errSink = handC16(io.Discard, data)
	}
}

func BenchmarkC16Reader(b *testing.B) {
	for b.Loop() {
		intSink, errSink = C16Reader(rewound(source), space)
	}
}

func BenchmarkHandC16Reader(b *testing.B) {
	for b.Loop() {
		intSink, errSink = handC16Reader(rewound(source), space)
	}
}

func BenchmarkC16Buffer(b *testing.B) {
	for b.Loop() {
		errSink = C16Buffer(io.Discard, rows)
	}
}

func BenchmarkHandC16Buffer(b *testing.B) {
	for b.Loop() {
		errSink = handC16Buffer(io.Discard, rows)
	}
}

func BenchmarkC10(b *testing.B) {
	for b.Loop() {
		text = C10("name")
	}
}

func BenchmarkC10b(b *testing.B) {
	for b.Loop() {
		pooled = C10b("name")
	}
}
