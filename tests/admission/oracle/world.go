package main

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/initializer"
	webhookinit "k8s.io/apiserver/pkg/admission/plugin/webhook/initializer"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/server"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/apiserver/pkg/util/webhook"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/component-base/compatibility"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/controlplane" // which installs all groups
	"k8s.io/kubernetes/pkg/kubeapiserver/options"
	quotainstall "k8s.io/kubernetes/pkg/quota/v1/install"
)

var known = func() *admission.Plugins {
	plugins := admission.NewPlugins()
	options.RegisterAllAdmissionPlugins(plugins)
	server.RegisterAllAdmissionPlugins(plugins)
	return plugins
}()

// pluginIn makes a plugin, or several in a row, that find the question's objects in their caches, and through their client.
func pluginIn(question question, stop <-chan struct{}) (admission.Interface, error) {
	objects := make([]runtime.Object, 0, len(question.Objects))
	for _, text := range question.Objects {
		objects = append(objects, decoded(text))
	}
	client := fake.NewSimpleClientset(objects...)
	factory := informers.NewSharedInformerFactory(client, 0)
	with := admission.PluginInitializers{
		initializer.New(
			client, nil, synced{factory}, allowing(question.Allowed), utilfeature.DefaultFeatureGate,
			compatibility.NewEffectiveVersionFromString("1.36", "1.36", "1.36"), stop,
			restMapper(),
		),
		quotaInitializer{factory},
		webhookinit.NewPluginInitializer(nil, webhook.NewDefaultServiceResolver()),
	}
	names := strings.Split(question.Plugin, "+")
	plugin, err := known.NewFromPlugins(names, configured(question.Configuration), with, admission.DecoratorFunc(ready))
	if err != nil {
		return nil, err
	}
	for _, object := range objects {
		kind := object.GetObjectKind().GroupVersionKind()
		resource, _ := meta.UnsafeGuessKindToResource(kind)
		informer, err := factory.ForResource(resource)
		if err != nil {
			return nil, err
		}
		must(informer.Informer().GetIndexer().Add(object))
	}
	return plugin, nil
}

// ready has a plugin not wait for its informers, and what it says of a request be kept.
func ready(plugin admission.Interface, _ string) admission.Interface {
	if waiting, waits := plugin.(interface{ SetReadyFunc(admission.ReadyFunc) }); waits {
		waiting.SetReadyFunc(func() bool { return true })
	}
	return admission.WithAudit(plugin)
}

// What plugins are told: all of them the same.
type configured string

func (text configured) ConfigFor(string) (io.Reader, error) {
	if text == "" {
		return nil, nil
	}
	return strings.NewReader(string(text)), nil
}

// decoded is an object as its version has it, with defaults.
func decoded(text json.RawMessage) runtime.Object {
	object, kind, err := legacyscheme.Codecs.UniversalDeserializer().Decode(text, nil, nil)
	must(err)
	legacyscheme.Scheme.Default(object)
	object.GetObjectKind().SetGroupVersionKind(*kind)
	return object
}

type quotaInitializer struct {
	informers.SharedInformerFactory
}

func (of quotaInitializer) Initialize(plugin admission.Interface) {
	if wants, ok := plugin.(initializer.WantsQuotaConfiguration); ok {
		configuration, err := quotainstall.NewQuotaConfigurationForAdmission(of.SharedInformerFactory, nil)
		must(err)
		wants.SetQuotaConfiguration(configuration)
	}
}

func restMapper() meta.RESTMapper {
	mapper := meta.NewDefaultRESTMapper(legacyscheme.Scheme.PrioritizedVersionsAllGroups())
	for _, version := range legacyscheme.Scheme.PrioritizedVersionsAllGroups() {
		for kind := range legacyscheme.Scheme.KnownTypes(version) {
			mapper.Add(version.WithKind(kind), scopeOf(kind))
		}
	}
	return mapper
}

func scopeOf(kind string) meta.RESTScope {
	if slices.Contains([]string{"Node", "Namespace", "PersistentVolume"}, kind) {
		return meta.RESTScopeRoot
	}
	return meta.RESTScopeNamespace
}

// An authorizer that says yes to what it was told.
type allowing []string

func (all allowing) Authorize(_ context.Context, asked authorizer.Attributes) (authorizer.Decision, string, error) {
	place := asked.GetVerb() + " " + asked.GetAPIGroup() + "/" + asked.GetResource() + "/" + asked.GetSubresource()
	if slices.Contains(all, place+" "+asked.GetName()) || slices.Contains(all, place) {
		return authorizer.DecisionAllow, "", nil
	}
	return authorizer.DecisionNoOpinion, "", nil
}
