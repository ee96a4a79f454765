package errorsas_test

import (
	"testing"

	"github.com/unheap/unheap/passes/errorsas"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, errorsas.Rule) }
