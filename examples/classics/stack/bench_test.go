package stack

import "testing"

func BenchmarkC07(b *testing.B) {
	for b.Loop() {
		floatSink = C07(floats)
	}
}

func BenchmarkHandC07(b *testing.B) {
	for b.Loop() {
		floatSink = handC07(floats)
	}
}

func BenchmarkC07Method(b *testing.B) {
	for b.Loop() {
		floatSink = rays.C07Method(factor)
	}
}

func BenchmarkHandC07Method(b *testing.B) {
	for b.Loop() {
		floatSink = rays.handC07Method(factor)
	}
}

func BenchmarkC12(b *testing.B) {
	for b.Loop() {
		intSink = C12(number)
	}
}

func BenchmarkHandC12(b *testing.B) {
	for b.Loop() {
		intSink = handC12(number)
	}
}

func BenchmarkC12b(b *testing.B) {
	for b.Loop() {
		C12b(key, number)
	}
}

func BenchmarkHandC12b(b *testing.B) {
	for b.Loop() {
		handC12b(key, number)
	}
}

func BenchmarkC12bMethod(b *testing.B) {
	for b.Loop() {
		floatSink = C12bMethod(rectangles, scales)
	}
}

func BenchmarkHandC12bMethod(b *testing.B) {
	for b.Loop() {
		floatSink = handC12bMethod(rectangles, scales)
	}
}

func BenchmarkC13(b *testing.B) {
	for b.Loop() {
		intSink = C13(ints)
	}
}

func BenchmarkHandC13(b *testing.B) {
	for b.Loop() {
		intSink = handC13(ints)
	}
}

func BenchmarkC13b(b *testing.B) {
	for b.Loop() {
		intSink = C13b(numbers, ints)
	}
}

func BenchmarkHandC13b(b *testing.B) {
	for b.Loop() {
		intSink = handC13b(numbers, ints)
	}
}

func BenchmarkC13bMethod(b *testing.B) {
	for b.Loop() {
		intSink = scores.C13bMethod(rounds)
	}
}

func BenchmarkHandC13bMethod(b *testing.B) {
	for b.Loop() {
		intSink = scores.handC13bMethod(rounds)
	}
}

func BenchmarkC22(b *testing.B) {
	for b.Loop() {
		anySink = C22(big)
	}
}

func BenchmarkHandC22(b *testing.B) {
	for b.Loop() {
		anySink = handC22(big)
	}
}
