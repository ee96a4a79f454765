package beside

import (
	"fmt"
)

type point struct{ x, y int }

func (p point) String() string { return fmt.Sprint(p.x, p.y) }

// nope: it is a value in a test.
//
//go:noinline
func tested(s fmt.Stringer) int { return len(s.String()) }

// nope: it is a value in the file for another system.
//
//go:noinline
func tagged(s fmt.Stringer) int { return len(s.String()) }

// nope: assembly calls it.
//
//go:noinline
func assembled(s fmt.Stringer) int { return len(s.String()) }

func calls() int { return tested(point{}) + tagged(point{}) + assembled(point{}) }
