package beside

type fake string

func (f fake) String() string { return string(f) }

func scanValue() int { return tested(fake("x")) }
