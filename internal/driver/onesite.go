package driver

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/verify"
)

// A oneSite is the site that fix -site names, as stored by the last run of find.
type oneSite struct {
	*record.Site
	rewrites []string // names of the rewrites that can remove objects with its reason
}

// lookup finds the site that -site names; nil without -site. If the command line names no packages or benchmarks, it
// selects those that reach the site.
func (x *fixFlags) lookup(ctx context.Context, s *settings) (*oneSite, error) {
	if x.site == "" {
		return nil, nil
	}
	_, site, err := lastSite(ctx, x.site)
	if err != nil {
		return nil, fmt.Errorf("-site: %v", err)
	}
	one := &oneSite{site, rewritesFor(site.Mechanism)}
	if len(one.rewrites) == 0 {
		return nil, fmt.Errorf("-site=%s: no rewrite is for the reason %q of %s; 'unheap show %[1]s' says what is known of it", x.site, site.Mechanism, site.Pos)
	}
	var packages, benchmarks []string
	for _, u := range site.Usage {
		if !slices.Contains(packages, u.Package) {
			packages = append(packages, u.Package)
		}
		if strings.HasPrefix(u.Workload, "Benchmark") {
			benchmarks = append(benchmarks, u.Workload)
		}
	}
	if len(s.patterns) == 0 {
		s.patterns = packages
	}
	if s.bench == "." && len(benchmarks) == len(site.Usage) {
		s.bench = bench.Exactly(benchmarks...)
	}
	return one, nil
}

// asks reports whether a candidate changes the function of the site.
func (o *oneSite) asks(c record.Candidate) bool {
	return c.Package == o.Package && verify.Changed(c)(o.Function, o.Pos.File)
}
