// Command streams stands in for the agent of a node with the streams that agents have spoken for years: SPDY,
// and ports through a tunnel in a WebSocket. It gives back what comes, and knows no other WebSockets.
//
// It is told the files of a certificate and its key, and writes the port that it listens at.
package main

import (
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/gorilla/websocket"
	"k8s.io/client-go/tools/portforward"
	"k8s.io/streaming/pkg/httpstream"
	"k8s.io/streaming/pkg/httpstream/spdy"
)

const (
	processes = "v4.channel.k8s.io"
	ports     = "portforward.k8s.io"
	tunnel    = "SPDY/3.1+portforward.k8s.io"
	success   = `{"metadata":{},"status":"Success"}`
)

func main() {
	certificate, err := tls.LoadX509KeyPair(os.Args[1], os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	server := &http.Server{
		Handler: http.HandlerFunc(serve),
		TLSConfig: &tls.Config{
			Certificates: []tls.Certificate{certificate},
			ClientAuth:   tls.RequireAnyClientCert,
		},
		// Only what may be taken over.
		TLSNextProto: map[string]func(*http.Server, *tls.Conn, http.Handler){},
	}
	log.Fatal(server.ServeTLS(listener, "", ""))
}

func serve(w http.ResponseWriter, r *http.Request) {
	isPort := strings.HasPrefix(r.URL.Path, "/portForward/")
	switch {
	case strings.EqualFold(r.Header.Get("Upgrade"), "websocket"):
		if !isPort || !strings.Contains(r.Header.Get("Sec-WebSocket-Protocol"), tunnel) {
			http.Error(w, "no such WebSocket here", http.StatusForbidden)
			return
		}
		serveTunnel(w, r)
	case isPort:
		if _, err := httpstream.Handshake(r, w, []string{ports}); err == nil {
			spdy.NewResponseUpgrader().UpgradeResponse(w, r, servePort)
		}
	default:
		if _, err := httpstream.Handshake(r, w, []string{processes}); err == nil {
			serveProcess(w, r)
		}
	}
}

// serveProcess writes what it reads, and ends well.
func serveProcess(w http.ResponseWriter, r *http.Request) {
	expected := 1
	for _, name := range []string{"input", "output", "error"} {
		if r.URL.Query().Get(name) == "1" {
			expected++
		}
	}
	came := make(chan httpstream.Stream, expected)
	connection := spdy.NewResponseUpgrader().UpgradeResponse(w, r,
		func(stream httpstream.Stream, _ <-chan struct{}) error {
			came <- stream
			return nil
		})
	if connection == nil {
		return
	}
	defer connection.Close()
	streams := map[string]httpstream.Stream{}
	for range expected {
		stream := <-came
		streams[stream.Headers().Get("Streamtype")] = stream
	}
	fmt.Fprintf(streams["stdout"], "%s: ", strings.Join(r.URL.Query()["command"], " "))
	if stdin := streams["stdin"]; stdin != nil {
		io.Copy(streams["stdout"], stdin)
	}
	io.WriteString(streams["error"], success)
	for _, name := range []string{"stdout", "stderr", "error"} {
		if stream := streams[name]; stream != nil {
			stream.Close()
		}
	}
	<-connection.CloseChan()
}

// servePort writes the number of the port, and then what it reads.
func servePort(stream httpstream.Stream, replied <-chan struct{}) error {
	go func() {
		<-replied
		if stream.Headers().Get("Streamtype") == "data" {
			fmt.Fprintf(stream, "%s: ", stream.Headers().Get("Port"))
			io.Copy(stream, stream)
		}
		stream.Close()
	}()
	return nil
}

func serveTunnel(w http.ResponseWriter, r *http.Request) {
	upgrader := websocket.Upgrader{Subprotocols: []string{tunnel}}
	connection, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	through := portforward.NewTunnelingConnection("agent", connection)
	inner, err := spdy.NewServerConnection(through, servePort)
	if err != nil {
		return
	}
	<-inner.CloseChan()
}
