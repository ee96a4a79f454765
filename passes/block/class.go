package block

import (
	"fmt"
	"go/types"
	"regexp"
	"strings"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
)

// class returns the class of sharing a block, with what it may cost in numbers.
func (b *blocker) class(count size.Count, elem types.Type, n string) rule.Class {
	_, isConst := count.Const()
	number := n
	if !isConst && !plain(n) {
		number = "n"
	}
	each := ""
	if bytes, sized := b.Pkg.Sizeof(elem); sized {
		each = fmt.Sprintf(", %d bytes each", bytes)
	}
	caveats := []rule.Caveat{
		rule.Retention.Caveat("one element in use keeps all " + number + " of them" + each),
		rule.Order.Caveat("a finalizer or cleanup of an element fails or waits for all of them"),
	}
	if !count.Sure {
		caveats = append(caveats, rule.Retention.Caveat("room for "+number+" is taken even if fewer are made"))
	}
	return rule.Review(append(caveats, count.Caveats()...)...)
}

// unwanted says why a block for objects of type elem that outlive the function is refused, "" if it is not.
func (b *blocker) unwanted(count size.Count, elem types.Type) string {
	bytes, sized := b.Pkg.Sizeof(elem)
	if k, isConst := count.Const(); isConst && sized {
		if one, all := blocks(k, bytes, typefact.HasPointers(elem)); all > one {
			return fmt.Sprintf("the block would take %d bytes, the elements one by one %d", all, one)
		}
	}
	if holder, method := b.remover(elem); method != "" {
		return "a " + holder + " gives up its elements one by one, with " + method
	}
	return ""
}

// removes matches the names of methods that take an element out of what holds it: Remove and popFront, not Populate.
var removes = regexp.MustCompile("^(?i:remove|delete|unlink|evict|pop|dequeue)([^a-z]|$)")

// remover returns a type of the package that holds pointers to objects of type elem and its method that removes one, "" if
// there is none.
func (b *blocker) remover(elem types.Type) (holder, method string) {
	named, ok := types.Unalias(elem).(*types.Named)
	if !ok {
		return "", ""
	}
	scope := b.Pkg.Types.Scope()
	for _, name := range scope.Names() {
		t, isType := scope.Lookup(name).(*types.TypeName)
		if !isType || t.IsAlias() || !holds(t.Type(), named, 4) {
			continue
		}
		for m := range t.Type().(*types.Named).Methods() {
			if removes.MatchString(m.Name()) {
				return name, m.Name()
			}
		}
	}
	return "", ""
}

// holds reports whether a value of type t is a pointer to an elem, or has one in a field, slice, array, map or channel, at
// most depth types further inside.
func holds(t types.Type, elem *types.Named, depth int) bool {
	if depth == 0 {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return typefact.AnyField(u, func(t types.Type) bool { return holds(t, elem, depth-1) })
	case *types.Pointer:
		to, ok := types.Unalias(u.Elem()).(*types.Named)
		return ok && to.Obj() == elem.Obj()
	case interface{ Elem() types.Type }: // a slice, array, map or channel
		return holds(u.Elem(), elem, depth-1)
	}
	return false
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
