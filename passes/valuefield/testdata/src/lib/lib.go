package lib

import "fmt"

type state struct{ n int }

// Others may copy one.
type Client struct {
	s *state
}

func New() *Client {
	return &Client{s: &state{}} // want "review: another package that copies a Client.* has another s in it; what prints a Client prints s where it printed an address"
}

func (c *Client) Add() { c.s.n++ }

// Nobody gets to one, but fmt prints it.
type job struct {
	s *state
}

func Run() string {
	j := &job{s: &state{}} // want "review: what prints a job prints s where it printed an address"
	return fmt.Sprint(j)
}

// Nobody sees one.
type task struct {
	s *state
}

func start() *task { return &task{s: &state{n: 1}} } // want "each task has its s in an allocation"

func Start() int { return start().s.n }
