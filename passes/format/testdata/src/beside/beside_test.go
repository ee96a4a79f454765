package beside

import (
	"encoding/hex"
	"testing"
)

type text string

func (t text) hex() string { return hex.EncodeToString([]byte(t)) }

func Test(t *testing.T) { t.Log(decimal(1), octets(nil), text("").hex()) }
