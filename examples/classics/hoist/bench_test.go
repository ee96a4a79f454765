package hoist

import "testing"

func BenchmarkC08(b *testing.B) {
	for b.Loop() {
		boolSink = C08(word)
	}
}

func BenchmarkHandC08(b *testing.B) {
	for b.Loop() {
		boolSink = handC08(word)
	}
}

func BenchmarkC08Method(b *testing.B) {
	for b.Loop() {
		sink = log.C08Method()
	}
}

func BenchmarkHandC08Method(b *testing.B) {
	for b.Loop() {
		sink = log.handC08Method()
	}
}

func BenchmarkC08Replacer(b *testing.B) {
	for b.Loop() {
		sink = C08Replacer(markup)
	}
}

func BenchmarkHandC08Replacer(b *testing.B) {
	for b.Loop() {
		sink = handC08Replacer(markup)
	}
}

func BenchmarkC08b(b *testing.B) {
	for b.Loop() {
		intSink = C08b(lines)
	}
}

func BenchmarkHandC08b(b *testing.B) {
	for b.Loop() {
		intSink = handC08b(lines)
	}
}

func BenchmarkC08bLoop(b *testing.B) {
	for b.Loop() {
		bools = C08bLoop(lines)
	}
}

func BenchmarkHandC08bLoop(b *testing.B) {
	for b.Loop() {
		bools = handC08bLoop(lines)
	}
}

func BenchmarkC17(b *testing.B) {
	for b.Loop() {
		errSink = C17(-1)
	}
}

func BenchmarkHandC17(b *testing.B) {
	for b.Loop() {
		errSink = handC17(-1)
	}
}

func BenchmarkC17Method(b *testing.B) {
	for b.Loop() {
		sink, errSink = log.C17Method(len(lines))
	}
}

func BenchmarkHandC17Method(b *testing.B) {
	for b.Loop() {
		sink, errSink = log.handC17Method(len(lines))
	}
}

func BenchmarkC17b(b *testing.B) {
	for b.Loop() {
		errSink = C17b(101)
	}
}

func BenchmarkHandC17b(b *testing.B) {
	for b.Loop() {
		errSink = handC17b(101)
	}
}
