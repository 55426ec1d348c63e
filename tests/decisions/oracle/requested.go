package main

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"unsafe" // for what the reference does not let others set

	"gopkg.in/go-jose/go-jose.v2/jwt"
	authenticationv1 "k8s.io/api/authentication/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apiserver/pkg/authentication/authenticator"
	"k8s.io/apiserver/pkg/endpoints/request"
	genericregistry "k8s.io/apiserver/pkg/registry/generic/registry"
	"k8s.io/apiserver/pkg/warning"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/authentication"
	api "k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/registry/core/serviceaccount/storage"
	"k8s.io/kubernetes/pkg/serviceaccount"
)

// Objects of a kind, as a store has them.
type kept struct {
	kind, resource string
	namespaced     bool
	all            []json.RawMessage
}

func (k kept) Get(call context.Context, name string, _ *metav1.GetOptions) (runtime.Object, error) {
	// It says what is wrong with a name.
	if _, err := genericregistry.NamespaceKeyFunc(request.WithNamespace(call, "any"), "", name); err != nil {
		return nil, err
	}
	namespace := ""
	if k.namespaced {
		namespace = request.NamespaceValue(call)
	}
	for _, text := range k.all {
		object := internalOf("v1", k.kind, text)
		found := object.(metav1.ObjectMetaAccessor).GetObjectMeta()
		if found.GetName() == name && found.GetNamespace() == namespace {
			return object, nil
		}
	}
	return nil, apierrors.NewNotFound(api.Resource(k.resource), name)
}

// Remembers what it was to sign.
type signed map[string]any

func (s signed) GenerateToken(_ context.Context, public *jwt.Claims, private interface{}) (string, error) {
	for _, claims := range []any{private, public} {
		text, err := json.Marshal(claims)
		must(err)
		must(json.Unmarshal(text, (*map[string]any)(&s)))
	}
	return "token", nil
}

// What a request for a token of an account comes to.
func requestedToken(given, asked json.RawMessage) string {
	var there struct {
		Accounts, Pods, Secrets, Nodes []json.RawMessage
		Audiences                      []string
		MaxSeconds                     int64
		Extends                        bool
	}
	var about struct {
		Namespace, Name string
		Object          json.RawMessage
	}
	must(json.Unmarshal(given, &there))
	must(json.Unmarshal(asked, &about))
	claims := signed{}
	var rest storage.TokenREST
	for name, value := range map[string]any{
		"svcaccts":                     kept{"ServiceAccount", "serviceaccounts", true, there.Accounts},
		"pods":                         kept{"Pod", "pods", true, there.Pods},
		"secrets":                      kept{"Secret", "secrets", true, there.Secrets},
		"nodes":                        kept{"Node", "nodes", false, there.Nodes},
		"issuer":                       claims,
		"auds":                         authenticator.Audiences(there.Audiences),
		"audsSet":                      sets.NewString(there.Audiences...),
		"maxExpirationSeconds":         there.MaxSeconds,
		"extendExpiration":             there.Extends,
		"maxExtendedExpirationSeconds": int64(serviceaccount.ExpirationExtensionSeconds),
	} {
		field := reflect.ValueOf(&rest).Elem().FieldByName(name)
		reflect.NewAt(field.Type(), unsafe.Pointer(field.UnsafeAddr())).Elem().Set(reflect.ValueOf(value))
	}
	var sent authenticationv1.TokenRequest
	must(json.Unmarshal(about.Object, &sent))
	legacyscheme.Scheme.Default(&sent)
	var internal authentication.TokenRequest
	must(legacyscheme.Scheme.Convert(&sent, &internal, nil))
	warned := warnings{}
	call := warning.WithWarningRecorder(request.WithNamespace(context.Background(), about.Namespace), &warned)
	answer, err := rest.Create(call, about.Name, &internal, nil, nil)
	if err != nil {
		return refusal(err)
	}
	token := answer.(*authentication.TokenRequest)
	said := maps.Clone(claims)
	issued := said["iat"].(float64)
	for _, name := range []string{"exp", "nbf"} {
		said[name] = said[name].(float64) - issued
	}
	if own := said["kubernetes.io"].(map[string]any); own["warnafter"] != nil {
		own["warnafter"] = own["warnafter"].(float64) - issued
	}
	delete(said, "iat")
	delete(said, "jti")
	text, err := json.Marshal([]any{
		said, token.Name, token.Namespace, token.UID, token.Spec.Audiences, token.Spec.ExpirationSeconds,
		token.Status.ExpirationTimestamp.Sub(token.CreationTimestamp.Time).Seconds(), warned,
	})
	must(err)
	return string(text)
}
