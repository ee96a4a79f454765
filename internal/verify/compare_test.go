package verify

import (
	"testing"

	"github.com/unheap/unheap/internal/record"
)

func TestFewer(t *testing.T) {
	tests := []struct {
		before, after record.Measure
		want          bool
	}{
		{record.Measure{AllocsPerOp: 3, BytesPerOp: 100}, record.Measure{AllocsPerOp: 2, BytesPerOp: 100}, true},
		{record.Measure{AllocsPerOp: 3, BytesPerOp: 100}, record.Measure{AllocsPerOp: 2, BytesPerOp: 900}, true},
		{record.Measure{AllocsPerOp: 3, BytesPerOp: 100}, record.Measure{AllocsPerOp: 3, BytesPerOp: 84}, true},
		{record.Measure{AllocsPerOp: 3, BytesPerOp: 100}, record.Measure{AllocsPerOp: 3, BytesPerOp: 92}, false},
		{record.Measure{AllocsPerOp: 3, BytesPerOp: 1e6}, record.Measure{AllocsPerOp: 3, BytesPerOp: 1e6 - 100}, false},
		{record.Measure{AllocsPerOp: 3, BytesPerOp: 100}, record.Measure{AllocsPerOp: 2.97, BytesPerOp: 100}, false},
		{record.Measure{AllocsPerOp: 3, BytesPerOp: 900}, record.Measure{AllocsPerOp: 4, BytesPerOp: 100}, false},
		{record.Measure{AllocsPerOp: 1, BytesPerOp: 16}, record.Measure{AllocsPerOp: 1, BytesPerOp: 16}, false},
	}
	for _, tt := range tests {
		if got := fewer(tt.before, tt.after); got != tt.want {
			t.Errorf("fewer(%v, %v) = %v", tt.before, tt.after, got)
		}
	}
}
