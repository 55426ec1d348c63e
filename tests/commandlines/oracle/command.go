package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/apiserver/pkg/util/compatibility"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/component-base/cli/globalflag"
	"k8s.io/component-base/logs"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/component-base/version/verflag"
)

// A command line that is wrong, and where that was found.
type refusal struct {
	stage  string
	errors []error
}

// A program of the reference, before its flags are read.
type program struct {
	flags cliflag.NamedFlagSets
	// What a start does before anything of it is there.
	judge func() refusal
}

var programs = map[string]func() program{
	"kube-apiserver":          apiserver,
	"kube-controller-manager": controllerManager,
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
	asked := programs[asking.Program]()
	var refused refusal
	command := &cobra.Command{
		Use: asking.Program,
		Run: func(*cobra.Command, []string) {
			if err := compatibility.DefaultComponentGlobalsRegistry.Set(); err != nil {
				refused = refusal{"complete", []error{err}}
				return
			}
			refused = asked.judge()
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
	verflag.AddFlags(asked.flags.FlagSet("global"))
	globalflag.AddGlobalFlags(asked.flags.FlagSet("global"), command.Name(), logs.SkipLoggingConfigurationFlags())
	for _, set := range asked.flags.FlagSets {
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
