package begun

import "strings"

type tree struct {
	kids []*tree
	n    int
}

// nothing tells how many there will be, and none of them leaves
func breadth(root *tree) (sum int) {
	queue := []*tree{root} // want "queue grows by append although it stays in the function"
	for len(queue) > 0 {
		t := queue[0]
		queue = queue[1:]
		sum += t.n
		queue = append(queue, t.kids...)
	}
	return sum
}

func depth(root *tree) (sum int) {
	type frame struct {
		t     *tree
		depth int
	}
	stack := []frame{{root, 0}} // want "stack grows by append although it stays in the function"
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		sum += top.depth
		for _, kid := range top.t.kids {
			stack = append(stack, frame{kid, top.depth + 1})
		}
	}
	return sum
}

// nope: it is returned
func all(root *tree) []*tree {
	list := []*tree{root}
	for i := 0; i < len(list); i++ {
		list = append(list, list[i].kids...)
	}
	return list
}

// nope: the function calls itself
func deep(root *tree) (sum int) {
	queue := []*tree{root}
	for len(queue) > 0 {
		t := queue[0]
		queue = append(queue[1:], t.kids...)
		sum += deep(t)
	}
	return sum
}

// of known length, and does not leave
func style(css string, extra []string) string {
	list := []string{css}
	list = append(list, extra...) // want "list grows by append although its length is known"
	return strings.Join(list, ";")
}
