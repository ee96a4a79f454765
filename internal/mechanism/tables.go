package mechanism

// Reasons of maps.
const (
	Map       = "map"
	MapGrowth = "map-growth"
	MapLarge  = "map-large"
)

var tables = []Mechanism{{
	Name:   Map,
	Title:  "a map is made",
	Remedy: "keep one map and clear it",
	Doc: `A map is a header of 48 bytes and, from the first insertion, room for eight
entries; both are on the stack for a map that stays in its function and is
made without a larger hint. Otherwise they are objects, and a hint or literal
above eight entries makes a directory and a table at once: four objects, but
no growth afterwards.`,
	Before: `seen := make(map[string]bool)
for _, line := range lines {`,
	After: `clear(seen) // one map, kept and emptied
for _, line := range lines {`,
	Removable:    Partly,
	CannotRemove: `The map is handed out. For a few entries a slice that is searched is smaller and faster.`,
	Program:      "mapmake",
}, {
	Name:   MapGrowth,
	Title:  "an insertion makes room in a map",
	Remedy: "give make the number of entries, or keep the map and clear it",
	Doc: `The first insertion makes room for eight entries. When a table is full, one of
twice the size is made and every entry is moved; above 1024 entries tables are
split. The compiler says nothing at the line that inserts. With a size hint in
make there is nothing to grow. A map never shrinks: one that is kept and
cleared has its room.`,
	Before: `m := make(map[string]int)
for _, w := range words {
	m[w]++
}`,
	After: `m := make(map[string]int, len(words))
for _, w := range words {
	m[w]++
}`,
	Removable:    Partly,
	CannotRemove: `The number of entries is not known. A rough hint saves most of the steps.`,
	Program:      "mapgrowth",
}, {
	Name:   MapLarge,
	Title:  "a map keeps a large key or value outside of its table",
	Remedy: "keep the values in a slice, and its indices in the map",
	Doc: `Keys and values of more than 128 bytes are not kept in the table: each entry
gets an object of its own.`,
	Before: `stats := map[string]Stats{} // Stats has 200 bytes`,
	After: `index := map[string]int{}
stats := []Stats{}          // index[key] is the place in it`,
	Removable:    Partly,
	CannotRemove: `The values must be in the map. Then they are one object each, as pointers would be.`,
	Program:      "maplarge",
}}
