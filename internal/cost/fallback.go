package cost

import "runtime"

// Fallback returns the model that Measure found with go1.26.8 on linux/amd64, on two cores of an Intel Xeon server
// (least of four runs, two digits). Ratios between sizes, which a ranking depends on, differ less between machines
// than the times themselves.
func Fallback() *Model {
	return &Model{
		GoVersion: runtime.Version(),
		Arch:      runtime.GOARCH,
		Noscan: []Point{
			{8, 9}, {16, 12}, {32, 13}, {64, 15}, {128, 17}, {256, 23}, {512, 32}, {1 << 10, 52},
			{2 << 10, 105}, {4 << 10, 180}, {8 << 10, 350}, {16 << 10, 580}, {32 << 10, 880},
			{40 << 10, 960}, {128 << 10, 2600}, {512 << 10, 3600},
		},
		Scan: []Point{
			{16, 16}, {32, 17}, {64, 18}, {128, 21}, {256, 26}, {512, 37}, {1 << 10, 61},
			{2 << 10, 103}, {4 << 10, 166}, {8 << 10, 246}, {16 << 10, 436}, {32 << 10, 842},
			{40 << 10, 995}, {128 << 10, 2620}, {512 << 10, 13900},
		},
		MarkPerByte:  0.48,
		SweepPerByte: 0.042,
	}
}
