// Answers what the strategies of the reference make of objects, without a server: a question a line in, an answer a line out,
// in JSON.
package main

import (
	"bufio"
	"encoding/json"
	"os"
)

// Writes of one object, each over what the one before has left.
type question struct {
	Group      string `json:"group"`
	Version    string `json:"version"`
	Resource   string `json:"resource"`
	Namespaced bool   `json:"namespaced"`
	Writes     []struct {
		// "" for the object itself.
		Through string          `json:"through"`
		Object  json.RawMessage `json:"object"`
		// Whether nobody asks if the object breaks rules: it was there before them.
		Unchecked bool `json:"unchecked"`
	} `json:"writes"`
}

// What became of one.
type outcome struct {
	// The object, or a Status.
	Answer   json.RawMessage `json:"answer"`
	Taken    bool            `json:"taken"`
	Warnings []string        `json:"warnings"`
	// Whether it was refused as it could not have what it needs.
	Lacks bool `json:"lacks"`
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	decoder, encoder := json.NewDecoder(in), json.NewEncoder(out)
	for decoder.More() {
		var asked question
		must(decoder.Decode(&asked))
		state := &object{of: asked}
		outcomes := []outcome{}
		for _, write := range asked.Writes {
			state.unchecked = write.Unchecked
			outcomes = append(outcomes, state.write(write.Through, write.Object))
		}
		must(encoder.Encode(outcomes))
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
