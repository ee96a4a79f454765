package plain

import "strings"

func options(list []string) map[string]string {
	m := make(map[string]string)
	for _, s := range list {
		kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
		if len(kv) == 1 {
			m[kv[0]] = ""
		} else {
			m[kv[0]] = kv[1]
		}
	}
	return m
}

func pair(s string) (string, string) {
	parts := strings.SplitN(s, ":", 2) // want "strings.SplitN makes a slice"
	if len(parts) == 2 {
		return parts[0], parts[1]
	}
	return parts[0], ""
}

func whole(s string) (name, rest string, n int) {
	parts := strings.SplitN(s, "/", 2) // want "strings.SplitN makes a slice"
	if len(parts) < 2 {
		return s, "", len(s)
	}
	return parts[0], parts[1], len(s)
}

// changed: the text is another one by then
func changed(s string) (string, string) {
	parts := strings.SplitN(s, "/", 2) // want "strings.SplitN makes a slice"
	s = strings.ToUpper(s)
	if len(parts) < 2 {
		return s, ""
	}
	return parts[0], parts[1]
}

// unlike: without a separator the second result is -
func unlike(s string) (string, string) {
	parts := strings.SplitN(s, "/", 2) // want "strings.SplitN makes a slice"
	if len(parts) < 2 {
		return parts[0], "-"
	}
	return parts[0], parts[1]
}

func declared(s string) string {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	key := kv[0]
	val := ""
	if len(kv) > 1 {
		val = kv[1]
	}
	return val + key
}

func earlier(s string) string {
	var port string
	hp := strings.SplitN(s, ":", 2) // want "strings.SplitN makes a slice"
	if len(hp) == 2 {
		port = hp[1]
	}
	return hp[0] + "#" + port
}

// other: the variable has another value without a separator
func other(s string) string {
	port := "80"
	hp := strings.SplitN(s, ":", 2) // want "strings.SplitN makes a slice"
	if len(hp) == 2 {
		port = hp[1]
	}
	return hp[0] + "#" + port
}

// asked: the variable is looked at in between
func asked(s string, f func(string)) string {
	var port string
	hp := strings.SplitN(s, ":", 2) // want "strings.SplitN makes a slice"
	f(port)
	if len(hp) == 2 {
		port = hp[1]
	}
	return hp[0] + "#" + port
}

// told: a comment stands where the question is
func told(s string) (string, string) {
	parts := strings.SplitN(s, ":", 2) // want "strings.SplitN makes a slice"
	if len(parts) == 2 {
		return parts[0], parts[1]
	}
	// nothing behind it
	return parts[0], ""
}

// more: only two parts are a pair
func more(s string) (string, string) {
	parts := strings.Split(s, ":") // want "strings.Split makes a slice"
	if len(parts) == 2 {
		return parts[0], parts[1]
	}
	return parts[0], ""
}

// first: the variable gets the first part, and only where there are two
func first(s string) string {
	x := ""
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) == 2 {
		x = kv[0]
	}
	return x + "#" + kv[0]
}

// yes: the variable gets something else
func yes(s string) string {
	x := ""
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) == 2 {
		x = "yes"
	}
	return x + "#" + kv[0]
}

// another: v is a list of its own
func another(s string, v []string) (string, string) {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) == 2 {
		return v[0], kv[1]
	}
	return kv[0], ""
}

func both(s string) (any, any) {
	parts := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(parts) > 1 {
		return s, parts[1]
	}
	return parts[0], ""
}

// grows: the text is another one in the next iteration
func grows(s string) (out []string) {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	for i := 0; i < 3; i++ {
		if len(kv) == 2 {
			out = append(out, kv[0])
		} else {
			out = append(out, s)
		}
		s += "!"
	}
	return out
}

// above: the comment is about the question
func above(s string) (key, value string) {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	// no value
	if len(kv) == 1 {
		return kv[0], ""
	}
	return kv[0], kv[1]
}

func twice(s string) (k, v string, m map[string]string) {
	m = make(map[string]string)
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) == 1 {
		m[kv[0]] = ""
	} else {
		m[kv[0]] = kv[1]
	}
	if len(kv) == 1 {
		v = ""
	} else {
		v = kv[1]
	}
	return kv[0], v, m
}
