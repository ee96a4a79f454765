package hoistclosure_test

import (
	"testing"

	"github.com/unheap/unheap/passes/hoistclosure"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, hoistclosure.Rule) }
