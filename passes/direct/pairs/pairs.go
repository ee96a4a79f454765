//go:build unheap

// Package pairs has the rewrites of the rule direct, each as two functions that do the same:
// what the body of before… does is done as in the body of after…. What stands above them is
// what the rule says of a place.
package pairs

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/big"
	"net"
	"net/netip"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// A reader is made for bytes that are at hand.
//
//unheap:differs identity where there are too few bytes the error is none of package io, and that of a value without a fixed size has other words
func beforeDecode(b []byte, order binary.ByteOrder, v any) error {
	return binary.Read(bytes.NewReader(b), order, v)
}

// Decode the bytes without a reader.
func afterDecode(b []byte, order binary.ByteOrder, v any) error {
	_, err := binary.Decode(b, order, v)
	return err
}

// A reader is made for bytes that are at hand.
//
//unheap:differs identity where there are too few bytes the error is none of package io, and that of a value without a fixed size has other words
func beforeDecodeBuffer(b []byte, order binary.ByteOrder, v any) error {
	return binary.Read(bytes.NewBuffer(b), order, v)
}

// Decode the bytes without a reader.
func afterDecodeBuffer(b []byte, order binary.ByteOrder, v any) error {
	_, err := binary.Decode(b, order, v)
	return err
}

// A reader is made for bytes that are at hand.
//
//unheap:differs writes the writer sees a Write of nothing if there are no bytes, may not be nil, and must say itself if it has written too few
func beforeCopyBytes(w io.Writer, b []byte) { io.Copy(w, bytes.NewReader(b)) }

// Write the bytes without a reader.
func afterCopyBytes(w io.Writer, b []byte) { w.Write(b) }

// A reader is made for bytes that are at hand.
//
//unheap:differs writes the writer sees a Write of nothing if there are no bytes, may not be nil, and must say itself if it has written too few
func beforeCopyBytesError(w io.Writer, b []byte) error {
	_, err := io.Copy(w, bytes.NewReader(b))
	return err
}

// Write the bytes without a reader.
func afterCopyBytesError(w io.Writer, b []byte) error {
	_, err := w.Write(b)
	return err
}

// A reader is made for a text that is at hand.
//
//unheap:differs writes the writer sees a Write of nothing if there is no text, may not be nil, and must say itself if it has written too little
func beforeCopyText(w io.Writer, s string) { io.Copy(w, strings.NewReader(s)) }

// Write the text without a reader.
func afterCopyText(w io.Writer, s string) { io.WriteString(w, s) }

// A reader is made for a text that is at hand.
//
//unheap:differs writes the writer sees a Write of nothing if there is no text, may not be nil, and must say itself if it has written too little
func beforeCopyTextError(w io.Writer, s string) error {
	_, err := io.Copy(w, strings.NewReader(s))
	return err
}

// Write the text without a reader.
func afterCopyTextError(w io.Writer, s string) error {
	_, err := io.WriteString(w, s)
	return err
}

// A reader is made for bytes that are at hand.
//
//unheap:differs writes the writer sees a Write of nothing if there are no bytes, may not be nil, and must say itself if it has written too few
func beforeCopyNewBuffer(w io.Writer, b []byte) { io.Copy(w, bytes.NewBuffer(b)) }

// Write the bytes without a reader.
func afterCopyNewBuffer(w io.Writer, b []byte) { w.Write(b) }

// A reader is made for bytes that are at hand.
//
//unheap:differs writes the writer sees a Write of nothing if there are no bytes, may not be nil, and must say itself if it has written too few
func beforeCopyNewBufferError(w io.Writer, b []byte) error {
	_, err := io.Copy(w, bytes.NewBuffer(b))
	return err
}

// Write the bytes without a reader.
func afterCopyNewBufferError(w io.Writer, b []byte) error {
	_, err := w.Write(b)
	return err
}

// A reader is made for bytes that are at hand.
//
//unheap:differs writes the writer sees a Write of nothing if there are no bytes, may not be nil, and must say itself if it has written too few
//unheap:differs late-panic a buffer for the copy that has no bytes, and is not nil, does not panic, nor does a nil pointer that leads to it
func beforeCopyThrough(w io.Writer, b, buf []byte) { io.CopyBuffer(w, bytes.NewReader(b), buf) }

// Write the bytes without a reader.
func afterCopyThrough(w io.Writer, b, buf []byte) { w.Write(b) }

