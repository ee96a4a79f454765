package dot

import . "strconv"

func named(b []byte, n int) []byte {
	return append(b, Itoa(n)...) // want "Itoa makes a string that is only copied"
}
