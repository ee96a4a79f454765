//go:build unheap

package own

import "strings"

// A key is made in one piece.

func beforeKey(kind string, id ID) []byte { return []byte(kind + ":" + id.String()) }

func afterKey(kind string, id ID) []byte {
	key := make([]byte, 0, len(kind)+1+16)
	key = append(append(key, kind...), ':')
	return id.Append(key)
}

// Only the first part is needed.

func beforeHead(s, sep string) string { return strings.Split(s, sep)[0] }

func afterHead(s, sep string) string {
	head, _, _ := strings.Cut(s, sep)
	return head
}

// IDs are compared as they are.

func beforeSame(a, b ID) bool { return a.String() == b.String() }

func afterSame(a, b ID) bool { return a == b }
