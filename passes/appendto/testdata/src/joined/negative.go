package joined

import "fmt"

var table = map[string]int{}

// nope: an entry that is new may be ranged over
func grows(m map[string]int) {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	for _, k := range keys { // refused "one loop may see what the other one changes"
		m[k+"2"] = 1
	}
}

// nope: the loop looks for others
func others(m map[string]string) {
	var keys []string
	for k, v := range m {
		if _, ok := m[v]; ok {
			keys = append(keys, k)
		}
	}
	for _, k := range keys { // refused "one loop may see what the other one changes"
		delete(m, k)
	}
}

// nope: another key, or more than once
func another(m map[string]string) {
	var values []string
	for _, v := range m {
		values = append(values, v)
	}
	for _, k := range values { // refused "one loop may see what the other one changes"
		delete(m, k)
	}
	var twice []string
	for k, v := range m {
		for range v {
			twice = append(twice, k)
		}
	}
	for _, k := range twice { // refused "one loop may see what the other one changes"
		delete(m, k)
	}
}

// nope: a function deletes, and one reads
func forget(k string) { delete(table, k) }

func known(k string) bool { return table[k] > 0 }

func byCall(list []string) {
	var old []string
	for _, k := range list {
		if known(k) {
			old = append(old, k)
		}
	}
	for _, k := range old { // refused "one loop may see what the other one changes"
		forget(k)
	}
}

// nope: the sum of all is wanted first
func share(list []int) (out []int) {
	var parts []int
	sum := 0
	for _, n := range list {
		sum += n
		parts = append(parts, n)
	}
	for _, n := range parts { // refused "one loop sets what the other one reads"
		out = append(out, n*100/sum)
	}
	return out
}

// nope: nothing is done where it returns early, or breaks
func early(list []int) (n int) {
	var found []int
	for _, x := range list {
		if x < 0 {
			return 0
		}
		found = append(found, x)
	}
	for _, x := range found { // refused "one of the loops over .* may end before its last turn"
		n += x
	}
	var first []int
	for _, x := range list {
		first = append(first, x)
	}
	for _, x := range first { // refused "one of the loops over .* may end before its last turn"
		if x == 3 {
			break
		}
		n += x
	}
	return n
}

// nope: it prints, and calls what is not known
func prints(list []fmt.Stringer) {
	var all []string
	for _, s := range list {
		all = append(all, s.String())
	}
	for _, s := range all { // refused "what runs in the loops is not known, or waits for others"
		fmt.Println(s)
	}
}

// nope: elements are set
func set(list []*addr) {
	var live []*addr
	for _, a := range list {
		if !a.expired {
			live = append(live, a)
		}
	}
	for _, a := range live { // refused "one loop may see what the other one changes"
		a.expired = true
	}
}

// nope: used again, counted, or filled twice
func again(list []int) (n int) {
	var a, b, c []int
	for _, x := range list {
		a = append(a, x)
		b = append(b, x)
		c = append(c, x)
		c = append(c, x)
	}
	for _, x := range a {
		n += x + len(a)
	}
	for _, x := range b {
		n += x
	}
	for _, x := range c {
		n += x
	}
	return n
}

// nope: a name means something else there
func names(list []int, n int) (sum int) {
	var all []int
	for _, x := range list {
		n := x * 2
		all = append(all, n)
	}
	for _, x := range all { // refused "a name, or a comment, is in the way"
		sum += x * n
	}
	return sum
}

// nope: not a list
func channels(list []int) (n int) {
	made := make(map[int]bool)
	c := make(chan int)
	for _, x := range list {
		made[x] = true
		c <- x
	}
	for x := range made {
		n += x
	}
	return n + len(c)
}

// nope: without the list the constants have another type
func typed(all []int, by uint) (text string, sum int64, letters uint8, half float64) {
	var threes []int64
	var shifted []int64
	var as []uint8
	var sevens []float64
	for range all {
		threes = append(threes, 3)
	}
	for _, n := range threes { // refused "a name, or a comment, is in the way"
		text += fmt.Sprintf("%T", n)
	}
	for range all {
		shifted = append(shifted, 1<<by)
	}
	for _, n := range shifted { // refused "a name, or a comment, is in the way"
		sum += n
	}
	for range all {
		as = append(as, 'a')
	}
	for _, c := range as { // refused "a name, or a comment, is in the way"
		letters += c
	}
	for range all {
		sevens = append(sevens, 7)
	}
	for _, f := range sevens { // refused "a name, or a comment, is in the way"
		half += f / 2
	}
	return text, sum, letters, half
}

// nope: nil has no type
func nothings(all []int) (n int) {
	var list []*int
	for range all {
		list = append(list, nil)
	}
	for _, p := range list { // refused "a name, or a comment, is in the way"
		if p == nil {
			n++
		}
	}
	return n
}

// nope: the variable is one for all turns
func last(all []int) (sum int) {
	var list []*int
	var n int
	for _, n = range all {
		list = append(list, &n)
	}
	for _, p := range list { // refused "one loop sets what the other one reads"
		sum = sum*3 + *p
	}
	return sum
}

func next(all []int) (sum int) {
	var list []*int
	for _, n := range all {
		list = append(list, &n)
		n++
	}
	for _, p := range list { // refused "one loop sets what the other one reads"
		sum = sum*3 + *p
	}
	return sum
}
