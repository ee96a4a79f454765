package record

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write docs/record.md anew from the types and their comments")

const docFile = "../../docs/record.md"

// TestDoc holds docs/record.md to the types: below its last hand-written
// heading stand all messages and nouns with all fields, made from the comments
// of this package.
func TestDoc(t *testing.T) {
	data, err := os.ReadFile(docFile)
	if err != nil {
		t.Fatal(err)
	}
	const heading = "\n## Fields\n"
	intro, _, ok := strings.Cut(string(data), heading)
	if !ok {
		t.Fatalf("%s has no heading %q", docFile, heading)
	}
	want := intro + heading + newDocs(t).fields()
	if *update {
		if err := os.WriteFile(docFile, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, string(data)); diff != "" {
		t.Errorf("docs/record.md is not what the types say; run go test ./internal/record -update (-want +got):\n%s", diff)
	}
}

// TestDocExample reads the stream that the documentation shows, knows all of
// its fields and finds it to be complete.
func TestDocExample(t *testing.T) {
	data, err := os.ReadFile(docFile)
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```json\n(.*?)```").FindSubmatch(data)
	if block == nil {
		t.Fatal("no example")
	}
	var c collector
	if err := Decode(bytes.NewReader(block[1]), &c); err != nil {
		t.Fatal(err)
	}
	if last := c.got[len(c.got)-1]; last.Summary == nil {
		t.Error("the example does not end in a summary")
	}
	for line := range bytes.Lines(block[1]) {
		dec := json.NewDecoder(bytes.NewReader(line))
		dec.DisallowUnknownFields()
		if err := dec.Decode(new(Message)); err != nil {
			t.Errorf("%v: %s", err, line)
		}
	}
}

// docs are the comments of this package.
type docs struct {
	types  map[string]string   // by type
	member map[string]string   // by type and field: "Site.ID"
	values map[string][]string // by type: rows of its constants
}

func newDocs(t *testing.T) *docs {
	t.Helper()
	fset := token.NewFileSet()
	d := &docs{map[string]string{}, map[string]string{}, map[string][]string{}}
	files, err := fs.Glob(os.DirFS("."), "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range f.Decls {
			if gen, ok := decl.(*ast.GenDecl); ok {
				d.read(gen)
			}
		}
	}
	return d
}

func (d *docs) read(gen *ast.GenDecl) {
	for _, spec := range gen.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			d.types[spec.Name.Name] = comment(gen.Doc, spec.Doc)
			if st, ok := spec.Type.(*ast.StructType); ok {
				d.readFields(spec.Name.Name, st)
			}
		case *ast.ValueSpec:
			d.readValue(spec)
		}
	}
}

func (d *docs) readFields(typ string, st *ast.StructType) {
	for _, f := range st.Fields.List {
		for _, name := range f.Names {
			d.member[typ+"."+name.Name] = comment(f.Doc, f.Comment)
		}
	}
}

// readValue takes the constants of named string types: the words that a field
// of that type may hold.
func (d *docs) readValue(spec *ast.ValueSpec) {
	typ, ok := spec.Type.(*ast.Ident)
	if !ok || len(spec.Values) != 1 {
		return
	}
	lit, ok := spec.Values[0].(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return
	}
	row := fmt.Sprintf("| `%s` | %s |", lit.Value, comment(spec.Doc, spec.Comment))
	d.values[typ.Name] = append(d.values[typ.Name], row)
}

// comment is the text of comments as one line of a Markdown table.
func comment(groups ...*ast.CommentGroup) string {
	var texts []string
	for _, g := range groups {
		texts = append(texts, strings.Fields(g.Text())...)
	}
	return strings.NewReplacer("|", `\|`, "<", "&lt;").Replace(strings.Join(texts, " "))
}

// fields lists the kinds of messages, then every noun, then the words.
func (d *docs) fields() string {
	var b strings.Builder
	var words []string
	for _, typ := range nouns(reflect.TypeFor[Message]()) {
		fmt.Fprintf(&b, "\n### %s\n\n%s\n\n| field | type | meaning |\n|---|---|---|\n", typ.Name(), d.types[typ.Name()])
		for i := range typ.NumField() {
			f := typ.Field(i)
			if f.Type.Kind() == reflect.String && f.Type != reflect.TypeFor[string]() && !slices.Contains(words, f.Type.Name()) {
				words = append(words, f.Type.Name())
			}
			name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "-" {
				continue // no part of a stream
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", name, jsonType(f.Type, options == "omitempty"), d.meaning(typ, f))
		}
	}
	for _, typ := range words {
		fmt.Fprintf(&b, "\n### %s\n\n%s\n\n| value | meaning |\n|---|---|\n%s\n", typ, d.types[typ], strings.Join(d.values[typ], "\n"))
	}
	return b.String()
}

// meaning is the comment of a field, or the field whose comment is about both.
func (d *docs) meaning(typ reflect.Type, f reflect.StructField) string {
	if text := d.member[typ.Name()+"."+f.Name]; text != "" {
		return text
	}
	word := regexp.MustCompile(`\b` + f.Name + `\b`)
	for i := range typ.NumField() {
		g := typ.Field(i)
		if word.MatchString(d.member[typ.Name()+"."+g.Name]) {
			name, _, _ := strings.Cut(g.Tag.Get("json"), ",")
			return "see `" + name + "`"
		}
	}
	return ""
}

// jsonType names a type as a reader of JSON sees it. A "?" says that the field
// is left out when it is zero or empty.
func jsonType(t reflect.Type, optional bool) string {
	mark := ""
	if optional {
		mark = "?"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return jsonType(t.Elem(), optional)
	case reflect.Slice:
		return "list of " + jsonType(t.Elem(), false) + mark
	case reflect.Struct:
		return link(t.Name()) + mark
	case reflect.Bool:
		return "boolean" + mark
	case reflect.String:
		if t != reflect.TypeFor[string]() {
			return link(t.Name()) + mark
		}
		return "string" + mark
	case reflect.Float64:
		return "number" + mark
	}
	return "integer" + mark
}

func link(name string) string { return "[" + name + "](#" + strings.ToLower(name) + ")" }
