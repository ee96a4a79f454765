package heap

import (
	"debug/elf"
	"debug/gosym"
	"debug/macho"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/unheap/unheap/internal/record"
)

// An image is the measured binary, in which the functions are found that CALL instructions call.
type image struct {
	name     string
	file     io.ReaderAt
	close    func() error
	arm64    bool
	buildID  string // hexadecimal; empty if the binary has none
	segments []segment
	table    *gosym.Table
	entries  map[uint64]string // name of a function by its address
}

// A segment is a run of bytes that is mapped into memory.
type segment struct{ offset, size, addr uint64 }

// A layout is what the headers of an executable say.
type layout struct {
	arm64    bool
	known    bool // the instructions of the machine are known to callTarget
	buildID  string
	segments []segment
	pclntab  io.ReaderAt
	size     int64
	text     uint64 // address of runtime.text
}

// openImage opens an executable. If its machine or format is not one that this package can read, the image finds no
// function.
func openImage(name string) (*image, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read the measured binary: %w", err)
	}
	l, err := readLayout(f)
	if err == nil && l.pclntab == nil {
		err = fmt.Errorf("it has no Go function table")
	}
	img := &image{name: name, file: f, close: f.Close, arm64: l.arm64, buildID: l.buildID, segments: l.segments}
	if err == nil && l.known {
		err = img.readTable(l)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: cannot read the measured binary: %v", name, err)
	}
	return img, nil
}

func readLayout(f *os.File) (layout, error) {
	var magic [4]byte
	if _, err := f.ReadAt(magic[:], 0); err != nil {
		return layout{}, err
	}
	switch {
	case string(magic[:]) == elf.ELFMAG:
		return elfLayout(f)
	case binary.LittleEndian.Uint32(magic[:]) == macho.Magic64:
		return machoLayout(f)
	case string(magic[:2]) == "MZ":
		return layout{pclntab: f}, nil // known is false
	}
	return layout{}, fmt.Errorf("it is neither ELF nor Mach-O")
}

func elfLayout(f *os.File) (layout, error) {
	e, err := elf.NewFile(f)
	if err != nil {
		return layout{}, err
	}
	l := layout{arm64: e.Machine == elf.EM_AARCH64, known: e.Machine == elf.EM_AARCH64 || e.Machine == elf.EM_X86_64}
	for _, p := range e.Progs {
		if p.Type == elf.PT_LOAD {
			l.segments = append(l.segments, segment{p.Off, p.Filesz, p.Vaddr})
		}
	}
	for _, s := range e.Sections {
		switch {
		case strings.HasSuffix(s.Name, ".gopclntab"): // .data.rel.ro.gopclntab in a PIE
			l.pclntab, l.size = s, int64(s.Size)
		case s.Name == ".text":
			l.text = s.Addr
		case s.Name == ".note.gnu.build-id":
			l.buildID = gnuBuildID(s)
		}
	}
	// With external linking, C code stands in front of Go's in .text.
	syms, _ := e.Symbols() // none in a stripped binary
	for _, s := range syms {
		if s.Name == "runtime.text" {
			l.text = s.Value
		}
	}
	return l, nil
}

// gnuBuildID reads the note {namesize, descsize, type; "GNU\0"; desc} of a little-endian machine.
func gnuBuildID(s *elf.Section) string {
	data, err := s.Data()
	if err != nil || len(data) < 16 {
		return ""
	}
	size := binary.LittleEndian.Uint32(data[4:])
	if uint64(size) > uint64(len(data)-16) {
		return ""
	}
	return hex.EncodeToString(data[16 : 16+size])
}

func machoLayout(f *os.File) (layout, error) {
	m, err := macho.NewFile(f)
	if err != nil {
		return layout{}, err
	}
	l := layout{arm64: m.Cpu == macho.CpuArm64, known: m.Cpu == macho.CpuArm64 || m.Cpu == macho.CpuAmd64}
	for _, load := range m.Loads {
		if s, ok := load.(*macho.Segment); ok {
			l.segments = append(l.segments, segment{s.Offset, s.Filesz, s.Addr})
		}
	}
	if s := m.Section("__gopclntab"); s != nil {
		l.pclntab, l.size = s, int64(s.Size)
	}
	if s := m.Section("__text"); s != nil {
		l.text = s.Addr
	}
	if m.Symtab != nil {
		for _, s := range m.Symtab.Syms {
			if strings.TrimPrefix(s.Name, "_") == "runtime.text" {
				l.text = s.Value
			}
		}
	}
	return l, nil
}

