//go:build ignore

// Package pairs has here the rewrites of the rule direct that are about functions of other
// modules. They are asked where the code imports such a module in a version that has what
// after… calls. The module of the rule requires none of them, so that no build has this file.
package pairs

import (
	"context"
	"encoding/hex"
	"time"

	xxhash1 "github.com/cespare/xxhash"
	"github.com/cespare/xxhash/v2"
	"github.com/dgryski/go-metro"
	gofrs4 "github.com/gofrs/uuid"
	gofrs "github.com/gofrs/uuid/v5"
	"github.com/google/uuid"
	"github.com/ipfs/go-cid"
	"github.com/rs/zerolog"
	"github.com/shopspring/decimal"
	"github.com/sirupsen/logrus"
	"github.com/tidwall/gjson"
	"github.com/twmb/murmur3"
	"github.com/valyala/fastjson"
	"github.com/zeebo/xxh3"
	"go.uber.org/zap"
	"google.golang.org/grpc/metadata"
)

// All metadata is copied for one key.
//
//unheap:differs contract of keys that differ in case only another one may be found, and a key with letters beyond ASCII is not found; no request has either
func beforeMetadata(ctx context.Context, key string) []string {
	md, _ := metadata.FromIncomingContext(ctx)
	return md.Get(key)
}

// Ask for one key of the metadata.
func afterMetadata(ctx context.Context, key string) []string {
	return metadata.ValueFromIncomingContext(ctx, key)
}

// All metadata is copied for one key.
//
//unheap:differs contract a key with capital letters is found
func beforeMetadataIndex(ctx context.Context, key string) []string {
	md, _ := metadata.FromIncomingContext(ctx)
	return md[key]
}

// Ask for one key of the metadata.
func afterMetadataIndex(ctx context.Context, key string) []string {
	return metadata.ValueFromIncomingContext(ctx, key)
}

// A text is copied to be hashed.
func beforeXXHash(s string) uint64 { return xxhash.Sum64([]byte(s)) }

// Hash the text without a copy.
func afterXXHash(s string) uint64 { return xxhash.Sum64String(s) }

// A text is copied to be hashed.
func beforeXXHash1(s string) uint64 { return xxhash1.Sum64([]byte(s)) }

// Hash the text without a copy.
func afterXXHash1(s string) uint64 { return xxhash1.Sum64String(s) }

// A text is copied to be hashed.
func beforeXXH3(s string) uint64 { return xxh3.Hash([]byte(s)) }

// Hash the text without a copy.
func afterXXH3(s string) uint64 { return xxh3.HashString(s) }

// A text is copied to be hashed.
func beforeXXH3Seed(s string, seed uint64) uint64 { return xxh3.HashSeed([]byte(s), seed) }

// Hash the text without a copy.
func afterXXH3Seed(s string, seed uint64) uint64 { return xxh3.HashStringSeed(s, seed) }

// A text is copied to be hashed.
func beforeXXH3Wide(s string) xxh3.Uint128 { return xxh3.Hash128([]byte(s)) }

// Hash the text without a copy.
func afterXXH3Wide(s string) xxh3.Uint128 { return xxh3.HashString128(s) }

// A text is copied to be hashed.
func beforeMurmur32(s string) uint32 { return murmur3.Sum32([]byte(s)) }

// Hash the text without a copy.
func afterMurmur32(s string) uint32 { return murmur3.StringSum32(s) }

// A text is copied to be hashed.
func beforeMurmur64(s string) uint64 { return murmur3.Sum64([]byte(s)) }

// Hash the text without a copy.
func afterMurmur64(s string) uint64 { return murmur3.StringSum64(s) }

// A text is copied to be hashed.
func beforeMetro(s string, seed uint64) uint64 { return metro.Hash64([]byte(s), seed) }

// Hash the text without a copy.
func afterMetro(s string, seed uint64) uint64 { return metro.Hash64Str(s, seed) }

// Bytes are copied to look into them.
func beforeJSONValid(b []byte) bool { return gjson.Valid(string(b)) }

// Look into the bytes without a copy.
func afterJSONValid(b []byte) bool { return gjson.ValidBytes(b) }

// Bytes are copied twice to be parsed.
//
//unheap:differs contract both were compared with new parsers only
func beforeFastJSON(p *fastjson.Parser, b []byte) (*fastjson.Value, error) {
	return p.Parse(string(b))
}

// Leave the copy of the bytes to the parser.
func afterFastJSON(p *fastjson.Parser, b []byte) (*fastjson.Value, error) { return p.ParseBytes(b) }

// Bytes are copied twice to be parsed.
func beforeFastJSONOnce(b []byte) (*fastjson.Value, error) { return fastjson.Parse(string(b)) }

// Leave the copy of the bytes to the parser.
func afterFastJSONOnce(b []byte) (*fastjson.Value, error) { return fastjson.ParseBytes(b) }

// Bytes are copied to look into them.
func beforeFastJSONValid(b []byte) error { return fastjson.Validate(string(b)) }

// Look into the bytes without a copy.
func afterFastJSONValid(b []byte) error { return fastjson.ValidateBytes(b) }

// Bytes are copied to be parsed.
func beforeUUID(b []byte) (uuid.UUID, error) { return uuid.Parse(string(b)) }

