package xxhash

func Sum64(b []byte) uint64       { panic(0) }
func Sum64String(s string) uint64 { panic(0) }
