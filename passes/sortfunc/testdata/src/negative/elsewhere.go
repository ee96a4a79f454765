package negative

type byElsewhere []item

func (s byElsewhere) Len() int           { return len(s) }
func (s byElsewhere) Less(i, j int) bool { return s[i].key < s[j].key }
func (s byElsewhere) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
