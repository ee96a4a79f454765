package negative

import "cmp"

type byElsewhere []item

func (s byElsewhere) Len() int           { return len(s) }
func (s byElsewhere) Less(i, j int) bool { return cmp.Less(s[i].key, s[j].key) } // where it is sorted is no cmp
func (s byElsewhere) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
