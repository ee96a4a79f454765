//go:build unheap

package pairs

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"io"
	"math/big"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"
)

// The pairs of this file stand for those of pairs.go with the beginnings of their names, of which
// a comparison finds what the caveat says, or an operand that nobody has: a nil writer, a nil
// encoding, another type behind the interface.

func beforeDecodeBig(b []byte, h *header) bool {
	return binary.Read(bytes.NewReader(b), binary.BigEndian, h) == nil
}

func afterDecodeBig(b []byte, h *header) bool {
	_, err := binary.Decode(b, binary.BigEndian, h)
	return err == nil
}

func beforeDecodeNumbers(b []byte, list []uint32) bool {
	return binary.Read(bytes.NewReader(b), binary.LittleEndian, list) == nil
}

func afterDecodeNumbers(b []byte, list []uint32) bool {
	_, err := binary.Decode(b, binary.LittleEndian, list)
	return err == nil
}

func beforeDecodeBufferBig(b []byte, h *header) bool {
	return binary.Read(bytes.NewBuffer(b), binary.BigEndian, h) == nil
}

func afterDecodeBufferBig(b []byte, h *header) bool {
	_, err := binary.Decode(b, binary.BigEndian, h)
	return err == nil
}

func beforeCopyBytesLimited(room uint8, b []byte) string {
	w := &limited{room: int(room)}
	io.Copy(w, bytes.NewReader(b))
	return string(w.text)
}

func afterCopyBytesLimited(room uint8, b []byte) string {
	w := &limited{room: int(room)}
	w.Write(b)
	return string(w.text)
}

func beforeCopyBytesErrorLimited(room uint8, b []byte) error {
	_, err := io.Copy(&limited{room: int(room)}, bytes.NewReader(b))
	return err
}

func afterCopyBytesErrorLimited(room uint8, b []byte) error {
	_, err := (&limited{room: int(room)}).Write(b)
	return err
}

func beforeCopyTextLimited(room uint8, s string) string {
	w := &limited{room: int(room)}
	io.Copy(w, strings.NewReader(s))
	return string(w.text)
}

func afterCopyTextLimited(room uint8, s string) string {
	w := &limited{room: int(room)}
	io.WriteString(w, s)
	return string(w.text)
}

func beforeCopyTextErrorLimited(room uint8, s string) error {
	_, err := io.Copy(&limited{room: int(room)}, strings.NewReader(s))
	return err
}

func afterCopyTextErrorLimited(room uint8, s string) error {
	_, err := io.WriteString(&limited{room: int(room)}, s)
	return err
}

func beforeCopyNewBufferLimited(room uint8, b []byte) string {
	w := &limited{room: int(room)}
	io.Copy(w, bytes.NewBuffer(b))
	return string(w.text)
}

func afterCopyNewBufferLimited(room uint8, b []byte) string {
	w := &limited{room: int(room)}
	w.Write(b)
	return string(w.text)
}

func beforeCopyNewBufferErrorLimited(room uint8, b []byte) error {
	_, err := io.Copy(&limited{room: int(room)}, bytes.NewBuffer(b))
	return err
}

func afterCopyNewBufferErrorLimited(room uint8, b []byte) error {
	_, err := (&limited{room: int(room)}).Write(b)
	return err
}

func beforeCopyThroughLimited(room uint8, b []byte) string {
	w := &limited{room: int(room)}
	io.CopyBuffer(w, bytes.NewReader(b), make([]byte, 8))
	return string(w.text)
}

func afterCopyThroughLimited(room uint8, b []byte) string {
	w := &limited{room: int(room)}
	w.Write(b)
	return string(w.text)
}

func beforeCopyThroughErrorLimited(room uint8, b []byte) error {
	_, err := io.CopyBuffer(&limited{room: int(room)}, bytes.NewReader(b), make([]byte, 8))
	return err
}

func afterCopyThroughErrorLimited(room uint8, b []byte) error {
	_, err := (&limited{room: int(room)}).Write(b)
	return err
}

func beforeReadTextAll(s string) ([]byte, error) { return io.ReadAll(bytes.NewReader([]byte(s))) }

func afterReadTextAll(s string) ([]byte, error) { return io.ReadAll(strings.NewReader(s)) }

func beforeReadTextBufferAll(s string) ([]byte, error) { return io.ReadAll(bytes.NewBuffer([]byte(s))) }

func afterReadTextBufferAll(s string) ([]byte, error) { return io.ReadAll(strings.NewReader(s)) }

