//go:build !plan9

package builds

const perLine = 2
