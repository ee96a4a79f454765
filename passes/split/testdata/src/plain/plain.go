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
