//go:build !(reusecheck || race || msan || asan)

package poison

// On reports whether this is the misuse build. A constant, it costs what asks
// for it nothing of what the compiler is willing to inline.
const On = false
