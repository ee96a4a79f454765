package elsewhere

import u "unsafe"

func id(s string) uintptr { return uintptr(u.Pointer(scan(s))) }
