// Package testserver runs an API server of this checkout as a process, for tests of the reference that
// would start the reference's in their own process.
package testserver

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"k8s.io/client-go/rest"
)

const (
	// commandVariable has the command that starts a server, as a JSON list of words.
	commandVariable = "ORCH_TEST_APISERVER"
	// supervisedVariable has a server end with its input, so at the latest with this process.
	supervisedVariable = "ORCH_SUPERVISED"

	adminToken = "reference-test-admin"
	adminLine  = adminToken + `,system:apiserver,1,"system:masters"` + "\n"

	readyTimeout = 60 * time.Second
	stopTimeout  = 30 * time.Second
	shownBytes   = 3000
)

// Settings say how a server is started.
type Settings struct {
	// Flags are the reference's own.
	Flags []string
	// Folder is where its certificate and its list of tokens are.
	Folder string
	// Unready has Start return as soon as it listens.
	Unready bool
}

// Server is one that runs.
type Server struct {
	// Config is of a client that may do everything.
	Config *rest.Config
	Port   int

	command *exec.Cmd
	input   io.Closer
	log     *lastBytes
	ended   chan struct{}
}

// ErrUnknown says that the server has no name for some flags.
var ErrUnknown = errors.New("flags without a name here")

// Start starts one, and waits until it is ready.
func Start(settings Settings) (*Server, error) {
	if unknown := Unknown(settings.Flags); len(unknown) > 0 {
		return nil, fmt.Errorf("%w: %v", ErrUnknown, unknown)
	}
	words, err := serverCommand()
	if err != nil {
		return nil, err
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	flags, err := withAdmin(settings.Flags, settings.Folder)
	if err != nil {
		return nil, err
	}
	flags = append(flags, "--secure-port="+strconv.Itoa(port))
	server := &Server{Port: port, log: &lastBytes{}, ended: make(chan struct{})}
	server.command = exec.Command(words[0], append(words[1:], flags...)...)
	server.command.Env = append(os.Environ(), supervisedVariable+"=1")
	server.command.Stderr = withLog(server.log, server.command.Args)
	if server.input, err = server.command.StdinPipe(); err != nil {
		return nil, err
	}
	if err := server.command.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = server.command.Wait()
		close(server.ended)
	}()
	server.Config = &rest.Config{
		Host:        fmt.Sprintf("https://127.0.0.1:%d", port),
		BearerToken: adminToken,
		TLSClientConfig: rest.TLSClientConfig{
			CAFile: certificateOf(flags, settings.Folder),
		},
		QPS:   1000,
		Burst: 10000,
	}
	if err := server.untilReady(settings.Unready); err != nil {
		server.Stop()
		return nil, fmt.Errorf("%w; it wrote:\n%s", err, server.log)
	}
	// Some tests hand the certificate on, and not where it is.
	if server.Config.CAData, err = os.ReadFile(server.Config.CAFile); err != nil {
		server.Stop()
		return nil, err
	}
	latest.lock.Lock()
	latest.server = server
	latest.lock.Unlock()
	return server, nil
}

// serverCommand is what starts a server.
func serverCommand() ([]string, error) {
	var words []string
	if err := json.Unmarshal([]byte(os.Getenv(commandVariable)), &words); err != nil || len(words) == 0 {
		return nil, fmt.Errorf("%s is to be a JSON list of words: %v", commandVariable, err)
	}
	return words, nil
}

// Stop asks it to end, and waits until it has.
func (s *Server) Stop() {
	_ = s.command.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.ended:
	case <-time.After(stopTimeout):
		_ = s.command.Process.Kill()
		<-s.ended
	}
	_ = s.input.Close()
}

// untilReady waits until the server says that it is ready, or, with `unready`, until it answers anything.
func (s *Server) untilReady(unready bool) error {
	ctx, cancel := context.WithTimeout(context.Background(), readyTimeout)
	defer cancel()
	client := &http.Client{Transport: &http.Transport{
		// Its certificate may be made only now; nothing secret is said but the token of this test.
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
	}}
	defer client.CloseIdleConnections()
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Config.Host+"/readyz", nil)
		if err != nil {
			return err
		}
		request.Header.Set("Authorization", "Bearer "+adminToken)
		response, err := client.Do(request)
		if err == nil {
			_ = response.Body.Close()
			if unready || response.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-s.ended:
			return errors.New("the server ended before it was ready")
		case <-ctx.Done():
			return fmt.Errorf("the server was not ready within %v", readyTimeout)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// withAdmin adds the token of the administrator to the flags: to the list of tokens that they name, or to one of its own.
func withAdmin(flags []string, folder string) ([]string, error) {
	const name = "--token-auth-file="
	tokens := adminLine
	var others []string
	for _, flag := range flags {
		path, ok := strings.CutPrefix(flag, name)
		if !ok {
			others = append(others, flag)
			continue
		}
		theirs, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		tokens = strings.TrimRight(string(theirs), "\n") + "\n" + adminLine
	}
	path := filepath.Join(folder, "tokens.csv")
	return append(others, name+path), os.WriteFile(path, []byte(tokens), 0o600)
}

// certificateOf is the file whose certificates a client is to trust.
func certificateOf(flags []string, folder string) string {
	for _, flag := range flags {
		if path, ok := strings.CutPrefix(flag, "--tls-cert-file="); ok {
			return path
		}
	}
	return filepath.Join(folder, "apiserver.crt")
}

func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}

// lastBytes keeps the end of what is written to it.
type lastBytes struct {
	lock  sync.Mutex
	bytes []byte
}

func (l *lastBytes) Write(more []byte) (int, error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.bytes = append(l.bytes, more...)
	if over := len(l.bytes) - shownBytes; over > 0 {
		l.bytes = bytes.Clone(l.bytes[over:])
	}
	return len(more), nil
}

func (l *lastBytes) String() string {
	l.lock.Lock()
	defer l.lock.Unlock()
	return string(l.bytes)
}
