// Package sum has hashes.
package sum

import "hash"

type Digest struct{ n uint64 }

func New() *Digest            { return &Digest{} }
func NewSeeded(n int) *Digest { return &Digest{uint64(n)} }
func NewHash() hash.Hash64    { return New() }
func NewList() *List          { return &List{} }

func (d *Digest) Write(b []byte) (int, error) {
	d.n += uint64(len(b))
	return len(b), nil
}

func (d *Digest) WriteString(s string) (int, error) { return d.Write([]byte(s)) }
func (d *Digest) Sum(b []byte) []byte               { return append(b, byte(d.n)) }
func (d *Digest) Sum64() uint64                     { return d.n }
func (d *Digest) Reset()                            { d.n = 0 }
func (d *Digest) Size() int                         { return 1 }
func (d *Digest) BlockSize() int                    { return 1 }
func (d *Digest) Self() *Digest                     { return d }

type List struct{ all []string }

func (l *List) Reset()       { l.all = l.all[:0] }
func (l *List) Add(s string) { l.all = append(l.all, s) }
