package outlineclosure_test

import (
	"testing"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/outlineclosure"
)

func Test(t *testing.T) { passtest.Run(t, outlineclosure.Rule) }
