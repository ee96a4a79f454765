// Package poison fills memory that nobody may use with a pattern, and later checks whether the pattern is still there.
// It is for the misuse build.
package poison

import (
	"reflect"
	"unsafe"
)

// Byte fills memory that holds no pointers: as a size, a count or an index it is absurd at any width. Memory that may
// hold pointers is set to zero, a word at a time, because the GC may look at any moment.
const Byte = 0xDB

// Pattern returns the byte with which Values fills a T.
func Pattern[T any]() byte {
	if HasPointers(reflect.TypeFor[T]()) {
		return 0
	}
	return Byte
}

// Values fills s with Pattern.
func Values[T any](s []T) {
	if len(s) == 0 {
		return
	}
	if Pattern[T]() == 0 {
		clear(s)
		return
	}
	Fill(unsafe.Pointer(&s[0]), uintptr(len(s))*unsafe.Sizeof(s[0]))
}

// Fill fills n bytes at p, which hold no pointers, with Byte. The race detector does not see the writes.
//
//go:norace
func Fill(p unsafe.Pointer, n uintptr) {
	for ; n > 0 && uintptr(p)%word != 0; n-- {
		*(*byte)(p) = Byte
		p = unsafe.Add(p, 1)
	}
	for ; n > word; n -= word { // the last word is left out, so that p never points past the end
		*(*uint64)(p) = repeat * Byte
		p = unsafe.Add(p, word)
	}
	for i := uintptr(0); i < n; i++ {
		*(*byte)(unsafe.Add(p, i)) = Byte
	}
}

const (
	word   = 8
	repeat = 0x0101010101010101
)

// Filled reports whether all of n bytes at p equal c. The race detector does not see the reads.
//
//go:norace
func Filled(p unsafe.Pointer, n uintptr, c byte) bool {
	pattern := uint64(c) * repeat
	for ; n > 0 && uintptr(p)%word != 0; n-- {
		if *(*byte)(p) != c {
			return false
		}
		p = unsafe.Add(p, 1)
	}
	for ; n > word; n -= word { // the last word is left out, so that p never points past the end
		if *(*uint64)(p) != pattern {
			return false
		}
		p = unsafe.Add(p, word)
	}
	for i := uintptr(0); i < n; i++ {
		if *(*byte)(unsafe.Add(p, i)) != c {
			return false
		}
	}
	return true
}

// HasPointers reports whether a value of type t contains pointers.
func HasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() > 0 && HasPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if HasPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	}
	return t.Kind() == reflect.String || t.Kind() > reflect.Complex128
}
