// Package testing starts API servers of this checkout where tests of custom resources would start a server of these alone.
package testing

import (
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/spf13/pflag"
	"orch.test/testserver"

	extensionsapiserver "k8s.io/apiextensions-apiserver/pkg/apiserver"
	"k8s.io/apiextensions-apiserver/pkg/cmd/server/options"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	restclient "k8s.io/client-go/rest"
)

// TearDownFunc ends a server.
type TearDownFunc func()

// TestServerInstanceOptions are what tests ask for beside flags.
type TestServerInstanceOptions struct{}

// TestServer is a server that runs.
type TestServer struct {
	ClientConfig    *restclient.Config
	ServerOpts      *options.CustomResourceDefinitionsServerOptions
	TearDownFn      TearDownFunc
	TmpDir          string
	CompletedConfig extensionsapiserver.CompletedConfig
}

// Logger is what tests hand on.
type Logger interface {
	Errorf(format string, args ...interface{})
	Fatalf(format string, args ...interface{})
	Logf(format string, args ...interface{})
}

// skipper is what most of those are, too.
type skipper interface {
	Skipf(format string, args ...interface{})
}

// NewDefaultTestServerOptions are what is asked for where nothing is.
func NewDefaultTestServerOptions() *TestServerInstanceOptions {
	return &TestServerInstanceOptions{}
}

// StartTestServerOrDie starts a server; the test fails where that does.
func StartTestServerOrDie(t Logger, instance *TestServerInstanceOptions, flags []string, storage *storagebackend.Config) *TestServer {
	server, err := StartTestServer(t, instance, flags, storage)
	if err != nil {
		t.Fatalf("failed to launch server: %v", err)
	}
	return &server
}

// StartTestServer starts a server with flags of the reference's.
func StartTestServer(t Logger, _ *TestServerInstanceOptions, flags []string, storage *storagebackend.Config) (TestServer, error) {
	features, missing := testserver.FeatureFlag(utilfeature.DefaultMutableFeatureGate, flags)
	if skips, ok := t.(skipper); ok && len(missing) > 0 {
		skips.Skipf("features without a name here: %v", missing)
	}
	folder, err := os.MkdirTemp("", "orch-reference-test")
	if err != nil {
		return TestServer{}, err
	}
	server, err := start(folder, flags, features, storage)
	if err != nil {
		_ = os.RemoveAll(folder)
	}
	if skips, ok := t.(skipper); ok && errors.Is(err, testserver.ErrUnknown) {
		skips.Skipf("%v", err)
	}
	return server, err
}

func start(folder string, flags, features []string, storage *storagebackend.Config) (TestServer, error) {
	opts := options.NewCustomResourceDefinitionsServerOptions(os.Stdout, os.Stderr)
	set := pflag.NewFlagSet("test", pflag.ContinueOnError)
	opts.AddFlags(set)
	opts.RecommendedOptions.SecureServing.ServerCert.CertDirectory = folder
	if storage != nil {
		opts.RecommendedOptions.Etcd.StorageConfig = *storage
	}
	if err := opts.APIEnablement.RuntimeConfig.Set("api/all=true"); err != nil {
		return TestServer{}, err
	}
	if err := set.Parse(flags); err != nil {
		return TestServer{}, err
	}
	key, err := testserver.WriteSigningKey(folder)
	if err != nil {
		return TestServer{}, err
	}
	// A server of custom resources alone asks another one who its clients are.
	own := slices.DeleteFunc(testserver.ChangedFlags(slices.Values([]*pflag.FlagSet{set})), func(flag string) bool {
		return strings.HasPrefix(flag, "--authentication-") || strings.HasPrefix(flag, "--authorization-") ||
			strings.HasPrefix(flag, "--kubeconfig=")
	})
	process, err := testserver.Start(testserver.Settings{
		Flags: slices.Concat(own, features, []string{
			"--service-account-issuer=https://foo.bar.example.com",
			"--service-account-key-file=" + key,
			"--service-account-signing-key-file=" + key,
		}),
		Folder: folder,
	})
	if err != nil {
		return TestServer{}, err
	}
	opts.RecommendedOptions.SecureServing.BindPort = process.Port
	return TestServer{
		ClientConfig: process.Config,
		ServerOpts:   opts,
		TmpDir:       folder,
		TearDownFn: func() {
			process.Stop()
			_ = os.RemoveAll(folder)
		},
	}, nil
}
