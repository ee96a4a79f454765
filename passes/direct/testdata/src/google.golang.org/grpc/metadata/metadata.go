package metadata

import "context"

type MD map[string][]string

func (md MD) Get(k string) []string                                     { panic(0) }
func FromIncomingContext(ctx context.Context) (MD, bool)                { panic(0) }
func ValueFromIncomingContext(ctx context.Context, key string) []string { panic(0) }
