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
	return fmt.Sprintf("%s %d", s, st.dev) // want "review: dev may be declared otherwise in other builds"
}

// the type of a function's result
func result(s string) string {
	return fmt.Sprintf("%s %d", s, number()) // want "review: number may be declared otherwise in other builds"
}
