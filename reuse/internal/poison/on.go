//go:build reusecheck || race || msan || asan

package poison

// On reports whether this is the misuse build.
const On = true
