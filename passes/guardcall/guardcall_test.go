package guardcall_test

import (
	"testing"

	"github.com/unheap/unheap/passes/guardcall"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, guardcall.Rule) }