// A reader is made for bytes that are at hand.
//
//unheap:differs writes the writer sees a Write of nothing if there are no bytes, may not be nil, and must say itself if it has written too few
//unheap:differs late-panic a buffer for the copy that has no bytes, and is not nil, does not panic, nor does a nil pointer that leads to it
func beforeCopyThroughError(w io.Writer, b, buf []byte) error {
	_, err := io.CopyBuffer(w, bytes.NewReader(b), buf)
	return err
}

// Write the bytes without a reader.
func afterCopyThroughError(w io.Writer, b, buf []byte) error {
	_, err := w.Write(b)
	return err
}

// A text is copied to be read.
//
//unheap:differs contract who asks for the type of the reader finds another one
func beforeReadText(s string) io.Reader { return bytes.NewReader([]byte(s)) }

// Read the text without a copy.
func afterReadText(s string) io.Reader { return strings.NewReader(s) }

// A text is copied to be read.
//
//unheap:differs contract who asks for the type of the reader finds another one
func beforeReadTextBuffer(s string) io.Reader { return bytes.NewBuffer([]byte(s)) }

// Read the text without a copy.
func afterReadTextBuffer(s string) io.Reader { return strings.NewReader(s) }

// A text is copied to be read.
//
//unheap:differs contract who asks for the type of the reader finds another one
func beforeReadTextString(s string) io.Reader { return bytes.NewBufferString(s) }

// Read the text without a copy.
func afterReadTextString(s string) io.Reader { return strings.NewReader(s) }

// Bytes are copied to be read.
//
//unheap:differs sharing what changes the bytes before they are read is seen
//unheap:differs contract who asks for the type of the reader finds another one
func beforeReadBytes(b []byte) io.Reader { return strings.NewReader(string(b)) }

// Read the bytes without a copy.
func afterReadBytes(b []byte) io.Reader { return bytes.NewReader(b) }

// A text is put into an interface to be written.
//
//unheap:differs writes a writer with a method WriteString gets the text there
//unheap:varies s
func beforeFprint(w io.Writer, s string) (int, error) { return fmt.Fprint(w, s) }

// Write the text without fmt.
func afterFprint(w io.Writer, s string) (int, error) { return io.WriteString(w, s) }

// A text is put into an interface to be written.
//
//unheap:differs writes a writer with a method WriteString gets the text there
//unheap:varies s
func beforeFprintf(w io.Writer, s string) (int, error) { return fmt.Fprintf(w, "%s", s) }

// Write the text without fmt.
func afterFprintf(w io.Writer, s string) (int, error) { return io.WriteString(w, s) }

// Bytes are put into an interface and copied to be written.
//
//unheap:differs sharing the writer gets the bytes themselves, not a copy
func beforeFprintfBytes(w io.Writer, b []byte) (int, error) { return fmt.Fprintf(w, "%s", b) }

// Write the bytes without fmt.
func afterFprintfBytes(w io.Writer, b []byte) (int, error) { return w.Write(b) }

// A value and the zero value are put into interfaces to be compared.
//
//unheap:differs contract a negative zero is not zero, fields named _ do not count, a value found by an unexported field does not panic, and the zero Value panics in other words
func beforeZeroDeep(v reflect.Value) bool {
	return reflect.DeepEqual(v.Interface(), reflect.Zero(v.Type()).Interface())
}

// Ask whether the value is zero.
func afterZeroDeep(v reflect.Value) bool { return v.IsZero() }

// A value and the zero value are put into interfaces to be compared.
//
//unheap:differs contract a negative zero is not zero, fields named _ do not count, a value found by an unexported field does not panic, and the zero Value panics in other words
func beforeZeroDeeply(v reflect.Value) bool {
	return reflect.DeepEqual(reflect.Zero(v.Type()).Interface(), v.Interface())
}

// Ask whether the value is zero.
func afterZeroDeeply(v reflect.Value) bool { return v.IsZero() }

// A value and the zero value are put into interfaces to be compared.
//
//unheap:differs contract a negative zero is not zero, a value that cannot be compared, or was found by an unexported field, does not panic, and the zero Value panics in other words
func beforeZero(v reflect.Value) bool { return v.Interface() == reflect.Zero(v.Type()).Interface() }

// Ask whether the value is zero.
func afterZero(v reflect.Value) bool { return v.IsZero() }

// Slices are put into interfaces to be compared.
func beforeSameBytes[B ~[]byte](a, b B) bool { return reflect.DeepEqual(a, b) }

