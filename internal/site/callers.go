package site

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// pathFrames is how many of the user's functions above a site are used to distinguish the paths to it.
const pathFrames = 4

// A path is the part of a stack above a site.
type path struct {
	frames []record.Frame
	pool   bool // whether sync.Pool's Get is between them and the site
}

// caller returns the number of the path that the frames above a site make; 0 for none. For an object that an empty
// pool makes, the path begins at the caller of Get.
func (c *collector) caller(above []record.Frame) int32 {
	var p path
	if i := slices.IndexFunc(above, func(f record.Frame) bool { return f.Function == "sync.(*Pool).Get" }); i >= 0 {
		p.pool, above = true, above[i+1:]
	}
	key := fmt.Sprint(p.pool)
	others := false
	for i := range above {
		f := &above[i]
		if len(p.frames) == pathFrames {
			break
		}
		if !c.isOwn(*f) {
			others = true
			continue
		}
		if n := len(p.frames); n > 0 && p.frames[n-1].Function == f.Function {
			continue // recursion: its depth does not distinguish paths
		}
		p.frames = append(p.frames, record.Frame{Function: f.Function, Package: f.Package, File: f.File, Line: f.Line, Others: others})
		key += fmt.Sprintf("\n%s %s:%d %v", f.Function, f.File, f.Line, others)
		others = false
	}
	if p.frames == nil {
		return 0
	}
	id := c.pathKeys.id(key)
	if int(id) == len(c.paths) {
		c.paths = append(c.paths, p)
	}
	return id
}

// A call is a path and the workload in which it was taken.
type call struct{ load, path int32 }

// call adds objects to those allocated by way of a path.
func (u *unit) call(by call, objects int64) {
	if u.callers == nil {
		u.callers = make(map[call]int64)
	}
	u.callers[by] += objects
}

// callers returns the paths of the units with their sums, most objects first.
func (b *builder) callers(units []int32) []record.Caller {
	sums := make(map[int32]int64)
	for _, id := range units {
		for by, objects := range b.c.units[id].callers {
			if by.path != 0 && objects > 0 {
				sums[by.path] += objects
			}
		}
	}
	var all []record.Caller
	for _, id := range slices.Sorted(maps.Keys(sums)) {
		p := &b.c.paths[id]
		all = append(all, record.Caller{Frames: p.frames, Pool: p.pool, Objects: sums[id]})
	}
	slices.SortFunc(all, func(x, y record.Caller) int {
		return cmp.Or(cmp.Compare(y.Objects, x.Objects), slices.CompareFunc(x.Frames, y.Frames, func(f, g record.Frame) int {
			return cmp.Or(strings.Compare(f.File, g.File), cmp.Compare(f.Line, g.Line), strings.Compare(f.Function, g.Function), strings.Compare(strconv.FormatBool(f.Others), strconv.FormatBool(g.Others)))
		}), cmp.Compare(len(x.Frames), len(y.Frames)))
	})
	return all
}
