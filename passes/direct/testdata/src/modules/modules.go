package modules

import (
	"context"
	"encoding/hex"
	"time"

	old "github.com/cespare/xxhash"
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

const header = "x-scope-orgid"

type request struct{ context.Context }

func incoming(ctx context.Context, r *request) (string, []string) {
	md, _ := metadata.FromIncomingContext(ctx) // want "all metadata is copied .*review: of keys"
	ids := md.Get(header)
	if len(ids) == 1 {
		return ids[0], nil
	}
	all, _ := metadata.FromIncomingContext(r) // want "all metadata is copied .*review: a key with"
	return "", all[header]
}

func several(ctx context.Context) bool {
	md, _ := metadata.FromIncomingContext(ctx) // nope: two keys
	return len(md.Get("a")) > 0 && len(md.Get("b")) > 0
}

func sums(s string, parts []string) []uint64 {
	xxh3.HashSeed([]byte(s), 1) // nope: the other function has another type here
	old.Sum64([]byte(s))        // nope: that version has no other one
	return []uint64{
		xxhash.Sum64([]byte(parts[0])),      // want "a text is copied to be hashed"
		xxh3.Hash([]byte(s)),                // want "a text is copied to be hashed"
		xxh3.Hash128([]byte(s)).Lo,          // want "a text is copied to be hashed"
		uint64(murmur3.Sum32([]byte(s))),    // want "a text is copied to be hashed"
		murmur3.Sum64([]byte(s)),            // want "a text is copied to be hashed"
		metro.Hash64([]byte(s+parts[1]), 7), // want "a text is copied to be hashed"
	}
}

func parsed(p *fastjson.Parser, b []byte) bool {
	p.Parse(string(b))                          // want "copied twice to be parsed .*review: both"
	fastjson.Parse(string(b))                   // want "copied twice to be parsed"
	_, _ = uuid.Parse(string(b))                // want "copied to be parsed"
	err := fastjson.Validate(string(b[1:]))     // want "copied to look into"
	return err == nil && gjson.Valid(string(b)) // want "copied to look into"
}

func same(a, b uuid.UUID, c, d gofrs.UUID, e, f gofrs4.UUID, g, h *uuid.UUID) int {
	switch {
	case a.String() == b.String(): // want "texts of IDs"
		return 1
	case c.String() != d.String(): // want "texts of IDs"
		return 2
	case e.String() == f.String(): // want "texts of IDs"
		return 3
	case g.String() == h.String(): // nope: pointers
		return 4
	case a.String() == c.String(): // nope: two types
		return 5
	}
	return 0
}

func sameOthers(a, b cid.Cid, c, d decimal.Decimal) bool {
	return a.String() == b.String() || // want "texts of IDs .*review: bytes that"
		c.String() != d.String() // want "texts of numbers"
}

func logged(s string, n int, m int64, u uint64, d time.Duration, t time.Time, err error) []zap.Field {
	return []zap.Field{
		zap.Any("s", s),       // want "a text is put into an interface"
		zap.Any("s", "const"), // refused "a constant fills s"
		zap.Any("n", n),       // want "a number is put into an interface"
		zap.Any("m", m),       // want "a number is put into an interface"
		zap.Any("u", u),       // want "a number is put into an interface"
		zap.Any("d", d),       // want "a duration is put into an interface"
		zap.Any("t", t),       // want "a time is put into an interface"
		zap.Any("err", err),   // nope: it is in one
	}
}

func written(e *zerolog.Event, b []byte) {
	e.Str("b", string(b))             // want "bytes are copied to be written .*review: with the build tag"
	e.Str("b", hex.EncodeToString(b)) // want "a text is made of bytes .*review: with the build tag"
}

func fields(e *logrus.Entry, l *logrus.Logger, id string, n int) {
	e.WithField("id", id).WithField("n", n)      // want "for each field .*review: of fields"
	l.WithField("id", id).WithField("n", n)      // want "for each field .*review: of fields"
	logrus.WithField("id", id).WithField("n", n) // want "for each field .*review: of fields"
}
