package needed

func always(list [][]string, keep func([]string)) {
	for i := range list {
		out := make([]string, 0, 16) // nope: an element comes
		for _, s := range list[i] {
			out = append(out, s)
		}
		if len(out) > 0 {
			keep(out)
		}
	}
}

func empty(list [][]string, keep func([]string)) {
	for i := range list {
		out := make([]string, 0, 16) // nope: it is empty then, not nil
		for _, s := range list[i] {
			if s != "" {
				out = append(out, s)
			}
		}
		keep(out)
	}
}

func stays(list [][]string) (n int) {
	for i := range list {
		out := make([]string, 0, 16) // nope: it is on the stack
		for _, s := range list[i] {
			if s != "" {
				out = append(out, s)
			}
		}
		n += len(out)
	}
	return n
}

func small(list [][]byte, keep func([]byte)) {
	for i := range list {
		out := make([]byte, 0, 64) // nope: not worth a question
		for _, s := range list[i] {
			if s != 0 {
				out = append(out, s)
			}
		}
		if len(out) > 0 {
			keep(out)
		}
	}
}

func once(list []string, keep func([]string)) {
	out := make([]string, 0, 16) // nope: made once
	for _, s := range list {
		if s != "" {
			out = append(out, s)
		}
	}
	if len(out) > 0 {
		keep(out)
	}
}

func twice(list [][]string, keep func([]string)) {
	for i := range list {
		out := make([]string, 0, 16) // nope: two questions
		for _, s := range list[i] {
			if s != "" {
				out = append(out, s)
			} else if i > 2 {
				out = append(out, "-")
			}
		}
		if len(out) > 0 {
			keep(out)
		}
	}
}

func head(list [][]string, keep func([]string)) {
	for i := range list {
		out := make([]string, 0, 16) // nope: there is no place for the question
		for _, s := range list[i] {
			if s == "" {
				continue
			}
			if out = append(out, s); len(out) > 3 {
				break
			}
		}
		if len(out) > 0 {
			keep(out)
		}
	}
}
