//go:build !plan9

package builds

const format = "bad span %v"