// Compare the bytes.
func afterSameBytes[B ~[]byte](a, b B) bool { return bytes.Equal(a, b) && (a == nil) == (b == nil) }

// Slices are put into interfaces to be compared.
func beforeSameSlice[E ~string | ~bool | ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint16 | ~uint32 | ~uint64, S ~[]E](a, b S) bool {
	return reflect.DeepEqual(a, b)
}

// Compare the elements.
func afterSameSlice[E ~string | ~bool | ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint16 | ~uint32 | ~uint64, S ~[]E](a, b S) bool {
	return slices.Equal(a, b) && (a == nil) == (b == nil)
}

// Maps are compared by reflection.
func beforeSameMap[K ~string | ~bool | ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64, V ~string | ~bool | ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64, M ~map[K]V](a, b M) bool {
	return reflect.DeepEqual(a, b)
}

// Compare the entries.
func afterSameMap[K ~string | ~bool | ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64, V ~string | ~bool | ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64, M ~map[K]V](a, b M) bool {
	return maps.Equal(a, b) && (a == nil) == (b == nil)
}

// Texts of addresses are made to be compared.
func beforeSameIP(a, b net.IP) bool { return a.String() == b.String() }

// Compare the addresses.
func afterSameIP(a, b net.IP) bool { return a.Equal(b) }

// Texts of addresses are made to be compared.
func beforeSameHardware(a, b net.HardwareAddr) bool { return a.String() == b.String() }

// Compare the addresses.
func afterSameHardware(a, b net.HardwareAddr) bool { return bytes.Equal(a, b) }

// Texts of addresses are made to be compared.
func beforeSameAddr(a, b netip.Addr) bool { return a.String() == b.String() }

// Compare the addresses.
func afterSameAddr(a, b netip.Addr) bool { return a == b }

// A list of matches is made to see whether there is one.
func beforeMatchSubmatch(re *regexp.Regexp, s string) bool { return re.FindStringSubmatch(s) != nil }

// Ask whether the text matches.
func afterMatchSubmatch(re *regexp.Regexp, s string) bool { return re.MatchString(s) }

// A list of matches is made to see whether there is one.
func beforeMatchSubmatches(re *regexp.Regexp, s string) bool {
	return len(re.FindStringSubmatch(s)) == 0
}

// Ask whether the text matches.
func afterMatchSubmatches(re *regexp.Regexp, s string) bool { return !re.MatchString(s) }

// A list of matches is made to see whether there is one.
func beforeMatchAll(re *regexp.Regexp, s string) bool { return len(re.FindAllString(s, -1)) == 0 }

// Ask whether the text matches.
func afterMatchAll(re *regexp.Regexp, s string) bool { return !re.MatchString(s) }

// A list of matches is made to see whether there is one.
func beforeMatchPlaces(re *regexp.Regexp, s string) bool {
	return len(re.FindAllStringIndex(s, -1)) == 0
}

// Ask whether the text matches.
func afterMatchPlaces(re *regexp.Regexp, s string) bool { return !re.MatchString(s) }

// A list of matches is made to see whether there is one.
func beforeMatchBytes(re *regexp.Regexp, b []byte) bool { return re.FindSubmatch(b) != nil }

// Ask whether the bytes match.
func afterMatchBytes(re *regexp.Regexp, b []byte) bool { return re.Match(b) }

// Bytes are copied to be compared.
func beforeTrimmed(b []byte, s string) bool { return strings.TrimSpace(string(b)) == s }

// Compare the bytes without a copy.
func afterTrimmed(b []byte, s string) bool { return string(bytes.TrimSpace(b)) == s }

// Bytes are copied for each step.
func beforeLower(b []byte) []byte { return []byte(strings.ToLower(string(b))) }

// Stay with bytes.
func afterLower(b []byte) []byte { return bytes.ToLower(b) }

// Bytes are copied for each step.
func beforeUpper(b []byte) []byte { return []byte(strings.ToUpper(string(b))) }

// Stay with bytes.
func afterUpper(b []byte) []byte { return bytes.ToUpper(b) }

// A text is copied for each step.
//
//unheap:differs retention who keeps the text may keep all of the one that it is a part of
func beforeLowerText(s string) string { return string(bytes.ToLower([]byte(s))) }

// Stay with the text.
func afterLowerText(s string) string { return strings.ToLower(s) }

// A text is copied for each step.
//
//unheap:differs retention who keeps the text may keep all of the one that it is a part of
func beforeUpperText(s string) string { return string(bytes.ToUpper([]byte(s))) }

