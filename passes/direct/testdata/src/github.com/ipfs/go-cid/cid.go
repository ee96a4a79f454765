package cid

type Cid struct{ str string }

func (c Cid) String() string    { panic(0) }
func (c Cid) Equals(o Cid) bool { panic(0) }
