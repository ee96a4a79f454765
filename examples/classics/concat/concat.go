// Package concat holds the classic case of a string that grows by copying: one
// allocation, and one copy of all that is there already, per addition.
package concat

// C04 adds an element and a comma in each iteration.
func C04(parts []string) string {
	s := ""
	for _, p := range parts {
		s += p + ","
	}
	return s
}

// C04Prefix is C04 that begins with text and writes s = s + x.
func C04Prefix(title string, parts []string) string {
	s := title + ":"
	for i := range parts {
		s = s + " " + parts[i]
	}
	return s
}

// A Path is a list of names.
type Path struct{ names []string }

// C04Method is C04 as a method, with a separator before all but the first.
func (p *Path) C04Method() string {
	var s string
	for i, n := range p.names {
		if i > 0 {
			s += "/"
		}
		s += n
	}
	return s
}

// C04Nested is C04 for a table: rows of cells.
func C04Nested(rows [][]string) string {
	s := ""
	for _, row := range rows {
		for _, cell := range row {
			s += cell + "\t"
		}
		s += "\n"
	}
	return s
}

// C04Generic is C04 with a type parameter.
func C04Generic[T ~string](list []T) string {
	s := "["
	for _, v := range list {
		s += string(v) + ";"
	}
	return s + "]"
}
