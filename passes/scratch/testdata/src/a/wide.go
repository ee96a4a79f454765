package a

import "io"

// A byteReader has only fields that other packages would see, but no name that these see.
type byteReader struct{ io.ReadCloser }

func bytewise(r io.ReadCloser) io.ByteReader { return &byteReader{r} }

func (rc *byteReader) ReadByte() (byte, error) {
	var b [1]byte // want `b is made anew by each call of ReadByte .review: `
	n, err := rc.Read(b[:])
	if err != nil {
		return 0, err
	}
	if n == 0 {
		return 0, io.ErrNoProgress
	}
	return b[0], nil
}

type voice interface {
	Stream(samples [][2]float64) (n int, ok bool)
}

// A mixer has a lot of memory anyway.
type mixer struct {
	voices []voice
	played int
}

func (m *mixer) stream(samples [][2]float64) (n int) {
	m.played++
	var tmp [512][2]float64 // want `tmp is made anew by each call of stream .review: .*each mixer is 8192 bytes larger`
	for len(samples) > 0 {
		k := min(len(tmp), len(samples))
		for i := range m.voices {
			sn, _ := m.voices[i].Stream(tmp[:k])
			for i := range tmp[:sn] {
				samples[i][0] += tmp[i][0]
				samples[i][1] += tmp[i][1]
			}
		}
		samples = samples[k:]
		n += k
	}
	return n
}
