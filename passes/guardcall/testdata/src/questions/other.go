package questions

func other(l *logger, n int) {
	l.debugf("%d", n) // want `even if debugf does nothing`
}

// nope: the name means something else here.
func shadows(n int, isDebugging bool) {
	debugPrint("%d", n)
}
