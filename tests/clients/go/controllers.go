package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/scheme"
	core "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/events"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/client-go/tools/record"
	"k8s.io/client-go/util/retry"
	"k8s.io/client-go/util/workqueue"
)

// controllerParts are what controllers are made of.
func controllerParts(ctx context.Context, c *clients, s *steps) {
	s.try("leader election: one after the other", func() error { return elect(ctx, c) })
	s.try("event recorder: core/v1", func() error { return recordCore(ctx, c) })
	s.try("event recorder: events.k8s.io/v1", func() error { return recordNew(ctx, c) })
	s.try("RetryOnConflict: nothing is lost", func() error { return count(ctx, c) })
	s.try("a controller: informer, queue, finalizer", func() error { return control(ctx, c) })
	for policy, finalizer := range map[metav1.DeletionPropagation]string{
		metav1.DeletePropagationForeground: metav1.FinalizerDeleteDependents,
		metav1.DeletePropagationOrphan:     metav1.FinalizerOrphanDependents,
	} {
		s.try("delete: "+string(policy), func() error { return deleteBy(ctx, c, policy, finalizer) })
	}
}

func elect(ctx context.Context, c *clients) error {
	began := make(chan string, 2)
	var group sync.WaitGroup
	defer group.Wait()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	stop := map[string]context.CancelFunc{}
	for _, name := range []string{"one", "two"} {
		config := leaderelection.LeaderElectionConfig{
			Lock: &resourcelock.LeaseLock{
				LeaseMeta:  metav1.ObjectMeta{Namespace: namespaceOf(c), Name: "leader"},
				Client:     c.kube.CoordinationV1(),
				LockConfig: resourcelock.ResourceLockConfig{Identity: name},
			},
			LeaseDuration: 10 * time.Second, RenewDeadline: 5 * time.Second, RetryPeriod: 200 * time.Millisecond,
			ReleaseOnCancel: true,
			Callbacks: leaderelection.LeaderCallbacks{
				OnStartedLeading: func(context.Context) { began <- name },
				OnStoppedLeading: func() {},
			},
		}
		elector, err := leaderelection.NewLeaderElector(config)
		if err != nil {
			return err
		}
		own, end := context.WithCancel(ctx)
		stop[name] = end
		group.Go(func() { elector.Run(own) })
	}
	var first string
	for range 2 {
		select {
		case name := <-began:
			if name == first {
				return fmt.Errorf("%s leads twice", name)
			}
			lease, err := c.kube.CoordinationV1().Leases(namespaceOf(c)).Get(ctx, "leader", metav1.GetOptions{})
			if err != nil {
				return err
			}
			if lease.Spec.HolderIdentity == nil || *lease.Spec.HolderIdentity != name {
				return fmt.Errorf("%s leads, and the lease says %v", name, lease.Spec.HolderIdentity)
			}
			first = name
			stop[name]()
		case <-ctx.Done():
			return fmt.Errorf("nobody leads after %q", first)
		}
	}
	return nil
}

func regarding(c *clients, name string) *corev1.ConfigMap {
	return &corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{Namespace: namespaceOf(c), Name: name, UID: types.UID("uid-of-" + name)},
	}
}

func recordCore(ctx context.Context, c *clients) error {
	broadcaster := record.NewBroadcaster(record.WithContext(ctx))
	defer broadcaster.Shutdown()
	broadcaster.StartRecordingToSink(&core.EventSinkImpl{Interface: c.kube.CoreV1().Events("")})
	recorder := broadcaster.NewRecorder(scheme.Scheme, corev1.EventSource{Component: "clientgo"})
	for range 3 {
		recorder.Eventf(regarding(c, "recorded"), corev1.EventTypeNormal, "Checked", "checked %s", "it")
	}
	// The same again is counted in the first one, by a patch.
	return eventually(ctx, func(ctx context.Context) error {
		list, err := c.kube.CoreV1().Events(namespaceOf(c)).List(ctx, metav1.ListOptions{
			FieldSelector: "involvedObject.name=recorded,reason=Checked",
		})
		if err != nil {
			return err
		}
		return expect(len(list.Items) == 1 && list.Items[0].Count == 3, "%v", list.Items)
	})
}