func (img *image) readTable(l layout) error {
	data := make([]byte, l.size)
	if _, err := l.pclntab.ReadAt(data, 0); err != nil && err != io.EOF {
		return err
	}
	table, err := gosym.NewTable(nil, gosym.NewLineTable(data, l.text))
	if err != nil {
		return err
	}
	img.table = table
	img.entries = make(map[uint64]string, len(table.Funcs))
	for i := range table.Funcs {
		img.entries[table.Funcs[i].Entry] = table.Funcs[i].Name
	}
	return nil
}

// attach finds the function called at each innermost location of the profile. It returns an error if the binary is not
// the measured one: its build ID differs, or most functions have other addresses in it.
func (c *converter) attach(img *image) error {
	if img.table == nil {
		return nil
	}
	if len(c.p.Mapping) > 0 {
		if id := c.p.Mapping[0].BuildID; id != "" && img.buildID != "" && id != img.buildID {
			return fmt.Errorf("%s: not the binary of this profile%s: build ID %s, the profile has %s", img.name, c.program(), img.buildID, id)
		}
	}
	same, other, example := 0, 0, ""
	done := make(map[*profile.Location]bool)
	for _, s := range c.p.Sample {
		if len(s.Location) == 0 || done[s.Location[0]] {
			continue
		}
		loc := s.Location[0]
		done[loc] = true
		addr, ok := img.address(loc)
		if !ok || len(loc.Line) == 0 || loc.Line[len(loc.Line)-1].Function == nil {
			continue // the location is in the vdso, or in a C library
		}
		want := loc.Line[len(loc.Line)-1].Function.Name
		if fn := img.table.PCToFunc(addr); fn == nil || record.DottedTypeArguments(fn.Name) != record.DottedTypeArguments(want) {
			other, example = other+1, want
			continue
		}
		same++
		c.called[c.index(loc)] = normal(img.callee(addr))
	}
	if other > same {
		return fmt.Errorf("%s: not the binary of this profile%s: %s is not where the profile has it", img.name, c.program(), example)
	}
	return nil
}

// address turns the address of a location, which a loader may have moved, into an address of the binary. Both have the
// offset in the file.
func (img *image) address(loc *profile.Location) (uint64, bool) {
	m := loc.Mapping
	if m == nil || m.Limit == 0 {
		return loc.Address, true // macOS may not have given the offset
	}
	if loc.Address < m.Start || loc.Address >= m.Limit {
		return 0, false
	}
	offset := loc.Address - m.Start + m.Offset
	for _, s := range img.segments {
		if s.offset <= offset && offset < s.offset+s.size {
			return offset - s.offset + s.addr, true
		}
	}
	return 0, false
}

// callee returns the function called by the instruction that ends at addr+1; "" if it is not a direct call of a Go
// function. All calls of allocation functions are direct.
func (img *image) callee(addr uint64) string {
	ret := addr + 1
	size := uint64(5)
	if img.arm64 {
		size = 4
	}
	var code [5]byte
	for _, s := range img.segments {
		if at := ret - size; s.addr <= at && at < s.addr+s.size {
			if _, err := img.file.ReadAt(code[:size], int64(at-s.addr+s.offset)); err != nil {
				return ""
			}
		}
	}
	if target, ok := callTarget(code[:size], ret); ok {
		return img.entries[target]
	}
	return ""
}

// callTarget decodes the CALL that ends at the address ret: five bytes on amd64, four on arm64.
//
//	amd64  E8 imm32               CALL ret+imm32
//	arm64  100101 imm26           BL   ret-4+imm26*4
//
// The function need not be disassembled: ret is a return address, so a call ends there. A longer, indirect call whose
// last bytes read as a call of the first byte of a function does not occur.
func callTarget(code []byte, ret uint64) (uint64, bool) {
	if len(code) == 5 {
		return ret + uint64(int64(int32(binary.LittleEndian.Uint32(code[1:])))), code[0] == 0xE8
	}
	word := binary.LittleEndian.Uint32(code)
	offset := int64(int32(word<<6)) >> 6 << 2
	return ret - 4 + uint64(offset), word>>26 == 0b100101
}
