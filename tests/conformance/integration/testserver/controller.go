package testserver

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

const (
	// managerVariable has the command that starts a controller manager, and schedulerVariable that of a scheduler.
	managerVariable   = "ORCH_TEST_CONTROLLER_MANAGER"
	schedulerVariable = "ORCH_TEST_SCHEDULER"
	// volumeBinder is the controller that makes volumes there, and that waits here for others to do it.
	volumeBinder = "persistentvolume-binder-controller"
)

// latest is the server that was started last: the controllers of a test are its.
var latest struct {
	lock   sync.Mutex
	server *Server
}

// RunController runs a controller of this checkout until the context ends. Returns false at once where there is no command
// that does.
func RunController(ctx context.Context, name string) bool {
	if name == volumeBinder {
		go runProvisioner(ctx)
	}
	process := start(ctx, managerVariable, func(string) ([]string, error) {
		return []string{"--controllers=" + name, "--use-service-account-credentials=false"}, nil
	})
	if process == nil {
		return false
	}
	process.Wait()
	return true
}

// StartScheduler starts the scheduler of this checkout with a configuration, which ends with the context, and waits until it
// runs. Returns nil where there is no command that does.
func StartScheduler(ctx context.Context, configuration []byte) *Process {
	process := start(ctx, schedulerVariable, func(folder string) ([]string, error) {
		path := filepath.Join(folder, "scheduler.json")
		return []string{"--config=" + path}, os.WriteFile(path, configuration, 0o600)
	})
	if process != nil {
		process.untilLogged(`"The scheduler runs"`)
	}
	return process
}

// Process is a client of a server.
type Process struct {
	log   *lastBytes
	ended chan struct{}
	err   error
}

// Wait waits for its end, and panics where nobody asked for that.
func (p *Process) Wait() {
	<-p.ended
	if p.err != nil {
		panic(p.err)
	}
}

func (p *Process) untilLogged(text string) {
	late := time.After(readyTimeout)
	for !strings.Contains(p.log.String(), text) {
		select {
		case <-p.ended:
			p.Wait()
			return
		case <-late:
			panic(fmt.Errorf("not in the log within %v: %s\n%s", readyTimeout, text, p.log))
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// start starts a client of the latest server with what a variable says; nil: it says nothing, or there is no server.
func start(ctx context.Context, variable string, flagsIn func(folder string) ([]string, error)) *Process {
	text := os.Getenv(variable)
	latest.lock.Lock()
	server := latest.server
	latest.lock.Unlock()
	if text == "" || server == nil {
		return nil
	}
	process := &Process{log: &lastBytes{}, ended: make(chan struct{})}
	go func() {
		defer close(process.ended)
		if err := server.run(ctx, text, process.log, flagsIn); err != nil && ctx.Err() == nil {
			process.err = err
		}
	}()
	return process
}

func (s *Server) run(ctx context.Context, text string, log *lastBytes, flagsIn func(folder string) ([]string, error)) error {
	var words []string
	if err := json.Unmarshal([]byte(text), &words); err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "orch-reference-test")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	config := filepath.Join(folder, "client.conf")
	if err := clientcmd.WriteToFile(*s.clientConfig(), config); err != nil {
		return err
	}
	flags, err := flagsIn(folder)
	if err != nil {
		return err
	}
	command := exec.CommandContext(ctx, words[0], append(words[1:], append(flags,
		"--kubeconfig="+config,
		"--leader-elect=false",
		"--secure-port=0",
	)...)...)
	command.Env = append(os.Environ(), supervisedVariable+"=1")
	command.Stderr = withLog(log, command.Args)
	input, err := command.StdinPipe()
	if err != nil {
		return err
	}
	defer input.Close()
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.WaitDelay = stopTimeout
	if err := command.Run(); err != nil {
		return fmt.Errorf("%v: %w; it wrote:\n%s", command.Args, err, log)
	}
	return nil
}

func (s *Server) clientConfig() *clientcmdapi.Config {
	const name = "test"
	config := clientcmdapi.NewConfig()
	config.Clusters[name] = &clientcmdapi.Cluster{Server: s.Config.Host, CertificateAuthority: s.Config.CAFile}
	config.AuthInfos[name] = &clientcmdapi.AuthInfo{Token: adminToken}
	config.Contexts[name] = &clientcmdapi.Context{Cluster: name, AuthInfo: name}
	config.CurrentContext = name
	return config
}

// withLog has what is written to `log` go to the file of all processes too, where there is one.
func withLog(log io.Writer, args []string) io.Writer {
	file := os.Getenv("ORCH_TEST_LOG")
	if file == "" {
		return log
	}
	out, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return log
	}
	fmt.Fprintf(out, "=== %q\n", args)
	return io.MultiWriter(log, out)
}
