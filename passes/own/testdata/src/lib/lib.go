// Package lib is somebody else's.
package lib

import (
	"fmt"
	"time"
)

type ID [4]byte

func New() ID { return ID{1, 2, 3, 4} }

func (id ID) String() string { return fmt.Sprintf("%x", id[:]) }

func (id ID) Append(b []byte) []byte { return append(b, id.String()...) }

func Join(a, b string) string { return fmt.Sprintf("%s/%s", a, b) }

func Fast(a, b string) string { return a + "/" + b }

func Log(s string) { fmt.Println(s) }

type Stack struct{ items []string }

func (s *Stack) Push(v string) { s.items = append(s.items, v) }

func (s *Stack) PushAll(v []string) { s.items = append(s.items, v...) }

func Div(x, y float64) float64 { return x / y }

func Half(n int64) string { return fmt.Sprint(n) }

func Lines(args ...string) int { return len(args) }

func Tag(s string) string { return s }

func Millis(d time.Duration) int64 { return d.Milliseconds() }

func Hex(b []byte) string { return fmt.Sprintf("%x", b) }

func Every(list []string, f func(string) string) []string { return append(list, f("")) }

func Mul(x, y float64) float64 { return x * y }
