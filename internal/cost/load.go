package cost

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/unheap/unheap/internal/atomicfile"
)

// Load returns the model of this machine: from the file of an earlier run in
// dir if there is one, measured and written there otherwise. The error says
// why nothing could be measured; the model is then [Fallback], and is good
// for a ranking. An empty dir means that nothing is kept.
//
// A file that cannot be written is no error: the next run measures again. When ctx
// ends, the measurement does, with its cause as the error.
func Load(ctx context.Context, dir string) (*Model, error) {
	file := filepath.Join(dir, fileName())
	if dir != "" {
		if m := read(file); m != nil {
			return m, nil
		}
	}
	m, err := Measure(ctx)
	if err != nil {
		return Fallback(), err
	}
	if dir != "" {
		_ = write(file, m)
	}
	return m, nil
}

// Dir is the folder that models are kept in; empty when the user has no cache
// folder.
func Dir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "unheap")
}

func fileName() string {
	return fmt.Sprintf("cost-%s-%s.json", runtime.Version(), runtime.GOARCH)
}

// read returns nil for a file that is missing, damaged or of another release.
func read(file string) *Model {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	var m Model
	if json.Unmarshal(data, &m) != nil || !m.valid() {
		return nil
	}
	return &m
}

func (m *Model) valid() bool {
	return m.GoVersion == runtime.Version() && m.Arch == runtime.GOARCH &&
		ascends(m.Noscan) && ascends(m.Scan) && m.MarkPerByte >= 0 && m.SweepPerByte >= 0
}

// ascends reports whether points can be interpolated.
func ascends(points []Point) bool {
	for i, p := range points {
		if p.Block <= 0 || p.Ns <= 0 || i > 0 && (p.Block <= points[i-1].Block || p.Ns < points[i-1].Ns) {
			return false
		}
	}
	return len(points) >= 2
}

// write replaces file in one step, so that a reader sees all or nothing of it.
func write(file string, m *Model) error {
	data, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return atomicfile.WriteFile(file, append(data, '\n'))
}
