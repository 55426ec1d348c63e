package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// line is what one step came to: a line of JSON on standard output.
type line struct {
	// Subject is the kind or the part of the library that the step is about.
	Subject  string `json:"subject"`
	Encoding string `json:"encoding,omitempty"`
	Step     string `json:"step"`
	Ms       int64  `json:"ms"`
	Error    string `json:"error,omitempty"`
}

// report writes the lines of all subjects, of which several are under way at a time.
type report struct {
	mutex sync.Mutex
	out   *json.Encoder
	steps int
	bad   int
}

func newReport(out io.Writer) *report {
	return &report{out: json.NewEncoder(out)}
}

func (r *report) write(l line) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.steps++
	if l.Error != "" {
		r.bad++
	}
	if err := r.out.Encode(l); err != nil {
		panic(err)
	}
}

// steps are those of one subject in one encoding.
type steps struct {
	report   *report
	subject  string
	encoding string
}

// brokenOff ends a subject whose further steps would only repeat a failure.
var brokenOff = errors.New("broken off")

// try runs a step and notes what came of it; the steps after it go on.
func (s *steps) try(step string, run func() error) bool {
	began := time.Now()
	err := run()
	l := line{Subject: s.subject, Encoding: s.encoding, Step: step, Ms: time.Since(began).Milliseconds()}
	if err != nil {
		l.Error = err.Error()
	}
	s.report.write(l)
	return err == nil
}

// must runs a step that the steps after it need.
func (s *steps) must(step string, run func() error) {
	if !s.try(step, run) {
		panic(brokenOff)
	}
}

// all runs the steps of a subject.
func (s *steps) all(run func()) {
	defer func() {
		switch cause := recover(); cause {
		case nil, brokenOff:
		default:
			s.report.write(line{
				Subject: s.subject, Encoding: s.encoding, Step: "panic", Error: fmt.Sprint(cause),
			})
		}
	}()
	run()
}

// expect turns a check into the error of a step.
func expect(ok bool, format string, values ...any) error {
	if ok {
		return nil
	}
	return fmt.Errorf(format, values...)
}

// refused checks that a request was refused, and in the way that is asked for.
func refused(err error, how func(error) bool, name string) error {
	if err == nil {
		return fmt.Errorf("nothing was refused: expected %s", name)
	}
	return expect(how(err), "expected %s, got %T: %v", name, err, err)
}
