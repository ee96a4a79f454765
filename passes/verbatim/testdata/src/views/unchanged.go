package views

import "unsafe"

func underscored(s string) string {
	b := []byte(s) // want "s is copied even if nothing of it changes .review: the text may be an operand itself"
	for i := range b {
		if b[i] == '-' {
			b[i] = '_'
		}
	}
	return asString(b)
}

func asString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// nope: a part of it
func started(s string) string {
	b := []byte(s)
	for i := range b {
		if b[i] == '-' {
			b[i] = '_'
		}
	}
	return start(b)
}

func start(b []byte) string { return unsafe.String(unsafe.SliceData(b), 1) }
