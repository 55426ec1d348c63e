package main

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	aggregator "k8s.io/kube-aggregator/pkg/client/clientset_generated/clientset"
)

// notServed are the versions that clients are made for and the server does not serve, with the reason.
var notServed = map[string]string{
	"admissionregistration.k8s.io/v1alpha1": "off by default",
	"admissionregistration.k8s.io/v1beta1":  "off by default",
	"apiextensions.k8s.io/v1beta1":          "removed in 1.22",
	"apiregistration.k8s.io/v1beta1":        "removed in 1.22",
	"apps/v1beta1":                          "removed in 1.16",
	"apps/v1beta2":                          "removed in 1.16",
	"authentication.k8s.io/v1alpha1":        "off by default",
	"authentication.k8s.io/v1beta1":         "off by default",
	"authorization.k8s.io/v1beta1":          "removed in 1.22",
	"batch/v1beta1":                         "removed in 1.25",
	"certificates.k8s.io/v1alpha1":          "off by default",
	"certificates.k8s.io/v1beta1":           "off by default",
	"coordination.k8s.io/v1alpha2":          "off by default",
	"coordination.k8s.io/v1beta1":           "off by default",
	"discovery.k8s.io/v1beta1":              "removed in 1.25",
	"events.k8s.io/v1beta1":                 "removed in 1.25",
	"extensions/v1beta1":                    "removed in 1.22",
	"flowcontrol.apiserver.k8s.io/v1beta1":  "removed in 1.26",
	"flowcontrol.apiserver.k8s.io/v1beta2":  "removed in 1.29",
	"flowcontrol.apiserver.k8s.io/v1beta3":  "removed in 1.32",
	"internal.apiserver.k8s.io/v1alpha1":    "off by default",
	"networking.k8s.io/v1beta1":             "off by default",
	"node.k8s.io/v1alpha1":                  "removed in 1.23",
	"node.k8s.io/v1beta1":                   "removed in 1.25",
	"policy/v1beta1":                        "removed in 1.25",
	"rbac.authorization.k8s.io/v1alpha1":    "removed in 1.23",
	"rbac.authorization.k8s.io/v1beta1":     "removed in 1.22",
	"resource.k8s.io/v1alpha3":              "off by default",
	"resource.k8s.io/v1beta1":               "off by default",
	"resource.k8s.io/v1beta2":               "off by default",
	"scheduling.k8s.io/v1alpha2":            "off by default",
	"scheduling.k8s.io/v1beta1":             "removed in 1.22",
	"storage.k8s.io/v1alpha1":               "off by default",
	"storage.k8s.io/v1beta1":                "off by default",
	"storagemigration.k8s.io/v1beta1":       "off by default",
}

// notUsed are the verbs of resources that no step sends, with the reason.
var notUsed = map[string]string{
	"v1 nodes/proxy":      "leads to a node, and none runs",
	"v1 pods/attach":      "leads to a node, and none runs",
	"v1 pods/exec":        "leads to a node, and none runs",
	"v1 pods/log":         "leads to a node, and none runs",
	"v1 pods/portforward": "leads to a node, and none runs",
	"v1 pods/proxy":       "leads to a node, and none runs",
	"v1 services/proxy":   "leads to a node, and none runs",
}

// typedClient is what a clientset has for one resource.
type typedClient struct {
	version  string
	resource string
	client   reflect.Type
}

// typedClients walks the methods of the clientsets.
func typedClients(c *clients) []typedClient {
	var found []typedClient
	for _, set := range []struct {
		kind  reflect.Type
		value any
	}{
		{reflect.TypeFor[kubernetes.Interface](), c.kube},
		{reflect.TypeFor[apiextensions.Interface](), c.extensions},
		{reflect.TypeFor[aggregator.Interface](), c.aggregator},
	} {
		for method := range set.kind.Methods() {
			group := reflect.ValueOf(set.value).MethodByName(method.Name).Call(nil)[0]
			typed, ok := group.Interface().(interface{ RESTClient() rest.Interface })
			if !ok || method.Name == "Discovery" {
				continue
			}
			version := typed.RESTClient().APIVersion().String()
			for getter := range method.Type.Out(0).Methods() {
				if getter.Name != "RESTClient" {
					found = append(found, typedClient{version, strings.ToLower(getter.Name), getter.Type.Out(0)})
				}
			}
		}
	}
	return found
}

