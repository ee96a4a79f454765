// Package classics holds the small, well-known ways in which Go code allocates
// more than it must, one function each, as code of that kind is written: the
// first test of "unheap fix" and of any tool that removes allocations.
//
// The cases are numbered C01 to C23, with letters for relatives; a word behind
// the number is another shape of the same case (C01Method, C01Generic). For
// every shape the package's tests hold a version written by hand with the
// fewest allocations that keep the signature (handC01), proven equal, and a
// benchmark of both. Where the two allocate alike there is nothing to win, and
// advice about it is stale or wrong:
//
//	C05   string(b) as the key of a lookup, in any form: no copy
//	C05d  append(dst, []byte(s)...): no copy
//	C05e  m[string(b)]++: the key must be kept when it is new
//	C12   a value in an interface that the callee does not keep: on the stack
//	C14   Sum(buf[:0]) through hash.Hash: buf escapes, nothing is won
//	C14b  sha256.New and Sum(nil) of one function: as few as there can be
//	C15   json.NewDecoder for small inputs: more, not fewer
//
// and in three there are only bytes to win:
//
//	C05c  bytes.Contains([]byte(s), p): a copy of p instead of one of s
//	C22   the padding of a struct
//	C23   string(b)[:n] to string(b[:n]), which is another panic
//
// C10 and C10b are mistakes in the use of a pool, to be reported. Package
// probes holds four functions that look like a known improvement and are not:
// a tool must leave them alone.
//
// [docs/results/fix.md] has what this repository's tool and others make of it.
//
// [docs/results/fix.md]: https://github.com/unheap/unheap/blob/main/docs/results/fix.md
package classics
