// Says what the reference's admission plugins do with requests: a JSON object a line in, with a plugin, what it is told,
// the objects that there are and the requests; a JSON list a line out, with what becomes of each of them.
package main

import (
	"bufio"
	"encoding/json"
	"os"
)

// A plugin in a world, and what is asked of it there.
type question struct {
	Plugin        string
	Configuration string
	Objects       []json.RawMessage
	// Allowed are the questions to the authorizer that it says yes to, as "verb group/resource/subresource".
	Allowed  []string
	Requests []request
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	write := json.NewEncoder(out)
	write.SetEscapeHTML(false)
	for lines.Scan() {
		var question question
		must(json.Unmarshal(lines.Bytes(), &question))
		must(write.Encode(answered(question)))
	}
	must(lines.Err())
}

// answered asks a plugin that knows the world all the requests.
func answered(question question) []answer {
	answers := make([]answer, 0, len(question.Requests))
	stop := make(chan struct{})
	defer close(stop)
	plugin, err := pluginIn(question, stop)
	for _, request := range question.Requests {
		if err != nil {
			answers = append(answers, answer{Message: "start: " + err.Error()})
			continue
		}
		answers = append(answers, asked(plugin, request))
	}
	return answers
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
