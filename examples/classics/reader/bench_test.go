package reader

import (
	"strings"
	"testing"
)

func BenchmarkC15(b *testing.B) {
	for b.Loop() {
		record, errSink = C15(rewound(source, document))
	}
}

func BenchmarkHandC15(b *testing.B) {
	for b.Loop() {
		record, errSink = handC15(rewound(source, document))
	}
}

func BenchmarkC15b(b *testing.B) {
	for b.Loop() {
		bytesOut, errSink = C15b(data)
	}
}

func BenchmarkHandC15b(b *testing.B) {
	for b.Loop() {
		bytesOut, errSink = handC15b(data)
	}
}

func BenchmarkC15bString(b *testing.B) {
	for b.Loop() {
		intSink, bytesOut, errSink = C15bString(rewound(lines, text))
	}
}

func BenchmarkHandC15bString(b *testing.B) {
	for b.Loop() {
		intSink, bytesOut, errSink = handC15bString(rewound(lines, text))
	}
}

// rewound lets r begin again.
func rewound(r *strings.Reader, s string) *strings.Reader {
	r.Reset(s)
	return r
}
