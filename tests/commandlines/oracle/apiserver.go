package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"google.golang.org/grpc"
	"k8s.io/apiserver/pkg/util/compatibility"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/component-base/cli/globalflag"
	"k8s.io/component-base/logs"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/component-base/version/verflag"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
)

// A command line that is wrong, and where that was found.
type refusal struct {
	stage  string
	errors []error
}

func ask(asking question) (said answer) {
	var warnings bytes.Buffer
	said = answer{Errors: []string{}}
	defer func() {
		said.Warnings = warnings.String()
		if failure := recover(); failure != nil {
			said.Stage, said.Errors = "panic", []string{fmt.Sprint(failure)}
		}
	}()
	compatibility.DefaultComponentGlobalsRegistry.Reset()
	must(logsapi.ResetForTest(utilfeature.DefaultFeatureGate))
	server := options.NewServerRunOptions()
	var refused refusal
	command := &cobra.Command{
		Use: "kube-apiserver",
		PersistentPreRunE: func(*cobra.Command, []string) error {
			if err := server.GenericServerRunOptions.ComponentGlobalsRegistry.Set(); err != nil {
				refused = refusal{"complete", []error{err}}
			}
			return nil
		},
		Run: func(*cobra.Command, []string) {
			if refused.stage == "" {
				refused = judge(server)
			}
		},
		Args: func(command *cobra.Command, args []string) error {
			for _, arg := range args {
				if arg != "" {
					return fmt.Errorf("%q does not take any arguments, got %q", command.CommandPath(), args)
				}
			}
			return nil
		},
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	sets := server.Flags()
	verflag.AddFlags(sets.FlagSet("global"))
	globalflag.AddGlobalFlags(sets.FlagSet("global"), command.Name(), logs.SkipLoggingConfigurationFlags())
	for _, set := range sets.FlagSets {
		command.Flags().AddFlagSet(set)
	}
	command.SetGlobalNormalizationFunc(cliflag.WordSepNormalizeFunc)
	if asking.Flags {
		command.Flags().VisitAll(func(one *pflag.Flag) {
			said.Flags = append(said.Flags, flag{one.Name, one.Value.Type(), one.DefValue, one.Deprecated, one.NoOptDefVal})
		})
		return said
	}
	command.SetOut(&warnings)
	command.SetErr(&warnings)
	command.Flags().SetOutput(&warnings)
	command.SetArgs(asking.Args)
	if err := command.Execute(); err != nil {
		refused = refusal{"parse", []error{err}}
	}
	said.Stage = refused.stage
	for _, err := range refused.errors {
		said.Errors = append(said.Errors, err.Error())
	}
	return said
}

// What a start does before the server is there.
func judge(server *options.ServerRunOptions) refusal {
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
