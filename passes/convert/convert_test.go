package convert_test

import (
	"testing"

	"github.com/unheap/unheap/passes/convert"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, convert.Rule) }
