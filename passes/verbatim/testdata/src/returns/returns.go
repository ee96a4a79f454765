package returns

import "fmt"

func message(format string, args ...any) string {
	return fmt.Sprintf(format, args...) // want `fmt.Sprintf copies a format that has nothing to fill in .review: who keeps the text may keep an operand, and all of the memory that this is a part of\)$`
}

// text has a comment that stays
func text(args []any) string {
	if args == nil {
		return ""
	}
	// after the check
	return fmt.Sprint(args...) // want `fmt.Sprint copies a text that stands alone .review: who keeps the text may keep an operand, and all of the memory that this is a part of\)$`
}

// line is Sprintln without the line
func line(args ...any) string {
	msg := fmt.Sprintln(args...) // want `fmt.Sprintln copies a text that stands alone .review: who keeps the text may keep an operand, and all of the memory that this is a part of\)$`
	return msg[:len(msg)-1]
}

func closure() func(...any) string {
	return func(ok ...any) string {
		return fmt.Sprint(ok...) // want `fmt.Sprint copies a text that stands alone .review: who keeps the text may keep an operand, and all of the memory that this is a part of\)$`
	}
}

func switched(kind int, format string, s ...any) string {
	switch kind {
	case 0:
		return (fmt.Sprintf(format, s...)) // want `fmt.Sprintf copies a format that has nothing to fill in .review: who keeps the text may keep an operand, and all of the memory that this is a part of\)$`
	}
	return format
}

func grouped(n int, args ...any) string {
	var (
		_   = n
		msg = fmt.Sprintln(args...) // want `fmt.Sprintln copies a text that stands alone .review: who keeps the text may keep an operand, and all of the memory that this is a part of\)$`
	)
	return msg[:len(msg)-1]
}
