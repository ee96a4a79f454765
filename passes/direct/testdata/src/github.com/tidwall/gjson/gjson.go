package gjson

func Valid(json string) bool      { panic(0) }
func ValidBytes(json []byte) bool { panic(0) }
