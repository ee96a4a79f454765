package testprog

import (
	"embed"
	"path"
	"strings"
)

//go:embed testdata/questions/*.go
var questions embed.FS

// Question returns the source of the program of a question of "unheap
// explain": a main package of one file.
func Question(name string) (source string, ok bool) {
	if strings.Contains(name, "/") {
		return "", false
	}
	b, err := questions.ReadFile(path.Join("testdata/questions", name+".go"))
	return string(b), err == nil
}
