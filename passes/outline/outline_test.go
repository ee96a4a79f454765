package outline_test

import (
	"testing"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/outline"
)

func Test(t *testing.T) { passtest.Run(t, outline.Rule) }
