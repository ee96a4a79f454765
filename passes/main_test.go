package passes_test

import (
	"testing"

	"github.com/unheap/unheap/passes/internal/goroot"
)

func TestMain(m *testing.M) { goroot.Main(m) }
