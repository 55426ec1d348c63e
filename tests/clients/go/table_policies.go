package main

import (
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	eventsv1 "k8s.io/api/events/v1"
	networkingv1 "k8s.io/api/networking/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	coordination "k8s.io/client-go/kubernetes/typed/coordination/v1"
	discovery "k8s.io/client-go/kubernetes/typed/discovery/v1"
	events "k8s.io/client-go/kubernetes/typed/events/v1"
	networking "k8s.io/client-go/kubernetes/typed/networking/v1"
	rbac "k8s.io/client-go/kubernetes/typed/rbac/v1"
)

func coordinationGroup(c *clients) coordination.CoordinationV1Interface {
	return c.kube.CoordinationV1()
}
func discoveryGroup(c *clients) discovery.DiscoveryV1Interface    { return c.kube.DiscoveryV1() }
func eventsGroup(c *clients) events.EventsV1Interface             { return c.kube.EventsV1() }
func networkingGroup(c *clients) networking.NetworkingV1Interface { return c.kube.NetworkingV1() }
func rbacGroup(c *clients) rbac.RbacV1Interface                   { return c.kube.RbacV1() }

var (
	rules    = []rbacv1.PolicyRule{{Verbs: []string{"get"}, APIGroups: []string{""}, Resources: []string{"pods"}}}
	subjects = []rbacv1.Subject{{Kind: rbacv1.UserKind, APIGroup: rbacv1.GroupName, Name: "somebody"}}
	checked  = []metav1.Condition{{
		Type: "Checked", Status: metav1.ConditionTrue, Reason: "Checked", LastTransitionTime: aDay,
	}}
)

