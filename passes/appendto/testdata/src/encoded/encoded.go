package encoded

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"hash"
)

func digest(p []byte) string {
	sum := sha256.Sum256(p)
	return hex.EncodeToString(sum[:]) // want `hex.EncodeToString makes a slice, and a string of it$`
}

type id [25]byte

func (i *id) text(short bool) (text string) {
	if short {
		return hex.EncodeToString(i[2:]) // want `hex.EncodeToString makes`
	}
	text = base32.HexEncoding.EncodeToString(i[:])                      // want `EncodeToString makes`
	if text == base64.RawURLEncoding.EncodeToString(make([]byte, 40)) { // want `EncodeToString makes`
		text += "?"
	}
	return text
}

func unknown(h hash.Hash, random func([]byte)) []string {
	token := make([]byte, 32)
	random(token)
	return []string{
		hex.EncodeToString(h.Sum(nil)),   // want `hex.EncodeToString makes`
		hex.EncodeToString(token)[:8],    // want `hex.EncodeToString makes`
		hex.EncodeToString(token[3:][:]), // refused "nothing says how many bytes"
	}
}

func again(p []byte, depth int) string {
	sum := sha256.Sum256(p)
	if depth > 0 {
		return again(sum[:], depth-1)
	}
	return hex.EncodeToString(sum[:]) // want `hex.EncodeToString makes`
}

func negative(p []byte, big *[300]byte) (all []string) {
	all = append(all, hex.EncodeToString(p))            // nope // refused "nothing says how many bytes"
	all = append(all, hex.EncodeToString(p[:16]))       // nope: the compiler has room for that
	all = append(all, hex.EncodeToString(big[:]))       // nope: too much
	all = append(all, "id "+hex.EncodeToString(p[:20])) // nope: a sum
	defer hex.EncodeToString(p[:20])                    // nope
	p = p[:cap(p)]
	q := p[:32]
	q = p
	hex.EncodeToString(p[:20])                // nope
	return append(all, hex.EncodeToString(q)) // nope // refused "nothing says how many bytes"
}
