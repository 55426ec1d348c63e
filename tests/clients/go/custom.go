package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/scale"
)

// customGroup has the custom resources of an encoding.
func customGroup(c *clients) string { return strings.ToLower(c.encoding) + "-custom.example.com" }

func widgets(c *clients) schema.GroupVersionResource {
	return schema.GroupVersionResource{Group: customGroup(c), Version: "v1", Resource: "widgets"}
}

func widgetDefinition(c *clients) *apiextensionsv1.CustomResourceDefinition {
	whole := apiextensionsv1.JSONSchemaProps{Type: "integer"}
	return &apiextensionsv1.CustomResourceDefinition{
		ObjectMeta: metav1.ObjectMeta{Name: "widgets." + customGroup(c)},
		Spec: apiextensionsv1.CustomResourceDefinitionSpec{
			Group: customGroup(c), Scope: apiextensionsv1.NamespaceScoped,
			Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: "widgets", Kind: "Widget"},
			Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
				Name: "v1", Served: true, Storage: true,
				Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{
					Type: "object",
					Properties: map[string]apiextensionsv1.JSONSchemaProps{
						"spec": {Type: "object", Properties: map[string]apiextensionsv1.JSONSchemaProps{
							"replicas": {Type: "integer", Minimum: new(0.0), Default: &apiextensionsv1.JSON{Raw: []byte("1")}},
							"parts": {
								Type: "array", XListType: new("map"), XListMapKeys: []string{"name"},
								Items: &apiextensionsv1.JSONSchemaPropsOrArray{Schema: &apiextensionsv1.JSONSchemaProps{
									Type: "object", Required: []string{"name"},
									Properties: map[string]apiextensionsv1.JSONSchemaProps{"name": {Type: "string"}, "weight": whole},
								}},
							},
						}},
						"status": {Type: "object", Properties: map[string]apiextensionsv1.JSONSchemaProps{"replicas": whole}},
					},
				}},
				Subresources: &apiextensionsv1.CustomResourceSubresources{
					Status: &apiextensionsv1.CustomResourceSubresourceStatus{},
					Scale: &apiextensionsv1.CustomResourceSubresourceScale{
						SpecReplicasPath: ".spec.replicas", StatusReplicasPath: ".status.replicas",
					},
				},
			}},
		},
	}
}

func widget(c *clients, name, spec string) *unstructured.Unstructured {
	made := &unstructured.Unstructured{}
	text := fmt.Sprintf(`{"apiVersion": "%s/v1", "kind": "Widget", "metadata": {"name": %q, "labels": {"made": "here"}}, "spec": %s}`,
		customGroup(c), name, spec)
	if err := json.Unmarshal([]byte(text), &made.Object); err != nil {
		panic(err)
	}
	return made
}

// custom uses custom resources through the clients without types.
func custom(ctx context.Context, c *clients, s *steps) {
	definitions := c.extensions.ApiextensionsV1().CustomResourceDefinitions()
	s.must("definition: create, established", func() error {
		made, err := definitions.Create(ctx, widgetDefinition(c), metav1.CreateOptions{})
		if err != nil {
			return err
		}
		return eventually(ctx, func(ctx context.Context) error {
			made, err = definitions.Get(ctx, made.Name, metav1.GetOptions{})
			if err != nil {
				return err
			}
			for _, condition := range made.Status.Conditions {
				if condition.Type == apiextensionsv1.Established && condition.Status == apiextensionsv1.ConditionTrue {
					return nil
				}
			}
			return fmt.Errorf("%v", made.Status.Conditions)
		})
	})
	client := c.dynamic.Resource(widgets(c)).Namespace(namespaceOf(c))
	s.must("definition: served", func() error {
		// A server may serve it a moment after it has said so.
		return eventually(ctx, func(ctx context.Context) error {
			_, err := client.List(ctx, metav1.ListOptions{})
			return err
		})
	})
	customLife(ctx, c, s, client)
	customScale(ctx, c, s, client)
	onlyMetadata(ctx, c, s)
	s.try("watch: ResourceExpired", func() error {
		return eventually(ctx, func(ctx context.Context) error {
			events, err := client.Watch(ctx, metav1.ListOptions{ResourceVersion: "1", TimeoutSeconds: new(int64(1))})
			if err != nil {
				return refused(err, apierrors.IsResourceExpired, "ResourceExpired")
			}
			defer events.Stop()
			event := <-events.ResultChan()
			return expect(event.Type == watch.Error && apierrors.IsResourceExpired(apierrors.FromObject(event.Object)), "%v", event)
		})
	})
	s.try("deleteCollection", func() error {
		err := client.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{LabelSelector: "made=here"})
		if err != nil {
			return err
		}
		list, err := client.List(ctx, metav1.ListOptions{})
		if err != nil {
			return err
		}
		return expect(len(list.Items) == 0, "%v", list.Items)
	})
	s.try("definition: delete, served no more", func() error {
		if err := definitions.Delete(ctx, "widgets."+customGroup(c), metav1.DeleteOptions{}); err != nil {
			return err
		}
		return eventually(ctx, func(ctx context.Context) error {
			_, err := client.List(ctx, metav1.ListOptions{})
			return refused(err, apierrors.IsNotFound, "NotFound")
		})
	})
}

