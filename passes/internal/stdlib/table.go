package stdlib

// table is what is known, one fact a line: package, words, names. The words are those of
// [Func]; a name on several lines has the words of all of them, and * stands for those of
// the package that have no line of their own. The test holds that every
// name exists, that since= is right, and that the words fit the signature.
const table = `
# Functions that change nothing.
strings: quiet: Compare Contains ContainsAny ContainsRune Count Cut CutPrefix CutSuffix EqualFold HasPrefix HasSuffix
strings: quiet: Index IndexAny IndexByte IndexRune LastIndex LastIndexAny LastIndexByte Trim TrimLeft TrimPrefix TrimRight TrimSpace TrimSuffix
strings: quiet alloc: Fields Join Replace ReplaceAll Split SplitAfter SplitAfterN SplitN Title ToLower ToLowerSpecial ToTitle ToTitleSpecial ToUpper ToUpperSpecial ToValidUTF8
strings: quiet alloc unlike: Clone
strings: quiet alloc: NewReader
strings: quiet alloc panics: NewReplacer
strings: quiet alloc takes=0..1048575: Repeat
strings: quiet alloc: FieldsSeq Lines SplitAfterSeq SplitSeq
strings: quiet calls: ContainsFunc IndexFunc LastIndexFunc TrimFunc TrimLeftFunc TrimRightFunc
strings: quiet alloc calls: FieldsFunc Map
strings: quiet: Builder.Cap Builder.Len Builder.String Reader.Len Reader.Size
strings: quiet alloc: Replacer.Replace
strings: owned: Fields Split
strings: since=1.18: Cut Clone
strings: since=1.20: CutPrefix CutSuffix
strings: since=1.21: ContainsFunc
strings: since=1.24: Lines SplitSeq SplitAfterSeq FieldsSeq FieldsFuncSeq

bytes: quiet: Compare Contains ContainsAny ContainsRune Count Cut CutPrefix CutSuffix Equal EqualFold HasPrefix HasSuffix
bytes: quiet: Index IndexAny IndexByte IndexRune LastIndex LastIndexAny LastIndexByte
bytes: quiet part0: Trim TrimLeft TrimPrefix TrimRight TrimSpace TrimSuffix
bytes: quiet alloc: Clone Fields Join Replace ReplaceAll Runes Split SplitAfter SplitAfterN SplitN Title ToLower ToLowerSpecial ToTitle ToTitleSpecial ToUpper ToUpperSpecial ToValidUTF8
bytes: quiet alloc: NewBuffer NewBufferString NewReader
bytes: quiet alloc takes=0..1048575: Repeat
bytes: quiet alloc: FieldsSeq Lines SplitAfterSeq SplitSeq
bytes: quiet calls: ContainsFunc IndexFunc LastIndexFunc TrimFunc TrimLeftFunc TrimRightFunc
bytes: quiet alloc calls: FieldsFunc Map
bytes: quiet: Buffer.Available Buffer.Bytes Buffer.Cap Buffer.Len Reader.Len Reader.Size
bytes: quiet alloc nilsafe: Buffer.String
bytes: blind: Join
bytes: since=1.18: Cut
bytes: since=1.20: Clone CutPrefix CutSuffix
bytes: since=1.21: ContainsFunc Buffer.Available Buffer.AvailableBuffer
bytes: since=1.24: Lines SplitSeq SplitAfterSeq FieldsSeq FieldsFuncSeq

strconv: quiet: Atoi CanBackquote FormatBool IsGraphic IsPrint ParseBool ParseComplex ParseFloat ParseInt ParseUint QuotedPrefix UnquoteChar
strconv: quiet alloc: Itoa Quote QuoteRune QuoteRuneToASCII QuoteRuneToGraphic QuoteToASCII QuoteToGraphic Unquote
strconv: quiet alloc takes=2..36: FormatInt FormatUint
strconv: quiet alloc takes=32|64: FormatFloat
strconv: quiet alloc takes=64|128: FormatComplex
strconv: since=1.17: QuotedPrefix
strconv: appends: AppendBool AppendQuote AppendQuoteRune AppendQuoteRuneToASCII AppendQuoteRuneToGraphic AppendQuoteToASCII AppendQuoteToGraphic
strconv: appends takes=2..36: AppendInt AppendUint
strconv: appends takes=32|64: AppendFloat

unicode: quiet follows: In Is IsOneOf
unicode: quiet: IsControl IsDigit IsGraphic IsLetter IsLower IsMark IsNumber IsPrint IsPunct IsSpace IsSymbol IsTitle IsUpper SimpleFold To ToLower ToTitle ToUpper
unicode/utf8: quiet: DecodeLastRune DecodeLastRuneInString DecodeRune DecodeRuneInString FullRune FullRuneInString RuneCount RuneCountInString RuneLen RuneStart Valid ValidRune ValidString
unicode/utf8: writes0 panics: EncodeRune
unicode/utf8: appends: AppendRune
unicode/utf8: since=1.18: AppendRune

math: quiet: Abs Acos Acosh Asin Asinh Atan Atan2 Atanh Cbrt Ceil Copysign Cos Cosh Dim Erf Erfc Erfcinv Erfinv Exp Exp2 Expm1 FMA Float32bits Float32frombits Float64bits Float64frombits
math: quiet: Floor Frexp Gamma Hypot Ilogb Inf IsInf IsNaN J0 J1 Jn Ldexp Lgamma Log Log10 Log1p Log2 Logb Max Min Mod Modf NaN Nextafter Nextafter32 Pow Pow10 Remainder Round RoundToEven
math: quiet: Signbit Sin Sincos Sinh Sqrt Tan Tanh Trunc Y0 Y1 Yn
math/bits: quiet: Add Add32 Add64 LeadingZeros LeadingZeros16 LeadingZeros32 LeadingZeros64 LeadingZeros8 Len Len16 Len32 Len64 Len8 Mul Mul32 Mul64 OnesCount OnesCount16 OnesCount32 OnesCount64 OnesCount8
math/bits: quiet: Reverse Reverse16 Reverse32 Reverse64 Reverse8 ReverseBytes ReverseBytes16 ReverseBytes32 ReverseBytes64 RotateLeft RotateLeft16 RotateLeft32 RotateLeft64 RotateLeft8 Sub Sub32 Sub64
math/bits: quiet: TrailingZeros TrailingZeros16 TrailingZeros32 TrailingZeros64 TrailingZeros8
math/bits: quiet panics: Div Div32 Div64 Rem Rem32 Rem64
cmp: quiet: Compare Less
cmp: quiet eq: Or
cmp: since=1.21: Compare Less
cmp: since=1.22: Or

path: quiet: Base Ext IsAbs Match Split
path: quiet alloc: Clean Dir Join
path/filepath: quiet: Base Ext HasPrefix IsAbs IsLocal Match Split VolumeName
path/filepath: quiet alloc: Clean Dir FromSlash Join Localize Rel SplitList ToSlash
path/filepath: world alloc: Abs EvalSymlinks Glob
path/filepath: since=1.20: IsLocal
path/filepath: since=1.23: Localize

slices: quiet: All Backward IsSorted Values
slices: quiet part0: Clip
slices: quiet alloc: Clone Concat
slices: quiet: BinarySearch Compare
slices: quiet eq: Contains Equal Index
slices: quiet panics: Max Min
slices: quiet panics calls: MaxFunc MinFunc
slices: quiet alloc panics: Chunk Repeat
slices: since=1.21: Insert
slices: quiet calls: BinarySearchFunc CompareFunc ContainsFunc EqualFunc IndexFunc IsSortedFunc
slices: quiet alloc part0 panics: Grow
slices: writes0: Reverse Sort
slices: writes0 calls: SortFunc SortStableFunc
slices: since=1.21: BinarySearch BinarySearchFunc Clip Clone Compare CompareFunc Contains ContainsFunc Equal EqualFunc Grow Index IndexFunc IsSorted IsSortedFunc Max MaxFunc Min MinFunc Reverse Sort SortFunc SortStableFunc
slices: writes0 part0 calls: CompactFunc DeleteFunc
slices: quiet alloc calls: Collect Sorted SortedFunc SortedStableFunc
slices: since=1.21: CompactFunc DeleteFunc
slices: since=1.22: Concat
slices: since=1.23: Collect Sorted SortedFunc SortedStableFunc
slices: since=1.23: All Backward Chunk Repeat Values
maps: quiet: All Keys Values
maps: quiet alloc: Clone
maps: quiet eq: Equal
maps: quiet calls: EqualFunc
maps: writes0 panics: Copy
maps: writes0 calls: DeleteFunc
maps: since=1.21: Clone Copy DeleteFunc Equal EqualFunc
maps: since=1.23: All Keys Values
sort: quiet: Float64sAreSorted IntsAreSorted SearchFloat64s SearchInts SearchStrings StringsAreSorted
sort: quiet calls: Find Search
sort: quiet calls slice: SliceIsSorted
sort: writes0: Float64s Ints Strings
sort: writes0 alloc calls slice: Slice SliceStable
sort: since=1.19: Find

encoding/hex: quiet: DecodedLen EncodedLen
encoding/hex: quiet alloc: DecodeString Dump EncodeToString
encoding/hex: writes0 panics: Decode Encode
encoding/hex: appends exact: AppendEncode
encoding/hex: appends: AppendDecode
encoding/hex: since=1.22: AppendEncode AppendDecode
encoding/base64: quiet: Encoding.DecodedLen Encoding.EncodedLen
encoding/base64: quiet alloc: Encoding.DecodeString Encoding.EncodeToString
encoding/base64: writes0 panics: Encoding.Decode Encoding.Encode
encoding/base64: appends exact: Encoding.AppendEncode
encoding/base64: appends: Encoding.AppendDecode
encoding/base64: since=1.22: Encoding.AppendEncode Encoding.AppendDecode
encoding/base32: quiet alloc: Encoding.EncodeToString
encoding/base32: appends exact: Encoding.AppendEncode
encoding/base32: since=1.22: Encoding.AppendEncode
math/big: quiet alloc nilsafe: Int.String
math/big: quiet alloc panics nilsafe: Int.Text
math/big: appends exact panics nilsafe: Int.Append
math/big: copying: Int.SetBytes
encoding/binary: writes0 panics: PutUvarint PutVarint
encoding/binary: quiet: Uvarint Varint
encoding/binary: appends: AppendUvarint AppendVarint
encoding/binary: since=1.19: AppendUvarint AppendVarint
encoding/binary: since=1.23: Append Decode
html: quiet alloc: EscapeString UnescapeString
net/url: quiet alloc: PathEscape PathUnescape QueryEscape QueryUnescape Parse
crypto/md5: quiet: Sum
crypto/sha1: quiet: Sum
crypto/sha256: quiet: Sum224 Sum256
crypto/sha512: quiet: Sum384 Sum512
crypto/sha3: quiet: Sum224 Sum256 Sum384 Sum512
crypto/sha3: quiet alloc: New224 New256 New384 New512 NewSHAKE128 NewSHAKE256
crypto/sha3: writesr panics: SHA3.Write SHAKE.Write
crypto/sha3: writesr writes0: SHAKE.Read
crypto/sha3: since=1.24: Sum224 Sum256 Sum384 Sum512 New224 New256 New384 New512 NewSHAKE128 NewSHAKE256 SHA3.Write SHAKE.Write SHAKE.Read
crypto/hmac: quiet: Equal
crypto/subtle: quiet: ConstantTimeCompare
hash/crc32: quiet: ChecksumIEEE
hash/crc32: quiet panics: Checksum Update
hash/adler32: quiet: Checksum
errors: quiet alloc: New Join
errors: since=1.20: Join

net: quiet: IP.Equal IP.IsLoopback IP.IsMulticast IP.IsPrivate IP.IsUnspecified
net: quiet alloc: IP.String IPMask.String HardwareAddr.String
net: since=1.17: IP.IsPrivate
net/netip: quiet: Addr.As16 Addr.As4 Addr.BitLen Addr.Compare Addr.Is4 Addr.Is4In6 Addr.Is6 Addr.IsLoopback Addr.IsValid Addr.Less Addr.Next Addr.Prev Addr.Unmap Addr.Zone
net/netip: quiet: AddrPort.Addr AddrPort.Compare AddrPort.IsValid AddrPort.Port Prefix.Addr Prefix.Bits Prefix.Contains Prefix.IsSingleIP Prefix.IsValid Prefix.Masked Prefix.Overlaps
net/netip: quiet alloc: Addr.AsSlice Addr.Prefix Addr.String Addr.StringExpanded Addr.WithZone AddrPort.String Prefix.String
net/netip: since=1.18: Addr.As16 Addr.As4 Addr.BitLen Addr.Compare Addr.Is4 Addr.Is4In6 Addr.Is6 Addr.IsLoopback Addr.IsValid Addr.Less Addr.Next Addr.Prev Addr.Unmap Addr.Zone
net/netip: since=1.18: AddrPort.Addr AddrPort.IsValid AddrPort.Port Prefix.Addr Prefix.Bits Prefix.Contains Prefix.IsSingleIP Prefix.IsValid Prefix.Masked Prefix.Overlaps
net/netip: since=1.18: Addr.AsSlice Addr.Prefix Addr.String Addr.StringExpanded Addr.WithZone AddrPort.String Prefix.String
net/netip: since=1.22: AddrPort.Compare
net/http: quiet: ConnState.String
io/fs: quiet alloc: FileMode.String
reflect: quiet: Kind.String
syscall: quiet alloc: Errno.Error Signal.String
encoding/json: quiet: Number.String
go/token: quiet: Token.String
go/token: quiet alloc: Position.String
log/slog: quiet alloc frames: Level.String
log/slog: since=1.21: Level.String
time: quiet: Time.Add Time.AddDate Time.After Time.Before Time.Clock Time.Compare Time.Date Time.Day Time.Equal Time.Hour Time.ISOWeek Time.IsDST Time.IsZero Time.Local Time.Location Time.Minute Time.Month Time.Nanosecond
time: quiet: Time.Round Time.Second Time.Sub Time.Truncate Time.UTC Time.Unix Time.UnixMicro Time.UnixMilli Time.UnixNano Time.Weekday Time.Year Time.YearDay Time.Zone Time.ZoneBounds
time: quiet alloc: Time.Format Time.GoString Time.MarshalBinary Time.MarshalJSON Time.MarshalText Time.String Duration.String
time: quiet panics: Time.In
time: quiet: Duration.Abs Duration.Hours Duration.Microseconds Duration.Milliseconds Duration.Minutes Duration.Nanoseconds Duration.Round Duration.Seconds Duration.Truncate
time: quiet: Month.String Weekday.String
time: appends: Time.AppendFormat
time: world: Now Since Until
time: since=1.17: Time.GoString Time.IsDST Time.UnixMicro Time.UnixMilli
time: since=1.19: Duration.Abs Time.ZoneBounds
time: since=1.20: Time.Compare
os: world alloc: Getenv
os: world: Getpid

regexp: quiet panics: Regexp.MatchString Regexp.Match
regexp: quiet: Regexp.NumSubexp Regexp.SubexpIndex
regexp: quiet alloc panics: Regexp.FindStringIndex Regexp.FindStringSubmatchIndex Regexp.FindAllStringIndex Regexp.FindAllStringSubmatchIndex Regexp.FindIndex Regexp.FindSubmatchIndex Regexp.FindAllIndex Regexp.FindAllSubmatchIndex
regexp: quiet alloc panics: Regexp.FindString Regexp.FindAllString Regexp.FindStringSubmatch Regexp.ReplaceAllString Regexp.ReplaceAllLiteralString
regexp: quiet alloc: Regexp.String

# Functions that format: they call methods of their operands, those of log the program's
# writer besides.
fmt: quiet alloc methods: Errorf Sprint Sprintf Sprintln
fmt: appends methods exact: Append Appendf Appendln
fmt: writes0 lends0 alloc methods: Fprint Fprintf Fprintln
fmt: prints methods: Print Printf Println
fmt: since=1.19: Append Appendf Appendln
log: methods: Print Printf Println Logger.Print Logger.Printf Logger.Println
log: frames: Output Logger.Output

# Buffers.
strings: writesr alloc blind: Builder.Write
strings: writesr: Builder.Reset
strings: writesr alloc: Builder.WriteByte Builder.WriteRune Builder.WriteString
strings: writesr alloc panics: Builder.Grow
bytes: writesr alloc blind copying: Buffer.Write
bytes: writesr alloc copying: Buffer.WriteByte Buffer.WriteRune Buffer.WriteString
bytes: writesr copying: Buffer.Reset Buffer.ReadByte Buffer.ReadBytes Buffer.ReadRune Buffer.ReadString Buffer.UnreadByte Buffer.UnreadRune
bytes: writesr panics copying: Buffer.Grow Buffer.Truncate
bytes: copying: Buffer.String Buffer.Len
bytes: partr: Buffer.Bytes
bytes: writesr partr takes=0..1073741823: Buffer.Next
bytes: writesr writes0: Buffer.Read
bufio: copying blind: Writer.Write
bufio: copying: Writer.WriteString Writer.WriteByte Writer.WriteRune Writer.Flush Reader.Read Reader.ReadByte Reader.ReadBytes Reader.ReadRune Reader.ReadString Reader.UnreadByte Reader.UnreadRune Reader.Discard
bufio: since=1.18: Writer.AvailableBuffer
compress/gzip: copying: Writer.Write Writer.Flush Writer.Close Reader.Read Reader.Close Reader.Multistream
compress/zlib: copying: Writer.Write Writer.Flush Writer.Close
hash: copying: Hash.Size Hash.BlockSize Hash.Reset Hash32.Sum32 Hash64.Sum64
io: copying: Writer.Write
os: blind: File.Write

# Functions that read from, or write to, their first argument, and those whose result
# does; none retains more of it.
io: lends0: ReadAll WriteString
io: lends0 fills1: ReadFull ReadAtLeast
encoding/json: lends0: Compact Indent HTMLEscape
encoding/binary: lends0: Read Write
text/template: lends0: Template.Execute Template.ExecuteTemplate
html/template: lends0: Template.Execute Template.ExecuteTemplate
encoding/json: wraps0: NewDecoder NewEncoder
encoding/xml: wraps0: NewDecoder NewEncoder
encoding/gob: wraps0: NewDecoder NewEncoder
encoding/csv: wraps0: NewReader NewWriter
bufio: wraps0: NewScanner
bufio: wraps0 resets=stream: NewReader NewWriter
compress/gzip: wraps0 resets=stream: NewWriter
compress/zlib: wraps0 resets=stream: NewWriter
crypto/md5: resets=digest: New
crypto/sha1: resets=digest: New
crypto/sha256: resets=digest: New
crypto/sha512: resets=digest: New
hash/fnv: resets=digest: New32 New32a New64 New64a
hash/crc32: resets=digest: NewIEEE
hash/adler32: resets=digest: New
crypto/md5: size=Size whole=Sum: New
crypto/sha1: size=Size whole=Sum: New
crypto/sha256: size=Size whole=Sum256: New
crypto/sha256: size=Size224 whole=Sum224: New224
crypto/sha512: size=Size whole=Sum512: New
crypto/sha512: size=Size384 whole=Sum384: New384
crypto/sha512: size=Size224 whole=Sum512_224: New512_224
crypto/sha512: size=Size256 whole=Sum512_256: New512_256
encoding/binary: fills0: PutUvarint PutVarint ByteOrder.PutUint16 ByteOrder.PutUint32 ByteOrder.PutUint64
encoding/binary: writes0 fills0 panics: littleEndian.PutUint16 littleEndian.PutUint32 littleEndian.PutUint64 bigEndian.PutUint16 bigEndian.PutUint32 bigEndian.PutUint64
encoding/binary: quiet panics: littleEndian.Uint16 littleEndian.Uint32 littleEndian.Uint64 bigEndian.Uint16 bigEndian.Uint32 bigEndian.Uint64
encoding/binary: appends: littleEndian.AppendUint16 littleEndian.AppendUint32 littleEndian.AppendUint64 bigEndian.AppendUint16 bigEndian.AppendUint32 bigEndian.AppendUint64
encoding/binary: since=1.19: littleEndian.AppendUint16 littleEndian.AppendUint32 littleEndian.AppendUint64 bigEndian.AppendUint16 bigEndian.AppendUint32 bigEndian.AppendUint64

# Goroutines, frames, and what does not return.
sync: waits: Mutex.Lock Mutex.Unlock RWMutex.Lock RWMutex.RLock RWMutex.RUnlock RWMutex.Unlock WaitGroup.Done WaitGroup.Wait
sync: once: OnceFunc OnceValue OnceValues Once.Do
sync: since=1.21: OnceFunc OnceValue OnceValues
runtime: frames: *
runtime/debug: frames: *
log/slog: frames: *
testing: frames: common.Helper TB.Helper
os: never: Exit
runtime: never frames: Goexit
syscall: never: Exit
log: never methods: Fatal Fatalf Fatalln Panic Panicf Panicln Logger.Fatal Logger.Fatalf Logger.Fatalln Logger.Panic Logger.Panicf Logger.Panicln
testing: never: common.Fatal common.Fatalf common.FailNow common.Skip common.Skipf common.SkipNow TB.Fatal TB.Fatalf TB.FailNow TB.Skip TB.Skipf TB.SkipNow

# Twins on the other kind of text. free: the compiler makes no copy for the conversion of
# the second operand, which is neither retained nor changed. needle: the second operand is
# looked for, and mostly the shorter one.
strings: text=bytes free: HasPrefix HasSuffix EqualFold LastIndex
strings: text=bytes needle: Contains Count Index
strings: text=bytes: Compare IndexByte LastIndexByte IndexRune ContainsRune
bytes: text=strings free: HasPrefix HasSuffix EqualFold LastIndex
bytes: text=strings needle: Contains Count Index
bytes: text=strings: Compare IndexByte LastIndexByte IndexRune ContainsRune
unicode/utf8: text=RuneCount: RuneCountInString
unicode/utf8: text=Valid: ValidString
unicode/utf8: text=DecodeRune: DecodeRuneInString
unicode/utf8: text=DecodeLastRune: DecodeLastRuneInString
unicode/utf8: text=FullRune: FullRuneInString
regexp: text=Regexp.Match: Regexp.MatchString
regexp: text=Regexp.FindIndex: Regexp.FindStringIndex
regexp: text=Regexp.FindSubmatchIndex: Regexp.FindStringSubmatchIndex
regexp: text=Regexp.FindAllIndex: Regexp.FindAllStringIndex
regexp: text=Regexp.FindAllSubmatchIndex: Regexp.FindAllStringSubmatchIndex
regexp: text=Regexp.MatchString: Regexp.Match
regexp: text=Regexp.FindStringIndex: Regexp.FindIndex
regexp: text=Regexp.FindStringSubmatchIndex: Regexp.FindSubmatchIndex
regexp: text=Regexp.FindAllStringIndex: Regexp.FindAllIndex
regexp: text=Regexp.FindAllStringSubmatchIndex: Regexp.FindAllSubmatchIndex

# Twins that append.
strconv: append=AppendInt: FormatInt Itoa
strconv: append=AppendUint exact: FormatUint
strconv: append=AppendBool exact: FormatBool
strconv: append=AppendFloat: FormatFloat
strconv: append=AppendQuote: Quote
strconv: append=AppendQuoteToASCII: QuoteToASCII
strconv: append=AppendQuoteToGraphic: QuoteToGraphic
strconv: append=AppendQuoteRune: QuoteRune
strconv: append=AppendQuoteRuneToASCII: QuoteRuneToASCII
strconv: append=AppendQuoteRuneToGraphic: QuoteRuneToGraphic
time: append=Time.AppendFormat: Time.Format
encoding/hex: append=AppendEncode exact: EncodeToString
encoding/base64: append=Encoding.AppendEncode exact: Encoding.EncodeToString
encoding/base32: append=Encoding.AppendEncode exact: Encoding.EncodeToString
math/big: append=Int.Append exact: Int.String Int.Text
fmt: append=Appendf exact: Sprintf
fmt: append=Append exact: Sprint
fmt: append=Appendln exact: Sprintln
`

// typeTable is [table] for types: package, words of [Type], names.
const typeTable = `
bytes: memory last: Buffer Reader
strings: memory last: Builder Reader
os: last known nilsafe: File
hash: last: Hash
bufio: known: Reader Writer
bytes: known alike: Buffer
strings: known alike: Builder
bytes: known: Reader
strings: known: Reader
bufio: alike: Writer
os: alike: File
bytes: buffer: Buffer
strings: buffer: Builder
hash: buffer: Hash Hash32 Hash64
bufio: stream: Reader Writer
compress/flate: stream: Writer
compress/gzip: stream: Reader Writer
compress/zlib: stream: Writer
`
