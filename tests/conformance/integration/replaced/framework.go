package framework

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	"orch.test/testserver"

	"k8s.io/apiserver/pkg/authorization/authorizer"
	genericapiserver "k8s.io/apiserver/pkg/server"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	client "k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/keyutil"

	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/controlplane"
	"k8s.io/kubernetes/pkg/serviceaccount"
)

// issuer is who tokens of accounts are by, and for.
const issuer = "https://foo.bar.example.com"

// TestServerSetup is what tests change of a server.
type TestServerSetup struct {
	ModifyServerRunOptions func(*options.ServerRunOptions)
	ModifyServerConfig     func(*controlplane.Config)
}

// TearDownFunc ends a server.
type TearDownFunc func()

// StartTestServer starts an API server of this checkout with what a test changes of its options.
func StartTestServer(_ context.Context, t testing.TB, setup TestServerSetup) (client.Interface, *rest.Config, TearDownFunc) {
	t.Helper()
	features, missing := testserver.FeatureFlag(utilfeature.DefaultMutableFeatureGate, nil)
	if len(missing) > 0 {
		t.Skipf("features without a name here: %v", missing)
	}
	server := &testServer{}
	config, err := server.start(setup, features)
	if errors.Is(err, errReaches) || errors.Is(err, testserver.ErrUnknown) {
		server.stop()
		t.Skip(err)
	}
	if err != nil {
		server.stop()
		t.Fatal(err)
	}
	set, err := client.NewForConfig(config)
	if err != nil {
		server.stop()
		t.Fatal(err)
	}
	return set, config, server.stop
}

// testServer is a server, and what is to end with it.
type testServer struct {
	folder string
	stops  []func()
}

// errReaches says why a server can't be as a test wants it.
var errReaches = errors.New("reaches into the server's process")

func (s *testServer) stop() {
	for at := len(s.stops) - 1; at >= 0; at-- {
		s.stops[at]()
	}
	s.stops = nil
}

func (s *testServer) start(setup TestServerSetup, features []string) (*rest.Config, error) {
	var err error
	if s.folder, err = os.MkdirTemp("", "orch-reference-test"); err != nil {
		return nil, err
	}
	s.stops = append(s.stops, func() { _ = os.RemoveAll(s.folder) })
	opts := options.NewServerRunOptions()
	sets := opts.Flags()
	if err := s.setDefaults(opts); err != nil {
		return nil, err
	}
	if setup.ModifyServerRunOptions != nil {
		setup.ModifyServerRunOptions(opts)
	}
	var token *string
	if setup.ModifyServerConfig != nil {
		if token, err = s.configure(setup.ModifyServerConfig, opts); err != nil {
			return nil, err
		}
	}
	process, err := testserver.Start(testserver.Settings{
		Flags:  append(testserver.ChangedFlags(maps.Values(sets.FlagSets)), features...),
		Folder: s.folder,
	})
	if err != nil {
		return nil, err
	}
	s.stops = append(s.stops, process.Stop)
	if token != nil {
		process.Config.BearerToken = *token
	}
	return process.Config, nil
}

func (s *testServer) setDefaults(opts *options.ServerRunOptions) error {
	opts.SecureServing.ServerCert.CertDirectory = s.folder
	opts.Etcd.StorageConfig.Prefix = path.Join("/", uuid.New().String(), "registry")
	opts.Etcd.StorageConfig.Transport.ServerList = []string{GetEtcdURL()}
	opts.ServiceClusterIPRanges = "10.0.0.0/24"
	opts.Authorization.Modes = []string{"Node", "RBAC"}

	proxy, _, err := testserver.NewAuthority("front-proxy-ca")
	if err != nil {
		return err
	}
	clients, _, err := testserver.NewAuthority("client-ca")
	if err != nil {
		return err
	}
	auth := opts.Authentication
	header := auth.RequestHeader
	header.UsernameHeaders = []string{"X-Remote-User"}
	header.GroupHeaders = []string{"X-Remote-Group"}
	header.ExtraHeaderPrefixes = []string{"X-Remote-Extra-"}
	header.AllowedNames = []string{"kube-aggregator"}
	if header.ClientCAFile, err = testserver.WriteCertificate(s.folder, "proxy-ca.crt", proxy); err != nil {
		return err
	}
	if auth.ClientCert.ClientCA, err = testserver.WriteCertificate(s.folder, "client-ca.crt", clients); err != nil {
		return err
	}
	key, err := testserver.WriteSigningKey(s.folder)
	if err != nil {
		return err
	}
	opts.ServiceAccountSigningKeyFile = key
	auth.ServiceAccounts.KeyFiles = []string{key}
	auth.ServiceAccounts.Issuers = []string{issuer}
	auth.APIAudiences = []string{issuer}
	return nil
}

