package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/openapi"
	"k8s.io/client-go/openapi3"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
)

// discoverAll uses the discovery client in its ways, and what is built on it.
func discoverAll(_ context.Context, c *clients, s *steps) {
	config := rest.CopyConfig(c.config)
	// The version is told in JSON only.
	config.AcceptContentTypes += "," + runtime.ContentTypeJSON
	client, err := discovery.NewDiscoveryClientForConfig(config)
	s.must("client", func() error { return err })
	s.try("version", func() error {
		version, err := client.ServerVersion()
		if err != nil {
			return err
		}
		return expect(version.Major == "1" && strings.HasPrefix(version.GitVersion, "v1."), "%v", version)
	})
	s.try("aggregated and not: the same resources", func() error { return discoverTwice(c, client) })
	s.try("preferred resources", func() error {
		lists, err := client.ServerPreferredResources()
		if err != nil {
			return err
		}
		for _, list := range lists {
			if list.GroupVersion == "autoscaling/v2" {
				return nil
			}
		}
		return fmt.Errorf("autoscaling/v2 is not among them: %v", lists)
	})
	s.try("resources of a version", func() error {
		list, err := client.ServerResourcesForGroupVersion("apps/v1")
		if err != nil {
			return err
		}
		return expect(len(list.APIResources) >= 5, "%v", list)
	})
	s.try("OpenAPI v2", func() error {
		document, err := client.OpenAPISchema()
		if err != nil {
			return err
		}
		for _, one := range document.GetDefinitions().GetAdditionalProperties() {
			if one.GetName() == "io.k8s.api.apps.v1.Deployment" {
				return expect(len(one.GetValue().GetProperties().GetAdditionalProperties()) == 5, "%v", one)
			}
		}
		return fmt.Errorf("no deployments among %d definitions", len(document.GetDefinitions().GetAdditionalProperties()))
	})
	s.try("OpenAPI v3: each document parses", func() error { return parseAll(client.OpenAPIV3()) })
	s.try("REST mapper", func() error {
		groups, err := restmapper.GetAPIGroupResources(client)
		if err != nil {
			return err
		}
		return mapKinds(restmapper.NewDiscoveryRESTMapper(groups))
	})
	s.try("REST mapper, deferred, with short names", func() error {
		cached := memory.NewMemCacheClient(client)
		mapper := restmapper.NewShortcutExpander(restmapper.NewDeferredDiscoveryRESTMapper(cached), cached, nil)
		resource, err := mapper.ResourceFor(schema.GroupVersionResource{Resource: "deploy"})
		if err != nil {
			return err
		}
		if err := expect(resource == schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"}, "%v", resource); err != nil {
			return err
		}
		return mapKinds(mapper)
	})
	s.try("categories", func() error {
		all, ok := restmapper.NewDiscoveryCategoryExpander(client).Expand("all")
		return expect(ok && slices.Contains(all, schema.GroupResource{Group: "apps", Resource: "deployments"}), "%v", all)
	})
}

func discoverTwice(c *clients, client *discovery.DiscoveryClient) error {
	legacy, err := discovery.NewDiscoveryClientForConfig(c.config)
	if err != nil {
		return err
	}
	legacy.UseLegacyDiscovery = true
	read := func(client *discovery.DiscoveryClient) (map[string]string, error) {
		_, lists, err := client.ServerGroupsAndResources()
		if err != nil {
			return nil, err
		}
		found := map[string]string{}
		for _, list := range lists {
			for _, one := range list.APIResources {
				// Others make definitions meanwhile.
				if strings.Contains(list.GroupVersion, "example.com") {
					continue
				}
				// Only the aggregated form tells the one of a subresource.
				if strings.Contains(one.Name, "/") {
					one.SingularName = ""
				}
				found[list.GroupVersion+" "+one.Name] = fmt.Sprint(one.Kind, one.Namespaced, one.Verbs, one.ShortNames, one.SingularName, one.Categories)
			}
		}
		return found, nil
	}
	one, err := read(client)
	if err != nil {
		return err
	}
	other, err := read(legacy)
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(one)) {
		if one[key] != other[key] {
			return fmt.Errorf("%s is %s, and without aggregation %s", key, one[key], other[key])
		}
	}
	return expect(len(one) == len(other) && len(one) > 60, "%d and %d resources", len(one), len(other))
}

func parseAll(client openapi.Client) error {
	root := openapi3.NewRoot(client)
	versions, err := root.GroupVersions()
	if err != nil {
		return err
	}
	parsed := 0
	for _, version := range versions {
		if strings.Contains(version.Group, "example.com") {
			continue
		}
		document, err := root.GVSpec(version)
		if err != nil {
			return fmt.Errorf("%v: %w", version, err)
		}
		if document.Paths == nil || document.Components == nil {
			return fmt.Errorf("%v has no paths or no schemas", version)
		}
		parsed++
	}
	return expect(parsed > 20, "only %d documents", parsed)
}

func mapKinds(mapper meta.RESTMapper) error {
	for _, row := range table {
		mapping, err := mapper.RESTMapping(row.kind.GroupKind(), row.kind.Version)
		if err != nil {
			return err
		}
		kind, err := mapper.KindFor(mapping.Resource)
		if err != nil {
			return err
		}
		if kind != row.kind {
			return fmt.Errorf("%v leads to %v", mapping.Resource, kind)
		}
	}
	return nil
}
