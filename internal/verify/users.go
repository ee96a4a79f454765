package verify

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
)

// A listed is the part of the output of "go list -json" that is read.
type listed struct {
	ImportPath                         string
	Imports, TestImports, XTestImports []string
}

// survey sorts Users by their distance from the package, in imports.
func (j *judge) survey(ctx context.Context) error {
	if len(j.Users) == 0 {
		return nil
	}
	args := append([]string{"list", "-e", "-json=ImportPath,Imports,TestImports,XTestImports"}, j.Flags...)
	out, err := gocmd.Command{Args: append(args, j.packages()...), Dir: j.Dir, Env: j.Env}.Run(ctx)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		return err
	}
	imports := make(map[string][]string)
	for p, err := range gocmd.Listed[listed](out.Stdout) {
		if err != nil {
			return err
		}
		imports[p.ImportPath] = slices.Concat(p.Imports, p.TestImports, p.XTestImports)
	}
	j.distance = distances(j.Package, imports)
	slices.SortStableFunc(j.Users, func(a, b string) int { return cmp.Compare(j.distance[a], j.distance[b]) })
	return nil
}

// distances returns how many imports each package is away from path. imports lists the imports of each package. A
// package that does not reach path by them gets the largest distance, len(imports).
func distances(path string, imports map[string][]string) map[string]int {
	far := map[string]int{path: 0}
	for level := 1; level <= len(imports); level++ {
		for p, list := range imports {
			if _, known := far[p]; !known && slices.ContainsFunc(list, func(q string) bool { d, ok := far[q]; return ok && d == level-1 }) {
				far[p] = level
			}
		}
	}
	for p := range imports {
		if _, known := far[p]; !known {
			far[p] = len(imports)
		}
	}
	return far
}

// users runs the tests of the importing packages with a set in place, the nearest first, and returns the candidates
// with which they pass. Packages that have passed with exactly this set are not tested again.
func (j *judge) users(ctx context.Context, set []record.Candidate) ([]record.Candidate, error) {
	for len(set) > 0 {
		next := j.nextUsers(set)
		if len(next) == 0 {
			return set, nil
		}
		j.progress(fmt.Sprintf("%s: test %s of %d packages that import it", j.Package, rewrites(set), len(j.Users)), 3)
		failing := next
		kept, err := j.sift(set, func(some []record.Candidate) (*failure, error) {
			// A part of the set is tested only in packages that failed with the whole set.
			f, tests, failed, err := j.steps.testSet(ctx, some, failing)
			if f != nil && len(some) == len(set) {
				failing = failed
			}
			if f == nil && err == nil {
				j.enterTests(some, tests)
			}
			return f, err
		})
		if err != nil {
			return nil, err
		}
		if len(kept) < len(set) {
			if set, err = j.hold(ctx, kept); err != nil {
				return nil, err
			}
		}
	}
	return nil, nil
}

// nextUsers returns the nearest packages whose tests have not passed with exactly this set.
func (j *judge) nextUsers(set []record.Candidate) (next []string) {
	name := key(set)
	for _, user := range j.Users {
		if j.passed[user] != name && (len(next) == 0 || j.distance[user] == j.distance[next[0]]) {
			next = append(next, user)
		}
	}
	return next
}

// enterUsers enters into the verdicts of a set the number of importing packages whose tests have passed with it.
func (j *judge) enterUsers(set []record.Candidate) {
	for _, c := range set {
		part := record.Part{Total: len(j.Users)}
		for _, user := range j.Users {
			if slices.Contains(splitKey(j.passed[user]), c.ID) {
				part.Done++
			}
		}
		j.verdicts[c.ID].Importers = part
	}
}
