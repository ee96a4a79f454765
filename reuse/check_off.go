//go:build !(reusecheck || race || msan || asan)

package reuse

import "sync"

// checking reports whether this is the misuse build.
const checking = false

// A store is where idle values wait.
type store = sync.Pool
