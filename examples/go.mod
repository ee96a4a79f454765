module github.com/unheap/unheap/examples

go 1.26.0

require github.com/unheap/unheap/reuse v0.0.0

replace github.com/unheap/unheap/reuse => ../reuse
