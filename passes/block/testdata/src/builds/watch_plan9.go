package builds

import "runtime"

func watch(d *device) { runtime.SetFinalizer(d.h, func(*handle) {}) }