func beforeReadTextStringAll(s string) ([]byte, error) { return io.ReadAll(bytes.NewBufferString(s)) }

func afterReadTextStringAll(s string) ([]byte, error) { return io.ReadAll(strings.NewReader(s)) }

func beforeReadBytesAll(b []byte) ([]byte, error) { return io.ReadAll(strings.NewReader(string(b))) }

func afterReadBytesAll(b []byte) ([]byte, error) { return io.ReadAll(bytes.NewReader(b)) }

func beforeDecodeBase64URL(b []byte, valid bool) ([]byte, error) {
	text := b
	if valid {
		text = base64.URLEncoding.AppendEncode(nil, b)
	}
	return base64.URLEncoding.DecodeString(string(text))
}

func afterDecodeBase64URL(b []byte, valid bool) ([]byte, error) {
	text := b
	if valid {
		text = base64.URLEncoding.AppendEncode(nil, b)
	}
	return base64.URLEncoding.AppendDecode([]byte{}, text)
}

func beforeEncodeBase64URL(out *bytes.Buffer, b []byte) {
	e := base64.NewEncoder(base64.URLEncoding, out)
	e.Write(b)
	e.Close()
}

func afterEncodeBase64URL(out *bytes.Buffer, b []byte) {
	out.Write(base64.URLEncoding.AppendEncode(out.AvailableBuffer(), b))
}

func beforeSameAddrPortValid(a, b [4]byte, port, other uint16) bool {
	return netip.AddrPortFrom(netip.AddrFrom4(a), port).String() == netip.AddrPortFrom(netip.AddrFrom4(b), other).String()
}

func afterSameAddrPortValid(a, b [4]byte, port, other uint16) bool {
	return netip.AddrPortFrom(netip.AddrFrom4(a), port) == netip.AddrPortFrom(netip.AddrFrom4(b), other)
}

func beforeSameIntMade(a, b []byte, c int64) bool {
	x, y := new(big.Int).SetBytes(a), new(big.Int).SetBytes(b)
	return x.Mul(x, big.NewInt(c)).String() == y.String()
}

func afterSameIntMade(a, b []byte, c int64) bool {
	x, y := new(big.Int).SetBytes(a), new(big.Int).SetBytes(b)
	return x.Mul(x, big.NewInt(c)).Cmp(y) == 0
}

func beforeHoldsMade(b []byte, s string) bool { return bytes.NewBuffer(b).String() == s }

func afterHoldsMade(b []byte, s string) bool { return string(bytes.NewBuffer(b).Bytes()) == s }

func beforeHoldsPrefixMade(b []byte, s string) bool {
	return strings.HasPrefix(bytes.NewBuffer(b).String(), s)
}

func afterHoldsPrefixMade(b []byte, s string) bool {
	return bytes.HasPrefix(bytes.NewBuffer(b).Bytes(), []byte(s))
}

func beforeHoldsPartMade(b []byte, s string) bool {
	return strings.Contains(bytes.NewBuffer(b).String(), s)
}

func afterHoldsPartMade(b []byte, s string) bool {
	return bytes.Contains(bytes.NewBuffer(b).Bytes(), []byte(s))
}

func beforeHoldsSuffixMade(b []byte, s string) bool {
	return strings.HasSuffix(bytes.NewBuffer(b).String(), s)
}

func afterHoldsSuffixMade(b []byte, s string) bool {
	return bytes.HasSuffix(bytes.NewBuffer(b).Bytes(), []byte(s))
}

func beforeHoldsIndexMade(b []byte, s string) int {
	return strings.Index(bytes.NewBuffer(b).String(), s)
}

func afterHoldsIndexMade(b []byte, s string) int {
	return bytes.Index(bytes.NewBuffer(b).Bytes(), []byte(s))
}

func beforeHoldsCopyMade(b []byte) []byte { return []byte(bytes.NewBuffer(b).String()) }

func afterHoldsCopyMade(b []byte) []byte { return append([]byte{}, bytes.NewBuffer(b).Bytes()...) }

func beforeHoldsBuilderMade(s string, b []byte) string {
	var out strings.Builder
	out.WriteString(s)
	out.WriteString(bytes.NewBuffer(b).String())
	return out.String()
}

func afterHoldsBuilderMade(s string, b []byte) string {
	var out strings.Builder
	out.WriteString(s)
	out.Write(bytes.NewBuffer(b).Bytes())
	return out.String()
}

func beforeHoldsSizeMade(b []byte) int { return len(bytes.NewBuffer(b).String()) }

