package main

import (
	"os"

	"github.com/unheap/unheap/internal/driver"
)

func main() {
	os.Exit(driver.Main(os.Args[1:]))
}
