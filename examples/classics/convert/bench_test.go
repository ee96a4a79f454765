package convert

import "testing"

func BenchmarkC05(b *testing.B) {
	for b.Loop() {
		intSink = C05(counts, key)
	}
}

func BenchmarkHandC05(b *testing.B) {
	for b.Loop() {
		intSink = handC05(counts, key)
	}
}

func BenchmarkC05Method(b *testing.B) {
	for b.Loop() {
		intSink, boolSink = tags.C05Method(key)
	}
}

func BenchmarkHandC05Method(b *testing.B) {
	for b.Loop() {
		intSink, boolSink = tags.handC05Method(key)
	}
}

func BenchmarkC05b(b *testing.B) {
	for b.Loop() {
		boolSink = C05b(key)
	}
}

func BenchmarkHandC05b(b *testing.B) {
	for b.Loop() {
		boolSink = handC05b(key)
	}
}

func BenchmarkC05bIf(b *testing.B) {
	for b.Loop() {
		intSink = C05bIf(lines, word)
	}
}

func BenchmarkHandC05bIf(b *testing.B) {
	for b.Loop() {
		intSink = handC05bIf(lines, word)
	}
}

func BenchmarkC05bAssign(b *testing.B) {
	for b.Loop() {
		C05bAssign(key, offsets)
	}
}

func BenchmarkHandC05bAssign(b *testing.B) {
	for b.Loop() {
		handC05bAssign(key, offsets)
	}
}

func BenchmarkC05c(b *testing.B) {
	for b.Loop() {
		boolSink = C05c(text, pattern)
	}
}

func BenchmarkHandC05c(b *testing.B) {
	for b.Loop() {
		boolSink = handC05c(text, pattern)
	}
}

func BenchmarkC05d(b *testing.B) {
	for b.Loop() {
		byteSink = C05d(dst, text)
	}
}

func BenchmarkHandC05d(b *testing.B) {
	for b.Loop() {
		byteSink = handC05d(dst, text)
	}
}

func BenchmarkC05e(b *testing.B) {
	for b.Loop() {
		C05e(counts, words)
	}
}

func BenchmarkHandC05e(b *testing.B) {
	for b.Loop() {
		handC05e(counts, words)
	}
}

func BenchmarkC20(b *testing.B) {
	for b.Loop() {
		errSink = C20(writer, text)
	}
}

func BenchmarkHandC20(b *testing.B) {
	for b.Loop() {
		errSink = handC20(writer, text)
	}
}

func BenchmarkC20Loop(b *testing.B) {
	for b.Loop() {
		intSink, errSink = C20Loop(writer, strs)
	}
}

func BenchmarkHandC20Loop(b *testing.B) {
	for b.Loop() {
		intSink, errSink = handC20Loop(writer, strs)
	}
}

func BenchmarkC20b(b *testing.B) {
	for b.Loop() {
		errSink = C20b(writer, text)
	}
}

func BenchmarkHandC20b(b *testing.B) {
	for b.Loop() {
		errSink = handC20b(writer, text)
	}
}

func BenchmarkC20bMethod(b *testing.B) {
	for b.Loop() {
		page.C20bMethod(writer)
	}
}

func BenchmarkHandC20bMethod(b *testing.B) {
	for b.Loop() {
		page.handC20bMethod(writer)
	}
}

func BenchmarkC23(b *testing.B) {
	for b.Loop() {
		sink = C23(key)
	}
}

func BenchmarkHandC23(b *testing.B) {
	for b.Loop() {
		sink = handC23(key)
	}
}
