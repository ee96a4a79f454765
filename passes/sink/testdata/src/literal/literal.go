package literal

import (
	"fmt"
	"sync"
)

func log(...any) {}

type queue struct{ warn func() }

func lazily[T any](capacity int) queue {
	var zero T
	msg := fmt.Sprintf("limit reached: dropping %T", zero) // want "msg is made"
	return queue{
		warn: sync.OnceFunc(func() { log(msg) }),
	}
}

func lazilyOnLines[T any](capacity int) queue {
	var zero T
	msg := fmt.Sprintf("limit reached: dropping %T", zero) // want "msg is made"
	return queue{
		warn: sync.OnceFunc(func() {
			log(msg)
		}),
	}
}

func do(once *sync.Once, name string) {
	msg := "dropped " + name // want "msg is made"
	once.Do(func() {
		log(msg)
	})
}

func deferred(name string, f func()) {
	msg := "in " + name // want "msg is made"
	defer func() {
		if err := recover(); err != nil {
			log(msg, err)
		}
	}()
	f()
}

func line(once *sync.Once, a string) {
	key := a + "/" // want "key is made where it may not be needed"
	once.Do(func() { touch(); log(key) })
}

func touch() {}
