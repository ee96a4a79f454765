package main

import (
	"fmt"
	"net/http"
	"strconv"
)

var (
	page   []byte
	sum    [8]byte
	single [8]byte
)

func serve(w http.ResponseWriter, r *http.Request) {
	page = append(page[:0], r.URL.Path...) // want `page is shared: serve handles requests, each in a goroutine of its own, and may overwrite here what another goroutine is using`
	w.Write(page)
}

func main() {
	http.HandleFunc("/", serve)
	http.HandleFunc("/sum", func(w http.ResponseWriter, r *http.Request) {
		digest(r.URL.Path)
	})
	for i := range 10 {
		go work(i)
	}
	go alone()
}

func digest(s string) {
	copy(sum[:], s) // want `sum is shared: the function handles requests`
	fmt.Println(sum)
}

var number [20]byte

func work(i int) {
	b := strconv.AppendInt(number[:0], int64(i), 10) // want `number is shared: the function is started in several goroutines`
	fmt.Println(string(b))
}

// nope: one goroutine owns it.
func alone() {
	single[0]++
	single[1] = 2
	fmt.Println(single)
}

// nope: nobody else can call an exported function of a command.
var exported [8]byte

func Exported() {
	exported[0] = 1
	fmt.Println(exported)
}
