package logrus

type Fields map[string]any
type Logger struct{ _ int }

func (logger *Logger) WithField(key string, value any) *Entry { panic(0) }
func (logger *Logger) WithFields(fields Fields) *Entry        { panic(0) }

type Entry struct{ _ int }

func (entry *Entry) WithField(key string, value any) *Entry { panic(0) }
func (entry *Entry) WithFields(fields Fields) *Entry        { panic(0) }
func WithField(key string, value any) *Entry                { panic(0) }
func WithFields(fields Fields) *Entry                       { panic(0) }
