module old

go 1.21
