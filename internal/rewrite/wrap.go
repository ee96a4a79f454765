package rewrite

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxColumns is the length, in characters, up to which no line is broken.
const maxColumns = 120

// wrap breaks lines of text that are longer than those of old in their place: a sum and a condition behind an operator, a
// list of arguments or parameters behind a comma. A line that no such break makes short enough stays, and so does
// one with a comment.
//
//	return errors.New("invalid argument " + strconv.Quote(v) + " for " + strconv.Quote(path))
//	-----------------------------------------------------------------------------------------
//	return errors.New("invalid argument " + strconv.Quote(v) +
//		" for " + strconv.Quote(path))
func wrap(old, text []byte) []byte {
	long := longer(old, text)
	if len(long) == 0 {
		return text
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, parser.ParseComments)
	if err != nil {
		return text
	}
	b := &breaker{fset.File(f.FileStart), text, make(map[int][][]int)}
	b.collect(f)
	out := text
	for _, line := range slices.Backward(long) {
		start, end := b.bounds(line)
		for _, breaks := range b.at[line] {
			if lines, ok := b.broken(start, end, breaks); ok {
				out = slices.Concat(out[:start], lines, out[end:])
				break
			}
		}
	}
	if after, err := format.Source(out); err == nil && isFormatOf(text, text) {
		return after
	}
	return out
}

// longer returns the lines of text, from 1, that are too long, and longer than those of old in their place.
func longer(old, text []byte) (lines []int) {
	was, shift := strings.Split(string(old), "\n"), 0
	for _, h := range Hunks(old, text) {
		limit := maxColumns
		for _, gone := range was[h.Start:h.End] {
			limit = max(limit, utf8.RuneCountInString(gone))
		}
		for i, line := range h.New {
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > limit {
				lines = append(lines, h.Start+shift+i+1)
			}
		}
		shift += len(h.New) - (h.End - h.Start)
	}
	return lines
}

// A breaker knows where the lines of a text may be broken.
type breaker struct {
	file *token.File
	text []byte
	at   map[int][][]int // by line, the offsets of the breaks of each expression, of the outer ones first
}

// collect finds the breaks of a file. A line with a comment, or with a body that begins there, has none.
func (b *breaker) collect(f *ast.File) {
	inner, closed := make(map[ast.Expr]bool), make(map[int]bool)
	for _, c := range f.Comments {
		closed[b.file.Line(c.Pos())] = true
	}
	for n := range ast.Preorder(f) {
		switch n := n.(type) {
		case *ast.BlockStmt:
			if line := b.file.Line(n.Lbrace); len(n.List) > 0 && line == b.file.Line(n.List[0].Pos()) {
				closed[line] = true
			}
		case *ast.BinaryExpr:
			var ends []token.Pos
			for e, same := n, true; same && !inner[n]; {
				ends = append(ends, e.OpPos+token.Pos(len(n.Op.String())))
				inner[e.X] = true
				x, isBinary := e.X.(*ast.BinaryExpr)
				if same = isBinary && x.Op == n.Op; same {
					e = x
				}
			}
			if slices.Reverse(ends); n.Op == token.ADD || n.Op == token.LAND || n.Op == token.LOR {
				b.add(ends)
			}
		case *ast.CallExpr:
			b.add(commas(n.Args))
		case *ast.FuncDecl:
			b.add(commas(n.Type.Params.List))
		}
	}
	for line := range closed {
		delete(b.at, line)
	}
}

// commas returns where the commas between nodes end, if nothing stands between a node and its comma.
func commas[N ast.Node](nodes []N) (ends []token.Pos) {
	for i := range max(len(nodes)-1, 0) {
		ends = append(ends, nodes[i].End()+1)
	}
	return ends
}

// add adds the breaks of an expression to their lines: those in front of a space.
func (b *breaker) add(ends []token.Pos) {
	of := make(map[int][]int)
	for _, pos := range ends {
		if at := b.file.Offset(pos); at < len(b.text) && b.text[at] == ' ' && bytes.IndexByte([]byte("+&|,"), b.text[at-1]) >= 0 {
			of[b.file.Line(pos)] = append(of[b.file.Line(pos)], at)
		}
	}
	for line, breaks := range of {
		b.at[line] = append(b.at[line], breaks)
	}
}

// bounds returns the offsets of a line without its end.
func (b *breaker) bounds(line int) (start, end int) {
	start = b.file.Offset(b.file.LineStart(line))
	if n := bytes.IndexByte(b.text[start:], '\n'); n >= 0 {
		return start, start + n
	}
	return start, len(b.text)
}

// broken returns the text of a line, broken as seldom as possible. ok is false if a part of it stays too long.
func (b *breaker) broken(start, end int, breaks []int) (lines []byte, ok bool) {
	indent := len(b.text[start:end]) - len(bytes.TrimLeft(b.text[start:end], "\t "))
	next := slices.Concat(b.text[start:start+indent], []byte("\t"))
	for column := 0; column+utf8.RuneCount(b.text[start:end]) > maxColumns; column = len(next) {
		last := -1
		for _, at := range breaks {
			if start < at && column+utf8.RuneCount(b.text[start:at]) <= maxColumns {
				last = at
			}
		}
		if last < 0 {
			return nil, false
		}
		lines = slices.Concat(lines, b.text[start:last], []byte("\n"), next)
		start = last + 1
	}
	return append(lines, b.text[start:end]...), true
}
