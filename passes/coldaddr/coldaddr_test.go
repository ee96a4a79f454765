package coldaddr_test

import (
	"testing"

	"github.com/unheap/unheap/passes/coldaddr"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, coldaddr.Rule) }
