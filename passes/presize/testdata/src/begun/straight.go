package begun

type number struct{ exponents, digits int64 }

func sum(list []int64) (n int64) {
	for _, x := range list {
		n += x
	}
	return n
}

// what stays in the function is on the stack
func (n *number) stays(sign bool) int64 {
	var exps []int64 // want "exps grows by append"
	if n.exponents > 0 {
		exps = append(exps, n.exponents)
	}
	if sign {
		exps = append(exps, -n.exponents)
	} else if n.digits > 0 {
		exps = append(exps, n.digits, 1)
	}
	return sum(exps)
}

// it begins with elements, and then it grows
func begins(name string, verbose, all bool) []string {
	args := []string{"run", name}
	if verbose {
		args = append(args, "-v") // want "args grows by append"
	}
	if all {
		args = append(args, "-bench", ".")
	}
	return args
}

func beginsHere(name string, verbose bool) (n int) {
	args := []string{name, name}
	if verbose {
		args = append(args, "-v") // want "args grows by append"
	}
	for _, arg := range args {
		n += len(arg)
	}
	return n
}

// something is appended in any case, so that nobody sees that it was not nil
func surely(a, b string, all bool) []string {
	var args []string // want "args grows by append although its length is known$"
	args = append(args, a)
	if all {
		args = append(args, "-bench", ".")
	}
	args = append(args, b, a)
	return args
}

// nope: perhaps nothing is appended
func never(a, b string, all bool) []string {
	var args []string
	if all {
		args = append(args, a, b, "-bench")
	}
	if a != b {
		args = append(args, a, b)
	}
	return args
}

// nope: the break leaves the branch, and nil
func leaves(a, b string, all bool) []string {
	var args []string
	switch {
	default:
		if all {
			break
		}
		args = append(args, a, b, "-bench")
		args = append(args, a, b)
	}
	return args
}

// nope: go has room for as much
func small(a, b string, all bool) []string {
	var args []string
	args = append(args, a)
	if all {
		args = append(args, "-bench", ".")
	}
	return args
}

// nope: a deferred function sees nil if g panics
func deferred(a string, g func() string) (args []string) {
	defer func() { recover() }()
	args = append(args, a, a, a)
	args = append(args, g(), a)
	return args
}

// nope: it is returned before
func early(a string, all bool) []string {
	var args []string
	if all {
		return args
	}
	args = append(args, a, a, a)
	args = append(args, a, a)
	return args
}