func recordNew(ctx context.Context, c *clients) error {
	broadcaster := events.NewBroadcaster(&events.EventSinkImpl{Interface: c.kube.EventsV1()})
	defer broadcaster.Shutdown()
	if err := broadcaster.StartRecordingToSinkWithContext(ctx); err != nil {
		return err
	}
	recorder := broadcaster.NewRecorder(scheme.Scheme, "example.com/clientgo")
	for range 2 {
		recorder.Eventf(regarding(c, "told"), regarding(c, "other"), corev1.EventTypeWarning, "Checked", "Checking", "checked it")
		// The second one makes a series of the first, if that is there.
		err := eventually(ctx, func(ctx context.Context) error {
			list, err := c.kube.EventsV1().Events(namespaceOf(c)).List(ctx, metav1.ListOptions{FieldSelector: "regarding.name=told"})
			if err != nil {
				return err
			}
			return expect(len(list.Items) == 1, "%v", list.Items)
		})
		if err != nil {
			return err
		}
	}
	return eventually(ctx, func(ctx context.Context) error {
		list, err := c.kube.EventsV1().Events(namespaceOf(c)).List(ctx, metav1.ListOptions{FieldSelector: "regarding.name=told"})
		if err != nil {
			return err
		}
		seen := func(one eventsv1.Event) bool { return one.Series != nil && one.Series.Count == 2 }
		return expect(len(list.Items) == 1 && seen(list.Items[0]), "%v", list.Items)
	})
}

// count has many add to one number.
func count(ctx context.Context, c *clients) error {
	maps := c.kube.CoreV1().ConfigMaps(namespaceOf(c))
	_, err := maps.Create(ctx, &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: "counter"}, Data: map[string]string{"count": "0"},
	}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	const workers, each = 8, 5
	errs := make([]error, workers)
	conflicts := make([]int, workers)
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			for range each {
				patient := retry.DefaultRetry
				patient.Steps = 1000
				errs[worker] = errors.Join(errs[worker], retry.RetryOnConflict(patient, func() error {
					current, err := maps.Get(ctx, "counter", metav1.GetOptions{})
					if err != nil {
						return err
					}
					number, err := strconv.Atoi(current.Data["count"])
					if err != nil {
						return err
					}
					current.Data["count"] = strconv.Itoa(number + 1)
					_, err = maps.Update(ctx, current, metav1.UpdateOptions{})
					if apierrors.IsConflict(err) {
						conflicts[worker]++
					}
					return err
				}))
			}
		})
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	last, err := maps.Get(ctx, "counter", metav1.GetOptions{})
	if err != nil {
		return err
	}
	return expect(last.Data["count"] == strconv.Itoa(workers*each), "%s of %d, conflicts %v", last.Data["count"], workers*each, conflicts)
}

const finalizer = "example.com/copy"

