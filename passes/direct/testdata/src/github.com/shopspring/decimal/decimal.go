package decimal

type Decimal struct{ _ int }

func (d Decimal) String() string        { panic(0) }
func (d Decimal) Equal(d2 Decimal) bool { panic(0) }
