//go:build !(reusecheck || race || msan || asan)

package poison

// On reports whether this is the misuse build. As a constant it adds nothing to the inlining cost of functions that
// test it.
const On = false