var policyKinds = []row{
	namespaced(coordinationGroup, coordination.CoordinationV1Interface.Leases, kind[*coordinationv1.Lease]{
		sample: func(m metav1.ObjectMeta) *coordinationv1.Lease {
			return &coordinationv1.Lease{ObjectMeta: m, Spec: coordinationv1.LeaseSpec{
				HolderIdentity: new("me"), RenewTime: new(metav1.NewMicroTime(aDay.Time)),
			}}
		},
		change: func(o *coordinationv1.Lease) { o.Spec.LeaseTransitions = new(int32(1)) },
	}),
	namespaced(discoveryGroup, discovery.DiscoveryV1Interface.EndpointSlices, kind[*discoveryv1.EndpointSlice]{
		sample: func(m metav1.ObjectMeta) *discoveryv1.EndpointSlice {
			return &discoveryv1.EndpointSlice{
				ObjectMeta: m, AddressType: discoveryv1.AddressTypeIPv4,
				Endpoints: []discoveryv1.Endpoint{{Addresses: []string{"10.1.0.1"}}},
				Ports:     []discoveryv1.EndpointPort{{Name: new("web"), Port: new(int32(80))}},
			}
		},
		change: func(o *discoveryv1.EndpointSlice) { o.Endpoints[0].Conditions.Ready = new(true) },
	}),
	namespaced(eventsGroup, events.EventsV1Interface.Events, kind[*eventsv1.Event]{
		sample: func(m metav1.ObjectMeta) *eventsv1.Event {
			return &eventsv1.Event{
				ObjectMeta: m, EventTime: metav1.NewMicroTime(aDay.Time),
				ReportingController: "example.com/checker", ReportingInstance: "one",
				Action: "Checking", Reason: "Checked", Type: corev1.EventTypeNormal,
				Regarding: corev1.ObjectReference{Kind: "Pod", Name: "web", Namespace: m.Namespace},
			}
		},
		change: func(o *eventsv1.Event) {
			o.Series = &eventsv1.EventSeries{Count: 2, LastObservedTime: metav1.NewMicroTime(aDay.Time)}
		},
		named: func(letters string) string { return "clientgo-new-" + letters },
	}),
	clusterWide(networkingGroup, networking.NetworkingV1Interface.IngressClasses, kind[*networkingv1.IngressClass]{
		sample: func(m metav1.ObjectMeta) *networkingv1.IngressClass {
			return &networkingv1.IngressClass{ObjectMeta: m, Spec: networkingv1.IngressClassSpec{Controller: "example.com/ingress"}}
		},
		change: func(o *networkingv1.IngressClass) {
			o.Spec.Parameters = &networkingv1.IngressClassParametersReference{
				Kind: "Settings", Name: "all", Scope: new(networkingv1.IngressClassParametersReferenceScopeCluster),
			}
		},
	}),
	namespaced(networkingGroup, networking.NetworkingV1Interface.Ingresses, kind[*networkingv1.Ingress]{
		sample: func(m metav1.ObjectMeta) *networkingv1.Ingress {
			return &networkingv1.Ingress{ObjectMeta: m, Spec: networkingv1.IngressSpec{
				DefaultBackend: &networkingv1.IngressBackend{Service: &networkingv1.IngressServiceBackend{
					Name: "web", Port: networkingv1.ServiceBackendPort{Number: 80},
				}},
			}}
		},
		change: func(o *networkingv1.Ingress) { o.Spec.DefaultBackend.Service.Name = "other" },
		status: func(o *networkingv1.Ingress) {
			o.Status.LoadBalancer.Ingress = []networkingv1.IngressLoadBalancerIngress{{IP: "192.0.2.1"}}
		},
	}),
	clusterWide(networkingGroup, networking.NetworkingV1Interface.IPAddresses, kind[*networkingv1.IPAddress]{
		sample: func(m metav1.ObjectMeta) *networkingv1.IPAddress {
			return &networkingv1.IPAddress{ObjectMeta: m, Spec: networkingv1.IPAddressSpec{
				ParentRef: &networkingv1.ParentReference{Group: "example.com", Resource: "gadgets", Namespace: "default", Name: "web"},
			}}
		},
		change: func(o *networkingv1.IPAddress) { o.Spec.ParentRef.Name = "web" },
		named: func(letters string) string {
			return map[string]string{
				"protobuf-a": "10.9.1.1", "protobuf-b": "10.9.1.2", "protobuf-c": "10.9.1.3", "protobuf-none": "10.9.1.4",
				"json-a": "10.9.2.1", "json-b": "10.9.2.2", "json-c": "10.9.2.3", "json-none": "10.9.2.4",
			}[letters]
		},
	}),
	namespaced(networkingGroup, networking.NetworkingV1Interface.NetworkPolicies, kind[*networkingv1.NetworkPolicy]{
		sample: func(m metav1.ObjectMeta) *networkingv1.NetworkPolicy {
			return &networkingv1.NetworkPolicy{ObjectMeta: m, Spec: networkingv1.NetworkPolicySpec{
				PodSelector: *selector(), PolicyTypes: []networkingv1.PolicyType{networkingv1.PolicyTypeIngress},
			}}
		},
		change: func(o *networkingv1.NetworkPolicy) {
			o.Spec.Ingress = []networkingv1.NetworkPolicyIngressRule{{
				From: []networkingv1.NetworkPolicyPeer{{IPBlock: &networkingv1.IPBlock{CIDR: "10.1.0.0/16"}}},
			}}
		},
	}),
	clusterWide(networkingGroup, networking.NetworkingV1Interface.ServiceCIDRs, kind[*networkingv1.ServiceCIDR]{
		sample: func(m metav1.ObjectMeta) *networkingv1.ServiceCIDR {
			return &networkingv1.ServiceCIDR{ObjectMeta: m, Spec: networkingv1.ServiceCIDRSpec{CIDRs: []string{"10.77.0.0/24"}}}
		},
		// A server keeps a condition of its own beside it.
		status: func(o *networkingv1.ServiceCIDR) {
			o.Status.Conditions = withCondition(o.Status.Conditions, checked[0],
				func(one metav1.Condition) bool { return one.Type == checked[0].Type })
		},
	}),
	clusterWide(rbacGroup, rbac.RbacV1Interface.ClusterRoleBindings, kind[*rbacv1.ClusterRoleBinding]{
		sample: func(m metav1.ObjectMeta) *rbacv1.ClusterRoleBinding {
			return &rbacv1.ClusterRoleBinding{ObjectMeta: m, RoleRef: rbacv1.RoleRef{
				APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: "some",
			}}
		},
		change: func(o *rbacv1.ClusterRoleBinding) { o.Subjects = subjects },
	}),
	clusterWide(rbacGroup, rbac.RbacV1Interface.ClusterRoles, kind[*rbacv1.ClusterRole]{
		sample: func(m metav1.ObjectMeta) *rbacv1.ClusterRole { return &rbacv1.ClusterRole{ObjectMeta: m} },
		change: func(o *rbacv1.ClusterRole) { o.Rules = rules },
	}),
	namespaced(rbacGroup, rbac.RbacV1Interface.RoleBindings, kind[*rbacv1.RoleBinding]{
		sample: func(m metav1.ObjectMeta) *rbacv1.RoleBinding {
			return &rbacv1.RoleBinding{ObjectMeta: m, RoleRef: rbacv1.RoleRef{
				APIGroup: rbacv1.GroupName, Kind: "Role", Name: "some",
			}}
		},
		change: func(o *rbacv1.RoleBinding) { o.Subjects = subjects },
	}),
	namespaced(rbacGroup, rbac.RbacV1Interface.Roles, kind[*rbacv1.Role]{
		sample: func(m metav1.ObjectMeta) *rbacv1.Role { return &rbacv1.Role{ObjectMeta: m} },
		change: func(o *rbacv1.Role) { o.Rules = rules },
	}),
}
