//go:build other

package builds

const limit = 1000000

type stat struct{ dev int32 }

func number() int { return -1 }

type id = named

type named int32

func (named) String() string { return "named" }

func (code) String() string { return "code" }

func (p plain) String2() string { return "" }
