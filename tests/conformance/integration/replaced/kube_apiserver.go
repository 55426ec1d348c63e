// Package testing starts API servers of this checkout where the reference's tests would start the reference's.
package testing

import (
	"crypto/rsa"
	"crypto/x509"
	"errors"
	"fmt"
	"maps"
	"os"
	"testing"
	"time"

	"github.com/spf13/pflag"
	clientv3 "go.etcd.io/etcd/client/v3"
	"orch.test/testserver"

	"k8s.io/apiserver/pkg/cel/environment"
	serveroptions "k8s.io/apiserver/pkg/server/options"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/apiserver/pkg/storageversion"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	restclient "k8s.io/client-go/rest"

	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
	"k8s.io/kubernetes/test/utils/ktesting"
)

// etcdDialTimeout is how long a client of a store may take to reach it.
const etcdDialTimeout = 20 * time.Second

// TearDownFunc ends a server.
type TearDownFunc func()

// TestServerInstanceOptions are what tests ask for beside flags.
type TestServerInstanceOptions struct {
	SkipHealthzCheck       bool
	EnableCertAuth         bool
	StorageVersionWrapFunc func(storageversion.Manager) storageversion.Manager
	ProxyCA                *ProxyCA
	BinaryVersion          string
	RequestTimeout         time.Duration
}

// TestServer is a server that runs.
type TestServer struct {
	ClientConfig      *restclient.Config
	ServerOpts        *options.ServerRunOptions
	TearDownFn        TearDownFunc
	TmpDir            string
	EtcdClient        *clientv3.Client
	EtcdStoragePrefix string
}

// Logger is what some tests hand on.
type Logger interface {
	Helper()
	Errorf(format string, args ...interface{})
	Fatalf(format string, args ...interface{})
	Logf(format string, args ...interface{})
	Cleanup(func())
}

// ProxyCA is the authority of those who hand on others' requests.
type ProxyCA struct {
	ProxySigningCert *x509.Certificate
	ProxySigningKey  *rsa.PrivateKey
}

// NewDefaultTestServerOptions are what is asked for where nothing is.
func NewDefaultTestServerOptions() *TestServerInstanceOptions {
	return &TestServerInstanceOptions{EnableCertAuth: true}
}

// StartTestServerOrDie starts a server; the test fails where that does.
func StartTestServerOrDie(t testing.TB, instance *TestServerInstanceOptions, flags []string, storage *storagebackend.Config) *TestServer {
	t.Helper()
	server, err := StartTestServer(t, instance, flags, storage)
	if err != nil {
		t.Fatalf("failed to launch server: %v", err)
	}
	return &server
}

// StartTestServer starts a server with flags of the reference's.
func StartTestServer(t ktesting.TB, instance *TestServerInstanceOptions, flags []string, storage *storagebackend.Config) (TestServer, error) {
	// What some tests read was set by a server in their own process.
	environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())
	if instance == nil {
		instance = NewDefaultTestServerOptions()
	}
	if instance.StorageVersionWrapFunc != nil || instance.BinaryVersion != "" {
		t.Skip("reaches into the server's process")
	}
	features, missing := testserver.FeatureFlag(utilfeature.DefaultMutableFeatureGate, flags)
	if len(missing) > 0 {
		t.Skipf("features without a name here: %v", missing)
	}
	folder, err := os.MkdirTemp("", "orch-reference-test")
	if err != nil {
		return TestServer{}, err
	}
	server, err := start(folder, instance, flags, features, storage)
	if err != nil {
		_ = os.RemoveAll(folder)
	}
	if errors.Is(err, testserver.ErrUnknown) {
		t.Skip(err)
	}
	return server, err
}

func start(folder string, instance *TestServerInstanceOptions, flags, features []string, storage *storagebackend.Config) (TestServer, error) {
	opts := options.NewServerRunOptions()
	if instance.RequestTimeout > 0 {
		opts.GenericServerRunOptions.RequestTimeout = instance.RequestTimeout
	}
	sets := opts.Flags()
	set := pflag.NewFlagSet("test", pflag.ContinueOnError)
	for _, one := range sets.FlagSets {
		set.AddFlagSet(one)
	}
	opts.SecureServing.ServerCert.CertDirectory = folder
	opts.ServiceClusterIPRanges = "10.0.0.0/16"
	opts.Etcd.StorageConfig = *storage
	if instance.EnableCertAuth {
		if err := enableCertificates(opts, folder, instance.ProxyCA); err != nil {
			return TestServer{}, err
		}
	}
	key, err := testserver.WriteSigningKey(folder)
	if err != nil {
		return TestServer{}, err
	}
	if err := set.Parse(flags); err != nil {
		return TestServer{}, err
	}
	opts.ServiceAccountSigningKeyFile = key
	opts.Authentication.ServiceAccounts.Issuers = []string{"https://foo.bar.example.com"}
	opts.Authentication.ServiceAccounts.KeyFiles = []string{key}
	etcd, _, err := GetEtcdClients(storage.Transport)
	if err != nil {
		return TestServer{}, fmt.Errorf("create etcd client: %w", err)
	}
	process, err := testserver.Start(testserver.Settings{
		Flags:   append(testserver.ChangedFlags(maps.Values(sets.FlagSets)), features...),
		Folder:  folder,
		Unready: instance.SkipHealthzCheck,
	})
	if err != nil {
		_ = etcd.Close()
		return TestServer{}, err
	}
	opts.SecureServing.BindPort = process.Port
	if opts.SecureServing.ServerCert.CertKey.CertFile == "" {
		opts.SecureServing.ServerCert.CertKey.CertFile = process.Config.CAFile
	}
	return TestServer{
		ClientConfig:      process.Config,
		ServerOpts:        opts,
		TmpDir:            folder,
		EtcdClient:        etcd,
		EtcdStoragePrefix: storage.Prefix,
		TearDownFn: func() {
			process.Stop()
			_ = etcd.Close()
			_ = os.RemoveAll(folder)
		},
	}, nil
}

// enableCertificates has the server know clients, and who hands on others' requests, by certificates.
func enableCertificates(opts *options.ServerRunOptions, folder string, proxy *ProxyCA) error {
	if proxy == nil {
		certificate, key, err := testserver.NewAuthority("front-proxy-ca")
		if err != nil {
			return err
		}
		proxy = &ProxyCA{ProxySigningCert: certificate, ProxySigningKey: key}
	}
	defaults := serveroptions.NewDelegatingAuthenticationOptions().RequestHeader
	header := opts.Authentication.RequestHeader
	*header = defaults
	var err error
	if header.ClientCAFile, err = testserver.WriteCertificate(folder, "proxy-ca.crt", proxy.ProxySigningCert); err != nil {
		return err
	}
	const own = "misty"
	header.AllowedNames = []string{"ash", own, "brock"}
	if opts.ProxyClientCertFile, opts.ProxyClientKeyFile, err = testserver.WriteClient(folder, own, proxy.ProxySigningCert, proxy.ProxySigningKey); err != nil {
		return err
	}
	clients, _, err := testserver.NewAuthority("client-ca")
	if err != nil {
		return err
	}
	opts.Authentication.ClientCert.ClientCA, err = testserver.WriteCertificate(folder, "client-ca.crt", clients)
	return err
}

// GetEtcdClients are clients of a store.
func GetEtcdClients(config storagebackend.TransportConfig) (*clientv3.Client, clientv3.KV, error) {
	client, err := clientv3.New(clientv3.Config{Endpoints: config.ServerList, DialTimeout: etcdDialTimeout})
	if err != nil {
		return nil, nil, err
	}
	return client, clientv3.NewKV(client), nil
}
