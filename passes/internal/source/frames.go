package source

import (
	"go/ast"
	"go/types"
	"slices"
	"sync"
)

// A mention is a name in a declaration: of the package at path, or of the declaration's own package
// where path is empty. The name of a method begins with a dot.
type mention struct{ path, name string }

// A mentioning is what each declaration of a file mentions. The keys of decls are names of
// functions and variables, and names of methods with a dot in front.
type mentioning struct {
	decls   map[string][]mention
	imports map[string]string
}

var mentionings cache[mentioning]

// A declaration is a name that the package with a path and a folder declares, as in a mentioning.
type declaration struct{ path, dir, name string }

// LooksAtFrames reports whether fn may look at the frames of its callers in some build: it mentions
// runtime.Caller or one of its kind, or a declaration that does, through any number of packages. A
// method that is mentioned may be any method of that name in the package or in those that it
// imports. A package that cannot be read may look at frames. For functions of the standard library
// the answer is false: they are in the table of package stdlib.
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

// A frameSearch visits all declarations that a function leads to.
type frameSearch struct {
	pkg   *Package
	blind *sync.Map // declarations from which an earlier search found nothing
	seen  map[declaration]bool
	queue []declaration
}

// visit reports whether the declarations at a place look at frames, or cannot be read, and adds
// what they mention to the queue.
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

// mentionings returns what the files of a folder mention, nil if one cannot be read.
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

// follow reports whether the mention is one of a function that looks at frames, or of a package
// that cannot be found, and adds it to the queue otherwise.
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

// enter adds a declaration of the package at path to the queue, and reports whether the package's
// folder is known.
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

// add records what n mentions, for the declaration with the name decl.
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
