package format

import "testing"

func BenchmarkC03(b *testing.B) {
	for b.Loop() {
		sink = C03(key, number)
	}
}

func BenchmarkHandC03(b *testing.B) {
	for b.Loop() {
		sink = handC03(key, number)
	}
}

func BenchmarkC03Method(b *testing.B) {
	for b.Loop() {
		sink, boolSink = counters[0].C03Method()
	}
}

func BenchmarkHandC03Method(b *testing.B) {
	for b.Loop() {
		sink, boolSink = counters[0].handC03Method()
	}
}

func BenchmarkC03Nested(b *testing.B) {
	for b.Loop() {
		C03Nested(counters, keep)
	}
}

func BenchmarkHandC03Nested(b *testing.B) {
	for b.Loop() {
		handC03Nested(counters, keep)
	}
}

func BenchmarkC03b(b *testing.B) {
	for b.Loop() {
		sink = C03b(number)
	}
}

func BenchmarkHandC03b(b *testing.B) {
	for b.Loop() {
		sink = handC03b(number)
	}
}

func BenchmarkC03bAssign(b *testing.B) {
	for b.Loop() {
		C03bAssign(labels, id)
	}
}

func BenchmarkHandC03bAssign(b *testing.B) {
	for b.Loop() {
		handC03bAssign(labels, id)
	}
}

func BenchmarkC03bGeneric(b *testing.B) {
	for b.Loop() {
		sink = C03bGeneric(number)
	}
}

func BenchmarkHandC03bGeneric(b *testing.B) {
	for b.Loop() {
		sink = handC03bGeneric(number)
	}
}

func BenchmarkC03c(b *testing.B) {
	for b.Loop() {
		sink = C03c(key, value)
	}
}

func BenchmarkHandC03c(b *testing.B) {
	for b.Loop() {
		sink = handC03c(key, value)
	}
}

func BenchmarkC03cMethod(b *testing.B) {
	for b.Loop() {
		intSink = counters[0].C03cMethod("host", seen)
	}
}

func BenchmarkHandC03cMethod(b *testing.B) {
	for b.Loop() {
		intSink = counters[0].handC03cMethod("host", seen)
	}
}

func BenchmarkC20c(b *testing.B) {
	for b.Loop() {
		errSink = C20c(writer, key, number)
	}
}

func BenchmarkHandC20c(b *testing.B) {
	for b.Loop() {
		errSink = handC20c(writer, key, number)
	}
}

func BenchmarkC20cLoop(b *testing.B) {
	for b.Loop() {
		C20cLoop(writer, counters)
	}
}

func BenchmarkHandC20cLoop(b *testing.B) {
	for b.Loop() {
		handC20cLoop(writer, counters)
	}
}
