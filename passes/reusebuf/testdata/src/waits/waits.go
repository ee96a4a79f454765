package waits

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"strings"
)

// One large job makes the map large for all that follow, and clearing it slow.
func worker(jobs chan []string) {
	for job := range jobs {
		seen := make(map[string]bool) // want "seen is made anew in each iteration .review: seen keeps as much memory as its largest iteration needed, which each later iteration clears.$"
		for _, s := range job {
			seen[s] = true
		}
		println(len(seen))
	}
}

func server(l net.Listener, encode func(*bufio.Reader) string) error {
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		var buf bytes.Buffer // want "buf is made anew in each iteration .*review: .*buf keeps as much memory as its largest iteration needed.$"
		buf.WriteString(encode(bufio.NewReader(conn)))
		conn.Write(buf.Bytes())
	}
}

func read(r *bufio.Reader) error {
	for {
		line, err := r.ReadString('\n')
		if err != nil {
			return err
		}
		seen := make(map[rune]bool) // want "seen is made anew in each iteration .review: seen keeps as much memory as its largest iteration needed, which each later iteration clears.$"
		for _, c := range line {
			seen[c] = true
		}
		println(len(seen))
	}
}

func lines(s *bufio.Scanner) (most int) {
	var words []string
	for s.Scan() {
		words = nil // want "words is made anew in each iteration .review: words keeps as much memory as its largest iteration needed.$"
		for _, w := range bytes.Fields(s.Bytes()) {
			words = append(words, string(w))
		}
		most = max(most, len(words))
	}
	return most
}

// A list of jobs has an end.
func batch(jobs [][]string, done chan int) {
	for _, job := range jobs {
		seen := make(map[string]bool) // want "seen is made anew in each iteration$"
		for _, s := range job {
			seen[s] = true
		}
		done <- len(seen)
	}
}

// So has memory that is gone through.
func chunks(data []byte) (n int) {
	for len(data) > 0 {
		var list []byte // want "list is made anew in each iteration$"
		for len(data) > 0 && data[0] != 0 {
			list = append(list, data[0])
			data = data[1:]
		}
		data = data[1:]
		n += len(list) * len(list)
	}
	return n
}

// What it writes to may wait, but it ends with the text.
func words(text string, w io.Writer) {
	for len(text) > 0 {
		var word []byte // want "word is made anew in each iteration$"
		for len(text) > 0 && text[0] != ' ' {
			word = append(word, text[0])
			text = text[1:]
		}
		text = strings.TrimLeft(text, " ")
		w.Write(word)
	}
}

func parse(text []byte) (n int, err error) {
	for {
		var word []byte // want "word is made anew in each iteration$"
		for len(text) > 0 && text[0] != ' ' {
			word = append(word, text[0])
			text = text[1:]
		}
		if len(word) > 8 {
			return n, fmt.Errorf("word of %d bytes", len(word))
		}
		n++
	}
}