func afterHoldsSizeMade(b []byte) int { return bytes.NewBuffer(b).Len() }

func beforeHoldsTextMade(room uint8, b []byte) string {
	w := &limited{room: int(room)}
	io.WriteString(w, bytes.NewBuffer(b).String())
	return string(w.text)
}

func afterHoldsTextMade(room uint8, b []byte) string {
	w := &limited{room: int(room)}
	w.Write(bytes.NewBuffer(b).Bytes())
	return string(w.text)
}

func beforeZeroDeepList(list []uint16) bool {
	v := reflect.ValueOf(list)
	return reflect.DeepEqual(v.Interface(), reflect.Zero(v.Type()).Interface())
}

func afterZeroDeepList(list []uint16) bool { return reflect.ValueOf(list).IsZero() }

func beforeZeroDeeplyHeader(h header) bool {
	v := reflect.ValueOf(h)
	return reflect.DeepEqual(reflect.Zero(v.Type()).Interface(), v.Interface())
}

func afterZeroDeeplyHeader(h header) bool { return reflect.ValueOf(h).IsZero() }

func beforeZeroText(s string) bool {
	v := reflect.ValueOf(s)
	return v.Interface() == reflect.Zero(v.Type()).Interface()
}

func afterZeroText(s string) bool { return reflect.ValueOf(s).IsZero() }

func beforeStoreBytesMade(b []byte) []byte {
	var v []byte
	reflect.ValueOf(&v).Elem().Set(reflect.ValueOf(b))
	return v
}

func afterStoreBytesMade(b []byte) []byte {
	var v []byte
	reflect.ValueOf(&v).Elem().SetBytes(b)
	return v
}

func beforeStoreStringMade(s string) string {
	var v string
	reflect.ValueOf(&v).Elem().Set(reflect.ValueOf(s))
	return v
}

func afterStoreStringMade(s string) string {
	var v string
	reflect.ValueOf(&v).Elem().SetString(s)
	return v
}

func beforeStoreIntMade(n int64) int64 {
	var v int64
	reflect.ValueOf(&v).Elem().Set(reflect.ValueOf(n))
	return v
}

func afterStoreIntMade(n int64) int64 {
	var v int64
	reflect.ValueOf(&v).Elem().SetInt(n)
	return v
}

func beforeStoreUintMade(n uint64) uint64 {
	var v uint64
	reflect.ValueOf(&v).Elem().Set(reflect.ValueOf(n))
	return v
}

func afterStoreUintMade(n uint64) uint64 {
	var v uint64
	reflect.ValueOf(&v).Elem().SetUint(n)
	return v
}

func beforeStoreFloatMade(x float64) float64 {
	var v float64
	reflect.ValueOf(&v).Elem().Set(reflect.ValueOf(x))
	return v
}

func afterStoreFloatMade(x float64) float64 {
	var v float64
	reflect.ValueOf(&v).Elem().SetFloat(x)
	return v
}

func beforeJSONNumbers(list []int) []int {
	b, _ := json.Marshal(list)
	var out []int
	json.NewDecoder(bytes.NewReader(b)).Decode(&out)
	return out
}

func afterJSONNumbers(list []int) []int {
	b, _ := json.Marshal(list)
	var out []int
	json.Unmarshal(b, &out)
	return out
}

func beforeJSONTextNames(names map[string]string) map[string]string {
	b, _ := json.Marshal(names)
	var out map[string]string
	json.NewDecoder(strings.NewReader(string(b))).Decode(&out)
	return out
}

func afterJSONTextNames(names map[string]string) map[string]string {
	b, _ := json.Marshal(names)
	var out map[string]string
	json.Unmarshal([]byte(string(b)), &out)
	return out
}

func beforeFirstRuneBehind(s string) rune { return []rune(s + ")")[0] }

func afterFirstRuneBehind(s string) rune {
	r, _ := utf8.DecodeRuneInString(s + ")")
	return r
}

func beforeLastRuneSome(s string) rune {
	list := []rune("(" + s)
	return list[len(list)-1]
}

func afterLastRuneSome(s string) rune {
	r, _ := utf8.DecodeLastRuneInString("(" + s)
	return r
}

func beforeSameJoinedNumbers(a, b []uint16) bool {
	return strings.Join(numbers(a), ",") == strings.Join(numbers(b), ",")
}

func afterSameJoinedNumbers(a, b []uint16) bool { return slices.Equal(numbers(a), numbers(b)) }
