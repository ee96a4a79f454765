package verbatim_test

import (
	"testing"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/verbatim"
)

func Test(t *testing.T) { passtest.Run(t, verbatim.Rule) }
