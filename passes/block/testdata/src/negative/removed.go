package negative

type leaf[T any] struct {
	left, right *leaf[T]
	x           T
}

type tree[T any] struct{ root *leaf[T] }

func (t *tree[T]) Remove(x T) {}

func newTree[T any](keys []T) []*leaf[T] {
	leaves := make([]*leaf[T], len(keys))
	for i, k := range keys {
		leaves[i] = &leaf[T]{x: k} // refused "a tree gives up its elements one by one, with Remove"
	}
	return leaves
}

type entry struct{ n int }

type table struct{ all map[string][]*entry }

func (t *table) evictOldest() {}

func (t *table) fill(names []string) {
	for i, name := range names {
		t.all[name] = append(t.all[name], &entry{i}) // refused "a table gives up its elements"
	}
}

type member struct{ n int }

type group struct{ all []member }

func (g *group) Remove(n int) {}

type rec []rec

func (r rec) Remove(n int) {}