// completes says whether a function comes to its end: what a test reads of a server may not be there.
func completes(run func()) (completed bool) {
	defer func() { completed = recover() == nil }()
	run()
	return
}

// others has no opinion: it stands for the authorizers of the server, which are asked after those of a test.
type others struct{}

func (others) Authorize(context.Context, authorizer.Attributes) (authorizer.Decision, string, error) {
	return authorizer.DecisionNoOpinion, "", nil
}

// configure takes what a test changes of a server in its process to options of one outside of it: authenticators and
// authorizers become webhooks. Returns the token that the test's client is to have, if not the administrator's.
func (s *testServer) configure(modify func(*controlplane.Config), opts *options.ServerRunOptions) (*string, error) {
	config := &controlplane.Config{}
	plane := &config.ControlPlane
	plane.Generic = genericapiserver.NewConfig(legacyscheme.Codecs)
	const loopback = "loopback"
	plane.Generic.LoopbackClientConfig = &rest.Config{BearerToken: loopback}
	plane.Generic.Authorization.Authorizer = others{}
	plane.Generic.Authentication.APIAudiences = opts.Authentication.APIAudiences
	plane.Generic.RequestInfoResolver = nil
	plane.Generic.AdmissionControl = nil
	key, err := keyutil.PrivateKeyFromFile(opts.ServiceAccountSigningKeyFile)
	if err != nil {
		return nil, err
	}
	if plane.Extra.ServiceAccountIssuer, err = serviceaccount.JWTTokenGenerator(issuer, key); err != nil {
		return nil, err
	}
	if !completes(func() { modify(config) }) {
		return nil, errReaches
	}
	if plane.Generic.AdmissionControl != nil || plane.Generic.RequestInfoResolver != nil {
		return nil, errReaches
	}
	accounts := opts.Authentication.ServiceAccounts
	if plane.Extra.ServiceAccountMaxExpiration != 0 {
		accounts.MaxExpiration = plane.Extra.ServiceAccountMaxExpiration
	}
	accounts.ExtendExpiration = plane.Extra.ExtendExpiration
	if may := plane.Generic.Authorization.Authorizer; may != (others{}) {
		file := filepath.Join(s.folder, "authorizer.conf")
		server, err := testserver.ServeAccessReviews(may, file)
		if err != nil {
			return nil, err
		}
		s.stops = append(s.stops, server.Close)
		modes := []string{"Webhook"}
		if strings.Contains(fmt.Sprintf("%T", may), "union") {
			modes = append(modes, opts.Authorization.Modes...)
		}
		opts.Authorization.Modes = modes
		opts.Authorization.WebhookConfigFile = file
		opts.Authorization.WebhookVersion = "v1"
		opts.Authorization.WebhookCacheAuthorizedTTL = 0
		opts.Authorization.WebhookCacheUnauthorizedTTL = 0
	}
	if who := plane.Generic.Authentication.Authenticator; who != nil {
		file := filepath.Join(s.folder, "authenticator.conf")
		server, err := testserver.ServeTokenReviews(who, file, plane.Generic.Authentication.APIAudiences != nil)
		if err != nil {
			return nil, err
		}
		s.stops = append(s.stops, server.Close)
		opts.Authentication.WebHook.ConfigFile = file
		opts.Authentication.WebHook.Version = "v1"
		opts.Authentication.WebHook.CacheTTL = 0
		if plane.Generic.LoopbackClientConfig.BearerToken != loopback {
			anybody := "anybody"
			return &anybody, nil
		}
	}
	return nil, nil
}
