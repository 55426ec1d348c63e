package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/admission"
	auditinternal "k8s.io/apiserver/pkg/apis/audit"
	"k8s.io/apiserver/pkg/audit"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/endpoints/handlers/responsewriters"
	"k8s.io/apiserver/pkg/warning"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

type request struct {
	Operation                                   admission.Operation
	Group, Version, Kind, Resource, Subresource string
	Namespace, Name                             string
	Object, Old                                 json.RawMessage
	User                                        struct {
		Name   string
		Groups []string
	}
	DryRun bool
}

// What becomes of a request: the object as it is then, or the refusal.
type answer struct {
	Object      json.RawMessage      `json:"object,omitempty"`
	Code        int32                `json:"code,omitempty"`
	Reason      metav1.StatusReason  `json:"reason,omitempty"`
	Message     string               `json:"message,omitempty"`
	Causes      []metav1.StatusCause `json:"causes,omitempty"`
	Warnings    []string             `json:"warnings,omitempty"`
	Annotations map[string]string    `json:"annotations,omitempty"`
}

func (to *answer) AddWarning(_, text string) { to.Warnings = append(to.Warnings, text) }

func asked(plugin admission.Interface, request request) (says answer) {
	defer func() {
		if failure := recover(); failure != nil {
			says = answer{Message: fmt.Sprintf("panic: %v", failure)}
		}
	}()
	group := schema.GroupVersion{Group: request.Group, Version: request.Version}
	object, old := internal(request.Object), internal(request.Old)
	attributes := admission.NewAttributesRecord(
		object, old, group.WithKind(request.Kind), request.Namespace, request.Name,
		group.WithResource(request.Resource), request.Subresource, request.Operation, optionsOf(request.Operation),
		request.DryRun, &user.DefaultInfo{Name: request.User.Name, Groups: request.User.Groups},
	)
	ctx := warning.WithWarningRecorder(audit.WithAuditContext(context.Background()), &says)
	recorded := audit.AuditContextFrom(ctx)
	must(recorded.Init(audit.RequestAuditConfig{Level: auditinternal.LevelRequestResponse}, nil))
	interfaces := withEquivalents{admission.NewObjectInterfacesFromScheme(legacyscheme.Scheme)}
	var err error
	if plugin.Handles(request.Operation) {
		err = plugin.(admission.MutationInterface).Admit(ctx, attributes, interfaces)
		if err == nil {
			err = plugin.(admission.ValidationInterface).Validate(ctx, attributes, interfaces)
		}
	}
	says.Annotations = recorded.GetEventAnnotations()
	if err != nil {
		status := responsewriters.ErrorToAPIStatus(err)
		says.Code, says.Reason, says.Message = status.Code, status.Reason, status.Message
		if says.Code == 0 {
			says.Code = http.StatusInternalServerError
		}
		if status.Details != nil {
			says.Causes = status.Details.Causes
		}
		return says
	}
	if object != nil {
		text, err := runtime.Encode(legacyscheme.Codecs.LegacyCodec(versionOf(request.Object)), object)
		must(err)
		says.Object = text
	}
	return says
}

// What is served in several versions, as webhooks know it.
type withEquivalents struct{ admission.ObjectInterfaces }

var equivalents = func() runtime.EquivalentResourceMapper {
	all := runtime.NewEquivalentResourceRegistry()
	for _, version := range []string{"v1", "v2"} {
		scalers := schema.GroupVersion{Group: "autoscaling", Version: version}
		for _, subresource := range []string{"", "status"} {
			all.RegisterKindFor(scalers.WithResource("horizontalpodautoscalers"), subresource, scalers.WithKind("HorizontalPodAutoscaler"))
		}
	}
	return all
}()

func (withEquivalents) GetEquivalentResourceMapper() runtime.EquivalentResourceMapper {
	return equivalents
}

func internal(text json.RawMessage) runtime.Object {
	if len(text) == 0 || string(text) == "null" {
		return nil
	}
	object, err := legacyscheme.Scheme.ConvertToVersion(decoded(text), runtime.InternalGroupVersioner)
	must(err)
	return object
}

func versionOf(text json.RawMessage) schema.GroupVersion {
	var kind metav1.TypeMeta
	must(json.Unmarshal(text, &kind))
	version, err := schema.ParseGroupVersion(kind.APIVersion)
	must(err)
	return version
}

func optionsOf(operation admission.Operation) runtime.Object {
	var options runtime.Object
	kind := ""
	switch operation {
	case admission.Create:
		options, kind = &metav1.CreateOptions{}, "CreateOptions"
	case admission.Update:
		options, kind = &metav1.UpdateOptions{}, "UpdateOptions"
	case admission.Delete:
		options, kind = &metav1.DeleteOptions{}, "DeleteOptions"
	default:
		return nil
	}
	options.GetObjectKind().SetGroupVersionKind(metav1.SchemeGroupVersion.WithKind(kind))
	return options
}
