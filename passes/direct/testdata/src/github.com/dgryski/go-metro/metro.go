package metro

func Hash64(buffer []byte, seed uint64) uint64    { panic(0) }
func Hash64Str(buffer string, seed uint64) uint64 { panic(0) }
