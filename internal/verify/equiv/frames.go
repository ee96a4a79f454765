package equiv

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/rewrite"
	"github.com/unheap/unheap/internal/verify/equiv/kit"
)

// A stackView is a use of the standard library that looks at the stack, named by "by". Functions of a logger look at
// it only if the logger writes the place of the call.
type stackView struct {
	by     string
	logger bool
}

// viewOf says how an object looks at the stack; nil if it does not. A constant of package log makes a logger write
// the place of the call.
func viewOf(obj types.Object) *stackView {
	if obj == nil || obj.Pkg() == nil {
		return nil
	}
	name := obj.Pkg().Name() + "." + obj.Name()
	switch obj.Pkg().Path() {
	case "runtime":
		if slices.Contains([]string{"Caller", "Callers", "Stack"}, obj.Name()) {
			return &stackView{by: name}
		}
	case "runtime/debug":
		if slices.Contains([]string{"Stack", "PrintStack"}, obj.Name()) {
			return &stackView{by: name}
		}
	case "log", "log/slog":
		if _, ok := obj.(*types.Func); ok && writesEntry(obj.Name()) {
			return &stackView{by: name, logger: true}
		}
	}
	return nil
}

// writesEntry reports whether a function of package log or slog writes an entry.
func writesEntry(name string) bool {
	return slices.ContainsFunc([]string{"Print", "Fatal", "Panic", "Output", "Debug", "Info", "Warn", "Error", "Log"}, func(prefix string) bool {
		return strings.HasPrefix(name, prefix) && name != "Logger"
	})
}

// writesPlaces reports whether an object makes loggers write the place of the call.
func writesPlaces(obj types.Object) bool {
	return obj != nil && obj.Pkg() != nil && (obj.Pkg().Path() == "log" && (obj.Name() == "Lshortfile" || obj.Name() == "Llongfile") ||
		obj.Pkg().Path() == "log/slog" && obj.Name() == "AddSource")
}

// Frames says by what a function of a package looks at the stack, itself or in functions of the packages all that it
// calls by name: "runtime.Caller in m/log.where". It is empty if it does not.
func Frames(all []Package, path, name string) string {
	type node struct {
		pkg  *Package
		decl *ast.FuncDecl
	}
	nodes, places := make(map[string]node), false
	for i := range all {
		p := &all[i]
		for name, d := range declared(*p) {
			nodes[p.Path+"."+name] = node{p, d.decl}
		}
		for _, obj := range p.Info.Uses {
			places = places || writesPlaces(obj)
		}
	}
	begin := path + "." + name
	seen := map[string]bool{begin: true}
	for front := []string{begin}; len(front) > 0; front = front[1:] {
		n := nodes[front[0]]
		if n.decl == nil {
			continue
		}
		for at := range ast.Preorder(n.decl) {
			id, ok := at.(*ast.Ident)
			if !ok {
				continue
			}
			obj := n.pkg.Info.Uses[id]
			switch view := viewOf(obj); {
			case view == nil || view.logger && !places:
			case front[0] == begin:
				return view.by
			default:
				return view.by + " in " + front[0]
			}
			if key := keyOf(obj); nodes[key].decl != nil && !seen[key] {
				seen[key] = true
				front = append(front, key)
			}
		}
	}
	return ""
}

// keyOf names a function as Frames does, "m/p.(*T).M"; empty for other objects.
func keyOf(obj types.Object) string {
	fn, ok := obj.(*types.Func)
	if !ok || fn.Pkg() == nil {
		return ""
	}
	recv := receiver(fn)
	if strings.HasPrefix(recv, "*") {
		recv = "(" + recv + ")"
	}
	if recv != "" {
		recv += "."
	}
	return fn.Pkg().Path() + "." + recv + fn.Name()
}

// receiver returns "T" or "*T" for a method, without type parameters; empty for a function.
func receiver(fn *types.Func) string {
	if fn.Signature().Recv() == nil {
		return ""
	}
	name, _, _ := strings.Cut(types.TypeString(fn.Signature().Recv().Type(), func(*types.Package) string { return "" }), "[")
	return name
}

// starts are the functions of a package by the base name of their file, in the order of their
// lines.
func starts(p Package) map[string][]kit.Start {
	all := make(map[string][]kit.Start)
	for _, f := range p.Files {
		name := filepath.Base(p.Fset.File(f.FileStart).Name())
		all[name] = []kit.Start{}
		for _, d := range f.Decls {
			if decl, ok := d.(*ast.FuncDecl); ok {
				all[name] = append(all[name], kit.Start{Line: p.Fset.Position(decl.Pos()).Line, Func: rewrite.FuncName(decl)})
			}
		}
	}
	return all
}
