package dot

import . "reflect"

// nope: the import would have no use left
func only(a, b []byte) bool {
	return DeepEqual(a, b) // refused "reflect is imported with a dot"
}