// control runs a controller that keeps a secret for each of some config maps.
func control(ctx context.Context, c *clients) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	factory := informers.NewSharedInformerFactoryWithOptions(c.kube, 0, informers.WithNamespace(namespaceOf(c)),
		informers.WithTweakListOptions(func(options *metav1.ListOptions) { options.LabelSelector = "copied=yes" }))
	informer := factory.Core().V1().ConfigMaps()
	queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[string]())
	enqueue := func(o any) {
		if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(o); err == nil {
			queue.Add(key)
		}
	}
	_, err := informer.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: enqueue, UpdateFunc: func(_, now any) { enqueue(now) }, DeleteFunc: enqueue,
	})
	if err != nil {
		cancel()
		return err
	}
	var group sync.WaitGroup
	defer group.Wait()
	defer queue.ShutDown()
	defer factory.Shutdown()
	defer cancel()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	for range 2 {
		group.Go(func() {
			for {
				key, ended := queue.Get()
				if ended {
					return
				}
				if err := reconcile(ctx, c, informer.Lister().ConfigMaps(namespaceOf(c)).Get, key); err != nil {
					queue.AddRateLimited(key)
				} else {
					queue.Forget(key)
				}
				queue.Done(key)
			}
		})
	}
	maps, secrets := c.kube.CoreV1().ConfigMaps(namespaceOf(c)), c.kube.CoreV1().Secrets(namespaceOf(c))
	for number := range 5 {
		_, err := maps.Create(ctx, &corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("copied-%d", number), Labels: map[string]string{"copied": "yes"}},
			Data:       map[string]string{"text": strconv.Itoa(number)},
		}, metav1.CreateOptions{})
		if err != nil {
			return err
		}
	}
	err = eventually(ctx, func(ctx context.Context) error {
		list, err := secrets.List(ctx, metav1.ListOptions{LabelSelector: "copy=yes"})
		if err != nil {
			return err
		}
		return expect(len(list.Items) == 5, "%d copies", len(list.Items))
	})
	if err != nil {
		return err
	}
	if err := maps.DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{LabelSelector: "copied=yes"}); err != nil {
		return err
	}
	return eventually(ctx, func(ctx context.Context) error {
		left, err := maps.List(ctx, metav1.ListOptions{LabelSelector: "copied=yes"})
		if err != nil {
			return err
		}
		copies, err := secrets.List(ctx, metav1.ListOptions{LabelSelector: "copy=yes"})
		if err != nil {
			return err
		}
		return expect(len(left.Items) == 0 && len(copies.Items) == 0, "%d left with %d copies", len(left.Items), len(copies.Items))
	})
}

// reconcile brings the copy of one object to what the object says.
func reconcile(ctx context.Context, c *clients, get func(string) (*corev1.ConfigMap, error), key string) error {
	_, name, err := cache.SplitMetaNamespaceKey(key)
	if err != nil {
		return err
	}
	original, err := get(name)
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	maps, secrets := c.kube.CoreV1().ConfigMaps(namespaceOf(c)), c.kube.CoreV1().Secrets(namespaceOf(c))
	original = original.DeepCopy()
	if original.DeletionTimestamp != nil {
		if err := secrets.Delete(ctx, name, metav1.DeleteOptions{}); err != nil && !apierrors.IsNotFound(err) {
			return err
		}
		original.Finalizers = nil
		_, err := maps.Update(ctx, original, metav1.UpdateOptions{})
		if apierrors.IsNotFound(err) {
			return nil
		}
		return err
	}
	if len(original.Finalizers) == 0 {
		original.Finalizers = []string{finalizer}
		_, err := maps.Update(ctx, original, metav1.UpdateOptions{})
		return err
	}
	_, err = secrets.Create(ctx, &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{
			Name: name, Labels: map[string]string{"copy": "yes"},
			OwnerReferences: []metav1.OwnerReference{*metav1.NewControllerRef(original, corev1.SchemeGroupVersion.WithKind("ConfigMap"))},
		},
		StringData: original.Data,
	}, metav1.CreateOptions{})
	if apierrors.IsAlreadyExists(err) {
		return nil
	}
	return err
}

// deleteBy leaves what depends on an object to a collector of garbage, which does not run here.
func deleteBy(ctx context.Context, c *clients, policy metav1.DeletionPropagation, finalizer string) error {
	maps := c.kube.CoreV1().ConfigMaps(namespaceOf(c))
	name := "by-" + finalizer[:3]
	made, err := maps.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if err := maps.Delete(ctx, made.Name, metav1.DeleteOptions{PropagationPolicy: &policy}); err != nil {
		return err
	}
	made, err = maps.Get(ctx, made.Name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if made.DeletionTimestamp == nil || len(made.Finalizers) != 1 || made.Finalizers[0] != finalizer {
		return fmt.Errorf("%v", made.ObjectMeta)
	}
	made.Finalizers = nil
	if _, err := maps.Update(ctx, made, metav1.UpdateOptions{}); err != nil {
		return err
	}
	_, err = maps.Get(ctx, made.Name, metav1.GetOptions{})
	return refused(err, apierrors.IsNotFound, "NotFound")
}
