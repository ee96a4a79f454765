package traps

// nope: the result has the type of the operands, which is not string
func generic[S ~string](parts []S) S {
	var s S
	for _, p := range parts {
		s += p
	}
	return s
}

type text string

// nope: as above, with a name
func named(parts []text) text {
	var s text
	for _, p := range parts {
		s += p
	}
	return s
}

// nope: others see the string grow
var log string

func shared(parts []string) string {
	log = ""
	for _, p := range parts {
		log += p
	}
	return log
}

// nope: half of the string is returned when an index is out of range
func recovered(parts []string) (s string) {
	defer func() {
		if recover() != nil {
			s += "..."
		}
	}()
	for _, p := range parts {
		s += p[:1]
	}
	return s
}
