package concreteparam_test

import (
	"testing"

	"github.com/unheap/unheap/passes/concreteparam"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, concreteparam.Rule) }
