package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/features"
	"k8s.io/client-go/informers"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/tools/cache"
)

// gates are the library's own, but for what a step wants otherwise.
type gates struct {
	features.Gates
	mutex     sync.Mutex
	watchList bool
}

func (g *gates) Enabled(feature features.Feature) bool {
	if feature != features.WatchListClient {
		return g.Gates.Enabled(feature)
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.watchList
}

func (g *gates) setWatchList(on bool) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.watchList = on
}

var gate = &gates{Gates: features.FeatureGates(), watchList: true}

// synced is what shared informer factories of all sorts have.
type synced interface {
	Start(<-chan struct{})
	Shutdown()
}

// informAll has informers of every kind come to what the server has: typed, untyped and metadata only,
// by a watch that begins with all that is there, and by a list before the watch.
func informAll(ctx context.Context, c *clients, s *steps) {
	resources := held(c)
	for _, watchList := range []bool{true, false} {
		how := map[bool]string{true: "streamed", false: "listed"}[watchList]
		gate.setWatchList(watchList)
		s.try("typed, "+how+": every kind", func() error {
			factory := informers.NewSharedInformerFactory(c.kube, 0)
			return syncAll(ctx, c, factory, resources, watchList, func(resource schema.GroupVersionResource) (cache.SharedIndexInformer, error) {
				informer, err := factory.ForResource(resource)
				if err != nil {
					return nil, nil // Of another clientset.
				}
				return informer.Informer(), nil
			})
		})
		s.try("untyped, "+how+": every kind", func() error {
			factory := dynamicinformer.NewDynamicSharedInformerFactory(c.dynamic, 0)
			return syncAll(ctx, c, factory, resources, watchList, func(resource schema.GroupVersionResource) (cache.SharedIndexInformer, error) {
				return factory.ForResource(resource).Informer(), nil
			})
		})
		s.try("metadata, "+how+": every kind", func() error {
			client, err := metadata.NewForConfig(c.config)
			if err != nil {
				return err
			}
			factory := metadatainformer.NewSharedInformerFactory(client, 0)
			return syncAll(ctx, c, factory, resources, watchList, func(resource schema.GroupVersionResource) (cache.SharedIndexInformer, error) {
				return factory.ForResource(resource).Informer(), nil
			})
		})
		s.try("events and lister, "+how, func() error { return inform(ctx, c, how) })
	}
	gate.setWatchList(true)
}

// held are the resources that hold objects.
func held(c *clients) []schema.GroupVersionResource {
	var found []schema.GroupVersionResource
	for _, typed := range typedClients(c) {
		version, err := schema.ParseGroupVersion(typed.version)
		if err != nil {
			panic(err)
		}
		for _, row := range table {
			if row.client == typed.client {
				found = append(found, version.WithResource(typed.resource))
			}
		}
	}
	return found
}

func syncAll(
	ctx context.Context, c *clients, factory synced, resources []schema.GroupVersionResource, watchList bool,
	informer func(schema.GroupVersionResource) (cache.SharedIndexInformer, error),
) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer factory.Shutdown()
	defer cancel()
	before := len(c.seen.all())
	waiting := map[string]cache.InformerSynced{}
	for _, resource := range resources {
		made, err := informer(resource)
		if err != nil {
			return err
		}
		if made != nil {
			waiting[resource.String()] = made.HasSynced
		}
	}
	factory.Start(ctx.Done())
	for _, name := range slices.Sorted(maps.Keys(waiting)) {
		if !cache.WaitForCacheSync(ctx.Done(), waiting[name]) {
			return fmt.Errorf("%s did not come to what is there within %v", name, patience)
		}
	}
	if len(waiting) < 50 {
		return fmt.Errorf("only %d kinds", len(waiting))
	}
	streamed, listed := 0, 0
	for _, e := range c.seen.all()[before:] {
		if e.status != 200 || e.method != "GET" {
			continue
		}
		if strings.Contains(e.query, "sendInitialEvents=true") {
			streamed++
		} else if !strings.Contains(e.query, "watch=true") {
			listed++
		}
	}
	if watchList {
		return expect(streamed >= len(waiting) && listed == 0, "%d kinds: %d streams and %d lists", len(waiting), streamed, listed)
	}
	return expect(streamed == 0 && listed >= len(waiting), "%d kinds: %d streams and %d lists", len(waiting), streamed, listed)
}

// inform follows some objects by an informer with an index and a lister.
func inform(ctx context.Context, c *clients, how string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	maps := c.kube.CoreV1().ConfigMaps(namespaceOf(c))
	about := metav1.ObjectMeta{Name: "informed-" + how, Labels: map[string]string{"informed": how}}
	if _, err := maps.Create(ctx, &corev1.ConfigMap{ObjectMeta: about}, metav1.CreateOptions{}); err != nil {
		return err
	}
	if err := untilCached(ctx, maps, "informed="+how); err != nil {
		return err
	}
	factory := informers.NewSharedInformerFactoryWithOptions(c.kube, 0, informers.WithNamespace(namespaceOf(c)),
		informers.WithTweakListOptions(func(options *metav1.ListOptions) { options.LabelSelector = "informed=" + how }))
	informer := factory.Core().V1().ConfigMaps()
	if err := informer.Informer().AddIndexers(cache.Indexers{"colour": func(o any) ([]string, error) {
		return []string{o.(*corev1.ConfigMap).Data["colour"]}, nil
	}}); err != nil {
		return err
	}
	heard := make(chan string, 100)
	_, err := informer.Informer().AddEventHandler(cache.ResourceEventHandlerDetailedFuncs{
		AddFunc: func(o any, first bool) { heard <- fmt.Sprintf("add %v", first) },
		UpdateFunc: func(old, now any) {
			heard <- "update " + old.(*corev1.ConfigMap).Data["colour"] + " to " + now.(*corev1.ConfigMap).Data["colour"]
		},
		DeleteFunc: func(o any) { heard <- "delete" },
	})
	if err != nil {
		return err
	}
	factory.Start(ctx.Done())
	defer factory.Shutdown()
	defer cancel()
	hear := func(expected string) error {
		select {
		case one := <-heard:
			return expect(one == expected, "heard %q instead of %q", one, expected)
		case <-ctx.Done():
			return fmt.Errorf("did not hear %q", expected)
		}
	}
	if err := hear("add true"); err != nil {
		return err
	}
	current, err := maps.Get(ctx, about.Name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	current.Data = map[string]string{"colour": "red"}
	if _, err := maps.Update(ctx, current, metav1.UpdateOptions{}); err != nil {
		return err
	}
	if err := hear("update  to red"); err != nil {
		return err
	}
	listed, err := informer.Lister().ConfigMaps(namespaceOf(c)).List(labels.Everything())
	if err != nil {
		return err
	}
	indexed, err := informer.Informer().GetIndexer().ByIndex("colour", "red")
	if err != nil {
		return err
	}
	if len(listed) != 1 || len(indexed) != 1 {
		return fmt.Errorf("%d in the lister, %d by the index", len(listed), len(indexed))
	}
	if err := maps.Delete(ctx, about.Name, metav1.DeleteOptions{}); err != nil {
		return err
	}
	return hear("delete")
}

// untilCached waits until a list of any age, as informers begin with, has what a selector names: a server may answer
// such a list from a cache that has not heard of the newest objects.
func untilCached(ctx context.Context, maps typedcorev1.ConfigMapInterface, selector string) error {
	for {
		found, err := maps.List(ctx, metav1.ListOptions{ResourceVersion: "0", LabelSelector: selector})
		if err != nil || len(found.Items) > 0 {
			return err
		}
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
