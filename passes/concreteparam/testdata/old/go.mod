module old

go 1.17
