package presize

import "testing"

func BenchmarkC01(b *testing.B) {
	for b.Loop() {
		intSink = C01(ints)
	}
}

func BenchmarkHandC01(b *testing.B) {
	for b.Loop() {
		intSink = handC01(ints)
	}
}

func BenchmarkC01Method(b *testing.B) {
	for b.Loop() {
		stringSink = team.C01Method()
	}
}

func BenchmarkHandC01Method(b *testing.B) {
	for b.Loop() {
		stringSink = team.handC01Method()
	}
}

func BenchmarkC01Generic(b *testing.B) {
	for b.Loop() {
		stringSink = C01Generic(ints, twice)
	}
}

func BenchmarkHandC01Generic(b *testing.B) {
	for b.Loop() {
		stringSink = handC01Generic(ints, twice)
	}
}

func BenchmarkC01Filter(b *testing.B) {
	for b.Loop() {
		stringSink = C01Filter(users)
	}
}

func BenchmarkHandC01Filter(b *testing.B) {
	for b.Loop() {
		stringSink = handC01Filter(users)
	}
}

func BenchmarkC01Nested(b *testing.B) {
	for b.Loop() {
		rowSink = C01Nested(groups, 5)
	}
}

func BenchmarkHandC01Nested(b *testing.B) {
	for b.Loop() {
		rowSink = handC01Nested(groups, 5)
	}
}

func BenchmarkC01Assign(b *testing.B) {
	for b.Loop() {
		C01Assign(&report, words)
	}
}

func BenchmarkHandC01Assign(b *testing.B) {
	for b.Loop() {
		handC01Assign(&report, words)
	}
}

func BenchmarkC02(b *testing.B) {
	for b.Loop() {
		intSink = C02(groups)
	}
}

func BenchmarkHandC02(b *testing.B) {
	for b.Loop() {
		intSink = handC02(groups)
	}
}

func BenchmarkC02Field(b *testing.B) {
	for b.Loop() {
		stringSink = C02Field(teams)
	}
}

func BenchmarkHandC02Field(b *testing.B) {
	for b.Loop() {
		stringSink = handC02Field(teams)
	}
}

func BenchmarkC02Generic(b *testing.B) {
	for b.Loop() {
		intSink = C02Generic(groups...)
	}
}

func BenchmarkHandC02Generic(b *testing.B) {
	for b.Loop() {
		intSink = handC02Generic(groups...)
	}
}

func BenchmarkC02b(b *testing.B) {
	for b.Loop() {
		intSink = C02b(groups)
	}
}

func BenchmarkHandC02b(b *testing.B) {
	for b.Loop() {
		intSink = handC02b(groups)
	}
}

func BenchmarkC02bField(b *testing.B) {
	for b.Loop() {
		stringSink = C02bField(teams)
	}
}

func BenchmarkHandC02bField(b *testing.B) {
	for b.Loop() {
		stringSink = handC02bField(teams)
	}
}

func BenchmarkC19(b *testing.B) {
	for b.Loop() {
		textSink = C19(lines)
	}
}

func BenchmarkHandC19(b *testing.B) {
	for b.Loop() {
		textSink = handC19(lines)
	}
}

func BenchmarkC19Bytes(b *testing.B) {
	for b.Loop() {
		byteSink = C19Bytes(lines)
	}
}

func BenchmarkHandC19Bytes(b *testing.B) {
	for b.Loop() {
		byteSink = handC19Bytes(lines)
	}
}

func BenchmarkC19b(b *testing.B) {
	for b.Loop() {
		textSink = C19b(lines)
	}
}

func BenchmarkHandC19b(b *testing.B) {
	for b.Loop() {
		textSink = handC19b(lines)
	}
}

func BenchmarkC19bMethod(b *testing.B) {
	for b.Loop() {
		textSink = team.C19bMethod(", ")
	}
}

func BenchmarkHandC19bMethod(b *testing.B) {
	for b.Loop() {
		textSink = team.handC19bMethod(", ")
	}
}

func BenchmarkC21(b *testing.B) {
	for b.Loop() {
		indexSink = C21(keys)
	}
}

func BenchmarkHandC21(b *testing.B) {
	for b.Loop() {
		indexSink = handC21(keys)
	}
}

func BenchmarkC21Literal(b *testing.B) {
	for b.Loop() {
		userSink = C21Literal(people)
	}
}

func BenchmarkHandC21Literal(b *testing.B) {
	for b.Loop() {
		userSink = handC21Literal(people)
	}
}

func BenchmarkC21b(b *testing.B) {
	for b.Loop() {
		setSink = C21b(keys)
	}
}

func BenchmarkHandC21b(b *testing.B) {
	for b.Loop() {
		setSink = handC21b(keys)
	}
}

func BenchmarkC21bGeneric(b *testing.B) {
	for b.Loop() {
		emptySink = C21bGeneric(keys)
	}
}

func BenchmarkHandC21bGeneric(b *testing.B) {
	for b.Loop() {
		emptySink = handC21bGeneric(keys)
	}
}
