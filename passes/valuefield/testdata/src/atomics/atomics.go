package main

import "sync/atomic"

func main() {
	newPointed().inc()
	println(newParts().sum())
}

// nope: inc may be given the address of the number
type number struct{ n int64 }

type pointed struct {
	a int32
	p *number // refused "an atomic number of 64 bits has to come first"
}

func newPointed() *pointed { return &pointed{p: &number{}} }

func (p *pointed) inc() { inc(&p.p.n) }

func inc(n *int64) { atomic.AddInt64(n, 1) }

// nope: a place behind it
type parts struct {
	p    *small // refused "an atomic number of 64 bits has to come first"
	n    int32
	last uint64
}

type small struct{ a, b int32 }

func newParts() *parts { return &parts{p: &small{}} }

func (p *parts) sum() int { return int(p.p.a) + int(p.n) + int(p.last) }
