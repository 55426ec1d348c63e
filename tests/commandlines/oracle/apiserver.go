package main

import (
	"context"
	"net"
	"sync"

	"google.golang.org/grpc"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
)

func apiserver() program {
	server := options.NewServerRunOptions()
	return program{server.Flags(), func() refusal { return judgeServer(server) }}
}

// What a start does before the server is there.
func judgeServer(server *options.ServerRunOptions) refusal {
	if err := logsapi.ValidateAndApply(server.Logs, utilfeature.DefaultFeatureGate); err != nil {
		return refusal{"complete", []error{err}}
	}
	completed, err := server.Complete(context.Background())
	if err != nil {
		return refusal{"complete", []error{err}}
	}
	if errs := completed.Validate(); len(errs) != 0 {
		return refusal{"validate", errs}
	}
	completed.SecureServing.Listener = nobody{}
	completed.Etcd.StorageConfig.Transport.ServerList = []string{store()}
	if _, err := app.NewConfig(completed); err != nil {
		return refusal{"config", []error{err}}
	}
	return refusal{}
}

// The address of a store that answers, and knows nothing: who makes a client of one waits for that.
var store = sync.OnceValue(func() string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	go func() { must(grpc.NewServer().Serve(listener)) }()
	return "http://" + listener.Addr().String()
})

// A listener that nothing has to be free for.
type nobody struct{ net.Listener }

func (nobody) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 6443} }
