package uuid

type UUID [16]byte

func (uuid UUID) String() string        { panic(0) }
func Parse(s string) (UUID, error)      { panic(0) }
func ParseBytes(b []byte) (UUID, error) { panic(0) }
