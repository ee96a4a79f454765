package arrays

import (
	"fmt"
	"sort"
	"strings"
)

type point struct{ x, y int }

func (p *point) move() { p.x++ }

// pair is too big to be inlined.
func pair(s string) []string {
	i := strings.IndexByte(s, '=')
	if i < 0 {
		return []string{strings.ToLower(strings.TrimSpace(s)), ""} // want "the list of 2 that pair returns is on the heap"
	}
	key, value := strings.ToLower(strings.TrimSpace(s[:i])), strings.TrimSpace(s[i+1:])
	if strings.HasPrefix(value, `"`) && strings.HasSuffix(value, `"`) && len(value) > 1 {
		value = value[1 : len(value)-1]
	}
	return []string{key, value}
}

func parse(lines []string) map[string]string {
	m := make(map[string]string)
	for _, line := range lines {
		kv := pair(line)
		m[kv[0]] = kv[1]
	}
	return m
}

func keyOf(line string) string { return pair(line)[0] }

func hasEmpty(line string) bool {
	for i, s := range pair(line) {
		if s == "" && i < len(pair(line)) {
			return true
		}
	}
	return false
}

func joined(line string) string {
	kv := pair(line)
	return strings.Join(kv, ": ") + fmt.Sprint(len(kv))
}

func around(p point, wide bool) (list []point, n int, err error) {
	if p.x < 0 || p.y < 0 || p.x > 1000 || p.y > 1000 {
		return []point{p, p}, 0, fmt.Errorf("%d, %d", p.x, p.y) // want "the list of 2 that around returns is on the heap"
	}
	if wide {
		return []point{{p.x - 2, p.y}, {p.x + 2, p.y}}, 2, nil
	}
	return []point{{p.x - 1, p.y}, {p.x + 1, p.y}}, 1, nil
}

func left(p point) (int, error) {
	list, _, err := around(p, true)
	if err != nil {
		return 0, err
	}
	return list[0].x, nil
}

func larger(a, b, c string) []string {
	a, b, c = strings.ToLower(strings.TrimSpace(a)), strings.ToLower(strings.TrimSpace(b)), strings.ToLower(strings.TrimSpace(c))
	if a < b {
		a, b = b, a
	}
	return []string{a, b, c} // nope: it is sorted where others have it // refused "a caller of larger does more with the list than look at its elements"
}

func useLarger(a, b, c string) []string {
	list := larger(a, b, c)
	sort.Strings(list)
	return list
}

func moving(s string) []point {
	x := len(strings.ToLower(strings.TrimSpace(s))) + strings.Count(s, "x") + strings.Count(s, "y") + strings.Count(s, "z")
	return []point{{x, 1}, {x, 2}} // nope: the elements change // refused "a caller of moving does more"
}

func useMoving(s string) (sum int) {
	list := moving(s)
	for _, p := range list {
		list[1].move()
		sum += p.x
	}
	return sum
}

func setting(s string) []int {
	x := len(strings.ToLower(strings.TrimSpace(s))) + strings.Count(s, "x") + strings.Count(s, "y") + strings.Count(s, "z")
	return []int{x, x + 1} // nope: the elements change while a copy is ranged over // refused "a caller of setting does more"
}

func useSetting(s string) (sum int) {
	list := setting(s)
	for _, n := range list {
		list[1] = 7
		sum += n
	}
	return sum
}

func none(s string) []string {
	s = strings.ToLower(strings.TrimSpace(s))
	if strings.Count(s, "x")+strings.Count(s, "y")+strings.Count(s, "z") == 0 {
		return nil // its length is another one
	}
	return []string{s, s} // nope: not everywhere the same length
}

func useNone(s string) int { return len(none(s)) }

func asked(s string) []string {
	s = strings.ToLower(strings.TrimSpace(s))
	if strings.Count(s, "x")+strings.Count(s, "y")+strings.Count(s, "z") == 0 {
		s = "?"
	}
	return []string{s, s} // nope: compared with nil // refused "a caller of asked does more"
}

func useAsked(s string) bool { return asked(s) != nil }

func typed(s string) []string {
	s = strings.ToLower(strings.TrimSpace(s))
	if strings.Count(s, "x")+strings.Count(s, "y")+strings.Count(s, "z") == 0 {
		s = "?"
	}
	return []string{s, s} // nope: its variable has a type // refused "a caller of typed does more"
}

