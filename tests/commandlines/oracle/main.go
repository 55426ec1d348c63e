// Says what programs of the reference think of command lines: a JSON object a line in, with a program and its command line; a JSON object a line
// out, with what it is refused for, where that was found, and what is warned of.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strings"

	"k8s.io/klog/v2"
)

type question struct {
	// Of which program.
	Program string
	// Without the program's name.
	Args []string
	// Whether it may change what holds for the whole process.
	Alone bool
	// Whether it is asked which flags there are instead.
	Flags bool
}

type answer struct {
	// Where it was refused: "parse", "complete", "validate", "config", "panic"; "": it was taken.
	Stage    string   `json:"stage"`
	Errors   []string `json:"errors"`
	Warnings string   `json:"warnings"`
	Flags    []flag   `json:"flags,omitempty"`
}

type flag struct {
	Name       string `json:"name"`
	Type       string `json:"type"`
	Default    string `json:"default"`
	Deprecated string `json:"deprecated"`
	// What it means when it is given without a value.
	Bare string `json:"bare"`
}

// After this many questions a process makes room for another: what each leaves behind goes on.
const mostQuestions = 300

const child = "child"

func main() {
	klog.SetOutput(bytes.NewBuffer(nil))
	if len(os.Args) > 1 && os.Args[1] == child {
		answerAll(ask)
		return
	}
	var together *process
	asked := 0
	answerAll(func(asking question) answer {
		if asking.Alone {
			alone := start()
			defer alone.end()
			return alone.ask(asking)
		}
		if together == nil || asked == mostQuestions {
			together.end()
			together, asked = start(), 0
		}
		asked++
		said := together.ask(asking)
		if said.Stage == "exit" {
			together.end()
			together = nil
		}
		return said
	})
	together.end()
}

func answerAll(ask func(question) answer) {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	write := json.NewEncoder(os.Stdout)
	write.SetEscapeHTML(false)
	for lines.Scan() {
		var asking question
		must(json.Unmarshal(lines.Bytes(), &asking))
		must(write.Encode(ask(asking)))
	}
	must(lines.Err())
}

// This program once more.
type process struct {
	command *exec.Cmd
	ask     func(question) answer
	close   func() error
}

func start() *process {
	path, err := os.Executable()
	must(err)
	command := exec.Command(path, child)
	in, err := command.StdinPipe()
	must(err)
	out, err := command.StdoutPipe()
	must(err)
	var said bytes.Buffer
	command.Stderr = &said
	must(command.Start())
	write, read := json.NewEncoder(in), json.NewDecoder(out)
	return &process{command: command, close: in.Close, ask: func(asking question) answer {
		must(write.Encode(asking))
		var answered answer
		if err := read.Decode(&answered); err != nil {
			// It ends the process where an error has nowhere else to go.
			return answer{Stage: "exit", Errors: []string{strings.TrimSpace(said.String())}}
		}
		return answered
	}}
}

func (p *process) end() {
	if p == nil {
		return
	}
	_ = p.close()
	_ = p.command.Process.Kill()
	_ = p.command.Wait()
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
