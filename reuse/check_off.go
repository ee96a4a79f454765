//go:build !(reusecheck || race || msan || asan)

package reuse

// checking reports whether this is the misuse build.
const checking = false
