package main

import "testing"

// TestWorkloads runs every contender of every workload for a moment. The
// loops check what they get (lengths, contents, resets) and panic when it is wrong.
func TestWorkloads(t *testing.T) {
	for _, w := range workloads() {
		t.Run(w.name, func(t *testing.T) {
			for _, c := range w.list {
				s := c.start()
				s.run(3)
				if s.hold == nil {
					if s.asked <= 0 {
						t.Errorf("%s: asked for %d bytes", c.name, s.asked)
					}
					continue
				}
				if asked := s.hold(); asked <= 0 {
					t.Errorf("%s: asked for %d bytes", c.name, asked)
				}
				s.drop()
				if s.handed == nil {
					continue
				}
				if capacity, asked := s.handed(); capacity < asked {
					t.Errorf("%s: handed out %d bytes of capacity for %d asked for", c.name, capacity, asked)
				}
			}
		})
	}
}

// TestBytePools: a buffer has the length asked for and shares no memory with
// another that is out.
func TestBytePools(t *testing.T) {
	loop, mixed := byteFloors()
	for _, l := range append(append(bytePeers(), byteOurs()...), loop, mixed) {
		if l.name == nameLoopFloor {
			continue // knows only the two sizes of its workload
		}
		if err := l.check(); err != nil {
			t.Errorf("%s: %v", l.name, err)
		}
	}
}

// TestMisuse: what becomes of each mistake with each pool, a letter each in
// the order of mistakes: c caught, h harmless, S silent, - impossible.
func TestMisuse(t *testing.T) {
	for _, r := range judge(peerSuspects()) {
		t.Log(r)
	}
}
