package decoder

import "io"

// Fast is the sixth decoder: buffers of its own, like NewDecodeConcurrent,
// and a parser that takes a whole number at a step instead of a byte. The
// zero value is ready. One goroutine at a time may use it.
//
// Of a number of one to three digits all bytes are looked at together; only
// numbers that straddle two reads, have leading zeros beyond three digits or
// are wrong go the slow way, through the parser that the others use.
type Fast struct {
	in  []byte
	out []byte
}

// Decode is a [Func]. The result is valid until the next call.
func (f *Fast) Decode(r io.Reader) ([]byte, error) {
	if f.in == nil {
		f.in = make([]byte, bufferSize)
	}
	out := f.out[:0]
	var p parser
	for {
		n, rerr := read(r, f.in)
		var err error
		if out, err = p.chunk(out, f.in[:n]); err != nil {
			return nil, err
		}
		if rerr == io.EOF {
			out, err = p.end(out, len(out)+1)
			f.out = out[:0]
			return out, err
		}
		if rerr != nil {
			return nil, rerr
		}
	}
}

// chunk decodes src, one read of the input, and appends to out.
func (p *parser) chunk(out, src []byte) ([]byte, error) {
	i := 0
	for i < len(src) {
		if p.n == 0 {
			start := i
			out, i = whole(out, src, i)
			if i > start {
				p.start += int64(i - start)
				p.any = true
				continue
			}
		}
		b, done, err := p.next(src[i])
		if err != nil {
			return out, err
		}
		if done {
			out = append(out, b)
		}
		i++
	}
	return out, nil
}

// whole decodes numbers of at most three digits, each with the space behind
// it, from src[i:] as long as there are such, and returns the offset of the
// first byte it did not take: always the beginning of a number.
func whole(out, src []byte, i int) ([]byte, int) {
	for i+4 <= len(src) {
		w := src[i : i+4 : i+4]
		a, b, c := uint(w[0]-'0'), uint(w[1]-'0'), uint(w[2]-'0')
		switch {
		case a > 9:
			return out, i
		case b <= 9 && c <= 9:
			v := a*100 + b*10 + c
			if v > 255 || w[3] != ' ' {
				return out, i
			}
			out = append(out, byte(v))
			i += 4
		case b <= 9 && w[2] == ' ':
			out = append(out, byte(a*10+b))
			i += 3
		case w[1] == ' ':
			out = append(out, byte(a))
			i += 2
		default:
			return out, i
		}
	}
	return out, i
}
