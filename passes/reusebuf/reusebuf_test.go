package reusebuf_test

import (
	"testing"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/reusebuf"
)

func Test(t *testing.T) { passtest.Run(t, reusebuf.Rule) }
