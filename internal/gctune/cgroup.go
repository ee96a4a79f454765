package gctune

import (
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// unlimited is the size in bytes from which a limit counts as none: cgroup v1 prints the largest multiple of a page
// below 2^63, and no machine has that much memory.
const unlimited = 1 << 50

// Container returns the memory that the control group of this process may use, in bytes, and the kind of the group; 0
// if there is no limit, and on systems without control groups. root is the root of the file system.
func Container(root fs.FS) (memory int64, from string) {
	groups, err := fs.ReadFile(root, "proc/self/cgroup")
	if err != nil {
		return 0, ""
	}
	for line := range strings.Lines(string(groups)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		switch {
		case parts[1] == "":
			memory, from = smallest(root, "sys/fs/cgroup", parts[2], "memory.max", memory, "cgroup v2", from)
		case strings.Contains(","+parts[1]+",", ",memory,"):
			memory, from = smallest(root, "sys/fs/cgroup/memory", parts[2], "memory.limit_in_bytes", memory, "cgroup v1", from)
		}
	}
	return memory, from
}

// smallest returns the smallest limit of a group and of the groups around it.
func smallest(root fs.FS, mount, group, file string, memory int64, kind, from string) (int64, string) {
	for dir := path.Clean("/" + group); ; dir = path.Dir(dir) {
		text, err := fs.ReadFile(root, path.Join(mount, dir, file))
		if n, perr := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && perr == nil && n < unlimited && (memory == 0 || n < memory) {
			memory, from = n, kind
		}
		if dir == "/" {
			return memory, from
		}
	}
}

// Machine returns the memory of the machine in bytes; 0 on systems without proc/meminfo. root is the root of the file
// system.
func Machine(root fs.FS) int64 {
	text, err := fs.ReadFile(root, "proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var kib int64
		if n, _ := fmt.Sscanf(line, "MemTotal: %d kB", &kib); n == 1 {
			return kib << 10
		}
	}
	return 0
}
