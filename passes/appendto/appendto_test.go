package appendto_test

import (
	"testing"

	"github.com/unheap/unheap/passes/appendto"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, appendto.Rule) }
