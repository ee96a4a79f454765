package concat

import "strings"

func handC04(parts []string) string {
	n := len(parts)
	for _, p := range parts {
		n += len(p)
	}
	var b strings.Builder
	b.Grow(n)
	for _, p := range parts {
		b.WriteString(p)
		b.WriteByte(',')
	}
	return b.String()
}

func handC04Prefix(title string, parts []string) string {
	n := len(title) + 1 + len(parts)
	for _, p := range parts {
		n += len(p)
	}
	var b strings.Builder
	b.Grow(n)
	b.WriteString(title)
	b.WriteByte(':')
	for _, p := range parts {
		b.WriteByte(' ')
		b.WriteString(p)
	}
	return b.String()
}

func (p *Path) handC04Method() string { return strings.Join(p.names, "/") }

func handC04Nested(rows [][]string) string {
	n := len(rows)
	for _, row := range rows {
		n += len(row)
		for _, cell := range row {
			n += len(cell)
		}
	}
	var b strings.Builder
	b.Grow(n)
	for _, row := range rows {
		for _, cell := range row {
			b.WriteString(cell)
			b.WriteByte('\t')
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func handC04Generic[T ~string](list []T) string {
	n := 2 + len(list)
	for _, v := range list {
		n += len(v)
	}
	var b strings.Builder
	b.Grow(n)
	b.WriteByte('[')
	for _, v := range list {
		b.WriteString(string(v))
		b.WriteByte(';')
	}
	b.WriteByte(']')
	return b.String()
}
