package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	aggregator "k8s.io/kube-aggregator/pkg/client/clientset_generated/clientset"
)

const userAgent = "orch-clientgo"

// encodings are those that every kind is sent and read in.
var encodings = map[string]string{
	"Protobuf": runtime.ContentTypeProtobuf,
	"JSON":     runtime.ContentTypeJSON,
}

// clients are the typed clients of all groups in one encoding.
type clients struct {
	encoding   string
	config     *rest.Config
	kube       kubernetes.Interface
	extensions apiextensions.Interface
	aggregator aggregator.Interface
	dynamic    dynamic.Interface
	seen       *traffic
}

// connect makes clients that accept no other encoding than the one they send.
func connect(kubeconfig, encoding string) (*clients, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, err
	}
	config.ContentType = encodings[encoding]
	config.AcceptContentTypes = encodings[encoding]
	config.UserAgent = userAgent
	config.QPS = -1
	seen := &traffic{}
	config.Wrap(seen.wrap)
	kube, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	extensions, err := apiextensions.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	apiServices, err := aggregator.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	untyped, err := dynamic.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	return &clients{encoding, config, kube, extensions, apiServices, untyped, seen}, nil
}

// exchange is what of a request and its answer is kept.
type exchange struct {
	method      string
	path        string
	query       string
	accept      string
	contentType string
	status      int
}

func (e exchange) String() string {
	return fmt.Sprintf("%s %s?%s: %d %s", e.method, e.path, e.query, e.status, e.contentType)
}

// traffic is what went over the wire.
type traffic struct {
	mutex     sync.Mutex
	exchanges []exchange
}

func (t *traffic) wrap(next http.RoundTripper) http.RoundTripper {
	return roundTripper(func(request *http.Request) (*http.Response, error) {
		response, err := next.RoundTrip(request)
		if err == nil {
			t.mutex.Lock()
			defer t.mutex.Unlock()
			t.exchanges = append(t.exchanges, exchange{
				method:      request.Method,
				path:        request.URL.Path,
				query:       request.URL.RawQuery,
				accept:      request.Header.Get("Accept"),
				contentType: response.Header.Get("Content-Type"),
				status:      response.StatusCode,
			})
		}
		return response, err
	})
}

// all are the exchanges so far.
func (t *traffic) all() []exchange {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return append([]exchange(nil), t.exchanges...)
}

// otherwise are those for objects that were answered in another encoding than the one asked for.
func (t *traffic) otherwise() []exchange {
	var found []exchange
	for _, e := range t.all() {
		// Paths that lead to nothing are answered in plain text.
		if !strings.HasPrefix(e.path, "/api") || e.status == http.StatusNotFound && strings.Contains(e.path, "example.com") || e.status == http.StatusNotAcceptable {
			continue
		}
		wanted, _, _ := strings.Cut(e.accept, ",")
		wanted, _, _ = strings.Cut(wanted, ";")
		given, _, _ := strings.Cut(e.contentType, ";")
		if given != wanted {
			found = append(found, e)
		}
	}
	return found
}

type roundTripper func(*http.Request) (*http.Response, error)

func (r roundTripper) RoundTrip(request *http.Request) (*http.Response, error) { return r(request) }
