package mechanism

import (
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// calleeReasons maps called functions to the reason of what they allocate. The first entry that matches decides. A
// pattern is a linker symbol without type arguments; a * at its end matches any rest.
//
// It lists functions with a remedy of their own. For all others the reason is [Callee], which says which function
// allocated and leaves the advice to its documentation.
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

// cgoCall occurs in the name of every function that the cgo command generates for a C function: "p._Cfunc_GoString".
const cgoCall = "_Cfunc_"

// constructed reports whether a function is in one of the packages hash/* and crypto/*, of which the patterns above
// mean only the constructors: methods of what these return are no constructors.
func constructed(function string) bool {
	return strings.HasPrefix(function, "hash/") || strings.HasPrefix(function, "crypto/")
}

// ofCallee returns the reason of what a function of another package, given by the linker's name, allocates.
func ofCallee(function string) string {
	function = record.WithoutTypeArguments(function)
	if strings.Contains(function, cgoCall) {
		return Cgo
	}
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

// instead returns what to use in place of a function, if the remedy of its reason is too general.
func instead(function string) (text string, ok bool) {
	function = record.WithoutTypeArguments(function)
	if constructed(function) && strings.HasSuffix(function, ").Sum") {
		return "Sum appends: pass it a slice with room in place of nil", true
	}
	text, ok = advice[function]
	return text, ok
}

// advice says what to use in place of a function, if the remedy of its reason is too general. Everything it names is
// in Go 1.25, the oldest supported release.
var advice = map[string]string{
	"strings.Split":                              "use strings.Cut for one part, or range over strings.SplitSeq",
	"strings.SplitN":                             "use strings.Cut, once for each part",
	"strings.SplitAfter":                         "range over strings.SplitAfterSeq",
	"strings.Fields":                             "range over strings.FieldsSeq",
	"strings.FieldsFunc":                         "range over strings.FieldsFuncSeq",
	"bytes.Split":                                "use bytes.Cut for one part, or range over bytes.SplitSeq",
	"bytes.SplitN":                               "use bytes.Cut, once for each part",
	"bytes.SplitAfter":                           "range over bytes.SplitAfterSeq",
	"bytes.Fields":                               "range over bytes.FieldsSeq",
	"bytes.FieldsFunc":                           "range over bytes.FieldsFuncSeq",
	"strings.ToLower":                            "compare with strings.EqualFold, or keep the result",
	"strings.ToUpper":                            "compare with strings.EqualFold, or keep the result",
	"strings.(*Builder).Grow":                    "it is the text itself; only a buffer that is kept avoids it",
	"bytes.(*Buffer).String":                     "use Bytes, which copies nothing, where a []byte will do",
	"strconv.Itoa":                               "use strconv.AppendInt with a buffer that exists",
	"strconv.FormatInt":                          "use strconv.AppendInt with a buffer that exists",
	"strconv.FormatUint":                         "use strconv.AppendUint with a buffer that exists",
	"strconv.FormatFloat":                        "use strconv.AppendFloat with a buffer that exists",
	"strconv.Quote":                              "use strconv.AppendQuote with a buffer that exists",
	"fmt.Sprintf":                                "use strconv and +, or fmt.Appendf with a buffer that exists, where bytes will do",
	"fmt.Sprint":                                 "use strconv and +, or fmt.Append with a buffer that exists",
	"fmt.Sprintln":                               "use strconv and +, or fmt.Appendln with a buffer that exists",
	"time.Time.Format":                           "use AppendFormat with a buffer that exists",
	"time.Time.String":                           "use AppendFormat with a buffer that exists",
	"time.After":                                 "keep one time.Timer and Reset it",
	"time.NewTimer":                              "keep one time.Timer and Reset it",
	"time.NewTicker":                             "keep one time.Ticker and Reset it",
	"slices.Collect":                             "use slices.AppendSeq with a slice that has room",
	"slices.Sorted":                              "use slices.AppendSeq with a slice that has room, and slices.Sort",
	"slices.Grow":                                "it is the room itself: only a slice that is used again has it",
	"slices.Insert":                              "give the slice room for what is inserted where it is made",
	"sort.Slice":                                 "use slices.SortFunc",
	"sort.SliceStable":                           "use slices.SortStableFunc",
	"sort.Sort":                                  "use slices.SortFunc",
	"sort.Strings":                               "use slices.Sort",
	"sort.Ints":                                  "use slices.Sort",
	"regexp.MustCompile":                         "compile it once, in a package variable",
	"regexp.Compile":                             "compile it once, and keep it",
	"regexp.MatchString":                         "compile the expression once, and use its MatchString",
	"encoding/hex.EncodeToString":                "use hex.AppendEncode with a buffer that exists",
	"encoding/json.Marshal":                      "keep a json.Encoder with its buffer",
	"encoding/json.Unmarshal":                    "decode the type by hand; what is decoded must be somewhere",
	"bufio.NewReader":                            "keep the bufio.Reader and Reset it, or take it from a sync.Pool",
	"bufio.NewWriter":                            "keep the bufio.Writer and Reset it, or take it from a sync.Pool",
	"bufio.NewScanner":                           "a Scanner has no Reset: give it a buffer that is kept, with Buffer",
	"encoding/csv.NewReader":                     "a Reader has no Reset: read all records with one",
	"encoding/csv.NewWriter":                     "a Writer has no Reset: write all records with one",
	"encoding/csv.(*Reader).Read":                "set ReuseRecord, where no record is kept",
	"encoding/json.NewDecoder":                   "a Decoder has no Reset: read a stream with one, and a single value into a buffer that is kept, for json.Unmarshal",
	"encoding/json.(*Decoder).Decode":            "read a single value into a buffer that is kept, for json.Unmarshal; what is decoded must be somewhere",
	"io.Copy":                                    "use io.CopyBuffer with a buffer that is kept; WriteTo and ReadFrom of the two sides go before it, and may make one",
	"reflect.New":                                "where the value can be addressed use its Addr, and where the type is known make it without reflect",
	"reflect.Value.Slice":                        "use reflect.Copy, which needs no slice of it, or a slice of the type itself",
	"sync.(*Pool).Put":                           "nothing: the list of the pool grows, until it is as long as it gets",
	"sync.OnceFunc":                              "keep a sync.Once beside the value, and call its Do",
	"compress/gzip.NewReader":                    "keep the gzip.Reader and Reset it, or take it from a sync.Pool",
	"compress/gzip.NewWriter":                    "keep the gzip.Writer and Reset it, or take it from a sync.Pool",
	"compress/gzip.NewWriterLevel":               "keep the gzip.Writer and Reset it, or take it from a sync.Pool",
	"compress/flate.NewWriter":                   "keep the flate.Writer and Reset it, or take it from a sync.Pool",
	"compress/flate.NewReader":                   "keep the reader and Reset it (flate.Resetter), or take it from a sync.Pool",
	"strings.NewReplacer":                        "make the Replacer once, in a package variable",
	"math/rand.New":                              "keep the rand.Rand, or use the functions of math/rand/v2",
	"net/url.Parse":                              "keep the URL, or cut what is needed from the text",
	"os.ReadFile":                                "read into a buffer that is kept, or stream the file",
	"io.ReadAll":                                 "where the size is known, use io.ReadFull with one buffer of it",
	"io/ioutil.ReadAll":                          "where the size is known, use io.ReadFull with one buffer of it",
	"io/ioutil.ReadFile":                         "read into a buffer that is kept, or stream the file",
	"errors.New":                                 "make an error that never differs once, in a package variable",
	"bufio.(*Reader).ReadString":                 "use ReadSlice, whose bytes hold until the next read",
	"bufio.(*Reader).ReadBytes":                  "use ReadSlice, whose bytes hold until the next read",
	"bufio.(*Scanner).Text":                      "use Bytes, which hold until the next Scan",
	"bytes.(*Buffer).ReadString":                 "use Next, whose bytes hold until the next write",
	"bytes.(*Buffer).ReadBytes":                  "use Next, whose bytes hold until the next write",
	"bytes.NewBuffer":                            "declare a bytes.Buffer, or take one from a sync.Pool and Reset it",
	"bytes.NewBufferString":                      "declare a bytes.Buffer, or take one from a sync.Pool and Reset it",
	"bytes.NewReader":                            "keep the bytes.Reader and Reset it, or take it from a sync.Pool",
	"strings.NewReader":                          "keep the strings.Reader and Reset it, or take it from a sync.Pool",
	"crypto/md5.New":                             "use md5.Sum for what is in memory, or take the hash from a sync.Pool and Reset it",
	"crypto/sha1.New":                            "use sha1.Sum for what is in memory, or take the hash from a sync.Pool and Reset it",
	"crypto/sha256.New":                          "use sha256.Sum256 for what is in memory, or take the hash from a sync.Pool and Reset it",
	"crypto/sha512.New":                          "use sha512.Sum512 for what is in memory, or take the hash from a sync.Pool and Reset it",
	"encoding/base64.(*Encoding).EncodeToString": "use AppendEncode with a buffer that exists",
	"encoding/base64.(*Encoding).DecodeString":   "use AppendDecode (of Go 1.22) with a buffer that exists, where nobody keeps the bytes",
	"encoding/base32.(*Encoding).EncodeToString": "use AppendEncode with a buffer that exists",
	"encoding/base32.(*Encoding).DecodeString":   "use AppendDecode (of Go 1.22) with a buffer that exists, where nobody keeps the bytes",
	"encoding/hex.DecodeString":                  "use hex.AppendDecode (of Go 1.22) with a buffer that exists, where nobody keeps the bytes",
	"encoding/binary.Read":                       "read the bytes, and use the Uint methods of the byte order",
	"encoding/binary.Write":                      "use binary.Append, or the Append methods of the byte order, with a buffer that exists",
	"math/big.(*Int).String":                     "use Append with a buffer that exists",
	"math/big.(*Int).Text":                       "use Append with a buffer that exists",
	"net/http.(*Request).WithContext":            "derive one context with all values, and one request from it",
	"net/url.(*URL).Query":                       "keep the Values, or cut what is needed from RawQuery",
	"regexp.(*Regexp).FindAllString":             "ask for one match after the other with FindStringIndex, or use MatchString where that is enough",
	"regexp.(*Regexp).Match":                     "its state comes from a pool that collections empty; a simple pattern needs no expression",
	"regexp.(*Regexp).MatchString":               "its state comes from a pool that collections empty; a simple pattern needs no expression",
	"regexp.(*Regexp).FindStringSubmatch":        "use MatchString where that is enough; text that is cut by a separator needs no expression",
	"regexp.(*Regexp).FindStringSubmatchIndex":   "use MatchString where that is enough; text that is cut by a separator needs no expression",
	"regexp.(*Regexp).ReplaceAllString":          "ask MatchString first where most texts do not match",
	"time.Time.MarshalJSON":                      "use AppendFormat with a buffer that exists",
	"time.Time.MarshalText":                      "use AppendText with a buffer that exists",
}
