package mechanism

import (
	"slices"
	"strings"
)

// calleeReasons maps what is called to the reason of what it allocates. The
// first entry that matches decides. A pattern is a linker symbol without type
// arguments; a * at its end stands for any rest.
//
// It lists what has advice of its own. Everything else is [Callee], which says
// which function allocated and leaves the advice to its documentation.
var calleeReasons = []struct {
	mechanism string
	patterns  []string
}{
	{Testing, []string{"testing.*", "testing/*"}},
	{Timer, []string{"time.NewTimer", "time.After", "time.AfterFunc", "time.NewTicker", "time.Tick"}},
	{Context, []string{"context.*"}},
	{ErrorValue, []string{"errors.*", "fmt.Errorf"}},
	{Format, []string{"fmt.*"}},
	{NumberText, []string{"strconv.*", "math/big.(*Int).Text", "math/big.(*Int).String"}},
	{Builder, []string{"strings.(*Builder).*", "bytes.(*Buffer).*"}},
	{Split, []string{
		"strings.Split*", "strings.Fields*", "bytes.Split*", "bytes.Fields*", "path/filepath.SplitList",
	}},
	{Clone, []string{
		"slices.Clone", "slices.Concat", "slices.Repeat", "bytes.Clone", "strings.Clone", "maps.Clone", "net/http.Header.Clone",
	}},
	{Growth, []string{
		"slices.Collect", "slices.AppendSeq", "slices.Insert", "slices.Grow", "slices.Sorted*", "slices.Replace",
	}},
	{MapGrowth, []string{"maps.Collect", "maps.Insert", "maps.Copy"}},
	{ReadAll, []string{"io.ReadAll", "os.ReadFile", "io/fs.ReadFile", "io/ioutil.ReadAll", "io/ioutil.ReadFile"}},
	{Regexp, []string{"regexp.*", "regexp/syntax.*"}},
	{Reflect, []string{"reflect.*"}},
	{Sort, []string{"sort.*"}},
	{IterPull, []string{"iter.Pull*"}},
	{Finalizer, []string{"runtime.AddCleanup", "runtime.SetFinalizer"}},
	{Constructor, []string{
		"bufio.New*", "bytes.New*", "strings.New*", "compress/flate.New*", "compress/gzip.New*", "compress/zlib.New*",
		"compress/lzw.New*", "compress/bzip2.New*", "archive/tar.New*", "archive/zip.New*", "archive/zip.Open*",
		"encoding/json.New*", "encoding/xml.New*", "encoding/gob.New*", "encoding/csv.New*", "encoding/base64.New*",
		"encoding/hex.New*", "encoding/hex.Dumper", "crypto/*", "hash/*", "math/rand.New*", "math/rand/v2.New*",
		"text/tabwriter.New*", "text/template.New*", "html/template.New*", "log.New*", "log/slog.New*", "io.NewSectionReader",
		"io.LimitReader", "io.MultiReader", "io.MultiWriter", "io.TeeReader", "io.Pipe",
	}},
	{Encoding, []string{"encoding/*"}},
	{TextResult, []string{
		"strings.*", "bytes.*", "path.*", "path/filepath.*", "time.Time.Format", "time.Time.String", "time.Duration.String",
		"html.EscapeString", "html.UnescapeString", "net/url.QueryEscape", "net/url.PathEscape", "net/url.QueryUnescape",
		"net/url.PathUnescape", "unicode/utf16.*",
	}},
}

// constructed holds for packages whose every pattern above names a folder of
// constructors, hash/* and crypto/*: methods of what they make are no
// constructors.
func constructed(function string) bool {
	return strings.HasPrefix(function, "hash/") || strings.HasPrefix(function, "crypto/")
}

// ofCallee returns the reason of what a function of another package, named as
// the linker does, allocates.
func ofCallee(function string) string {
	function = withoutTypeArguments(function)
	if constructed(function) && !strings.Contains(function, ".New") {
		return Callee
	}
	for _, c := range calleeReasons {
		if slices.ContainsFunc(c.patterns, func(p string) bool { return matches(p, function) }) {
			return c.mechanism
		}
	}
	return Callee
}

func matches(pattern, function string) bool {
	if prefix, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(function, prefix)
	}
	return pattern == function
}

// withoutTypeArguments cuts the bracketed parts of a symbol: "slices.Clone"
// of "slices.Clone[go.shape.[]int,go.shape.int]".
func withoutTypeArguments(function string) string {
	var b strings.Builder
	depth := 0
	for _, c := range function {
		switch {
		case c == '[':
			depth++
		case c == ']':
			depth--
		case depth == 0:
			b.WriteRune(c)
		}
	}
	return b.String()
}
