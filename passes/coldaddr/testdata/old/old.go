package old

import "errors"

func parse(s string) error {
	if s == "" {
		return errors.New(s)
	}
	return nil
}

func parsed(b []byte) error {
	return parse(string(b)) // refused "go 1.17 has no strings.Clone"
}
