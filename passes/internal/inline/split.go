package inline

import (
	"go/ast"
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/unheap/unheap/passes/internal/source"
)

// BodyStart returns where the statements of the body begin, see [source.File.BodyStart].
func (f *Func) BodyStart() token.Pos { return f.File.BodyStart(f.Decl.Body) }

// TypeParams returns the type parameters of the function as they are written.
func (f *Func) TypeParams() string {
	if f.Decl.Type.TypeParams == nil {
		return ""
	}
	return f.File.Text(f.Decl.Type.TypeParams)
}

// typeArgs returns the type parameters of the function as type arguments: names in brackets, empty if there are none.
func (f *Func) typeArgs() string {
	if f.Decl.Type.TypeParams == nil {
		return ""
	}
	var list []string
	for _, field := range f.Decl.Type.TypeParams.List {
		for _, id := range field.Names {
			list = append(list, id.Name)
		}
	}
	return "[" + strings.Join(list, ", ") + "]"
}

// Method returns name, preceded by the receiver of the function if it has one.
func (f *Func) Method(name string) string {
	if f.Decl.Recv == nil {
		return name
	}
	return f.File.Text(f.Decl.Recv) + " " + name
}

// Forward returns a call of name whose arguments are args and then the parameters of the function, and the text of
// those parameters alone.
func (f *Func) Forward(name string, args []string) (call, params string) {
	for _, field := range f.Decl.Type.Params.List {
		for _, id := range field.Names {
			args = append(args, id.Name)
		}
	}
	call = name + f.typeArgs() + "(" + strings.Join(args, ", ")
	if f.Obj.Signature().Variadic() {
		call += "..."
	}
	if f.Decl.Recv != nil {
		call = f.Decl.Recv.List[0].Names[0].Name + "." + call
	}
	params = strings.TrimSpace(f.File.Between(f.Decl.Type.Params.Opening+1, f.Decl.Type.Params.Closing))
	return call + ")", strings.TrimSuffix(params, ",")
}

// Insert returns the edit that inserts text before the statements of the body. The text ends one function and begins
// another.
func (f *Func) Insert(text string) source.TextEdit {
	if f.BodyStart() == f.Decl.Body.Lbrace+1 {
		text = "\n" + text
	}
	return source.Insert(f.BodyStart(), text)
}

// Named reports whether every field of the list has names that can be passed on and that differ from taken.
func Named(list *ast.FieldList, taken string) bool {
	if list == nil {
		return true
	}
	for _, field := range list.List {
		if len(field.Names) == 0 {
			return false
		}
		for _, name := range field.Names {
			if name.Name == "_" || name.Name == taken {
				return false
			}
		}
	}
	return true
}

// Capital returns name with an upper-case first letter.
func Capital(name string) string {
	_, n := utf8.DecodeRuneInString(name)
	return strings.ToUpper(name[:n]) + name[n:]
}

// Small returns name with its first word in small letters: ownerID of OwnerID, httpPort of HTTPPort, ids of IDs.
func Small(name string) string {
	capitals := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsUpper(r) })
	_, n := utf8.DecodeRuneInString(name)
	switch {
	case capitals < 0 || capitals > n && name[capitals:] == "s":
		n = len(name)
	case capitals > n:
		if next, _ := utf8.DecodeRuneInString(name[capitals:]); unicode.IsLower(next) {
			_, last := utf8.DecodeLastRuneInString(name[:capitals])
			capitals -= last // the first letter of the next word
		}
		n = capitals
	}
	return strings.ToLower(name[:n]) + name[n:]
}
