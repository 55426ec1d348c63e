package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/informers"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/authentication/install"
	_ "k8s.io/kubernetes/pkg/apis/certificates/install"
	_ "k8s.io/kubernetes/pkg/apis/coordination/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	_ "k8s.io/kubernetes/pkg/apis/resource/install"
	_ "k8s.io/kubernetes/pkg/apis/storage/install"
	"k8s.io/kubernetes/pkg/auth/nodeidentifier"
	"k8s.io/kubernetes/plugin/pkg/admission/noderestriction"
)

// What is there when a request comes.
type surroundings struct {
	Pods    []corev1.Pod
	Nodes   []corev1.Node
	Claims  []corev1.PersistentVolumeClaim
	Volumes []corev1.PersistentVolume
	Drivers []storagev1.CSIDriver
}

// A request that writes something.
type writing struct {
	User                                                              string
	Groups                                                            []string
	Operation, Group, Version, Resource, Subresource, Namespace, Name string
	// Of the objects.
	APIVersion, Kind string
	Object, Old      json.RawMessage
}

// As the server has an object of a request.
func internalOf(apiVersion, kind string, text json.RawMessage) runtime.Object {
	if text == nil || string(text) == "null" {
		return nil
	}
	version, err := schema.ParseGroupVersion(apiVersion)
	must(err)
	object, err := legacyscheme.Scheme.New(version.WithKind(kind))
	must(err)
	must(json.Unmarshal(text, object))
	internal, err := legacyscheme.Scheme.ConvertToVersion(object, schema.GroupVersion{Group: version.Group, Version: runtime.APIVersionInternal})
	must(err)
	return internal
}

func attributesOfWriting(about writing) admission.Attributes {
	version, err := schema.ParseGroupVersion(about.APIVersion)
	must(err)
	return admission.NewAttributesRecord(internalOf(about.APIVersion, about.Kind, about.Object), internalOf(about.APIVersion, about.Kind, about.Old),
		version.WithKind(about.Kind), about.Namespace, about.Name,
		schema.GroupVersionResource{Group: about.Group, Version: about.Version, Resource: about.Resource}, about.Subresource,
		admission.Operation(about.Operation), nil, false, &user.DefaultInfo{Name: about.User, Groups: about.Groups})
}

// Who asks for a token for an audience may have that, or nobody can tell.
func isGranted(_ context.Context, about authorizer.Attributes) (authorizer.Decision, string, error) {
	switch about.GetResource() {
	case "granted":
		return authorizer.DecisionAllow, "", nil
	case "broken":
		return authorizer.DecisionNoOpinion, "", errors.New("nobody can tell")
	default:
		return authorizer.DecisionNoOpinion, "", nil
	}
}

// Whether a node's agent may send a request, and why not.
func restricted(given, asked json.RawMessage) string {
	var there surroundings
	var about writing
	must(json.Unmarshal(given, &there))
	must(json.Unmarshal(asked, &about))
	all := informers.NewSharedInformerFactory(nil, 0)
	plugin := noderestriction.NewPlugin(nodeidentifier.NewDefaultNodeIdentifier())
	plugin.InspectFeatureGates(utilfeature.DefaultFeatureGate)
	plugin.SetExternalKubeInformerFactory(all)
	plugin.SetAuthorizer(authorizer.AuthorizerFunc(isGranted))
	must(plugin.ValidateInitialization())
	for index := range there.Pods {
		must(all.Core().V1().Pods().Informer().GetIndexer().Add(&there.Pods[index]))
	}
	for index := range there.Nodes {
		must(all.Core().V1().Nodes().Informer().GetIndexer().Add(&there.Nodes[index]))
	}
	for index := range there.Claims {
		must(all.Core().V1().PersistentVolumeClaims().Informer().GetIndexer().Add(&there.Claims[index]))
	}
	for index := range there.Volumes {
		must(all.Core().V1().PersistentVolumes().Informer().GetIndexer().Add(&there.Volumes[index]))
	}
	for index := range there.Drivers {
		must(all.Storage().V1().CSIDrivers().Informer().GetIndexer().Add(&there.Drivers[index]))
	}
	if !plugin.Handles(admission.Operation(about.Operation)) {
		return "admitted"
	}
	return refusal(plugin.Admit(context.Background(), attributesOfWriting(about), nil))
}

// As the answer to a request says it.
func refusal(err error) string {
	if err == nil {
		return "admitted"
	}
	if status, ok := err.(apierrors.APIStatus); ok {
		return fmt.Sprint(status.Status().Code, " ", status.Status().Message)
	}
	return "500 " + err.Error()
}
