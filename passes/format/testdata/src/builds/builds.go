package builds

import (
	"fmt"
	"math"
	"net/http"
	"path/filepath"
	"runtime"
	"strconv"
	"time"
)

// written by its name
func separator(dir string) string {
	return fmt.Sprintf("%s%c", dir, filepath.Separator) // want "fmt.Sprintf puts plain values into interfaces$"
}

// written by its name
func system(s string) string {
	return fmt.Sprintf("%s-%s", s, runtime.GOOS) // want "fmt.Sprintf puts plain values into interfaces$"
}

func sizes(s string) string {
	return fmt.Sprintf("%s %d %d", s, strconv.IntSize, math.MaxInt) // want "fmt.Sprintf puts plain values into interfaces$"
}

// the same everywhere
func same(s string) string {
	return fmt.Sprintf("%s %d %d", s, http.StatusOK, int64(time.Second)) // want "fmt.Sprintf puts plain values into interfaces$"
}

func limited(s string) string {
	return fmt.Sprintf("%s of %d", s, limit) // want "fmt.Sprintf puts plain values into interfaces$"
}

// where the field is signed, the text is another one
func device(s string, st stat) string {
	return fmt.Sprintf("%s %d", s, st.dev) // want "review: stat may be declared otherwise in other builds"
}

// the type of a function's result
func result(s string) string {
	return fmt.Sprintf("%s %d", s, number()) // want "review: number may be declared otherwise in other builds"
}

// nope: where it has a type with a method String, the text is another one
func typed(s string) string {
	return fmt.Sprintf("%s of %v", s, limit)
}

type code int32

// where the type has a method String, the text is another one
func method(s string, c code) string {
	return fmt.Sprintf("%s %v", s, c) // want "review: code may be declared otherwise in other builds"
}

type row struct{ ident id }

// the type of a field
func alias(s string, r row) string {
	return fmt.Sprintf("%s %v", s, r.ident) // want "review: id may be declared otherwise in other builds"
}

type plain int32

func (p plain) next() plain { return p + 1 }

func common(s string, c plain) string {
	return fmt.Sprintf("%s %v", s, c) // want "fmt.Sprintf puts plain values into interfaces$"
}

type stamp string

// the method is declared in this build only
func stamped(s stamp, name string) string {
	return fmt.Sprintf("%s-%s", s, name) // want "review: a panic in .*; String may be declared otherwise in other builds"
}
