package main

import (
	"encoding/json"
	"os"
)

type Item struct {
	Name string
	N    int
}

type Config struct{ Items []*Item }

type Table struct{ Rows []*Item }

func main() {
	var c Config
	if err := json.NewDecoder(os.Stdin).Decode(&c); err != nil {
		panic(err)
	}
	c.Items = append(c.Items, &Item{Name: "last"}) // nope: some may be null // refused "what finds Items by its name may fill it, or call methods of its elements"
	n := 0
	for _, i := range c.Items {
		n += i.N
	}
	os.Exit(n + rows(c.Items[0].Name))
}

func rows(name string) (n int) {
	var t Table
	t.Rows = append(t.Rows, &Item{Name: name}) // want "each element of t.Rows is an allocation of its own"
	for _, r := range t.Rows {
		n += len(r.Name)
	}
	return n
}
