package murmur3

func Sum32(data []byte) uint32       { panic(0) }
func Sum64(data []byte) uint64       { panic(0) }
func StringSum32(data string) uint32 { panic(0) }
func StringSum64(data string) uint64 { panic(0) }
