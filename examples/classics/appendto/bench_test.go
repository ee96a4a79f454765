package appendto

import "testing"

func BenchmarkC14(b *testing.B) {
	for b.Loop() {
		byteSink = C14(sha, parts)
	}
}

func BenchmarkHandC14(b *testing.B) {
	for b.Loop() {
		byteSink = handC14(sha, parts)
	}
}

func BenchmarkC14b(b *testing.B) {
	for b.Loop() {
		out = C14b(data)
	}
}

func BenchmarkHandC14b(b *testing.B) {
	for b.Loop() {
		out = handC14b(data)
	}
}

func BenchmarkC18(b *testing.B) {
	for b.Loop() {
		sink = C18(times)
	}
}

func BenchmarkHandC18(b *testing.B) {
	for b.Loop() {
		sink = handC18(times)
	}
}

func BenchmarkC18Bytes(b *testing.B) {
	for b.Loop() {
		out = C18Bytes(dst, times)
	}
}

func BenchmarkHandC18Bytes(b *testing.B) {
	for b.Loop() {
		out = handC18Bytes(dst, times)
	}
}

func BenchmarkC18b(b *testing.B) {
	for b.Loop() {
		out = C18b(dst, times[0])
	}
}

func BenchmarkHandC18b(b *testing.B) {
	for b.Loop() {
		out = handC18b(dst, times[0])
	}
}

func BenchmarkC18bMethod(b *testing.B) {
	for b.Loop() {
		out = clock.C18bMethod(dst, times[0])
	}
}

func BenchmarkHandC18bMethod(b *testing.B) {
	for b.Loop() {
		out = clock.handC18bMethod(dst, times[0])
	}
}
