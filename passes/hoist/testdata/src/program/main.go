package main

import (
	"os"
	"regexp"
)

// nope: main runs once
func main() {
	re := regexp.MustCompile("x")
	for _, a := range os.Args {
		println(re.MatchString(a))
	}
}
