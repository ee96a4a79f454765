package a

import (
	"net/http"
	mime "net/textproto"
)

func timeout(h http.Header) string {
	return h.Get("grpc-timeout") // want "the canonical form of the key is made each time"
}

func serve(w http.ResponseWriter, r *http.Request) {
	if id := r.Header.Get("X-Request-ID"); id != "" { // want "the canonical form"
		w.Header().Set(("x-request-id"), id) // want "the canonical form"
	}
	w.Header().Add( /* the key */ "X-API-Version", "1")     // want "the canonical form"
	defer w.Header().Del(`x-secret`)                        // want "the canonical form"
	for _, v := range r.Header.Values("x-forwarded-host") { // want "the canonical form"
		println(v)
	}
}

type (
	headers = http.Header
	message struct{ head mime.MIMEHeader }
)

func read(h headers, m *message) (string, string) {
	return h.Get("x_custom-a"), m.head.Get("list-ID") // want "the canonical form" "the canonical form"
}

func key() (string, string) {
	return http.CanonicalHeaderKey("x-trace"), mime.CanonicalMIMEHeaderKey("x-trace") // want "the canonical form" "the canonical form"
}

const (
	requestID = "X-Request-ID" // of the gateway
	traceID   = "x-trace-id"
)

func ids(r *http.Request, w http.ResponseWriter) {
	const secret = "x-secret"
	if id := r.Header.Get(requestID); id != "" { // want "the canonical form"
		w.Header().Set((requestID), id) // want "the canonical form"
	}
	w.Header().Del(traceID) // want "the canonical form"
	w.Header().Del(secret)  // want "the canonical form"
}
