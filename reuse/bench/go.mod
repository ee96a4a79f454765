module github.com/unheap/unheap/reuse/bench

go 1.26.0

require (
	github.com/bytedance/gopkg v0.1.4
	github.com/gobwas/pool v0.2.1
	github.com/klauspost/compress v1.20.3
	github.com/libp2p/go-buffer-pool v0.1.0
	github.com/prometheus/prometheus v0.315.0
	github.com/unheap/unheap/reuse v0.0.0
	github.com/valyala/bytebufferpool v1.0.0
	google.golang.org/grpc v1.85.0
)

require (
	golang.org/x/net v0.60.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
	golang.org/x/text v0.42.0 // indirect
	google.golang.org/genproto/googleapis/rpc v0.0.0-20260825221802-da73d73af1c5 // indirect
	google.golang.org/protobuf v1.36.12 // indirect
)

replace github.com/unheap/unheap/reuse => ../
