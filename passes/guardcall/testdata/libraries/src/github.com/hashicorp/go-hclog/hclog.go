// Package hclog has what the fixture calls of a logger.
package hclog

type Logger interface {
	Debug(msg string, args ...any)
	IsDebug() bool
}

type InterceptLogger interface {
	Logger
	RegisterSink(any)
}
