package begun

// nope: the length of the slice was meant as its capacity, it seems
func doubled(m map[string]string) []string {
	list := make([]string, len(m)*2)
	for k, v := range m {
		list = append(list, k, v) // refused "its length may have been meant as its capacity"
	}
	return list
}
