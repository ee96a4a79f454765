package beside

func get() []byte { return lines.Get().([]byte) }
