package format_test

import (
	"testing"

	"github.com/unheap/unheap/passes/format"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, format.Rule) }
