package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	core "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/pager"
	toolswatch "k8s.io/client-go/tools/watch"
)

// many are the objects of these steps; a page holds fewer.
const (
	many   = 25
	onPage = 10
)

// versions are lists and watches at, from and until versions.
func versions(ctx context.Context, c *clients, s *steps) {
	maps := c.kube.CoreV1().ConfigMaps(namespaceOf(c))
	selected := metav1.ListOptions{LabelSelector: "versions=yes"}
	newest := ""
	s.must("create many", func() error {
		for number := range many {
			made, err := maps.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{
				Name: fmt.Sprintf("versions-%02d", number), Labels: map[string]string{"versions": "yes"},
			}}, metav1.CreateOptions{})
			if err != nil {
				return err
			}
			newest = made.ResourceVersion
		}
		return nil
	})
	s.try("pager", func() error { return paged(ctx, maps, selected) })
	s.try("list: remaining items", func() error {
		list, err := maps.List(ctx, metav1.ListOptions{Limit: 5})
		if err != nil {
			return err
		}
		return expect(list.Continue != "" && list.RemainingItemCount != nil && *list.RemainingItemCount >= many-5, "%v", list.ListMeta)
	})
	for _, match := range []metav1.ResourceVersionMatch{metav1.ResourceVersionMatchNotOlderThan, metav1.ResourceVersionMatchExact} {
		s.try("list: "+string(match), func() error {
			options := selected
			options.ResourceVersion, options.ResourceVersionMatch = newest, match
			list, err := maps.List(ctx, options)
			if err != nil {
				return err
			}
			exact := match != metav1.ResourceVersionMatchExact || list.ResourceVersion == newest
			return expect(len(list.Items) == many && exact, "%d items at %s", len(list.Items), list.ResourceVersion)
		})
	}
	s.try("list: any version", func() error {
		options := selected
		options.ResourceVersion = "0"
		_, err := maps.List(ctx, options)
		return err
	})
	s.try("list: a version that is not there yet", func() error {
		number, err := strconv.Atoi(newest)
		if err != nil {
			return err
		}
		// The typed client would try again and again.
		err = c.kube.CoreV1().RESTClient().Get().Namespace(namespaceOf(c)).Resource("configmaps").
			Param("resourceVersion", strconv.Itoa(number+1_000_000)).MaxRetries(0).Do(ctx).Error()
		if err := expect(apierrors.IsTimeout(err), "expected Timeout, got %v", err); err != nil {
			return err
		}
		return expect(apierrors.HasStatusCause(err, metav1.CauseTypeResourceVersionTooLarge), "no cause: %v", err)
	})
	s.try("get: not older than", func() error {
		_, err := maps.Get(ctx, "versions-00", metav1.GetOptions{ResourceVersion: newest})
		return err
	})
	s.try("watch: initial events, their end", func() error { return initialEvents(ctx, maps, selected) })
	s.try("watch: ends after its time", func() error {
		events, err := maps.Watch(ctx, metav1.ListOptions{ResourceVersion: newest, TimeoutSeconds: new(int64(1)), LabelSelector: "versions=none"})
		if err != nil {
			return err
		}
		defer events.Stop()
		for event := range events.ResultChan() {
			if event.Type != watch.Bookmark {
				return fmt.Errorf("%v", event)
			}
		}
		return nil
	})
	s.try("UntilWithSync", func() error { return untilSynced(ctx, maps) })
	s.try("RetryWatcher", func() error { return retried(ctx, maps, newest) })
	expired(ctx, s, maps, selected)
}

func paged(ctx context.Context, maps core.ConfigMapInterface, selected metav1.ListOptions) error {
	sizes := []int{}
	pages := pager.New(func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
		list, err := maps.List(ctx, options)
		if err == nil {
			sizes = append(sizes, len(list.Items))
		}
		return list, err
	})
	pages.PageSize = onPage
	var names []string
	err := pages.EachListItem(ctx, selected, func(item runtime.Object) error {
		names = append(names, item.(*corev1.ConfigMap).Name)
		return nil
	})
	if err != nil {
		return err
	}
	if !slices.IsSorted(names) || len(names) != many {
		return fmt.Errorf("%v", names)
	}
	whole, _, err := pages.List(ctx, selected)
	if err != nil {
		return err
	}
	return expect(meta.LenList(whole) == many && slices.Equal(sizes, []int{10, 10, 5, 10, 10, 5}), "%d items, pages of %v", meta.LenList(whole), sizes)
}

func initialEvents(ctx context.Context, maps core.ConfigMapInterface, selected metav1.ListOptions) error {
	options := selected
	options.SendInitialEvents = new(true)
	options.AllowWatchBookmarks = true
	options.ResourceVersionMatch = metav1.ResourceVersionMatchNotOlderThan
	events, err := maps.Watch(ctx, options)
	if err != nil {
		return err
	}
	defer events.Stop()
	late := time.After(patience)
	count := 0
	for {
		select {
		case event, ok := <-events.ResultChan():
			if !ok {
				return fmt.Errorf("it has ended after %d events", count)
			}
			one, typed := event.Object.(*corev1.ConfigMap)
			switch {
			case !typed:
				return fmt.Errorf("%s with %T", event.Type, event.Object)
			case event.Type == watch.Added:
				count++
			case event.Type == watch.Bookmark && one.Annotations[metav1.InitialEventsAnnotationKey] == "true":
				return expect(count == many && one.ResourceVersion != "", "%d events, bookmark %v", count, one)
			}
		case <-late:
			return fmt.Errorf("no bookmark after %v and %d events", patience, count)
		}
	}
}

