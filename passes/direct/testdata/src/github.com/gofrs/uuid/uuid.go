package uuid

type UUID [16]byte

func (u UUID) String() string { panic(0) }
