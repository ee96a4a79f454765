package zap

import (
	"go.uber.org/zap/zapcore"
	"time"
)

type Field = zapcore.Field

func Any(key string, value any) Field              { panic(0) }
func String(key string, val string) Field          { panic(0) }
func Int(key string, val int) Field                { panic(0) }
func Int64(key string, val int64) Field            { panic(0) }
func Uint64(key string, val uint64) Field          { panic(0) }
func Duration(key string, val time.Duration) Field { panic(0) }
func Time(key string, val time.Time) Field         { panic(0) }
