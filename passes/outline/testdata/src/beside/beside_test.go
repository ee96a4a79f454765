package beside

func scanValue(s string) int { return len(s) }
