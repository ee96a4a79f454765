package load

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// typeName returns the name that type t has at run time: with package names instead of paths, "interface {}" for any,
// "uint8" for byte. It is empty if t contains a type parameter, so that its name is known at run time only.
func typeName(t types.Type) string {
	var b strings.Builder
	if !writeType(&b, t) {
		return ""
	}
	return b.String()
}

// writeType returns false if t contains a type parameter.
func writeType(b *strings.Builder, t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		b.WriteString(basicName(t))
	case *types.Named:
		return writeNamed(b, t)
	case *types.Pointer:
		return writeAfter(b, "*", t.Elem())
	case *types.Slice:
		return writeAfter(b, "[]", t.Elem())
	case *types.Array:
		return writeAfter(b, fmt.Sprintf("[%d]", t.Len()), t.Elem())
	case *types.Map:
		return writeAfter(b, "map[", t.Key()) && writeAfter(b, "]", t.Elem())
	case *types.Chan:
		return writeChan(b, t)
	case *types.Signature:
		b.WriteString("func")
		return writeSignature(b, t)
	case *types.Struct:
		return writeStruct(b, t)
	case *types.Interface:
		return writeInterface(b, t)
	default:
		return false
	}
	return true
}

func writeAfter(b *strings.Builder, prefix string, t types.Type) bool {
	b.WriteString(prefix)
	return writeType(b, t)
}

// basicName resolves the aliases byte and rune.
func basicName(t *types.Basic) string {
	switch t.Kind() {
	case types.Uint8:
		return "uint8"
	case types.Int32:
		return "int32"
	case types.UnsafePointer:
		return "unsafe.Pointer"
	}
	return t.Name()
}

// writeNamed writes pkg.T, and pkg.T[path/of.A,int] for an instance.
func writeNamed(b *strings.Builder, t *types.Named) bool {
	obj := t.Obj()
	if obj.Pkg() != nil {
		b.WriteString(obj.Pkg().Name() + ".")
	}
	b.WriteString(obj.Name())
	if t.Origin().TypeParams().Len() == 0 {
		return true
	}
	if t.TypeArgs().Len() == 0 {
		return false
	}
	var args []string
	for arg := range t.TypeArgs().Types() {
		if typeName(arg) == "" {
			return false
		}
		args = append(args, types.TypeString(arg, nil)) // type arguments have full paths
	}
	b.WriteString("[" + strings.Join(args, ",") + "]")
	return true
}

func writeChan(b *strings.Builder, t *types.Chan) bool {
	prefix := map[types.ChanDir]string{
		types.SendRecv: "chan ", types.SendOnly: "chan<- ", types.RecvOnly: "<-chan ",
	}[t.Dir()]
	b.WriteString(prefix)
	elem, ok := types.Unalias(t.Elem()).(*types.Chan)
	if ok && t.Dir() != types.SendOnly && elem.Dir() == types.RecvOnly {
		ok := writeAfter(b, "(", elem)
		b.WriteString(")")
		return ok
	}
	return writeType(b, t.Elem())
}

func writeSignature(b *strings.Builder, t *types.Signature) bool {
	b.WriteString("(")
	for i := range t.Params().Len() {
		if i > 0 {
			b.WriteString(", ")
		}
		param := t.Params().At(i).Type()
		if slice, ok := param.(*types.Slice); ok && t.Variadic() && i == t.Params().Len()-1 {
			b.WriteString("...")
			param = slice.Elem()
		}
		if !writeType(b, param) {
			return false
		}
	}
	b.WriteString(")")
	return writeResults(b, t.Results())
}

func writeResults(b *strings.Builder, results *types.Tuple) bool {
	if results.Len() == 0 {
		return true
	}
	b.WriteString(" ")
	if results.Len() == 1 {
		return writeType(b, results.At(0).Type())
	}
	for i := range results.Len() {
		sep := ", "
		if i == 0 {
			sep = "("
		}
		if !writeAfter(b, sep, results.At(i).Type()) {
			return false
		}
	}
	b.WriteString(")")
	return true
}

func writeStruct(b *strings.Builder, t *types.Struct) bool {
	b.WriteString("struct {")
	for i := range t.NumFields() {
		if i > 0 {
			b.WriteString(";")
		}
		b.WriteString(" ")
		if field := t.Field(i); !field.Embedded() {
			b.WriteString(field.Name() + " ")
		}
		if !writeType(b, t.Field(i).Type()) {
			return false
		}
		if tag := t.Tag(i); tag != "" {
			fmt.Fprintf(b, " %q", tag)
		}
	}
	if t.NumFields() > 0 {
		b.WriteString(" ")
	}
	b.WriteString("}")
	return true
}

// writeInterface writes "interface { M(int); pkg.m() }", methods sorted.
func writeInterface(b *strings.Builder, t *types.Interface) bool {
	var methods []string
	for method := range t.Methods() {
		var m strings.Builder
		if !method.Exported() {
			m.WriteString(method.Pkg().Name() + ".")
		}
		m.WriteString(method.Name())
		if !writeSignature(&m, method.Signature()) {
			return false
		}
		methods = append(methods, m.String())
	}
	slices.Sort(methods)
	if len(methods) == 0 {
		b.WriteString("interface {}")
		return t.IsMethodSet()
	}
	b.WriteString("interface { " + strings.Join(methods, "; ") + " }")
	return t.IsMethodSet()
}
