package varied

import "crypto/sha3"

// The hash fills the slice, and retains nothing.
func sample(seed []byte, eta byte) (sum int) {
	prf := sha3.NewSHAKE256()
	prf.Write(seed)
	noise := make([]byte, 64*eta) // want "noise is on the heap, since its length varies, although it stays in the function$"
	prf.Read(noise)
	for i := range noise {
		sum += int(noise[i])
	}
	return sum
}
