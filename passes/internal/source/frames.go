package source

import (
	"go/ast"
	"go/types"
	"slices"
	"sync"
)

// A mention is a name in a declaration: of its own package where path is empty, of the
// package at path, or, with a dot in front, of a method.
type mention struct{ path, name string }

// A mentioning is what the declarations of a file mention, by their names: of functions,
// of methods, with a dot in front, and of variables, which may be functions.
type mentioning struct {
	decls   map[string][]mention
	imports map[string]string
}

var mentionings cache[mentioning]

// A declaration is one of a package with an import path and a folder.
type declaration struct{ path, dir, name string }

// LooksAtFrames reports whether fn, a function of another package, may look at the frames
// of its callers: it mentions what does, or what mentions that in turn, through the packages
// that its own imports. Methods are told apart by name alone, and looked for in the package
// that mentions them and those that it imports. What cannot be read may look. Functions of
// the standard library are in a table.
func (p *Package) LooksAtFrames(fn *types.Func) bool {
	if standard(fn.Pkg().Path(), p.Types.Path()) {
		return false
	}
	start := declaration{fn.Pkg().Path(), p.dirOf(fn.Pkg()), fn.Name()}
	if fn.Signature().Recv() != nil {
		start.name = "." + start.name
	}
	return p.Once(start, func() any {
		blind := p.Once(blindKey{}, func() any { return new(sync.Map) }).(*sync.Map)
		s := &frameSearch{p, blind, map[declaration]bool{start: true}, []declaration{start}}
		for len(s.queue) > 0 {
			next := s.queue[0]
			if s.queue = s.queue[1:]; s.visit(next) {
				return true
			}
		}
		for at := range s.seen {
			blind.Store(at, true)
		}
		return false
	}).(bool)
}

type blindKey struct{}

// A frameSearch goes from a function to all that it mentions.
type frameSearch struct {
	pkg   *Package
	blind *sync.Map // declarations from which a search before this one found nothing
	seen  map[declaration]bool
	queue []declaration
}

// visit reports whether the declarations at a place look at frames, or cannot be read, and
// enters what they mention.
func (s *frameSearch) visit(at declaration) bool {
	files := s.pkg.mentionings(at.dir)
	if files == nil {
		return true
	}
	for _, f := range *files {
		for _, m := range f.decls[at.name] {
			if s.follow(at, m, f.imports) {
				return true
			}
		}
	}
	return false
}

type mentionedIn struct{ dir string }

// mentionings are those of the files of a folder, nil if one cannot be read. A search comes
// by a folder for each name that is looked for in it.
func (p *Package) mentionings(dir string) *[]mentioning {
	return p.Once(mentionedIn{dir}, func() any {
		names, ok := goFiles(dir)
		if !ok {
			return (*[]mentioning)(nil)
		}
		files := make([]mentioning, len(names))
		for i, name := range names {
			if files[i], ok = mentionings.of(name, nil, mentioningOf); !ok {
				return (*[]mentioning)(nil)
			}
		}
		return &files
	}).(*[]mentioning)
}

// follow enters what a declaration mentions, and reports whether that looks at frames, or
// is nowhere to be found.
func (s *frameSearch) follow(at declaration, m mention, imports map[string]string) bool {
	switch {
	case m == mention{"runtime", "Caller"}, m == mention{"runtime", "Callers"}, m == mention{"log", "Output"}, m.name == ".Helper":
		return true
	case m.name == ".Output" && imports["log"] == "log": // of a log.Logger
		return true
	case m.path != "":
		return !standard(m.path, s.pkg.Types.Path()) && !s.enter(m.path, at, m.name)
	}
	s.add(declaration{at.path, at.dir, m.name})
	if m.name[0] == '.' {
		for _, path := range imports {
			if !standard(path, s.pkg.Types.Path()) {
				s.enter(path, at, m.name)
			}
		}
	}
	return false
}

// enter adds a declaration of the package at path, and reports whether its folder is known.
func (s *frameSearch) enter(path string, from declaration, name string) bool {
	dir, ok := s.pkg.imported(path, from.path, from.dir)
	if ok {
		s.add(declaration{path, dir, name})
	}
	return ok
}

func (s *frameSearch) add(at declaration) {
	if at.dir == "" || s.seen[at] {
		return
	}
	if _, known := s.blind.Load(at); !known {
		s.seen[at] = true
		s.queue = append(s.queue, at)
	}
}

// mentioningOf lists what each declaration of a file mentions.
func mentioningOf(_ string, syntax *ast.File) mentioning {
	f := mentioning{make(map[string][]mention), importNames(syntax)}
	for _, d := range syntax.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				name = "." + name
			}
			f.add(d, name)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					for _, id := range v.Names {
						f.add(v, id.Name)
					}
				}
			}
		}
	}
	return f
}

// add adds what n mentions to the declaration of that name.
func (f mentioning) add(n ast.Node, decl string) {
	note := func(m mention) {
		if !slices.Contains(f.decls[decl], m) {
			f.decls[decl] = append(f.decls[decl], m)
		}
	}
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			note(mention{"", n.Name})
			if path := f.imports["."]; path != "" {
				note(mention{path, n.Name})
			}
		case *ast.SelectorExpr:
			note(mention{"", "." + n.Sel.Name})
			if id, ok := n.X.(*ast.Ident); ok && f.imports[id.Name] != "" {
				note(mention{f.imports[id.Name], n.Sel.Name})
			}
			f.add(n.X, decl)
			return false
		}
		return true
	})
}
