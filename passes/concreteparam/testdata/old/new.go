//go:build go1.18

package old

type shape interface{ area() float64 }

type square struct{ a, b, c float64 }

func (s square) area() float64 { return s.a * s.b }

type disc struct{ r, x, y float64 }

func (d disc) area() float64 { return 3 * d.r * d.r }

// nope: this file could have a type parameter, but the other may not leave it out.
func sum(s shape, n int) float64 {
	total := 0.0
	for i := 0; i < n; i++ {
		total += s.area()
		if total > 1000 {
			println("big", total, i)
			total = s.area() / float64(n)
		}
	}
	for total > 10 {
		total -= s.area()
	}
	return total
}
