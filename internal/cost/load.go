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

// Load returns the model of this machine. It reads the model from a file in dir that an earlier run has written or, if
// there is none, measures and writes it. The error is the reason if nothing could be measured; the model is then
// [Fallback], which is good enough for a ranking. If dir is empty, no file is read or written.
//
// A file that cannot be written is no error: the next run measures again. If ctx ends during the measurement, the
// error is its cause.
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

// Dir returns the folder for models; empty if the user has no cache folder.
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

// read returns the model in a file; nil if the file is missing, damaged or of another release.
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

// write replaces file in one step, so that a reader sees all of the old or of the new content.
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
