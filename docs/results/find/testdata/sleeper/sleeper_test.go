package sleeper

import (
	"os"
	"testing"
	"time"
)

var sink any

func BenchmarkSleep(b *testing.B) {
	if err := os.WriteFile(os.Getenv("STARTED"), nil, 0o666); err != nil {
		b.Fatal(err)
	}
	time.Sleep(time.Minute)
}

func BenchmarkQuick(b *testing.B) {
	for b.Loop() {
		sink = new(int64)
	}
}
