// Package capture reads what a live service says of itself. It is the only package that
// opens connections.
//
// Invariant: it only asks (GET), and nothing that it asks for makes a service collect,
// stop or change: of package net/http/pprof it takes heap?debug=1 without gc=1.
//
// Model: a service serves expvar (/debug/vars) or net/http/pprof (/debug/pprof); both
// have the figures of runtime.MemStats.
//
// What it blurs: reading MemStats stops the service for some microseconds.
package capture

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// A Service is a live program that serves its MemStats.
type Service struct {
	base *url.URL
	read func([]byte) (*runtime.MemStats, error)
	path string
}

// patience bounds the time for one answer, mostBytes its size.
const (
	patience  = 10 * time.Second
	mostBytes = 64 << 20
)

// Open finds the form in which the service at an address ("http://host:port", or with a path that ends before /debug)
// serves its figures. The error names each address that was tried.
func Open(ctx context.Context, address string) (*Service, error) {
	base, err := url.Parse(address)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return nil, fmt.Errorf("%s: want the address of a service, http://host:port", address)
	}
	var tried []error
	for _, s := range []*Service{
		{base, readVars, "debug/vars"},
		{base, readHeap, "debug/pprof/heap?debug=1"},
	} {
		if _, err := s.MemStats(ctx); err != nil {
			tried = append(tried, err)
			continue
		}
		return s, nil
	}
	return nil, fmt.Errorf("no figures of the runtime, neither from expvar nor from net/http/pprof: %w", errors.Join(tried...))
}

// MemStats asks the service for its current figures. Fields that the form of the answer does not have are 0.
func (s *Service) MemStats(ctx context.Context) (*runtime.MemStats, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	address := strings.TrimSuffix(s.base.String(), "/") + "/" + s.path
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", address, resp.Status)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, mostBytes))
	if err != nil {
		return nil, fmt.Errorf("%s: %v", address, err)
	}
	m, err := s.read(body)
	if err != nil {
		return nil, fmt.Errorf("%s: %v", address, err)
	}
	return m, nil
}

// readVars reads the figures from the answer of package expvar.
func readVars(body []byte) (*runtime.MemStats, error) {
	var vars struct {
		MemStats *runtime.MemStats `json:"memstats"`
	}
	if err := json.Unmarshal(body, &vars); err != nil {
		return nil, fmt.Errorf("not what expvar serves: %v", err)
	}
	if vars.MemStats == nil || vars.MemStats.Sys == 0 {
		return nil, errors.New("expvar serves no memstats")
	}
	return vars.MemStats, nil
}

// readHeap reads the figures at the end of a heap profile in text form, lines like "# NumGC = 12".
func readHeap(body []byte) (*runtime.MemStats, error) {
	var m runtime.MemStats
	fields := map[string]*uint64{
		"TotalAlloc": &m.TotalAlloc, "Sys": &m.Sys, "HeapAlloc": &m.HeapAlloc, "HeapSys": &m.HeapSys, "HeapReleased": &m.HeapReleased,
		"NextGC": &m.NextGC,
	}
	in := bufio.NewScanner(bytes.NewReader(body))
	in.Buffer(nil, mostBytes)
	for in.Scan() {
		name, value, ok := strings.Cut(strings.TrimPrefix(in.Text(), "# "), " = ")
		if !ok {
			continue
		}
		switch to := fields[name]; {
		case to != nil:
			*to, _ = strconv.ParseUint(value, 10, 64) // 0 if it is no number, which shows in Sys
		case name == "NumGC":
			n, _ := strconv.ParseUint(value, 10, 32)
			m.NumGC = uint32(n)
		case name == "Stack":
			inUse, _, _ := strings.Cut(value, " / ")
			m.StackInuse, _ = strconv.ParseUint(inUse, 10, 64)
		}
	}
	if err := in.Err(); err != nil {
		return nil, err
	}
	if m.Sys == 0 {
		return nil, errors.New("no heap profile as text, or one without runtime.MemStats")
	}
	return &m, nil
}
