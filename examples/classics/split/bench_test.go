package split

import "testing"

func BenchmarkC11(b *testing.B) {
	for b.Loop() {
		intSink = C11(list)
	}
}

func BenchmarkHandC11(b *testing.B) {
	for b.Loop() {
		intSink = handC11(list)
	}
}

func BenchmarkC11Index(b *testing.B) {
	for b.Loop() {
		intSink = C11Index(list)
	}
}

func BenchmarkHandC11Index(b *testing.B) {
	for b.Loop() {
		intSink = handC11Index(list)
	}
}

func BenchmarkC11Method(b *testing.B) {
	for b.Loop() {
		sink = config.C11Method("last")
	}
}

func BenchmarkHandC11Method(b *testing.B) {
	for b.Loop() {
		sink = config.handC11Method("last")
	}
}

func BenchmarkC11Fields(b *testing.B) {
	for b.Loop() {
		intSink = C11Fields(lines)
	}
}

func BenchmarkHandC11Fields(b *testing.B) {
	for b.Loop() {
		intSink = handC11Fields(lines)
	}
}

func BenchmarkC11b(b *testing.B) {
	for b.Loop() {
		sink = C11b(address)
	}
}

func BenchmarkHandC11b(b *testing.B) {
	for b.Loop() {
		sink = handC11b(address)
	}
}

func BenchmarkC11bAssign(b *testing.B) {
	for b.Loop() {
		sink = C11bAssign(address)
	}
}

func BenchmarkHandC11bAssign(b *testing.B) {
	for b.Loop() {
		sink = handC11bAssign(address)
	}
}

func BenchmarkC11bPair(b *testing.B) {
	for b.Loop() {
		sink, other, boolSink = C11bPair(pair)
	}
}

func BenchmarkHandC11bPair(b *testing.B) {
	for b.Loop() {
		sink, other, boolSink = handC11bPair(pair)
	}
}

func BenchmarkC11bLast(b *testing.B) {
	for b.Loop() {
		sink = C11bLast(path)
	}
}

func BenchmarkHandC11bLast(b *testing.B) {
	for b.Loop() {
		sink = handC11bLast(path)
	}
}

func BenchmarkC11bCount(b *testing.B) {
	for b.Loop() {
		intSink = C11bCount(list)
	}
}

func BenchmarkHandC11bCount(b *testing.B) {
	for b.Loop() {
		intSink = handC11bCount(list)
	}
}
