TEXT ·unused(SB), 0, $24-0
	CALL ·assembled(SB)
	RET
