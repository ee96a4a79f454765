package beside

var strconv = 1
