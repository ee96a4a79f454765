package straight

import "strconv"

// What is declared only to be returned needs no name.
func declared(a, b string) string {
	var s = a
	s += b // want "[+]= copies s"
	return (s)
}

func boxed(a, b string) any {
	s := a
	s += "/" + b // want "[+]= copies s"
	return s
}

func oneLine(a, b string) string { s := a; s += b; return s } // want "[+]= copies s"

func branch(n int, name string) (s string) {
	if n > 1 {
		text := strconv.Itoa(n)
		text += " "
		text += name // want "[+]= copies text"

		return text
	}
	return name
}

func closure(a string) func(string) string {
	return func(b string) string {
		s := "(" + a
		s += b + ")" // want "[+]= copies s"
		return s
	}
}

func clause(a, b string, n int) string {
	switch n {
	case 1:
		s := a
		s += b // want "[+]= copies s"
		return s
	}
	return b
}

func long(street, city string) string {
	q := "SELECT name, street, city FROM addresses WHERE "
	q += "street = '" + street + "' AND "
	q += "city = '" + city + "' ORDER BY name" // want "[+]= copies q"
	return q
}

func ofType(b string) any {
	var s string = "/"
	s += b // want "[+]= copies s"
	return s
}

// The rest keeps the variable: it is used besides, or a comment is about the return.
func besides(a, b string) (string, int) {
	s := a
	s += b // want "[+]= copies s"
	return s, len(s)
}

func part(a, b string) string {
	s := a
	s += b // want "[+]= copies s"
	return s[1:]
}

func told(a, b string) string {
	s := a
	s += b // want "[+]= copies s"
	// The caller keeps it.
	return s
}

func behind(a, b string) string {
	s := a
	s += b   // want "[+]= copies s"
	return s // which the caller keeps
}

func again(a, b string) string {
	s := a
	s += b // want "[+]= copies s"
	goto end
end:
	return s
}
