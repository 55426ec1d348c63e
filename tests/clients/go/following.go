package main

import (
	"fmt"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
)

// following keeps what a watch sees.
type following struct {
	watch   watch.Interface
	mutex   sync.Mutex
	seen    []seenEvent
	ended   bool
	changed chan struct{}
}

// seenEvent is one event of an object; bookmarks are none.
type seenEvent struct {
	kind string
	written
	object runtime.Object
}

func (e seenEvent) String() string { return fmt.Sprintf("%s %s@%s", e.kind, e.name, e.version) }

func startFollowing(events watch.Interface) *following {
	f := &following{watch: events, changed: make(chan struct{}, 1)}
	go func() {
		for event := range events.ResultChan() {
			if event.Type != watch.Bookmark {
				f.add(event)
			}
		}
		f.mutex.Lock()
		f.ended = true
		f.mutex.Unlock()
		f.wake()
	}()
	return f
}

func (f *following) add(event watch.Event) {
	one := seenEvent{kind: string(event.Type), object: event.Object}
	if about, err := meta.Accessor(event.Object); err == nil {
		one.written = written{about.GetName(), about.GetResourceVersion()}
	}
	f.mutex.Lock()
	f.seen = append(f.seen, one)
	f.mutex.Unlock()
	f.wake()
}

func (f *following) wake() {
	select {
	case f.changed <- struct{}{}:
	default:
	}
}

// until waits until `enough` says so of what was seen.
func (f *following) until(enough func([]seenEvent) bool) ([]seenEvent, error) {
	late := time.After(patience)
	for {
		f.mutex.Lock()
		seen, ended := append([]seenEvent(nil), f.seen...), f.ended
		f.mutex.Unlock()
		if enough(seen) {
			return seen, nil
		}
		if ended {
			return seen, fmt.Errorf("the watch has ended; it has seen %v", seen)
		}
		select {
		case <-f.changed:
		case <-late:
			return seen, fmt.Errorf("after %v the watch has seen no more than %v", patience, seen)
		}
	}
}

func (f *following) stop() {
	if f != nil {
		f.watch.Stop()
	}
}
