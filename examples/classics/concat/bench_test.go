package concat

import "testing"

func BenchmarkC04(b *testing.B) {
	for b.Loop() {
		sink = C04(parts)
	}
}

func BenchmarkHandC04(b *testing.B) {
	for b.Loop() {
		sink = handC04(parts)
	}
}

func BenchmarkC04Prefix(b *testing.B) {
	for b.Loop() {
		sink = C04Prefix(title, parts)
	}
}

func BenchmarkHandC04Prefix(b *testing.B) {
	for b.Loop() {
		sink = handC04Prefix(title, parts)
	}
}

func BenchmarkC04Method(b *testing.B) {
	for b.Loop() {
		sink = path.C04Method()
	}
}

func BenchmarkHandC04Method(b *testing.B) {
	for b.Loop() {
		sink = path.handC04Method()
	}
}

func BenchmarkC04Nested(b *testing.B) {
	for b.Loop() {
		sink = C04Nested(rows)
	}
}

func BenchmarkHandC04Nested(b *testing.B) {
	for b.Loop() {
		sink = handC04Nested(rows)
	}
}

func BenchmarkC04Generic(b *testing.B) {
	for b.Loop() {
		sink = C04Generic(parts)
	}
}

func BenchmarkHandC04Generic(b *testing.B) {
	for b.Loop() {
		sink = handC04Generic(parts)
	}
}
