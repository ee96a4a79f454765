package main

import (
	"container/list"
	"fmt"
)

type shown struct {
	*stat
	items *list.List
}

func show(n int) {
	s := &shown{
		stat:  &stat{n: n}, // want "each shown has its stat in an allocation of its own .review: .*which reflect may tell"
		items: list.New(),  // want "each shown has its items in an allocation of its own .review: .*reflect.DeepEqual tells a items"
	}
	s.items.PushBack(n)
	s.add(n)
	fmt.Println(s)
}
