module github.com/unheap/unheap/reuse

go 1.25.0