// complete checks that no resource was left out, and that each of its verbs was used.
func complete(ctx context.Context, c *clients, s *steps) {
	_, served, err := c.kube.Discovery().ServerGroupsAndResources()
	if !s.try("discovery", func() error { return err }) {
		return
	}
	resources := map[string]metav1.APIResource{}
	versions := map[string]bool{}
	for _, list := range served {
		versions[list.GroupVersion] = true
		for _, resource := range list.APIResources {
			resources[list.GroupVersion+" "+resource.Name] = resource
		}
	}
	rows := map[reflect.Type]bool{}
	for _, row := range table {
		rows[row.client] = true
	}
	known := map[string]bool{}
	for _, typed := range typedClients(c) {
		key := typed.version + " " + typed.resource
		known[key] = true
		if !versions[typed.version] {
			s.try(key, func() error {
				return expect(notServed[typed.version] != "", "not served, and no reason is known for it")
			})
			continue
		}
		s.try(key, func() error {
			if _, ok := resources[key]; !ok {
				// Evictions are a subresource that has a client of its own.
				return expect(key == "policy/v1 evictions", "not served")
			}
			return expect(rows[typed.client] || virtual[key] != nil, "served, and nothing uses it")
		})
	}
	for version := range notServed {
		if versions[version] {
			s.try(version, func() error { return fmt.Errorf("is served: it needs rows in the table") })
		}
	}
	for key := range resources {
		if !strings.Contains(key, "/") && !known[key] && !strings.Contains(key, "example.com") {
			s.try(key, func() error { return expect(virtual[key] != nil, "served, and no clientset has it") })
		}
	}
	verbsUsed(c, s, resources)
	s.try("answers come in the encoding asked for", func() error {
		found := c.seen.otherwise()
		return expect(len(found) == 0, "%d were not, the first: %v", len(found), found[:min(5, len(found))])
	})
}

// verbsUsed checks that each verb of each resource was sent and answered well.
func verbsUsed(c *clients, s *steps, resources map[string]metav1.APIResource) {
	used := map[string]bool{}
	for _, e := range c.seen.all() {
		if e.status < 300 {
			used[verbOf(e)] = true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(resources)) {
		if strings.Contains(key, "example.com") || notUsed[key] != "" {
			continue
		}
		s.try(key+" verbs", func() error {
			left := slices.DeleteFunc(slices.Clone(resources[key].Verbs), func(verb string) bool {
				return used[key+" "+verb]
			})
			return expect(len(left) == 0, "never used with success: %s", strings.Join(left, ", "))
		})
	}
}

// verbOf is the version, resource and verb of a request.
func verbOf(e exchange) string {
	parts := strings.Split(strings.Trim(e.path, "/"), "/")
	var version string
	switch {
	case parts[0] == "api" && len(parts) > 2:
		version, parts = parts[1], parts[2:]
	case parts[0] == "apis" && len(parts) > 3:
		version, parts = parts[1]+"/"+parts[2], parts[3:]
	default:
		return ""
	}
	if parts[0] == "namespaces" && len(parts) > 2 && !(len(parts) == 3 && (parts[2] == "status" || parts[2] == "finalize")) {
		parts = parts[2:]
	}
	resource, named := parts[0], len(parts) > 1
	if len(parts) > 2 {
		resource += "/" + parts[2]
	}
	verb := map[string]string{"POST": "create", "PUT": "update", "PATCH": "patch", "DELETE": "delete", "GET": "get"}[e.method]
	switch {
	case verb == "get" && strings.Contains(e.query, "watch=true"):
		verb = "watch"
	case verb == "get" && !named:
		verb = "list"
	case verb == "delete" && !named:
		verb = "deletecollection"
	}
	return version + " " + resource + " " + verb
}