// Stay with the text.
func afterUpperText(s string) string { return strings.ToUpper(s) }

// A text is copied for each step.
//
//unheap:differs retention who keeps the text keeps all of the one that it is a part of
func beforeTrimText(s string) string { return string(bytes.TrimSpace([]byte(s))) }

// Stay with the text.
func afterTrimText(s string) string { return strings.TrimSpace(s) }

// Bytes are copied to be decoded.
func beforeDecodeHex(b []byte) ([]byte, error) { return hex.DecodeString(string(b)) }

// Decode the bytes without a copy.
func afterDecodeHex(b []byte) ([]byte, error) { return hex.AppendDecode([]byte{}, b) }

// Bytes are copied to be decoded.
//
//unheap:differs late-panic a nil Encoding does not panic where there is nothing to decode
func beforeDecodeBase64(enc *base64.Encoding, b []byte) ([]byte, error) {
	return enc.DecodeString(string(b))
}

// Decode the bytes without a copy.
func afterDecodeBase64(enc *base64.Encoding, b []byte) ([]byte, error) {
	return enc.AppendDecode([]byte{}, b)
}

// An encoder is made to write bytes that are at hand.
//
//unheap:differs uncaught-panic a nil Encoding panics even where there is nothing to encode
//unheap:differs contract the buffer may not be nil, has not what is encoded in its room, and forgets what was read from it even if there is nothing to encode
func beforeEncodeBase64(enc *base64.Encoding, out *bytes.Buffer, b []byte) {
	e := base64.NewEncoder(enc, out)
	e.Write(b)
	e.Close()
}

// Append the encoded text to the buffer.
func afterEncodeBase64(enc *base64.Encoding, out *bytes.Buffer, b []byte) {
	out.Write(enc.AppendEncode(out.AvailableBuffer(), b))
}

// An encoder is made to write bytes that are at hand.
//
//unheap:differs contract the buffer may not be nil, has not what is encoded in its room, and forgets what was read from it even if there is nothing to encode
func beforeEncodeHex(out *bytes.Buffer, b []byte) { hex.NewEncoder(out).Write(b) }

// Append the encoded text to the buffer.
func afterEncodeHex(out *bytes.Buffer, b []byte) {
	out.Write(hex.AppendEncode(out.AvailableBuffer(), b))
}

// A list is made to insert one element.
//
//unheap:differs late-panic an index that is out of range panics in other words
func beforeInsert[E any](s []E, i int, v E) []E { return append(s[:i], append([]E{v}, s[i:]...)...) }

// Insert the element in place.
func afterInsert[E any](s []E, i int, v E) []E { return slices.Insert(s, i, v) }

// Bytes are put together to be compared.
func beforeEqualJoined(b []byte, start string, rest []byte) bool {
	return bytes.Equal(b, append([]byte(start), rest...))
}

// Compare the parts.
func afterEqualJoined(b []byte, start string, rest []byte) bool {
	return bytes.HasPrefix(b, []byte(start)) && bytes.Equal(b[len(start):], rest)
}

// A text is put together to be looked for.
func beforePrefixJoined(s, start, rest string) bool { return strings.HasPrefix(s, start+rest) }

// Look for the parts.
func afterPrefixJoined(s, start, rest string) bool {
	return strings.HasPrefix(s, start) && strings.HasPrefix(s[len(start):], rest)
}

// A list of matches is made to see whether there is one.
func beforeMatchAllNil(re *regexp.Regexp, s string) bool { return re.FindAllString(s, -1) != nil }

// Ask whether the text matches.
func afterMatchAllNil(re *regexp.Regexp, s string) bool { return re.MatchString(s) }

// Texts of bytes are made to be compared.
func beforeSameHex(a, b []byte) bool { return hex.EncodeToString(a) == hex.EncodeToString(b) }

// Compare the bytes.
func afterSameHex(a, b []byte) bool { return bytes.Equal(a, b) }

// Texts of lists are made to be compared.
func beforeSameListed[E bool | int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64](a, b []E) bool {
	return fmt.Sprint(a) == fmt.Sprint(b)
}

// Compare the elements.
func afterSameListed[E bool | int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64](a, b []E) bool {
	return slices.Equal(a, b)
}

// Lists are joined to be compared.
//
//unheap:differs contract lists that only differ in which elements hold a separator, or that are an empty text and nothing, were the same
func beforeSameJoined(a, b []string, sep string) bool {
	return strings.Join(a, sep) == strings.Join(b, sep)
}

