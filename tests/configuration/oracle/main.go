// Says what the reference thinks of configuration files of its API server: a JSON object a line in, with what a file is for
// and its text; a JSON text a line out, with what is wrong with it, or nothing. Of a token besides, whose it is.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	_ "unsafe" // for go:linkname

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/apis/apiserver"
	"k8s.io/apiserver/pkg/apis/apiserver/install"
	"k8s.io/apiserver/pkg/apis/apiserver/load"
	"k8s.io/apiserver/pkg/apis/apiserver/validation"
	"k8s.io/apiserver/pkg/audit/policy"
	authenticationcel "k8s.io/apiserver/pkg/authentication/cel"
	authorizationcel "k8s.io/apiserver/pkg/authorization/cel"
	"k8s.io/apiserver/pkg/server/egressselector"
	_ "k8s.io/apiserver/pkg/server/options/encryptionconfig"
	podsecurityload "k8s.io/pod-security-admission/admission/api/load"
	podsecurity "k8s.io/pod-security-admission/admission/api/validation"
)

type question struct{ Kind, Text, Token string }

// Who may be an authorizer, and who several times: lists that the reference hands over.
var (
	authorizers = sets.New("ABAC", "AlwaysAllow", "AlwaysDeny", "Node", "RBAC", "Webhook")
	repeatable  = sets.New("Webhook")
)

var scheme = runtime.NewScheme()

func init() { install.Install(scheme) }

//go:linkname loadEncryption k8s.io/apiserver/pkg/server/options/encryptionconfig.loadConfig
func loadEncryption(path string, reload bool) (*apiserver.EncryptionConfiguration, string, error)

func main() {
	folder, err := os.MkdirTemp("", "configuration")
	must(err)
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "file")
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	write := json.NewEncoder(out)
	write.SetEscapeHTML(false)
	for lines.Scan() {
		var asked question
		must(json.Unmarshal(lines.Bytes(), &asked))
		must(os.WriteFile(file, []byte(asked.Text), 0o600))
		must(write.Encode(problemOf(asked, file)))
	}
	must(lines.Err())
}

func problemOf(asked question, file string) (problem string) {
	defer func() {
		if failure := recover(); failure != nil {
			problem = fmt.Sprintf("panic: %v", failure)
		}
	}()
	if asked.Token != "" {
		return userOf(asked.Text, asked.Token)
	}
	if err := check(asked, file); err != nil {
		return strings.ReplaceAll(err.Error(), file, "FILE")
	}
	return ""
}

func check(asked question, file string) error {
	switch asked.Kind {
	case "AuthenticationConfiguration":
		return checkAuthentication(asked.Text)
	case "AuthorizationConfiguration":
		config, err := load.LoadFromData([]byte(asked.Text))
		if err != nil {
			return err
		}
		return validation.ValidateAuthorizationConfiguration(authorizationcel.NewDefaultCompiler(), nil, config, authorizers, repeatable).ToAggregate()
	case "EncryptionConfiguration":
		_, _, err := loadEncryption(file, false)
		return err
	case "EgressSelectorConfiguration":
		config, err := egressselector.ReadEgressSelectorConfiguration(file)
		if err != nil {
			return err
		}
		return egressselector.ValidateEgressSelectorConfiguration(config).ToAggregate()
	case "Policy":
		_, err := policy.LoadPolicyFromBytes([]byte(asked.Text))
		return err
	case "AdmissionConfiguration":
		_, err := admission.ReadAdmissionConfiguration([]string{"PodSecurity", "ResourceQuota"}, file, scheme)
		return err
	case "PodSecurityConfiguration":
		config, err := podsecurityload.LoadFromData([]byte(asked.Text))
		if err != nil {
			return err
		}
		return podsecurity.ValidatePodSecurityConfiguration(config).ToAggregate()
	default:
		panic("nobody knows " + asked.Kind)
	}
}

var compiler = authenticationcel.NewDefaultCompiler()

func checkAuthentication(text string) error {
	decoded, err := runtime.Decode(serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDecoder(), []byte(text))
	if err != nil {
		return err
	}
	config, ok := decoded.(*apiserver.AuthenticationConfiguration)
	if !ok {
		return fmt.Errorf("expected AuthenticationConfiguration, got %T", decoded)
	}
	return validation.ValidateAuthenticationConfiguration(compiler, config, []string{"https://taken.example.com"}).ToAggregate()
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
