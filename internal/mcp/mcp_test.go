package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// fake are tools that say what they were asked.
var fake = Tools{
	Find: func(_ context.Context, a Find) (string, error) { return fmt.Sprintf("find %+v", a), nil },
	Show: func(_ context.Context, a Show) (string, error) {
		return "", errors.New("no site of the last run is called " + a.ID)
	},
	Prove: func(_ context.Context, a Prove) (string, error) { return fmt.Sprintf("prove %+v", a), nil },
}

// serve runs a server and returns the client's ends of its streams.
func serve(t *testing.T) (toServer io.WriteCloser, fromServer io.ReadCloser) {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- Serve(t.Context(), in, out, "test", fake) }()
	t.Cleanup(func() {
		toServer.Close()
		if err := <-done; err != nil {
			t.Errorf("the server ended with %v", err)
		}
		fromServer.Close()
	})
	return toServer, fromServer
}

// TestClient asks as the SDK's client does.
func TestClient(t *testing.T) {
	w, r := serve(t)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: r, Writer: w}, nil)
	if err != nil {
		t.Fatal(err)
	}
	listed, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range listed.Tools {
		if tool.Annotations == nil || !tool.Annotations.ReadOnlyHint {
			t.Errorf("%s is not declared as read-only", tool.Name)
		}
	}
	if len(listed.Tools) != 3 {
		t.Errorf("%d tools, want 3", len(listed.Tools))
	}
	for _, tt := range []struct {
		tool    string
		args    map[string]any
		want    string
		isError bool
	}{
		{"find", nil, "find {Dir: Packages: Bench: Budget:0 Since: Paths:}", false},
		{"find", map[string]any{"packages": "./p", "budget": 900}, "find {Dir: Packages:./p Bench: Budget:900 Since: Paths:}", false},
		{"show", map[string]any{"id": "abc"}, "no site of the last run is called abc", true},
		{"prove", map[string]any{"change": "HEAD~2..HEAD"}, "prove {Dir: Change:HEAD~2..HEAD Diff: Bench:}", false},
		{"find", map[string]any{"package": "./p"}, `arguments of find: json: unknown field "package"`, true},
		{"find", map[string]any{"budget": "many"}, "arguments of find: json: cannot unmarshal string", true},
	} {
		got, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tt.tool, Arguments: tt.args})
		if err != nil {
			t.Errorf("%s %v: %v", tt.tool, tt.args, err)
			continue
		}
		if text := got.Content[0].(*mcp.TextContent).Text; !strings.HasPrefix(text, tt.want) || got.IsError != tt.isError {
			t.Errorf("%s %v: %q (error: %v), want %q", tt.tool, tt.args, text, got.IsError, tt.want)
		}
	}
}

// TestLines asks as a client does that writes lines of JSON by hand, of an older protocol and
// with nothing that it need not send.
func TestLines(t *testing.T) {
	w, r := serve(t)
	answers := bufio.NewScanner(r)
	ask := func(line string) map[string]any {
		t.Helper()
		if _, err := io.WriteString(w, line+"\n"); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(line, `"id":`) {
			return nil
		}
		if !answers.Scan() {
			t.Fatalf("no answer to %s: %v", line, answers.Err())
		}
		var m map[string]any
		if err := json.Unmarshal(answers.Bytes(), &m); err != nil {
			t.Fatalf("%s: %v", answers.Bytes(), err)
		}
		return m
	}
	got := ask(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"sh","version":"0"}}}`)
	if v := got["result"].(map[string]any)["protocolVersion"]; v != "2024-11-05" {
		t.Errorf("protocol %v", v)
	}
	ask(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	tools := ask(`{"jsonrpc":"2.0","id":"a","method":"tools/list"}`)["result"].(map[string]any)["tools"].([]any)
	for _, tool := range tools {
		schema, _ := json.Marshal(tool.(map[string]any)["inputSchema"])
		for _, word := range []string{"$ref", "anyOf", "oneOf", "null", "additionalProperties"} {
			if strings.Contains(string(schema), word) {
				t.Errorf("a schema has %s, which not every client knows: %s", word, schema)
			}
		}
		if len(schema) > 700 {
			t.Errorf("a schema takes %d bytes: %s", len(schema), schema)
		}
	}
	result := ask(`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"prove","arguments":{"diff":"--- a"}}}`)["result"].(map[string]any)
	if text := result["content"].([]any)[0].(map[string]any)["text"]; text != "prove {Dir: Change: Diff:--- a Bench:}" {
		t.Errorf("got %v", text)
	}
	if got := ask(`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"rm"}}`); got["error"] == nil {
		t.Errorf("of an unknown tool: %v", got)
	}
}
