package setall

import (
	"bytes"
	"io"
)

// Most texts have no character with an action.
func acted(text []byte, actions *[256]func(*bytes.Buffer) int, w io.Writer) {
	for i := 0; i < len(text); i++ {
		if action := actions[text[i]]; action != nil {
			var tmp bytes.Buffer // want `tmp is made anew in each iteration .review: .*tmp is made even if no iteration comes to it`
			i += action(&tmp)
			_, _ = w.Write(tmp.Bytes())
		}
	}
}
