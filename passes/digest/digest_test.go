package digest_test

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"hash"
	"hash/adler32"
	"hash/crc32"
	"hash/fnv"
	"io"
	"testing"

	"github.com/unheap/unheap/passes/digest"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, digest.Rule) }

var text = "a text that does not fit into the buffer of a conversion on the stack"

//go:noinline
func hashed(s string) byte { h := sha256.New(); h.Write([]byte(s)); return h.Sum(nil)[0] }

//go:noinline
func summed(s string) byte { sum := sha256.Sum256([]byte(s)); return sum[:][0] }

// TestCompiler holds the toolchain to the model of the package comment. If the first
// function makes no object any more, the rewrite has become superfluous.
func TestCompiler(t *testing.T) {
	before := testing.AllocsPerRun(100, func() { hashed(text) })
	after := testing.AllocsPerRun(100, func() { summed(text) })
	if before < 1 || after >= before {
		t.Errorf("%v objects with a hash, %v without", before, after)
	}
}

//go:noinline
func written(a, b string) uint64 {
	h := fnv.New64a()
	io.WriteString(h, a)
	io.WriteString(h, b)
	return h.Sum64()
}

//go:noinline
func converted(a, b string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(a))
	h.Write([]byte(b))
	return h.Sum64()
}

// TestStream holds the toolchain to the model, too.
func TestStream(t *testing.T) {
	before := testing.AllocsPerRun(100, func() { written("host", "path") })
	after := testing.AllocsPerRun(100, func() { converted("host", "path") })
	if before < 2 || after != 0 {
		t.Errorf("%v objects with io.WriteString, %v without", before, after)
	}
}

// TestWriteString holds that no hash has a method that io.WriteString would call.
func TestWriteString(t *testing.T) {
	for _, h := range []hash.Hash{
		md5.New(), sha1.New(), sha256.New(), sha256.New224(), sha512.New(), sha512.New384(), sha512.New512_224(), sha512.New512_256(),
		fnv.New32(), fnv.New32a(), fnv.New64(), fnv.New64a(), crc32.NewIEEE(), adler32.New(),
	} {
		if _, ok := h.(io.StringWriter); ok {
			t.Errorf("%T has WriteString", h)
		}
	}
}
