package negative

import "net/http"

const apiKey = "X-API-Key"

const APIKey = "X-API-Key"

const user, tenant = "x-user", "x-tenant"

const mapped = "x-mapped"

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

// nope: the constant is for other places too, or one of several
func named(h http.Header, key string) string {
	h.Del(apiKey)     // refused "may be no key elsewhere"
	h.Del(APIKey)     // refused "may be no key elsewhere"
	h.Del("x-" + "y") // refused "may be no key elsewhere"
	h.Del(user)       // refused "may be no key elsewhere"
	h.Del(mapped)     // refused "may be no key elsewhere"
	h[mapped] = nil
	h.Del(key)
	return "missing " + apiKey
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
