package fastjson

type Value struct{ _ int }
type Parser struct{ _ int }

func (p *Parser) Parse(s string) (*Value, error)      { panic(0) }
func (p *Parser) ParseBytes(b []byte) (*Value, error) { panic(0) }
func Parse(s string) (*Value, error)                  { panic(0) }
func ParseBytes(b []byte) (*Value, error)             { panic(0) }
func Validate(s string) error                         { panic(0) }
func ValidateBytes(b []byte) error                    { panic(0) }