// Compare the elements.
func afterSameJoined(a, b []string, sep string) bool { return slices.Equal(a, b) }

// A list of lines is made to be counted.
func beforeCountRows(b []byte) int { return len(bytes.Split(b, []byte{'\n'})) }

// Count the ends of the lines.
func afterCountRows(b []byte) int { return bytes.Count(b, []byte{'\n'}) + 1 }

// A list of lines is made to be counted.
func beforeCountLines(b []byte) int { return len(bytes.Split(b, []byte("\n"))) }

// Count the ends of the lines.
func afterCountLines(b []byte) int { return bytes.Count(b, []byte("\n")) + 1 }

// A list of fields is made to see whether there is one.
func beforeNoField(b []byte) bool { return len(bytes.Fields(b)) == 0 }

// See whether there is more than space.
func afterNoField(b []byte) bool { return len(bytes.TrimSpace(b)) == 0 }

// Texts of times are made to compare their days.
func beforeSameDay(a, b time.Time) bool { return a.Format("2006-01-02") == b.Format("2006-01-02") }

// Compare the days.
func afterSameDay(a, b time.Time) bool { return a.Year() == b.Year() && a.YearDay() == b.YearDay() }

// Texts of times are made to compare their days.
func beforeSameDayShort(a, b time.Time) bool { return a.Format("20060102") == b.Format("20060102") }

// Compare the days.
func afterSameDayShort(a, b time.Time) bool {
	return a.Year() == b.Year() && a.YearDay() == b.YearDay()
}

// Texts of addresses are made to be compared.
//
//unheap:differs contract of what is no address the text does not tell the ports
func beforeSameAddrPort(a, b netip.AddrPort) bool { return a.String() == b.String() }

// Compare the addresses.
func afterSameAddrPort(a, b netip.AddrPort) bool { return a == b }

// Texts of numbers are made to be compared.
//
//unheap:differs uncaught-panic a nil number panics
func beforeSameInt(a, b *big.Int) bool { return a.String() == b.String() }

// Compare the numbers.
func afterSameInt(a, b *big.Int) bool { return a.Cmp(b) == 0 }

// What a buffer holds is copied to be compared.
//
//unheap:differs uncaught-panic a nil buffer panics
func beforeHolds(buf *bytes.Buffer, s string) bool { return buf.String() == s }

// Compare the contents of the buffer in place.
func afterHolds(buf *bytes.Buffer, s string) bool { return string(buf.Bytes()) == s }

// What a buffer holds is copied to be looked through.
//
//unheap:differs uncaught-panic a nil buffer panics
func beforeHoldsPrefix(buf *bytes.Buffer, s string) bool { return strings.HasPrefix(buf.String(), s) }

// Look into the buffer in place.
func afterHoldsPrefix(buf *bytes.Buffer, s string) bool {
	return bytes.HasPrefix(buf.Bytes(), []byte(s))
}

// What a buffer holds is copied to be looked through.
//
//unheap:differs uncaught-panic a nil buffer panics
func beforeHoldsPart(buf *bytes.Buffer, s string) bool { return strings.Contains(buf.String(), s) }

// Look into the buffer in place.
func afterHoldsPart(buf *bytes.Buffer, s string) bool {
	return bytes.Contains(buf.Bytes(), []byte(s))
}

// What a buffer holds is copied to be looked through.
//
//unheap:differs uncaught-panic a nil buffer panics
func beforeHoldsSuffix(buf *bytes.Buffer, s string) bool { return strings.HasSuffix(buf.String(), s) }

// Look into the buffer in place.
func afterHoldsSuffix(buf *bytes.Buffer, s string) bool {
	return bytes.HasSuffix(buf.Bytes(), []byte(s))
}

// What a buffer holds is copied to be looked through.
//
//unheap:differs uncaught-panic a nil buffer panics
func beforeHoldsIndex(buf *bytes.Buffer, s string) int { return strings.Index(buf.String(), s) }

// Look into the buffer in place.
func afterHoldsIndex(buf *bytes.Buffer, s string) int { return bytes.Index(buf.Bytes(), []byte(s)) }

// What a buffer holds is copied twice.
//
//unheap:differs uncaught-panic a nil buffer panics
func beforeHoldsCopy(buf *bytes.Buffer) []byte { return []byte(buf.String()) }

// Copy the contents of the buffer once.
func afterHoldsCopy(buf *bytes.Buffer) []byte { return append([]byte{}, buf.Bytes()...) }