func useTyped(s string) string {
	var list []string = typed(s)
	return list[0]
}

func kept(s string) []string {
	s = strings.ToLower(strings.TrimSpace(s))
	if strings.Count(s, "x")+strings.Count(s, "y")+strings.Count(s, "z") == 0 {
		s = "?"
	}
	return []string{s, s} // nope: a goroutine has it for longer // refused "a caller of kept does more"
}

func useKept(s string, ch chan []string) {
	list := kept(s)
	ch <- list
}

func longer(s string) []string {
	s = strings.ToLower(strings.TrimSpace(s))
	if strings.Count(s, "x")+strings.Count(s, "y")+strings.Count(s, "z") == 0 {
		s = "?"
	}
	return []string{s, s} // nope: something is appended // refused "a caller of longer does more"
}

func useLonger(s string) int {
	list := longer(s)
	list = append(list, s)
	return len(list)
}

func beyond(s string) []string {
	s = strings.ToLower(strings.TrimSpace(s))
	if strings.Count(s, "x")+strings.Count(s, "y")+strings.Count(s, "z") == 0 {
		s = "?"
	}
	return []string{s, s} // nope: no array has an element beyond its end // refused "a caller of beyond does more"
}

func useBeyond(s string) string { return beyond(s)[2] }

func sorted(s string) []string {
	s = strings.ToLower(strings.TrimSpace(s))
	if strings.Count(s, "x")+strings.Count(s, "y")+strings.Count(s, "z") == 0 {
		s = "?"
	}
	return []string{s, "a"} // nope: they change places while a copy is ranged over // refused "a caller of sorted does more"
}

func useSorted(s string) (first string) {
	list := sorted(s)
	for _, x := range list {
		sort.Strings(list)
		first = x
	}
	return first
}

func measured(s string) []string {
	s = strings.ToLower(strings.TrimSpace(s))
	if strings.Count(s, "x")+strings.Count(s, "y")+strings.Count(s, "z") == 0 {
		s = "?"
	}
	return []string{s, "b"} // want "the list of 2 that measured returns is on the heap"
}

func useMeasured(s string, k int) (string, int) {
	list := measured(s)
	if len(list)-1 < k {
		k = len(list) - 1
	}
	return list[len(list)-1], 2*k*len(list) + k%len(list) + (len(list) - 1 + k)
}

func divided(s string) []string {
	s = strings.ToLower(strings.TrimSpace(s))
	if strings.Count(s, "x")+strings.Count(s, "y")+strings.Count(s, "z") == 0 {
		s = "?"
	}
	return []string{s, "b"} // nope: the length would be a constant // refused "a caller of divided does more"
}

func useDivided(s string) int {
	list := divided(s)
	return 10 / (len(list) - 2)
}

func indexed(s string) []string {
	s = strings.ToLower(strings.TrimSpace(s))
	if strings.Count(s, "x")+strings.Count(s, "y")+strings.Count(s, "z") == 0 {
		s = "?"
	}
	return []string{s, "b"} // nope: the length would be a constant // refused "a caller of indexed does more"
}

func useIndexed(s string) int {
	list := indexed(s)
	return int(list[len(list)][0])
}

func narrow(s string) []string {
	s = strings.ToLower(strings.TrimSpace(s))
	if strings.Count(s, "x")+strings.Count(s, "y")+strings.Count(s, "z") == 0 {
		s = "?"
	}
	return []string{s, "b"} // nope: the length would be a constant // refused "a caller of narrow does more"
}

func useNarrow(s string) int {
	list := narrow(s)
	return int(uint8(200 * len(list)))
}

func shifted(s string) []string {
	s = strings.ToLower(strings.TrimSpace(s))
	if strings.Count(s, "x")+strings.Count(s, "y")+strings.Count(s, "z") == 0 {
		s = "?"
	}
	return []string{s, "b"} // nope: a division by zero would not compile // refused "a caller of shifted does more"
}

func useShifted(s string) int {
	list := shifted(s)
	n := len(s)
	n /= len(list) - 2
	return n
}

// nope: where it recovers there is no list
func recovered(s string) []string {
	defer func() { recover() }()
	s = strings.ToLower(strings.TrimSpace(s[1:]))
	if strings.Count(s, "x")+strings.Count(s, "y")+strings.Count(s, "z") == 0 {
		s = "?"
	}
	return []string{s, "b"}
}

func useRecovered(s string) int {
	list := recovered(s)
	return len(list)
}
