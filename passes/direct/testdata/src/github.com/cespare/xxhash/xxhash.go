// Package xxhash is a version that has no Sum64String.
package xxhash

func Sum64(b []byte) uint64 { panic(0) }
