package main

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	definitions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/authorization/authorizerfactory"
	"k8s.io/apiserver/pkg/registry/rest"
	client "k8s.io/client-go/kubernetes/typed/core/v1"
	services "k8s.io/kube-aggregator/pkg/apis/apiregistration/install"
	"k8s.io/kube-aggregator/pkg/registry/apiservice"

	_ "k8s.io/kubernetes/pkg/apis/admissionregistration/install"
	_ "k8s.io/kubernetes/pkg/apis/apps/install"
	_ "k8s.io/kubernetes/pkg/apis/autoscaling/install"
	_ "k8s.io/kubernetes/pkg/apis/batch/install"
	_ "k8s.io/kubernetes/pkg/apis/certificates/install"
	_ "k8s.io/kubernetes/pkg/apis/coordination/install"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/discovery/install"
	_ "k8s.io/kubernetes/pkg/apis/events/install"
	_ "k8s.io/kubernetes/pkg/apis/flowcontrol/install"
	_ "k8s.io/kubernetes/pkg/apis/networking/install"
	_ "k8s.io/kubernetes/pkg/apis/node/install"
	_ "k8s.io/kubernetes/pkg/apis/policy/install"
	_ "k8s.io/kubernetes/pkg/apis/rbac/install"
	_ "k8s.io/kubernetes/pkg/apis/resource/install"
	_ "k8s.io/kubernetes/pkg/apis/scheduling/install"
	_ "k8s.io/kubernetes/pkg/apis/storage/install"

	"k8s.io/kubernetes/pkg/capabilities"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/mutatingadmissionpolicy"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/mutatingadmissionpolicybinding"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/mutatingwebhookconfiguration"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/resolver"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/validatingadmissionpolicy"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/validatingadmissionpolicybinding"
	"k8s.io/kubernetes/pkg/registry/admissionregistration/validatingwebhookconfiguration"
	"k8s.io/kubernetes/pkg/registry/apps/controllerrevision"
	"k8s.io/kubernetes/pkg/registry/apps/daemonset"
	"k8s.io/kubernetes/pkg/registry/apps/deployment"
	"k8s.io/kubernetes/pkg/registry/apps/replicaset"
	"k8s.io/kubernetes/pkg/registry/apps/statefulset"
	"k8s.io/kubernetes/pkg/registry/autoscaling/horizontalpodautoscaler"
	"k8s.io/kubernetes/pkg/registry/batch/cronjob"
	"k8s.io/kubernetes/pkg/registry/batch/job"
	"k8s.io/kubernetes/pkg/registry/certificates/certificates"
	"k8s.io/kubernetes/pkg/registry/coordination/lease"
	"k8s.io/kubernetes/pkg/registry/core/configmap"
	"k8s.io/kubernetes/pkg/registry/core/endpoint"
	"k8s.io/kubernetes/pkg/registry/core/event"
	"k8s.io/kubernetes/pkg/registry/core/limitrange"
	"k8s.io/kubernetes/pkg/registry/core/namespace"
	"k8s.io/kubernetes/pkg/registry/core/node"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolume"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolumeclaim"
	"k8s.io/kubernetes/pkg/registry/core/pod"
	"k8s.io/kubernetes/pkg/registry/core/podtemplate"
	"k8s.io/kubernetes/pkg/registry/core/replicationcontroller"
	"k8s.io/kubernetes/pkg/registry/core/resourcequota"
	"k8s.io/kubernetes/pkg/registry/core/secret"
	"k8s.io/kubernetes/pkg/registry/core/service"
	"k8s.io/kubernetes/pkg/registry/core/serviceaccount"
	"k8s.io/kubernetes/pkg/registry/discovery/endpointslice"
	"k8s.io/kubernetes/pkg/registry/flowcontrol/flowschema"
	"k8s.io/kubernetes/pkg/registry/flowcontrol/prioritylevelconfiguration"
	"k8s.io/kubernetes/pkg/registry/networking/ingress"
	"k8s.io/kubernetes/pkg/registry/networking/ingressclass"
	"k8s.io/kubernetes/pkg/registry/networking/ipaddress"
	"k8s.io/kubernetes/pkg/registry/networking/networkpolicy"
	"k8s.io/kubernetes/pkg/registry/networking/servicecidr"
	"k8s.io/kubernetes/pkg/registry/node/runtimeclass"
	"k8s.io/kubernetes/pkg/registry/policy/poddisruptionbudget"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrole"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrolebinding"
	"k8s.io/kubernetes/pkg/registry/rbac/role"
	"k8s.io/kubernetes/pkg/registry/rbac/rolebinding"
	"k8s.io/kubernetes/pkg/registry/resource/deviceclass"
	"k8s.io/kubernetes/pkg/registry/resource/resourceclaim"
	"k8s.io/kubernetes/pkg/registry/resource/resourceclaimtemplate"
	"k8s.io/kubernetes/pkg/registry/resource/resourceslice"
	"k8s.io/kubernetes/pkg/registry/scheduling/priorityclass"
	"k8s.io/kubernetes/pkg/registry/storage/csidriver"
	"k8s.io/kubernetes/pkg/registry/storage/csinode"
	"k8s.io/kubernetes/pkg/registry/storage/csistoragecapacity"
	"k8s.io/kubernetes/pkg/registry/storage/storageclass"
	"k8s.io/kubernetes/pkg/registry/storage/volumeattachment"
	"k8s.io/kubernetes/pkg/registry/storage/volumeattributesclass"
)

