package text

import (
	"path"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// place formats a position as a person in Config.Dir would type it, so that editors and terminals can jump to it.
// Files of dependencies and of the standard library, whose folder is an import path, stay as they are.
func (r *run) place(pos record.Position) string {
	if r.own[path.Dir(pos.File)] {
		pos.File = relative(r.Dir, pos.File)
	}
	return pos.String()
}

// ownFolders returns the folders known to be in the main module: a Position alone does not distinguish a folder from
// an import path.
func (r *run) ownFolders() map[string]bool {
	own := map[string]bool{}
	add := func(file string) {
		if file != "" {
			own[path.Dir(file)] = true
		}
	}
	for _, s := range r.Sites {
		add(s.Pos.File)
	}
	for _, l := range r.Source {
		add(l.Pos.File)
	}
	for _, v := range r.Verdicts {
		add(v.Candidate.Pos.File)
	}
	for _, c := range r.CPUs {
		for _, l := range c.Lines {
			add(l.Pos.File)
		}
	}
	for _, pkg := range r.Packages {
		if dir, ok := strings.CutPrefix(pkg, r.Module); ok && r.Module != "" {
			own[path.Clean(strings.TrimPrefix(dir, "/"))] = true // "." for the root
		}
	}
	return own
}

// relative returns file as seen from the folder dir; both are slash-separated
// and relative to the same root.
func relative(dir, file string) string {
	if dir == "" || dir == "." || strings.HasPrefix(file, "/") {
		return file
	}
	from, to := strings.Split(path.Clean(dir), "/"), strings.Split(file, "/")
	common := 0
	for common < len(from) && common < len(to)-1 && from[common] == to[common] {
		common++
	}
	return strings.Repeat("../", len(from)-common) + strings.Join(to[common:], "/")
}
