package zapcore

type Field struct{ _ int }
