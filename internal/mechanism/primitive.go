package mechanism

import "strings"

// A construct is the kind of source code that calls a runtime function.
type construct int

const (
	unknownConstruct construct = iota
	object                     // new, &T{}, a moved variable, a literal, a closure
	makeSlice
	makeCopy // make followed by copy
	growSlice
	moveSlice
	concatStrings
	bytesToString
	stringToBytes
	convertRunes
	box
	makeMap
	assignMap
	makeChan
	deferCall
	startGoroutine
	forRuntime // for the runtime itself
)

// constructs maps the runtime functions that compiled code calls, without
// "runtime.", to their construct. The first prefix that matches decides.
//
// From cmd/compile/internal/typecheck/_builtin/runtime.go of Go 1.25 to 1.27.
var constructs = []struct {
	prefix string
	construct
}{
	{"makeslicecopy", makeCopy},
	{"makeslice", makeSlice},
	{"growslice", growSlice},
	{"moveSlice", moveSlice},
	{"concat", concatStrings},
	{"slicebytetostring", bytesToString},
	{"stringtoslicebyte", stringToBytes},
	{"stringtoslicerune", convertRunes},
	{"slicerunetostring", convertRunes},
	{"intstring", convertRunes},
	{"convT", box},
	{"makemap", makeMap},
	{"mapassign", assignMap},
	{"makechan", makeChan},
	{"deferproc", deferCall},
	{"deferrangefunc", deferCall},
	{"newobject", object},
	{"newarray", object},
	{"mallocgc", object}, // variables allocated together; known sizes since Go 1.27
	// Compiled code does not call the following: the runtime allocates for itself, in the name of the running
	// function.
	{"acquireSudog", forRuntime},
	{"allocm", forRuntime},
	{"build", forRuntime}, // TypeAssertCache, InterfaceSwitchCache
	{"chan", forRuntime},
	{"select", forRuntime},
	{"block", forRuntime},
	{"typeAssert", forRuntime},
	{"interfaceSwitch", forRuntime},
	{"assertE2I", forRuntime},
	{"itabAdd", forRuntime},
	{"ensureSigM", forRuntime},
	{"gc", forRuntime},
	{"gopanic", forRuntime},
	{"newProfBuf", forRuntime},
	{"procresize", forRuntime},
	{"allgadd", startGoroutine},
	{"malg", startGoroutine},
	{"newproc", startGoroutine},
}

// constructOf returns the construct behind a runtime function; object for an empty name, since Go 1.27 calls the
// allocator of a size directly.
func constructOf(primitive string) construct {
	if primitive == "" {
		return object
	}
	if primitive == "sync.(*Pool).pinSlow" { // a pool learns of one more processor
		return forRuntime
	}
	name, ok := strings.CutPrefix(primitive, "runtime.")
	if !ok {
		return unknownConstruct
	}
	for _, c := range constructs {
		if strings.HasPrefix(name, c.prefix) {
			return c.construct
		}
	}
	return unknownConstruct
}

// exported reports whether a primitive is a function that source code can call: runtime.AddCleanup, reflect.New,
// maps.clone for maps.Clone. Other functions of the runtime are known only if they are in constructs.
func exported(primitive string) bool {
	name, ok := strings.CutPrefix(primitive, "runtime.")
	return primitive != "" && (!ok || name != "" && 'A' <= name[0] && name[0] <= 'Z')
}