func init() {
	// Pods may be privileged.
	capabilities.Setup(true, 0)
	// Kinds of other servers than the one that has all the rest.
	definitions.Install(scheme)
	services.Install(scheme)
}

// How objects of a kind are made and changed.
type strategy interface {
	rest.RESTCreateStrategy
	rest.RESTUpdateStrategy
}

// Of a kind: of the object itself (""), and of what is written through a part of its path.
type parts struct {
	whole strategy
	more  map[string]rest.RESTUpdateStrategy
}

func whole(of strategy) parts { return parts{whole: of} }

func withStatus(of strategy, status rest.RESTUpdateStrategy) parts {
	return parts{of, map[string]rest.RESTUpdateStrategy{"status": status}}
}

// Namespaces whose claims may be on devices that others have.
type openNamespaces struct{ client.NamespaceInterface }

func (openNamespaces) Get(_ context.Context, name string, _ metav1.GetOptions) (*corev1.Namespace, error) {
	labels := map[string]string{"resource.kubernetes.io/admin-access": "true"}
	return &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}}, nil
}

// Nobody is asked who may read what policies go by.
func noKinds() resolver.ResourceResolver {
	return resolver.ResourceResolverFunc(func(of schema.GroupVersionKind) (schema.GroupVersionResource, error) {
		return schema.GroupVersionResource{}, &meta.NoKindMatchError{GroupKind: of.GroupKind()}
	})
}

