//go:build other

package elsewhere

var another = *one
