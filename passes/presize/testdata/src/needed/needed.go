package needed

type hash [32]byte

func ask(peers map[string][]hash, busy map[hash]bool, send func(string, []hash)) {
	for p, want := range peers {
		found := make([]hash, 0, 256) // want "found is made although perhaps nothing is appended to it"
		for _, h := range want {
			if busy[h] {
				continue
			}
			found = append(found, h)
		}
		if len(found) > 0 {
			send(p, found)
		}
	}
}

func each(list [][]string, keep func([]string)) (n int) {
	for i := range list {
		const room = 16
		out := make([]string, 0, room) // want "out is made although perhaps"
		for _, s := range list[i] {
			switch {
			case s != "":
				out = append(out, s)
			}
		}
		n += len(out)
		if len(out) != 0 {
			keep(out)
		}
	}
	return n
}

type names []string

func typed(list [][]string, keep func(any)) {
	for i := range list {
		var out names = make([]string, 0, 16) // want "out is made although perhaps"
		for _, s := range list[i] {
			if s != "" {
				out = append(out, s)
			}
		}
		if len(out) > 0 {
			keep(out)
		}
	}
}
