// Package mcp speaks the Model Context Protocol to an agent, on two streams: find, show and
// prove as tools.
//
// Invariant: no tool writes anything of the user's, and each says so. What an agent sends is
// checked before anything runs, and an error is an answer that names what was wrong.
//
// Model: a tool is a function from arguments to text. The schemas are written by hand, of
// strings and integers only, since clients differ in what else they accept.
package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Tools are the functions behind the tools that the server offers. Each returns the text of the answer.
type Tools struct {
	Find  func(ctx context.Context, a Find) (string, error)
	Show  func(ctx context.Context, a Show) (string, error)
	Prove func(ctx context.Context, a Prove) (string, error)
}

// Find are the arguments of find. The zero value measures the package in the current
// directory.
type Find struct {
	Dir      string `json:"dir"`      // of the module or below; empty for the server's
	Packages string `json:"packages"` // as the go command takes them, separated by spaces
	Bench    string `json:"bench"`    // a regular expression
	Budget   int    `json:"budget"`   // bytes of the answer; 0 for the default
	Since    string `json:"since"`    // "last" or empty
	Paths    string `json:"paths"`    // "yes" or empty
}

// Show are the arguments of show.
type Show struct {
	Dir string `json:"dir"`
	ID  string `json:"id"` // from an answer of find
}

// Prove are the arguments of prove. The zero value judges the working tree against HEAD.
type Prove struct {
	Dir    string `json:"dir"`
	Change string `json:"change"` // REV or REV..REV
	Diff   string `json:"diff"`   // text of a unified diff, instead of Change
	Bench  string `json:"bench"`
}

const (
	dirSchema   = `"dir":{"type":"string","description":"folder of the module, or below; default: where the server runs"}`
	benchSchema = `"bench":{"type":"string","description":"only benchmarks that match this regular expression"}`
)

// Serve reads requests from in and writes the answers to out, until in ends or ctx is cancelled.
func Serve(ctx context.Context, in io.ReadCloser, out io.WriteCloser, version string, tools Tools) error {
	server := mcp.NewServer(&mcp.Implementation{Name: "unheap", Version: version}, &mcp.ServerOptions{
		Capabilities: &mcp.ServerCapabilities{},
		Instructions: "find lists what a Go package allocates on the heap, one line a cause, most expensive first; show tells more of one; edit the code yourself; prove says whether an edit allocates less and still does what the code did.",
	})
	add(server, "find", "Run the benchmarks, or tests, of Go packages and list each cause of heap allocations with its count, reason and remedy. Takes from seconds to minutes.",
		`{"type":"object","properties":{`+dirSchema+`,"packages":{"type":"string","description":"packages as the go command takes them, separated by spaces; default: ."},`+benchSchema+
			`,"budget":{"type":"integer","description":"bytes of the answer; default 2000"},"since":{"type":"string","enum":["last"],"description":"only what has changed since the last call"},"paths":{"type":"string","enum":["yes"],"description":"also how often the code of each runs"}}}`, tools.Find)
	add(server, "show", "Tell all that is known of one allocation that find listed: cost, reason, callers, source, remedy.",
		`{"type":"object","properties":{`+dirSchema+`,"id":{"type":"string","description":"first word of a line of find"}},"required":["id"]}`, tools.Show)
	add(server, "prove", "Judge a change: run its tests, count what it allocates before and after, and compare old and new functions on generated inputs. Takes minutes.",
		`{"type":"object","properties":{`+dirSchema+`,"change":{"type":"string","description":"a git revision, or a range; default: the working tree against HEAD"},"diff":{"type":"string","description":"a unified diff to judge instead"},`+benchSchema+`}}`, tools.Prove)
	err := server.Run(ctx, &mcp.IOTransport{Reader: in, Writer: out})
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) {
		return nil // the client has closed the connection
	}
	return err
}

// add adds a function as a tool that changes nothing.
func add[A any](server *mcp.Server, name, description, schema string, run func(context.Context, A) (string, error)) {
	closed := false
	tool := &mcp.Tool{Name: name, Description: description, InputSchema: json.RawMessage(schema),
		Annotations: &mcp.ToolAnnotations{Title: "unheap " + name, ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: &closed, DestructiveHint: &closed}}
	server.AddTool(tool, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var args A
		if text := bytes.TrimSpace(r.Params.Arguments); len(text) > 0 {
			d := json.NewDecoder(bytes.NewReader(text))
			d.DisallowUnknownFields()
			if err := d.Decode(&args); err != nil {
				return answer(fmt.Sprintf("arguments of %s: %v", name, err), true), nil
			}
		}
		text, err := run(ctx, args)
		if err != nil {
			return answer(err.Error(), true), nil
		}
		return answer(text, false), nil
	})
}

func answer(text string, isError bool) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}, IsError: isError}
}
