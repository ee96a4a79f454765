//go:build !plan9

package builds

const perLine = 2

func (l *logger) printf(format string, args ...any) {
	if l.verbose {
		l.out = append(l.out, format)
	}
}
