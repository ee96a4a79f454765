module older

go 1.16
