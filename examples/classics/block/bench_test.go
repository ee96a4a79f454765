package block

import "testing"

func BenchmarkC06(b *testing.B) {
	for b.Loop() {
		C06(points)
	}
}

func BenchmarkHandC06(b *testing.B) {
	for b.Loop() {
		handC06(points)
	}
}

func BenchmarkC06Literal(b *testing.B) {
	for b.Loop() {
		sink = C06Literal(labels)
	}
}

func BenchmarkHandC06Literal(b *testing.B) {
	for b.Loop() {
		sink = handC06Literal(labels)
	}
}

func BenchmarkC06Constructor(b *testing.B) {
	for b.Loop() {
		sink = C06Constructor(labels)
	}
}

func BenchmarkHandC06Constructor(b *testing.B) {
	for b.Loop() {
		sink = handC06Constructor(labels)
	}
}

func BenchmarkC06Method(b *testing.B) {
	for b.Loop() {
		registry.C06Method(labels)
	}
}

func BenchmarkHandC06Method(b *testing.B) {
	for b.Loop() {
		registry.handC06Method(labels)
	}
}

func BenchmarkC06Generic(b *testing.B) {
	for b.Loop() {
		arraySink = C06Generic[[4]int](hundred)
	}
}

func BenchmarkHandC06Generic(b *testing.B) {
	for b.Loop() {
		arraySink = handC06Generic[[4]int](hundred)
	}
}
