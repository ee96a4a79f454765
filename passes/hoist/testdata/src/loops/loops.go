package loops

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// basic test
func count(lines []string, q string) (n int) {
	for _, l := range lines {
		if strings.Contains(l, strings.ToLower(q)) { // want "strings.ToLower gives the same"
			n++
		}
	}
	return n
}

func nested(rows [][]string, q string) (n int) {
rows:
	for _, row := range rows {
		for _, l := range row {
			if l == strings.ReplaceAll(q, " ", "") { // want "strings.ReplaceAll gives the same"
				continue rows
			}
		}
		n++
	}
	return n
}

type list struct{ items []int }

func (l *list) each(f func(int)) {
	for _, i := range l.items {
		f(i)
	}
}

func sum(lists []*list) (n int) {
	for _, l := range lists {
		l.each(func(i int) { // want "the function literal is the same"
			n += i // add
		})
	}
	return n
}

// nope: the loop changes the operand
func changed(lines []string, q string) (n int) {
	for _, l := range lines {
		if strings.Contains(l, strings.ToLower(q)) {
			q += "x"
		}
	}
	return n
}

// nope: only on a branch
func branch(lines []string, q string) string {
	for _, l := range lines {
		if l == "" {
			return strings.ToLower(q)
		}
		if l == "x" && l == strings.ToLower(q) {
			return l
		}
	}
	return ""
}

// nope: captures a variable of the loop
func captures(lists []*list) (n int) {
	for k, l := range lists {
		l.each(func(i int) { n += i * k })
	}
	return n
}

// nope: captures nothing
func nothing(lists []*list) {
	for _, l := range lists {
		l.each(func(i int) { println(i) })
	}
}

// nope: a local type
func local(lists []*list) (n int) {
	for _, l := range lists {
		type pair struct{ i int }
		l.each(func(i int) { n += pair{i}.i })
	}
	return n
}

// nope: another function runs in between
func deferred(lines []string, q string) (fs []func() string) {
	for range lines {
		fs = append(fs, func() string { return strings.ToLower(q) })
	}
	return fs
}

func keys(m map[string]int, prefix, name string, ns []int) {
	for _, n := range ns {
		m[prefix+"/"+name] += n // want "the concatenation gives the same"
	}
}

// nope: makes no string of its own, or differs
func parts(m map[string]int, prefix, name string, ns []string) (s string) {
	for _, n := range ns {
		m[prefix+name+n]++
		s += prefix + name
	}
	return s
}

// constants are as good
func constant(lines []string) (n int) {
	for _, l := range lines {
		if l == strings.ToUpper("x") { // want "strings.ToUpper gives the same"
			n++
		}
	}
	return n
}

// nope: on the stack
func sorted(rows [][]string, sep string) (n int) {
	for _, row := range rows {
		n += slices.IndexFunc(row, func(s string) bool { return s == sep })
	}
	return n
}

type counter struct{ n int }

func (c *counter) add(n int)          { c.n += n }
func (c counter) print(n int)         { println(c.n, n) }
func (c *counter) handler() func(int) { return c.add }

func methods(lists []*list, c *counter) (n int) {
	var own counter
	fixed := counter{3}
	for _, l := range lists {
		l.each(c.add)       // want "the method value is the same in each iteration"
		l.each(own.add)     // want "the method value is the same in each iteration"
		l.each(fixed.print) // want "the method value is the same in each iteration"
	}
	return own.n
}

// nope: another receiver each time
func receivers(lists []*list, cs []counter) {
	for i, l := range lists {
		c := cs[i]
		l.each(c.add)
		l.each(cs[i].add)
	}
	c := &cs[0]
	for _, l := range lists {
		l.each(c.add)
		c = &cs[1]
	}
}

// nope: the method value copies what changes
func copies(lists []*list, c *counter) {
	var own counter
	for _, l := range lists {
		l.each(c.print)
		l.each(own.print)
		own.n++
	}
}

type adder interface{ add(int) }

// nope: if it is nil, the loop may not come to it
func interfaces(lists []*list, a adder) {
	for _, l := range lists {
		l.each(a.add)
	}
}

// nope: a call, not a method value
func called(lists []*list, c *counter) {
	for _, l := range lists {
		l.each(c.handler())
	}
}

func titles(name string, n int, use func(string)) {
	for range n {
		use(strings.Title(name)) // want "strings.Title gives the same"
	}
}

type level int

func (l level) String() string { return [...]string{"low", "high"}[l] }

type code int

func (c code) String() string { return names[c] }

var names = map[code]string{}

func printed(lines []string, id int, name string, l level, c code, x any) (out []string) {
	for _, line := range lines {
		out = append(out, fmt.Sprintf("%3d [%-10s] %s %%s", id, name, l)) // want "fmt.Sprintf gives the same"
		out = append(out, fmt.Sprintf("%3d %s", id, line))
		// nope: a method reads what others write, or is not known
		out = append(out, fmt.Sprintf("%s", c), fmt.Sprint(x))
	}
	return out
}

func workers(jobs <-chan string, n int) int {
	var wg sync.WaitGroup
	var mu sync.Mutex
	total := 0
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func() { // want "the function literal is the same"
			defer wg.Done()
			for job := range jobs {
				mu.Lock()
				total += len(job) // under the lock
				mu.Unlock()
			}
		}()
	}
	wg.Wait()
	return total
}

func numbered(names []string, results []int, wg *sync.WaitGroup) {
	for i := range names {
		wg.Add(1)
		go (func(i int) { // want "the function literal is the same"
			defer wg.Done()
			results[i] = len(names[i])
		})(i)
	}
}
