package source

import (
	"go/types"

	"github.com/unheap/unheap/internal/typefact"
)

// Sizeof returns the size of a value of type t in bytes; ok is false where nobody
// can tell, because it depends on a type argument, and the size is 0 then.
// types.Sizes panics there, so that passes ask here.
func (p *Package) Sizeof(t types.Type) (size int64, ok bool) {
	if p.sizes == nil || !typefact.Sized(t) {
		return 0, false
	}
	return p.sizes.Sizeof(t), true
}
