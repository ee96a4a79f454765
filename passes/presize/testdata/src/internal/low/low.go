// Package low has the path of one that package slices may need.
package low

func each(errs []error, f func([]string)) {
	var msgs []string
	for _, err := range errs {
		msgs = append(msgs, err.Error()) // leaves by f: no room on the stack
	}
	f(msgs)
}

func longest(errs []error) (n int) {
	msgs := []string{} // want "msgs grows"
	for _, err := range errs {
		msgs = append(msgs, err.Error())
	}
	for _, s := range msgs {
		n = max(n, len(s))
	}
	return n
}
