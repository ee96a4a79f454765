package capture

import (
	"expvar"
	"net/http"
	"net/http/httptest"
	"net/http/pprof"
	"runtime"
	"strings"
	"testing"
)

// TestOpen reads the figures of this very process in both forms.
func TestOpen(t *testing.T) {
	for _, c := range []struct {
		name, path string
		handler    http.Handler
	}{
		{"expvar", "/debug/vars", expvar.Handler()},
		{"pprof", "/debug/pprof/heap", pprof.Handler("heap")},
	} {
		t.Run(c.name, func(t *testing.T) {
			mux := http.NewServeMux()
			mux.Handle(c.path, c.handler)
			server := httptest.NewServer(mux)
			defer server.Close()
			s, err := Open(t.Context(), server.URL+"/")
			if err != nil {
				t.Fatal(err)
			}
			before, err := s.MemStats(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			runtime.GC()
			after, err := s.MemStats(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if after.NumGC <= before.NumGC || after.TotalAlloc <= before.TotalAlloc || after.NextGC == 0 || after.HeapAlloc == 0 || after.HeapSys == 0 || after.Sys == 0 || after.StackInuse == 0 {
				t.Errorf("before %d collections, %d bytes; after %d, %d, next %d, heap %d of %d, system %d, stacks %d",
					before.NumGC, before.TotalAlloc, after.NumGC, after.TotalAlloc, after.NextGC, after.HeapAlloc, after.HeapSys, after.Sys, after.StackInuse)
			}
		})
	}
}

// TestNot names what a service lacks.
func TestNot(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`{"cmdline": []}`, "expvar serves no memstats"},
		{`<html>`, "not what expvar serves"},
		{`# NumGC = 3`, "without runtime.MemStats"},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte(c.body)) }))
		_, err := Open(t.Context(), server.URL)
		server.Close()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v", c.body, err)
		}
	}
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	if _, err := Open(t.Context(), server.URL); err == nil || !strings.Contains(err.Error(), "404") {
		t.Errorf("got %v", err)
	}
}
