// Package proxy lays out modules of the module proxy for the programs behind docs/results.
package proxy

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
)

// Copy copies a module, "path@version", to a folder, where its files may be written. It takes the module from the
// module cache, or from the proxy.
func Copy(ctx context.Context, module, dir string) error {
	cmd := exec.CommandContext(ctx, "go", "mod", "download", "-json", module)
	cmd.Dir = os.TempDir() // outside of any workspace
	out, err := cmd.Output()
	var got struct{ Dir, Error string }
	if jsonErr := json.Unmarshal(out, &got); jsonErr != nil || got.Dir == "" {
		return fmt.Errorf("go mod download %s: %v %s", module, err, got.Error)
	}
	return os.CopyFS(dir, os.DirFS(got.Dir))
}
