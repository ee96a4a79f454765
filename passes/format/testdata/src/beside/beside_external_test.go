package beside_test

var hex = "of another package"
