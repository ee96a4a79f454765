package zerolog

type Event struct{ _ int }

func (e *Event) Str(key, val string) *Event          { panic(0) }
func (e *Event) Bytes(key string, val []byte) *Event { panic(0) }
func (e *Event) Hex(key string, val []byte) *Event   { panic(0) }