func customLife(ctx context.Context, c *clients, s *steps, client dynamic.ResourceInterface) {
	s.must("create: defaults", func() error {
		made, err := client.Create(ctx, widget(c, "one", `{"parts": [{"name": "wheel", "weight": 2}]}`), metav1.CreateOptions{})
		if err != nil {
			return err
		}
		replicas, _, err := unstructured.NestedInt64(made.Object, "spec", "replicas")
		return expect(err == nil && replicas == 1, "%v", made)
	})
	s.try("create: Invalid", func() error {
		_, err := client.Create(ctx, widget(c, "bad", `{"replicas": -1}`), metav1.CreateOptions{})
		return refused(err, apierrors.IsInvalid, "Invalid")
	})
	s.try("update, Conflict", func() error {
		stale, err := client.Get(ctx, "one", metav1.GetOptions{})
		if err != nil {
			return err
		}
		fresh := stale.DeepCopy()
		if err := unstructured.SetNestedField(fresh.Object, int64(2), "spec", "replicas"); err != nil {
			return err
		}
		if fresh, err = client.Update(ctx, fresh, metav1.UpdateOptions{}); err != nil {
			return err
		}
		if fresh.GetGeneration() != 2 {
			return fmt.Errorf("generation %d", fresh.GetGeneration())
		}
		stale.SetLabels(nil)
		_, err = client.Update(ctx, stale, metav1.UpdateOptions{})
		return refused(err, apierrors.IsConflict, "Conflict")
	})
	s.try("updateStatus", func() error {
		current, err := client.Get(ctx, "one", metav1.GetOptions{})
		if err != nil {
			return err
		}
		if err := unstructured.SetNestedField(current.Object, int64(2), "status", "replicas"); err != nil {
			return err
		}
		current, err = client.UpdateStatus(ctx, current, metav1.UpdateOptions{})
		if err != nil {
			return err
		}
		return expect(current.GetGeneration() == 2, "generation %d", current.GetGeneration())
	})
	s.try("patch: merge", func() error {
		_, err := client.Patch(ctx, "one", types.MergePatchType, []byte(`{"metadata": {"labels": {"merge": "yes"}}}`), metav1.PatchOptions{})
		return err
	})
	s.try("patch: strategic is not for these", func() error {
		_, err := client.Patch(ctx, "one", types.StrategicMergePatchType, []byte(`{}`), metav1.PatchOptions{})
		return refused(err, apierrors.IsUnsupportedMediaType, "UnsupportedMediaType")
	})
	s.try("apply: beside others", func() error {
		applied, err := client.Apply(ctx, "one", widget(c, "one", `{"parts": [{"name": "door", "weight": 9}]}`),
			metav1.ApplyOptions{FieldManager: "applier"})
		if err != nil {
			return err
		}
		parts, _, err := unstructured.NestedSlice(applied.Object, "spec", "parts")
		return expect(err == nil && len(parts) == 2, "%v", parts)
	})
	s.try("applyStatus", func() error {
		wanted := widget(c, "one", "{}")
		delete(wanted.Object, "spec")
		wanted.Object["status"] = map[string]any{"replicas": int64(7)}
		_, err := client.ApplyStatus(ctx, "one", wanted, metav1.ApplyOptions{FieldManager: "applier", Force: true})
		return err
	})
}

