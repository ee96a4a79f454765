package methods

import str "strings"

// Longer text in front, so that the places in the two files differ.

type byElsewhere struct {
	list []*item
}

func (s *byElsewhere) Len() int      { return len(s.list) }
func (s *byElsewhere) Swap(i, j int) { s.list[i], s.list[j] = s.list[j], s.list[i] }

func (s *byElsewhere) Less(i, j int) bool {
	if s.list[i].size != s.list[j].size {
		return s.list[i].size < s.list[j].size
	}
	return s.list[i].key > s.list[j].key
}

type byFold []string

func (s byFold) Len() int           { return len(s) }
func (s byFold) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }
func (s byFold) Less(i, j int) bool { return str.ToLower(s[i]) < str.ToLower(s[j]) }
