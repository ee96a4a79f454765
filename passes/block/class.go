package block

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
)

// class returns the class of sharing a block, with what it may cost in numbers.
func (b *blocker) class(count size.Count, elem types.Type, n string) rule.Class {
	k, isConst := count.Const()
	number := n
	if !isConst && !plain(n) {
		number = "n"
	}
	each := ""
	bytes, sized := b.Pkg.Sizeof(elem)
	if sized {
		each = fmt.Sprintf(", %d bytes each", bytes)
	}
	caveats := []rule.Caveat{
		rule.Retention.Caveat("one element in use keeps all " + number + " of them" + each),
		rule.Order.Caveat("a finalizer or cleanup of an element fails or waits for all of them"),
	}
	if !count.Sure {
		caveats = append(caveats, rule.Retention.Caveat("room for "+number+" is taken even if fewer are made"))
	}
	if len(count.Trusted) > 0 {
		caveats = append(caveats, rule.Reserves.Caveat("memory for "+strings.Join(count.Trusted, " and ")+" is reserved before any is needed"))
	}
	if isConst && sized {
		one, all := blocks(k, bytes, typefact.HasPointers(elem))
		if all > one {
			caveats = append(caveats, rule.Retention.Caveat(fmt.Sprintf("the block takes %d bytes, the elements one by one %d", all, one)))
		}
	}
	return rule.Review(caveats...)
}

// blocks returns the bytes that n elements of the given size take on the heap one by
// one, and as one block.
func blocks(n, size int64, pointers bool) (one, all int64) {
	return n * typefact.Block(size, pointers), typefact.Block(n*size, pointers)
}

// plain reports whether the count is short and simple enough for a caveat, like len(xs).
func plain(n string) bool {
	return len(n) < 40 && strings.ContainsRune(n, '(') && !strings.ContainsAny(n, "+*\n;]")
}
