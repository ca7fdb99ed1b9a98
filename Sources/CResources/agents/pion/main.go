// An agent of level 3 around pion/webrtc: it sends and receives coded frames, and has no codec of its own.
//
// It speaks JSON-RPC 2.0 on standard input and output, a message a line. `ci/setup --peers` builds it against
// Debian's golang-github-pion-webrtc.v3-dev.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

const (
	lineLimit     = 16 << 20
	unknownMethod = -32601
	commandFailed = -32000
)

type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params,omitempty"`
}

type object map[string]interface{}

// A wire is standard output, a whole line at a time, and the clock that stamps what is said there.
type wire struct {
	mutex  sync.Mutex
	origin int64
}

func (w *wire) write(line object) {
	line["jsonrpc"] = "2.0"
	bytes, err := json.Marshal(line)
	if err != nil {
		fmt.Fprintln(os.Stderr, "cannot write:", err)
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if _, err := os.Stdout.Write(append(bytes, '\n')); err != nil {
		os.Exit(0) // whoever listened is gone
	}
}

// now is in nanoseconds since the run's origin.
func (w *wire) now() int64 {
	var time unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &time); err != nil {
		return 0
	}
	return time.Nano() - w.origin
}

func (w *wire) notify(method string, params object) {
	if _, stamped := params["at"]; !stamped {
		params["at"] = w.now()
	}
	w.write(object{"method": method, "params": params})
}

// version is pion's; Debian builds from GOPATH, where a binary does not know, so that ci/setup tells the linker.
var version = "3"

// usesPictureIDs is what TrackLocalStaticSample does. In pion 3.1 the first frame has no PictureID and all others have
// one, at which libwebrtc and Firefox may freeze until the next key frame.
var usesPictureIDs = flag.Bool("picture-id", true, "number VP8 pictures (RFC 7741 §4.2)")

func main() {
	flag.Parse()
	out := &wire{}
	agent := &peer{wire: out}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<16), lineLimit)
	for lines.Scan() {
		var request message
		if err := json.Unmarshal(lines.Bytes(), &request); err != nil {
			fmt.Fprintln(os.Stderr, "not a message:", err)
			continue
		}
		if request.ID == nil {
			agent.notice(request.Method, request.Params)
			continue
		}
		result, err := agent.answer(request.Method, request.Params)
		if err == nil {
			out.write(object{"id": request.ID, "result": result})
		} else {
			code := commandFailed
			if _, unknown := err.(unknownMethodError); unknown {
				code = unknownMethod
			}
			out.write(object{"id": request.ID, "error": object{"code": code, "message": err.Error()}})
		}
		if request.Method == "close" {
			return
		}
	}
	agent.close()
}
