package testprog

import (
	"embed"
	"path"
	"strings"
)

//go:embed testdata/questions/*.go
var questions embed.FS

// Question returns the source of the program for a question of "unheap explain": a main package of one file. ok is
// false if there is no such question.
func Question(name string) (source string, ok bool) {
	if strings.Contains(name, "/") {
		return "", false
	}
	b, err := questions.ReadFile(path.Join("testdata/questions", name+".go"))
	return string(b), err == nil
}
