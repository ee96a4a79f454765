package negative

import "net/http"

const apiKey = "X-API-Key"

// nope: canonical, common, or no key
func free(h http.Header) []string {
	return []string{
		h.Get("X-Request-Id"),
		h.Get("content-type"),
		h.Get("ETag"),
		h.Get("x request"),
		h.Get("größe"),
		h.Get(""),
		h.Get("x.y"),
	}
}

// nope: the constant may be for other places too
func named(h http.Header, key string) {
	h.Del(apiKey)     // refused "is not a literal"
	h.Del("x-" + "y") // refused "is not a literal"
	h.Del(key)
}

type header map[string][]string

func (header) Get(key string) string { return key }

// nope: another type
func other(h header, m map[string][]string) string {
	return h.Get("x-request-id") + m["x-request-id"][0]
}

type wrapped struct{ http.Header }

func (wrapped) Values(key string) []string { return []string{key} }

// nope: the method of the type around it
func promoted(w wrapped) []string {
	w.Del("x-trace") // BAD: it is that of http.Header
	return w.Values("x-trace")
}

// nope: a method expression
func expression(h http.Header) string {
	return http.Header.Get(h, "x-trace") // BAD: nobody writes that
}