var (
	anybody        = authorizerfactory.NewAlwaysAllowAuthorizer()
	claims         = resourceclaim.NewStrategy(openNamespaces{}, anybody)
	validating     = validatingadmissionpolicy.NewStrategy(nil, nil)
	strategyOfKind = map[string]parts{
		"configmaps":     whole(configmap.Strategy),
		"endpoints":      whole(endpoint.Strategy),
		"events":         whole(event.Strategy),
		"limitranges":    whole(limitrange.Strategy),
		"nodes":          withStatus(node.Strategy, node.StatusStrategy),
		"podtemplates":   whole(podtemplate.Strategy),
		"resourcequotas": withStatus(resourcequota.Strategy, resourcequota.StatusStrategy),
		"secrets":        whole(secret.Strategy),
		"services":       withStatus(service.Strategy, service.StatusStrategy),
		"namespaces": {namespace.Strategy, map[string]rest.RESTUpdateStrategy{
			"status": namespace.StatusStrategy, "finalize": namespace.FinalizeStrategy,
		}},
		"pods": {pod.Strategy, map[string]rest.RESTUpdateStrategy{
			"status": pod.StatusStrategy, "ephemeralcontainers": pod.EphemeralContainersStrategy, "resize": pod.ResizeStrategy,
		}},
		"serviceaccounts":        whole(serviceaccount.Strategy),
		"persistentvolumes":      withStatus(persistentvolume.Strategy, persistentvolume.StatusStrategy),
		"persistentvolumeclaims": withStatus(persistentvolumeclaim.Strategy, persistentvolumeclaim.StatusStrategy),
		"replicationcontrollers": withStatus(replicationcontroller.Strategy, replicationcontroller.StatusStrategy),

		"mutatingadmissionpolicies.admissionregistration.k8s.io":         whole(mutatingadmissionpolicy.NewStrategy(nil, nil)),
		"mutatingadmissionpolicybindings.admissionregistration.k8s.io":   whole(mutatingadmissionpolicybinding.NewStrategy(nil, nil, noKinds())),
		"mutatingwebhookconfigurations.admissionregistration.k8s.io":     whole(mutatingwebhookconfiguration.Strategy),
		"validatingadmissionpolicies.admissionregistration.k8s.io":       withStatus(validating, validatingadmissionpolicy.NewStatusStrategy(validating)),
		"validatingadmissionpolicybindings.admissionregistration.k8s.io": whole(validatingadmissionpolicybinding.NewStrategy(nil, nil, noKinds())),
		"validatingwebhookconfigurations.admissionregistration.k8s.io":   whole(validatingwebhookconfiguration.Strategy),

		"customresourcedefinitions.apiextensions.k8s.io": withStatus(
			customresourcedefinition.NewStrategy(scheme), customresourcedefinition.NewStatusStrategy(scheme)),
		"apiservices.apiregistration.k8s.io": withStatus(
			apiservice.NewStrategy(scheme).(strategy), apiservice.NewStatusStrategy(scheme)),

		"controllerrevisions.apps":             whole(controllerrevision.Strategy),
		"daemonsets.apps":                      withStatus(daemonset.Strategy, daemonset.StatusStrategy),
		"deployments.apps":                     withStatus(deployment.Strategy, deployment.StatusStrategy),
		"replicasets.apps":                     withStatus(replicaset.Strategy, replicaset.StatusStrategy),
		"statefulsets.apps":                    withStatus(statefulset.Strategy, statefulset.StatusStrategy),
		"horizontalpodautoscalers.autoscaling": withStatus(horizontalpodautoscaler.Strategy, horizontalpodautoscaler.StatusStrategy),
		"cronjobs.batch":                       withStatus(cronjob.Strategy, cronjob.StatusStrategy),
		"jobs.batch":                           withStatus(job.Strategy, job.StatusStrategy),

		"certificatesigningrequests.certificates.k8s.io": {certificates.Strategy, map[string]rest.RESTUpdateStrategy{
			"status": certificates.StatusStrategy, "approval": certificates.ApprovalStrategy,
		}},
		"leases.coordination.k8s.io":        whole(lease.Strategy),
		"endpointslices.discovery.k8s.io":   whole(endpointslice.Strategy),
		"events.events.k8s.io":              whole(event.Strategy),
		"poddisruptionbudgets.policy":       withStatus(poddisruptionbudget.Strategy, poddisruptionbudget.StatusStrategy),
		"runtimeclasses.node.k8s.io":        whole(runtimeclass.Strategy),
		"priorityclasses.scheduling.k8s.io": whole(priorityclass.Strategy),
		"flowschemas.flowcontrol.apiserver.k8s.io": withStatus(
			flowschema.Strategy, flowschema.StatusStrategy),
		"prioritylevelconfigurations.flowcontrol.apiserver.k8s.io": withStatus(
			prioritylevelconfiguration.Strategy, prioritylevelconfiguration.StatusStrategy),

		"ingresses.networking.k8s.io":       withStatus(ingress.Strategy, ingress.StatusStrategy),
		"ingressclasses.networking.k8s.io":  whole(ingressclass.Strategy),
		"ipaddresses.networking.k8s.io":     whole(ipaddress.Strategy),
		"networkpolicies.networking.k8s.io": whole(networkpolicy.Strategy),
		"servicecidrs.networking.k8s.io":    withStatus(servicecidr.Strategy, servicecidr.StatusStrategy),

		"clusterroles.rbac.authorization.k8s.io":        whole(clusterrole.Strategy),
		"clusterrolebindings.rbac.authorization.k8s.io": whole(clusterrolebinding.Strategy),
		"roles.rbac.authorization.k8s.io":               whole(role.Strategy),
		"rolebindings.rbac.authorization.k8s.io":        whole(rolebinding.Strategy),

		"deviceclasses.resource.k8s.io":          whole(deviceclass.Strategy),
		"resourceclaims.resource.k8s.io":         withStatus(claims, resourceclaim.NewStatusStrategy(claims)),
		"resourceclaimtemplates.resource.k8s.io": whole(resourceclaimtemplate.NewStrategy(openNamespaces{})),
		"resourceslices.resource.k8s.io":         whole(resourceslice.Strategy),

		"csidrivers.storage.k8s.io":              whole(csidriver.Strategy),
		"csinodes.storage.k8s.io":                whole(csinode.Strategy),
		"csistoragecapacities.storage.k8s.io":    whole(csistoragecapacity.Strategy),
		"storageclasses.storage.k8s.io":          whole(storageclass.Strategy),
		"volumeattachments.storage.k8s.io":       withStatus(volumeattachment.Strategy, volumeattachment.StatusStrategy),
		"volumeattributesclasses.storage.k8s.io": whole(volumeattributesclass.Strategy),
	}
)