// Parse the bytes without a copy.
func afterUUID(b []byte) (uuid.UUID, error) { return uuid.ParseBytes(b) }

// Texts of IDs are made to be compared.
func beforeSameUUID(a, b uuid.UUID) bool { return a.String() == b.String() }

// Compare the IDs.
func afterSameUUID(a, b uuid.UUID) bool { return a == b }

// Texts of IDs are made to be compared.
func beforeSameGofrs(a, b gofrs.UUID) bool { return a.String() == b.String() }

// Compare the IDs.
func afterSameGofrs(a, b gofrs.UUID) bool { return a == b }

// Texts of IDs are made to be compared.
func beforeSameGofrs4(a, b gofrs4.UUID) bool { return a.String() == b.String() }

// Compare the IDs.
func afterSameGofrs4(a, b gofrs4.UUID) bool { return a == b }

// Texts of IDs are made to be compared.
//
//unheap:differs contract bytes that are no CID have no text, for which it panics
func beforeSameCID(a, b cid.Cid) bool { return a.String() == b.String() }

// Compare the IDs.
func afterSameCID(a, b cid.Cid) bool { return a.Equals(b) }

// Texts of numbers are made to be compared.
func beforeSameDecimal(a, b decimal.Decimal) bool { return a.String() == b.String() }

// Compare the numbers.
func afterSameDecimal(a, b decimal.Decimal) bool { return a.Equal(b) }

// A text is put into an interface for a field.
//
//unheap:varies s
func beforeZapString(key, s string) zap.Field { return zap.Any(key, s) }

// Name the type of the field.
func afterZapString(key, s string) zap.Field { return zap.String(key, s) }

// A number is put into an interface for a field.
//
//unheap:varies n
func beforeZapInt(key string, n int) zap.Field { return zap.Any(key, n) }

// Name the type of the field.
func afterZapInt(key string, n int) zap.Field { return zap.Int(key, n) }

// A number is put into an interface for a field.
//
//unheap:varies n
func beforeZapInt64(key string, n int64) zap.Field { return zap.Any(key, n) }

// Name the type of the field.
func afterZapInt64(key string, n int64) zap.Field { return zap.Int64(key, n) }

// A number is put into an interface for a field.
//
//unheap:varies n
func beforeZapUint64(key string, n uint64) zap.Field { return zap.Any(key, n) }

// Name the type of the field.
func afterZapUint64(key string, n uint64) zap.Field { return zap.Uint64(key, n) }

// A duration is put into an interface for a field.
//
//unheap:varies d
func beforeZapDuration(key string, d time.Duration) zap.Field { return zap.Any(key, d) }

// Name the type of the field.
func afterZapDuration(key string, d time.Duration) zap.Field { return zap.Duration(key, d) }

// A time is put into an interface for a field.
func beforeZapTime(key string, t time.Time) zap.Field { return zap.Any(key, t) }

// Name the type of the field.
func afterZapTime(key string, t time.Time) zap.Field { return zap.Time(key, t) }

// Bytes are copied to be written.
//
//unheap:differs contract with the build tag binary_log they are written as bytes
func beforeZerologBytes(e *zerolog.Event, key string, b []byte) *zerolog.Event {
	return e.Str(key, string(b))
}

// Write the bytes without a copy.
func afterZerologBytes(e *zerolog.Event, key string, b []byte) *zerolog.Event {
	return e.Bytes(key, b)
}

// A text is made of bytes to be written.
//
//unheap:differs contract with the build tag binary_log they are written as bytes
func beforeZerologHex(e *zerolog.Event, key string, b []byte) *zerolog.Event {
	return e.Str(key, hex.EncodeToString(b))
}

// Write the bytes in hexadecimal.
func afterZerologHex(e *zerolog.Event, key string, b []byte) *zerolog.Event { return e.Hex(key, b) }

// An entry and its fields are made for each field.
//
//unheap:differs contract of fields that are functions, which cannot be logged, another one is named
func beforeFields(e *logrus.Entry, key string, value any, next string, other any) *logrus.Entry {
	return e.WithField(key, value).WithField(next, other)
}

// Make one entry for both fields.
func afterFields(e *logrus.Entry, key string, value any, next string, other any) *logrus.Entry {
	return e.WithFields(logrus.Fields{key: value, next: other})
}

// An entry and its fields are made for each field.
//
//unheap:differs contract of fields that are functions, which cannot be logged, another one is named
func beforeFieldsLogger(l *logrus.Logger, key string, value any, next string, other any) *logrus.Entry {
	return l.WithField(key, value).WithField(next, other)
}

// Make one entry for both fields.
func afterFieldsLogger(l *logrus.Logger, key string, value any, next string, other any) *logrus.Entry {
	return l.WithFields(logrus.Fields{key: value, next: other})
}

// An entry and its fields are made for each field.
//
//unheap:differs contract of fields that are functions, which cannot be logged, another one is named
func beforeFieldsStandard(key string, value any, next string, other any) *logrus.Entry {
	return logrus.WithField(key, value).WithField(next, other)
}

// Make one entry for both fields.
func afterFieldsStandard(key string, value any, next string, other any) *logrus.Entry {
	return logrus.WithFields(logrus.Fields{key: value, next: other})
}
