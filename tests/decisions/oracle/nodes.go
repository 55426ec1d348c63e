package main

import (
	"context"
	"encoding/json"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/endpoints/filters"
	"k8s.io/apiserver/pkg/endpoints/request"
	corev1informers "k8s.io/client-go/informers/core/v1"
	resourcev1informers "k8s.io/client-go/informers/resource/v1"
	storagev1informers "k8s.io/client-go/informers/storage/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/kubernetes/pkg/auth/nodeidentifier"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/node"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac/bootstrappolicy"
)

// What happened to an object. It is new where there is nothing before, and gone where there is nothing now.
type change struct {
	Kind        string
	Before, Now json.RawMessage
}

// What some user asks for.
type wish struct {
	User                                                         string
	Groups                                                       []string
	FieldSelector                                                string
	Verb, Group, Version, Namespace, Resource, Subresource, Name string
}

// An informer that tells its one handler of what happens when it is told so.
type told struct {
	cache.SharedIndexInformer
	handler cache.ResourceEventHandler
	empty   func() runtime.Object
}

func (t *told) AddEventHandler(handler cache.ResourceEventHandler) (cache.ResourceEventHandlerRegistration, error) {
	t.handler = handler
	return synced{}, nil
}

func (t *told) tell(happened change) {
	before, now := t.read(happened.Before), t.read(happened.Now)
	switch {
	case before == nil:
		t.handler.OnAdd(now, false)
	case now == nil:
		t.handler.OnDelete(before)
	default:
		t.handler.OnUpdate(before, now)
	}
}

func (t *told) read(text json.RawMessage) runtime.Object {
	if text == nil || string(text) == "null" {
		return nil
	}
	object := t.empty()
	must(json.Unmarshal(text, object))
	return object
}

type synced struct {
	cache.ResourceEventHandlerRegistration
}

func (synced) HasSynced() bool { return true }

type toldPods struct {
	corev1informers.PodInformer
	of *told
}

func (t toldPods) Informer() cache.SharedIndexInformer { return t.of }

type toldVolumes struct {
	corev1informers.PersistentVolumeInformer
	of *told
}

func (t toldVolumes) Informer() cache.SharedIndexInformer { return t.of }

type toldAttachments struct {
	storagev1informers.VolumeAttachmentInformer
	of *told
}

func (t toldAttachments) Informer() cache.SharedIndexInformer { return t.of }

type toldSlices struct {
	resourcev1informers.ResourceSliceInformer
	of *told
}

func (t toldSlices) Informer() cache.SharedIndexInformer { return t.of }

// Whether a node's agent may do something after all that has happened, and why not.
func mayNode(given, asked json.RawMessage) string {
	var changes []change
	var about wish
	must(json.Unmarshal(given, &changes))
	must(json.Unmarshal(asked, &about))
	informers := map[string]*told{
		"Pod":              {empty: func() runtime.Object { return &corev1.Pod{} }},
		"PersistentVolume": {empty: func() runtime.Object { return &corev1.PersistentVolume{} }},
		"VolumeAttachment": {empty: func() runtime.Object { return &storagev1.VolumeAttachment{} }},
		"ResourceSlice":    {empty: func() runtime.Object { return &resourcev1.ResourceSlice{} }},
	}
	graph := node.NewGraph()
	node.AddGraphEventHandlers(graph, nil, toldPods{of: informers["Pod"]}, toldVolumes{of: informers["PersistentVolume"]},
		toldAttachments{of: informers["VolumeAttachment"]}, toldSlices{of: informers["ResourceSlice"]}, nil)
	for _, happened := range changes {
		informers[happened.Kind].tell(happened)
	}
	info := &request.RequestInfo{
		IsResourceRequest: true, Verb: about.Verb, APIGroup: about.Group, APIVersion: about.Version, Namespace: about.Namespace,
		Resource: about.Resource, Subresource: about.Subresource, Name: about.Name, FieldSelector: about.FieldSelector,
	}
	who := &user.DefaultInfo{Name: about.User, Groups: about.Groups}
	attributes, err := filters.GetAuthorizerAttributes(request.WithRequestInfo(request.WithUser(context.Background(), who), info))
	must(err)
	decision, reason, err := node.NewAuthorizer(graph, nodeidentifier.NewDefaultNodeIdentifier(), bootstrappolicy.NodeRules()).
		Authorize(context.Background(), attributes)
	must(err)
	return fmt.Sprint(decision == authorizer.DecisionAllow, " ", reason)
}
