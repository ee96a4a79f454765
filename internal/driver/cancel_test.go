package driver

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestLoadErrorCancels holds that nothing is built on for packages that cannot be loaded.
func TestLoadErrorCancels(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{"go.mod": "module example.com/m\n\ngo 1.24\n", "none/README": "no Go files\n"}
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	wentOn := false // also false where the error comes before there is anything to build
	m := &measurement{settings: settings{stock: true, patterns: []string{"./none"}}, findFlags: new(findFlags)}
	m.beside = func(ctx context.Context, _ []listed) {
		select {
		case <-ctx.Done():
		case <-time.After(20 * time.Second):
			wentOn = true
		}
	}
	if err := m.measure(t.Context()); err == nil || !strings.Contains(err.Error(), "no Go files") {
		t.Errorf("error %v", err)
	}
	if wentOn {
		t.Error("the builds went on")
	}
}
