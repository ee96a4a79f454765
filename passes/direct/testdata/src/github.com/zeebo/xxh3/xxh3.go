package xxh3

type Uint128 struct{ Hi, Lo uint64 }

func Hash(b []byte) uint64                  { panic(0) }
func HashString(s string) uint64            { panic(0) }
func HashSeed(b []byte, seed uint64) uint64 { panic(0) }

// HashStringSeed has another type here.
func HashStringSeed(seed uint64, s string) uint64 { panic(0) }
func Hash128(b []byte) Uint128                    { panic(0) }
func HashString128(s string) Uint128              { panic(0) }