// customScale uses the client for the scale of whatever kind.
func customScale(ctx context.Context, c *clients, s *steps, client dynamic.ResourceInterface) {
	found, err := discovery.NewDiscoveryClientForConfig(c.config)
	s.must("scale: discovery", func() error { return err })
	mapper := restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(found))
	// It has no types but those of scales: JSON is what it speaks.
	config := rest.CopyConfig(c.config)
	config.ContentType, config.AcceptContentTypes = "application/json", "application/json"
	var scales scale.ScalesGetter
	s.must("scale: client", func() (err error) {
		scales, err = scale.NewForConfig(config, mapper, dynamic.LegacyAPIPathResolverFunc, scale.NewDiscoveryScaleKindResolver(found))
		return err
	})
	s.try("scale: of a custom resource", func() error {
		of := scales.Scales(namespaceOf(c))
		resource := widgets(c).GroupResource()
		current, err := of.Get(ctx, resource, "one", metav1.GetOptions{})
		if err != nil {
			return err
		}
		if err := expect(current.Spec.Replicas == 2 && current.Status.Replicas == 7, "%v", current); err != nil {
			return err
		}
		current.Spec.Replicas = 3
		if _, err := of.Update(ctx, resource, current, metav1.UpdateOptions{}); err != nil {
			return err
		}
		changed, err := client.Get(ctx, "one", metav1.GetOptions{})
		if err != nil {
			return err
		}
		replicas, _, err := unstructured.NestedInt64(changed.Object, "spec", "replicas")
		return expect(err == nil && replicas == 3, "%v", changed)
	})
}

// onlyMetadata reads and writes objects of which only the metadata is of interest.
func onlyMetadata(ctx context.Context, c *clients, s *steps) {
	all, err := metadata.NewForConfig(c.config)
	s.must("metadata: client", func() error { return err })
	client := all.Resource(corev1.SchemeGroupVersion.WithResource("configmaps")).Namespace(namespaceOf(c))
	s.must("metadata: create what has some", func() error {
		_, err := c.kube.CoreV1().ConfigMaps(namespaceOf(c)).Create(ctx, &corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Name: "metadata", Labels: map[string]string{"metadata": "yes"}},
			Data:       map[string]string{"a": "b"},
		}, metav1.CreateOptions{})
		return err
	})
	s.try("metadata: get, list", func() error {
		one, err := client.Get(ctx, "metadata", metav1.GetOptions{})
		if err != nil {
			return err
		}
		list, err := client.List(ctx, metav1.ListOptions{LabelSelector: "metadata=yes", Limit: 1})
		if err != nil {
			return err
		}
		return expect(one.UID != "" && len(list.Items) == 1 && list.Items[0].UID == one.UID, "%v %v", one, list)
	})
	s.try("metadata: of custom resources", func() error {
		of := all.Resource(widgets(c)).Namespace(namespaceOf(c))
		one, err := of.Get(ctx, "one", metav1.GetOptions{})
		if err != nil {
			return err
		}
		if one.Name != "one" || one.UID == "" {
			return fmt.Errorf("%v", one)
		}
		list, err := of.List(ctx, metav1.ListOptions{})
		if err != nil {
			return err
		}
		if len(list.Items) != 1 || list.Items[0].UID != one.UID {
			return fmt.Errorf("%v", list)
		}
		events, err := of.Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
		if err != nil {
			return err
		}
		following := startFollowing(events)
		defer following.stop()
		patched, err := of.Patch(ctx, "one", types.MergePatchType, []byte(`{"metadata": {"labels": {"more": "yes"}}}`), metav1.PatchOptions{})
		if err != nil {
			return err
		}
		_, err = following.until(func(seen []seenEvent) bool {
			return len(seen) == 1 && seen[0].version == patched.ResourceVersion
		})
		return err
	})
	s.try("metadata: watch, patch, delete", func() error {
		events, err := client.Watch(ctx, metav1.ListOptions{LabelSelector: "metadata=yes"})
		if err != nil {
			return err
		}
		following := startFollowing(events)
		defer following.stop()
		patched, err := client.Patch(ctx, "metadata", types.MergePatchType, []byte(`{"metadata": {"labels": {"more": "yes"}}}`), metav1.PatchOptions{})
		if err != nil {
			return err
		}
		if patched.Labels["more"] != "yes" {
			return fmt.Errorf("%v", patched)
		}
		if err := client.Delete(ctx, "metadata", metav1.DeleteOptions{}); err != nil {
			return err
		}
		seen, err := following.until(func(seen []seenEvent) bool {
			return len(seen) > 0 && seen[len(seen)-1].kind == string(watch.Deleted)
		})
		if err != nil {
			return err
		}
		_, ok := seen[0].object.(*metav1.PartialObjectMetadata)
		return expect(ok && len(seen) == 3, "%v", seen)
	})
}
