module older

go 1.14
