package main

import (
	"context"
	"encoding/json"
	"errors"
	"time"
	_ "unsafe" // for go:linkname

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	auditinternal "k8s.io/apiserver/pkg/apis/audit"
	"k8s.io/apiserver/pkg/audit"
	"k8s.io/apiserver/pkg/authentication/authenticator"
	"k8s.io/apiserver/pkg/authentication/token/union"
	"k8s.io/apiserver/pkg/warning"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/util/keyutil"
	"k8s.io/kubernetes/pkg/serviceaccount"
)

//go:linkname accountsNow k8s.io/kubernetes/pkg/serviceaccount.now
var accountsNow func() time.Time

// The objects that tokens stand or fall with.
type tokenObjects struct {
	Accounts []*corev1.ServiceAccount
	Secrets  []*corev1.Secret
	Pods     []*corev1.Pod
	Nodes    []*corev1.Node
}

func foundIn[Object metav1.Object](all []Object, resource, namespace, name string) (Object, error) {
	var none Object
	if name == "" {
		return none, errors.New("resource name may not be empty")
	}
	for _, object := range all {
		if object.GetNamespace() == namespace && object.GetName() == name {
			return object, nil
		}
	}
	return none, apierrors.NewNotFound(corev1.Resource(resource), name)
}

func (t *tokenObjects) GetServiceAccount(_ context.Context, namespace, name string) (*corev1.ServiceAccount, error) {
	return foundIn(t.Accounts, "serviceaccounts", namespace, name)
}

func (t *tokenObjects) GetPod(_ context.Context, namespace, name string) (*corev1.Pod, error) {
	return foundIn(t.Pods, "pods", namespace, name)
}

func (t *tokenObjects) GetSecret(_ context.Context, namespace, name string) (*corev1.Secret, error) {
	return foundIn(t.Secrets, "secrets", namespace, name)
}

func (t *tokenObjects) GetNode(_ context.Context, name string) (*corev1.Node, error) {
	return foundIn(t.Nodes, "nodes", "", name)
}

// Counts the secrets whose use is written down.
type markedSecrets struct {
	typedcorev1.SecretInterface
	count int
}

func (m *markedSecrets) Secrets(string) typedcorev1.SecretInterface { return m }

func (m *markedSecrets) Patch(context.Context, string, types.PatchType, []byte, metav1.PatchOptions, ...string) (*corev1.Secret, error) {
	m.count++
	return nil, nil
}

// What clients are warned of.
type warnings []string

func (w *warnings) AddWarning(_, text string) { *w = append(*w, text) }

// Whose a token is, and what is said of it besides.
func accountOfToken(given, asked json.RawMessage) string {
	var there struct {
		tokenObjects
		Issuers, Audiences []string
		Lookup             bool
		Key                string
	}
	var about struct {
		Token     string
		Audiences []string
		NowMs     int64
	}
	must(json.Unmarshal(given, &there))
	must(json.Unmarshal(asked, &about))
	accountsNow = func() time.Time { return time.UnixMilli(about.NowMs) }
	parsed, err := keyutil.ParsePublicKeysPEM([]byte(there.Key))
	must(err)
	keys, err := serviceaccount.StaticPublicKeysGetter(parsed)
	must(err)
	marked := &markedSecrets{}
	legacy, err := serviceaccount.NewLegacyValidator(there.Lookup, &there.tokenObjects, marked)
	must(err)
	all := union.New(
		serviceaccount.JWTTokenAuthenticator([]string{serviceaccount.LegacyIssuer}, keys, there.Audiences, legacy),
		serviceaccount.JWTTokenAuthenticator(there.Issuers, keys, there.Audiences, serviceaccount.NewValidator(&there.tokenObjects)),
	)
	call := audit.WithAuditContext(context.Background())
	must(audit.AuditContextFrom(call).Init(audit.RequestAuditConfig{Level: auditinternal.LevelMetadata}, nil))
	warned := warnings{}
	call = warning.WithWarningRecorder(call, &warned)
	if about.Audiences != nil {
		call = authenticator.WithAudiences(call, about.Audiences)
	}
	said := map[string]any{}
	response, known, err := all.AuthenticateToken(call, about.Token)
	if known {
		said["user"] = []any{response.User.GetName(), response.User.GetUID(), response.User.GetGroups(), response.User.GetExtra()}
		said["audiences"] = response.Audiences
	} else if err != nil {
		said["refused"] = err.Error()
	}
	said["annotations"] = audit.AuditContextFrom(call).GetEventAnnotations()
	said["warnings"] = warned
	said["marked"] = marked.count
	text, err := json.Marshal(said)
	must(err)
	return string(text)
}
