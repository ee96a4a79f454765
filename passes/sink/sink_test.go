package sink_test

import (
	"testing"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/sink"
)

func Test(t *testing.T) { passtest.Run(t, sink.Rule) }