// What a buffer holds is copied to be written.
//
//unheap:differs uncaught-panic a nil buffer panics
func beforeHoldsBuilder(b *strings.Builder, buf *bytes.Buffer) { b.WriteString(buf.String()) }

// Write the contents of the buffer without a copy.
func afterHoldsBuilder(b *strings.Builder, buf *bytes.Buffer) { b.Write(buf.Bytes()) }

// What a buffer holds is copied to be measured.
//
//unheap:differs uncaught-panic a nil buffer panics
func beforeHoldsSize(buf *bytes.Buffer) int { return len(buf.String()) }

// Ask for the length of the buffer.
func afterHoldsSize(buf *bytes.Buffer) int { return buf.Len() }

// What a buffer holds is copied to be written.
//
//unheap:differs uncaught-panic a nil buffer panics
//unheap:differs writes a writer with a method WriteString gets bytes
//unheap:differs sharing a writer that writes to the buffer changes what it is given
func beforeHoldsText(w io.Writer, buf *bytes.Buffer) (int, error) {
	return io.WriteString(w, buf.String())
}

// Write the contents of the buffer without a copy.
func afterHoldsText(w io.Writer, buf *bytes.Buffer) (int, error) { return w.Write(buf.Bytes()) }

// A reader and a decoder are made for bytes that are at hand.
//
//unheap:differs contract what stands behind the first value is an error, before anything is stored, and so is a text that ends too soon, in other words
func beforeJSON(b []byte, v any) error { return json.NewDecoder(bytes.NewReader(b)).Decode(v) }

// Decode the bytes without a reader.
func afterJSON(b []byte, v any) error { return json.Unmarshal(b, v) }

// A reader and a decoder are made for a text that is at hand.
//
//unheap:differs contract what stands behind the first value is an error, before anything is stored, and so is a text that ends too soon, in other words
func beforeJSONText(s string, v any) error { return json.NewDecoder(strings.NewReader(s)).Decode(v) }

// Decode the bytes of the text.
func afterJSONText(s string, v any) error { return json.Unmarshal([]byte(s), v) }

// Bytes are put into an interface to be stored.
//
//unheap:differs contract a variable of an interface type panics, one of another type of this kind does not, and what cannot be set panics in other words
func beforeStoreBytes(v reflect.Value, b []byte) { v.Set(reflect.ValueOf(b)) }

// Store the bytes by SetBytes.
func afterStoreBytes(v reflect.Value, b []byte) { v.SetBytes(b) }

// A text is put into an interface to be stored.
//
//unheap:differs contract a variable of an interface type panics, one of another type of this kind does not, and what cannot be set panics in other words
func beforeStoreString(v reflect.Value, s string) { v.Set(reflect.ValueOf(s)) }

// Store the text by SetString.
func afterStoreString(v reflect.Value, s string) { v.SetString(s) }

// A number is put into an interface to be stored.
//
//unheap:differs contract a variable of an interface type panics, one of another type of this kind does not, and what cannot be set panics in other words
func beforeStoreInt(v reflect.Value, n int64) { v.Set(reflect.ValueOf(n)) }

// Store the number by SetInt.
func afterStoreInt(v reflect.Value, n int64) { v.SetInt(n) }

// A number is put into an interface to be stored.
//
//unheap:differs contract a variable of an interface type panics, one of another type of this kind does not, and what cannot be set panics in other words
func beforeStoreUint(v reflect.Value, n uint64) { v.Set(reflect.ValueOf(n)) }

// Store the number by SetUint.
func afterStoreUint(v reflect.Value, n uint64) { v.SetUint(n) }

// A number is put into an interface to be stored.
//
//unheap:differs contract a variable of an interface type panics, one of another type of this kind does not, and what cannot be set panics in other words
func beforeStoreFloat(v reflect.Value, x float64) { v.Set(reflect.ValueOf(x)) }

// Store the number by SetFloat.
func afterStoreFloat(v reflect.Value, x float64) { v.SetFloat(x) }

// All characters are listed for the first one.
//
//unheap:differs late-panic a text without any does not panic, its first character is U+FFFD
func beforeFirstRune(s string) rune { return []rune(s)[0] }

// Decode the first character alone.
func afterFirstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// All characters are listed for the last one.
//
//unheap:differs late-panic a text without any does not panic, its last character is U+FFFD
func beforeLastRune(s string) rune {
	list := []rune(s)
	return list[len(list)-1]
}

// Decode the last character alone.
func afterLastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}
