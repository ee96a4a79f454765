// The heap hands out blocks of fixed sizes: what lies between the size asked
// for and the block is wasted. Above 32 KiB blocks are whole pages of 8 KiB.
// With pointers inside, an object above 512 bytes has 8 more for its header.

package truth

import "testing"

type sizeClassHeader struct {
	p *int
	b [504]byte
	n int
}

var (
	sizeClass40    *[5]int64
	sizeClassPages []byte
	sizeClass520   *sizeClassHeader
	sizeClassText  string
	sizeClassRaw   = []byte{32: 'b'} // 33 bytes
)

//go:noinline
func sizeClassFive() {
	sizeClass40 = &[5]int64{} // heap: stored 1 48B
}

//go:noinline
func sizeClassLarge() {
	sizeClassPages = make([]byte, 32769) // heap: stored 1 40960B
}

// sizeClassWithHeader asks for 520 bytes and needs 528.
//
//go:noinline
func sizeClassWithHeader() {
	sizeClass520 = &sizeClassHeader{} // heap: stored 1 576B
}

//go:noinline
func sizeClassStrings() {
	sizeClassText = string(sizeClassRaw) // heap: bytes-to-string 1 48B
}

func BenchmarkSizeClass(b *testing.B) {
	for b.Loop() {
		sizeClassFive()
		sizeClassLarge()
		sizeClassWithHeader()
		sizeClassStrings()
	}
}