func untilSynced(ctx context.Context, maps core.ConfigMapInterface) error {
	lists := cache.ToListWatcherWithWatchListSemantics(&cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
			options.FieldSelector = fields.OneTermEqualSelector("metadata.name", "versions-00").String()
			return maps.List(ctx, options)
		},
		WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
			options.FieldSelector = fields.OneTermEqualSelector("metadata.name", "versions-00").String()
			return maps.Watch(ctx, options)
		},
	}, maps)
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	errs := make(chan error, 1)
	go func() {
		current, err := maps.Get(ctx, "versions-00", metav1.GetOptions{})
		if err == nil {
			current.Data = map[string]string{"until": "here"}
			_, err = maps.Update(ctx, current, metav1.UpdateOptions{})
		}
		errs <- err
	}()
	_, err := toolswatch.UntilWithSync(ctx, lists, &corev1.ConfigMap{}, nil, func(event watch.Event) (bool, error) {
		one, ok := event.Object.(*corev1.ConfigMap)
		return ok && one.Data["until"] == "here", nil
	})
	return errors.Join(err, <-errs)
}

func retried(ctx context.Context, maps core.ConfigMapInterface, from string) error {
	watches := 0
	watcher, err := toolswatch.NewRetryWatcherWithContext(ctx, from, &cache.ListWatch{
		WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
			watches++
			// Each ends soon, and the next goes on from where it ended.
			options.TimeoutSeconds = new(int64(1))
			options.FieldSelector = "metadata.name=versions-01"
			return maps.Watch(ctx, options)
		},
	})
	if err != nil {
		return err
	}
	defer watcher.Stop()
	late := time.After(patience)
	for number := range 2 {
		current, err := maps.Get(ctx, "versions-01", metav1.GetOptions{})
		if err != nil {
			return err
		}
		current.Data = map[string]string{"number": strconv.Itoa(number)}
		if _, err := maps.Update(ctx, current, metav1.UpdateOptions{}); err != nil {
			return err
		}
		for seen := false; !seen; {
			select {
			case event := <-watcher.ResultChan():
				one, ok := event.Object.(*corev1.ConfigMap)
				if !ok {
					return fmt.Errorf("%s with %T: %v", event.Type, event.Object, event.Object)
				}
				seen = one.Data["number"] == strconv.Itoa(number)
			case <-late:
				return fmt.Errorf("the change %d was not seen", number)
			}
		}
		if number == 0 {
			// Long enough for the watch to end and to begin anew.
			time.Sleep(2500 * time.Millisecond)
		}
	}
	return expect(watches > 1, "%d watches", watches)
}

// expired waits until old versions are gone, and sees how clients are told.
func expired(ctx context.Context, s *steps, maps core.ConfigMapInterface, selected metav1.ListOptions) {
	options := selected
	options.Limit = onPage
	first, err := maps.List(ctx, options)
	s.must("expired: a first page", func() error { return err })
	s.try("expired: ResourceExpired", func() error {
		deadline := time.Now().Add(4 * patience)
		for number := 0; ; number++ {
			// Without changes nothing gets old.
			current, err := maps.Get(ctx, "versions-02", metav1.GetOptions{})
			if err != nil {
				return err
			}
			current.Data = map[string]string{"number": strconv.Itoa(number)}
			if _, err := maps.Update(ctx, current, metav1.UpdateOptions{}); err != nil {
				return err
			}
			// Servers keep what some last clients page through: others come after this one.
			if _, err := maps.List(ctx, metav1.ListOptions{Limit: 1}); err != nil {
				return err
			}
			_, err = maps.List(ctx, metav1.ListOptions{
				ResourceVersion: first.ResourceVersion, ResourceVersionMatch: metav1.ResourceVersionMatchExact,
			})
			if err != nil {
				return refused(err, apierrors.IsResourceExpired, "ResourceExpired")
			}
			if time.Now().After(deadline) {
				return fmt.Errorf("the version %s is still there", first.ResourceVersion)
			}
			time.Sleep(200 * time.Millisecond)
		}
	})
	s.try("expired: continue, inconsistently", func() error {
		options := selected
		options.Limit, options.Continue = onPage, first.Continue
		_, err := maps.List(ctx, options)
		if err := refused(err, apierrors.IsResourceExpired, "ResourceExpired"); err != nil {
			return err
		}
		var status apierrors.APIStatus
		errors.As(err, &status)
		options.Continue = status.Status().ListMeta.Continue
		if options.Continue == "" {
			return fmt.Errorf("no token to go on with: %v", status.Status())
		}
		second, err := maps.List(ctx, options)
		if err != nil {
			return err
		}
		return expect(len(second.Items) == onPage && second.Items[0].Name == "versions-10", "%v", second.Items)
	})
	s.try("expired: the pager begins anew", func() error {
		once := false
		pages := pager.New(func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
			if options.Continue != "" && !once {
				once, options.Continue = true, first.Continue
			}
			return maps.List(ctx, options)
		})
		pages.PageSize = onPage
		whole, _, err := pages.List(ctx, selected)
		if err != nil {
			return err
		}
		return expect(meta.LenList(whole) == many, "%d items", meta.LenList(whole))
	})
}
