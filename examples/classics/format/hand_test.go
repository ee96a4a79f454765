package format

import (
	"bufio"
	"strconv"
)

func handC03(key string, n int) string {
	buf := append(make([]byte, 0, 96), key...)
	buf = append(buf, '=')
	buf = strconv.AppendInt(buf, int64(n), 10)
	return string(buf)
}

func (c *Counter) handC03Method() (string, bool) {
	buf := append(make([]byte, 0, 96), c.Name...)
	buf = append(buf, ": "...)
	buf = strconv.AppendInt(buf, c.Value, 10)
	buf = append(buf, " ("...)
	buf = strconv.AppendBool(buf, c.On)
	buf = append(buf, ')')
	return string(buf), c.On
}

func handC03Nested(counters []Counter, emit func(string)) {
	buf := make([]byte, 0, 96)
	for _, c := range counters {
		buf = append(buf[:0], c.Name...)
		buf = append(buf, '_')
		buf = strconv.AppendInt(buf, c.Value, 10)
		emit(string(buf))
	}
}

func handC03b(n int) string { return strconv.Itoa(n) }

func handC03bAssign(labels map[string]string, id uint64) {
	labels["id"] = strconv.FormatUint(id, 10)
}

func handC03bGeneric[T int | int32 | int64](v T) string { return strconv.FormatInt(int64(v), 10) }

func handC03c(key, value string) string { return key + "=" + value }

func (c *Counter) handC03cMethod(host string, seen map[string]int) int {
	buf := append(make([]byte, 0, 96), host...)
	buf = append(buf, '/')
	buf = append(buf, c.Name...)
	return seen[string(buf)]
}

func handC20c(w *bufio.Writer, key string, n int) error {
	buf := append(w.AvailableBuffer(), key...)
	buf = append(buf, '=')
	buf = strconv.AppendInt(buf, int64(n), 10)
	_, err := w.Write(append(buf, '\n'))
	return err
}

func handC20cLoop(w *bufio.Writer, counters []Counter) {
	for _, c := range counters {
		handC20c(w, c.Name, int(c.Value))
	}
}
