package main

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
)

// label selects the objects of a kind that this program has made.
const label = "clientgo"

// patience is how long a server may take for what it does by itself.
const patience = 120 * time.Second

// life is the life of some objects of a kind, from the first watch until the last is gone.
type life[C client[T, L, A], T object, L runtime.Object, A any] struct {
	kind[T]
	// namespace is empty for kinds that stand beside namespaces.
	namespace string
	kindOf    schema.GroupVersionKind
	// mark is the label of the objects.
	mark    string
	clients *clients
	steps   *steps
	client  C
	// other is the same client in the other encoding.
	other   C
	extras  []func(context.Context, *clients, *steps, C, T)
	written []written
}

// written is a version of an object that a write has made.
type written struct{ name, version string }

func (l *life[C, T, L, A]) live(ctx context.Context) {
	s := l.steps
	var first, applied T
	var events *following
	s.must("list: empty, watch from there", func() (err error) {
		events, err = l.follow(ctx)
		return err
	})
	defer events.stop()
	s.must("create: dry run leaves nothing", func() error { return l.createDry(ctx) })
	s.must("create", func() (err error) {
		if first, err = l.create(ctx, "a"); err == nil {
			_, err = l.create(ctx, "b")
		}
		return err
	})
	s.try("create: AlreadyExists", func() error {
		_, err := l.client.Create(ctx, l.new("a"), metav1.CreateOptions{})
		return refused(err, apierrors.IsAlreadyExists, "AlreadyExists")
	})
	s.try("get: the same in both encodings", func() error { return l.getBoth(ctx, first.GetName()) })
	s.try("get: NotFound", func() error {
		_, err := l.client.Get(ctx, l.name("none"), metav1.GetOptions{})
		return refused(err, apierrors.IsNotFound, "NotFound")
	})
	s.try("list: pages", func() error { return l.pages(ctx) })
	s.try("list: by field", func() error { return l.byField(ctx, first.GetName()) })
	s.try("update", func() error { return l.update(ctx, first.GetName()) })
	s.try("update: Conflict", func() error {
		stale := first.DeepCopyObject().(T)
		stale.SetAnnotations(map[string]string{"by": "nobody"})
		_, err := l.client.Update(ctx, stale, metav1.UpdateOptions{})
		return refused(err, apierrors.IsConflict, "Conflict")
	})
	if l.status != nil {
		s.try("updateStatus", func() error { return l.updateStatus(ctx, first.GetName()) })
		s.try("applyStatus", func() error { return l.applyStatus(ctx, first.GetName()) })
		s.try("get: status, untyped", func() error { return l.getStatus(ctx, first.GetName()) })
	}
	s.try("patch: JSON", func() error {
		return l.patch(ctx, first.GetName(), types.JSONPatchType,
			`[{"op": "add", "path": "/metadata/labels/json", "value": "yes"}]`, "json")
	})
	s.try("patch: merge", func() error {
		return l.patch(ctx, first.GetName(), types.MergePatchType,
			`{"metadata": {"labels": {"merge": "yes"}}}`, "merge")
	})
	s.try("patch: strategic", func() error {
		return l.patch(ctx, first.GetName(), types.StrategicMergePatchType,
			`{"metadata": {"labels": {"strategic": "yes"}}}`, "strategic")
	})
	if s.try("apply", func() (err error) { applied, err = l.apply(ctx); return err }) {
		s.try("apply: Conflict, then by force", func() error { return l.applyConflict(ctx, applied) })
	}
	for _, extra := range l.extras {
		extra(ctx, l.clients, s, l.client, l.new("extra"))
	}
	s.try("delete: preconditions, dry run", func() error { return l.deleteRefused(ctx, first.GetName()) })
	s.try("delete", func() error { return l.delete(ctx, first.GetName()) })
	s.try("deleteCollection", func() error { return l.deleteRest(ctx) })
	s.try("watch: all of it, typed", func() error { return l.watched(events) })
}

func (l *life[C, T, L, A]) name(letters string) string {
	letters = strings.ToLower(l.clients.encoding) + "-" + letters
	if l.named != nil {
		return l.named(letters)
	}
	return "clientgo-" + letters
}

func (l *life[C, T, L, A]) new(letters string) T {
	return l.sample(metav1.ObjectMeta{
		Name: l.name(letters), Namespace: l.namespace, Labels: map[string]string{label: l.mark},
	})
}

func (l *life[C, T, L, A]) selected() metav1.ListOptions {
	return metav1.ListOptions{LabelSelector: label + "=" + l.mark}
}

func (l *life[C, T, L, A]) wrote(o T) {
	l.written = append(l.written, written{o.GetName(), o.GetResourceVersion()})
}

func (l *life[C, T, L, A]) follow(ctx context.Context) (*following, error) {
	list, err := l.client.List(ctx, l.selected())
	if err != nil {
		return nil, err
	}
	if count := meta.LenList(list); count != 0 {
		return nil, fmt.Errorf("%d objects are there already", count)
	}
	options := l.selected()
	options.AllowWatchBookmarks = true
	if options.ResourceVersion, err = meta.NewAccessor().ResourceVersion(list); err != nil {
		return nil, err
	}
	events, err := l.client.Watch(ctx, options)
	if err != nil {
		return nil, err
	}
	return startFollowing(events), nil
}

func (l *life[C, T, L, A]) createDry(ctx context.Context) error {
	made, err := l.client.Create(ctx, l.new("a"), metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
	if err != nil {
		return err
	}
	if made.GetUID() == "" {
		return fmt.Errorf("no uid in %v", made)
	}
	_, err = l.client.Get(ctx, made.GetName(), metav1.GetOptions{})
	return refused(err, apierrors.IsNotFound, "NotFound")
}

func (l *life[C, T, L, A]) create(ctx context.Context, letters string) (T, error) {
	asked := l.new(letters)
	made, err := l.client.Create(ctx, asked, metav1.CreateOptions{
		FieldManager: "creator", FieldValidation: metav1.FieldValidationStrict,
	})
	if err != nil {
		return made, err
	}
	l.wrote(made)
	if made.GetUID() == "" || made.GetResourceVersion() == "" || (made.GetCreationTimestamp() == metav1.Time{}) {
		return made, fmt.Errorf("uid, version or time is missing: %v", made)
	}
	if made.GetName() != asked.GetName() || made.GetLabels()[label] != l.mark {
		return made, fmt.Errorf("asked for %v, got %v", asked, made)
	}
	owners := made.GetManagedFields()
	return made, expect(len(owners) == 1 && owners[0].Manager == "creator", "managed fields: %v", owners)
}

func (l *life[C, T, L, A]) getBoth(ctx context.Context, name string) error {
	// What servers do by themselves may come between the two.
	return eventually(ctx, func(ctx context.Context) error {
		here, err := l.client.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		there, err := l.other.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		return expect(equality.Semantic.DeepEqual(here, there), "%v\nis elsewhere\n%v", here, there)
	})
}

func (l *life[C, T, L, A]) pages(ctx context.Context) error {
	options := l.selected()
	options.Limit = 1
	var names []string
	for {
		list, err := l.client.List(ctx, options)
		if err != nil {
			return err
		}
		// The last may be empty: what comes after the page before it was of another label.
		if count := meta.LenList(list); count > 1 {
			return fmt.Errorf("%d objects on a page", count)
		}
		err = meta.EachListItem(list, func(item runtime.Object) error {
			one, ok := item.(T)
			if ok {
				names = append(names, one.GetName())
			}
			return expect(ok, "%T in the list", item)
		})
		if err != nil {
			return err
		}
		if options.Continue, err = meta.NewAccessor().Continue(list); err != nil || options.Continue == "" {
			return expect(err == nil && reflect.DeepEqual(names, []string{l.name("a"), l.name("b")}), "%v %v", names, err)
		}
	}
}

func (l *life[C, T, L, A]) byField(ctx context.Context, name string) error {
	list, err := l.client.List(ctx, metav1.ListOptions{FieldSelector: "metadata.name=" + name})
	if err != nil {
		return err
	}
	return expect(meta.LenList(list) == 1, "%d objects", meta.LenList(list))
}

func (l *life[C, T, L, A]) update(ctx context.Context, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		current, err := l.client.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		wanted := current.DeepCopyObject().(T)
		wanted.SetAnnotations(map[string]string{"by": "update"})
		if l.change != nil {
			l.change(wanted)
		}
		if l.status != nil {
			l.status(wanted)
		}
		dry, err := l.client.Update(ctx, wanted, metav1.UpdateOptions{DryRun: []string{metav1.DryRunAll}})
		if err != nil {
			return err
		}
		changed, err := l.client.Update(ctx, wanted, metav1.UpdateOptions{FieldManager: "updater"})
		if err != nil {
			return err
		}
		l.wrote(changed)
		if changed.GetAnnotations()["by"] != "update" || dry.GetAnnotations()["by"] != "update" {
			return fmt.Errorf("the annotation is not there: %v", changed)
		}
		if changed.GetResourceVersion() == current.GetResourceVersion() {
			return fmt.Errorf("the version is still %s", changed.GetResourceVersion())
		}
		if l.change != nil && !unaltered(changed, l.change) {
			return fmt.Errorf("the change is not there: %v", changed)
		}
		if l.status != nil && unaltered(changed, l.status) {
			return fmt.Errorf("the status came along: %v", changed)
		}
		return nil
	})
}

// unaltered is true where an object has already what `change` sets.
func unaltered[T object](o T, change func(T)) bool {
	again := o.DeepCopyObject().(T)
	change(again)
	return equality.Semantic.DeepEqual(o, again)
}

func (l *life[C, T, L, A]) statusClient() (statusClient[T, A], error) {
	typed, ok := any(l.client).(statusClient[T, A])
	return typed, expect(ok, "%T has no UpdateStatus and ApplyStatus", l.client)
}

func (l *life[C, T, L, A]) updateStatus(ctx context.Context, name string) error {
	typed, err := l.statusClient()
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		wanted, err := l.client.Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		l.status(wanted)
		changed, err := typed.UpdateStatus(ctx, wanted, metav1.UpdateOptions{FieldManager: "keeper"})
		if err != nil {
			return err
		}
		l.wrote(changed)
		return expect(unaltered(changed, l.status), "the status is not there: %v", changed)
	})
}

func (l *life[C, T, L, A]) applyStatus(ctx context.Context, name string) error {
	typed, err := l.statusClient()
	if err != nil {
		return err
	}
	wanted := l.sample(metav1.ObjectMeta{Name: name, Namespace: l.namespace})
	l.status(wanted)
	asked, err := configuration[A](wanted, true)
	if err != nil {
		return err
	}
	changed, err := typed.ApplyStatus(ctx, asked, metav1.ApplyOptions{FieldManager: "status-applier", Force: true})
	if err != nil {
		return err
	}
	l.wrote(changed)
	if err := expect(unaltered(changed, l.status), "the status is not there: %v", changed); err != nil || l.unowned {
		return err
	}
	for _, owner := range changed.GetManagedFields() {
		if owner.Manager == "status-applier" && owner.Subresource == "status" &&
			owner.Operation == metav1.ManagedFieldsOperationApply {
			return nil
		}
	}
	return fmt.Errorf("it owns nothing: %v", changed.GetManagedFields())
}

// getStatus reads the subresource, for which typed clients have no method.
func (l *life[C, T, L, A]) getStatus(ctx context.Context, name string) error {
	resource, _ := meta.UnsafeGuessKindToResource(l.kindOf)
	got, err := l.clients.dynamic.Resource(resource).Namespace(l.namespace).Get(ctx, name, metav1.GetOptions{}, "status")
	if err != nil {
		return err
	}
	return expect(got.GetName() == name && got.Object["status"] != nil, "%v", got)
}

func (l *life[C, T, L, A]) patch(ctx context.Context, name string, way types.PatchType, body, key string) error {
	changed, err := l.client.Patch(ctx, name, way, []byte(body), metav1.PatchOptions{FieldManager: "patcher"})
	if err != nil {
		return err
	}
	l.wrote(changed)
	labels := changed.GetLabels()
	return expect(labels[key] == "yes" && labels[label] != "", "labels: %v", labels)
}

func (l *life[C, T, L, A]) apply(ctx context.Context) (T, error) {
	asked, err := configuration[A](l.new("c"), false)
	if err != nil {
		return *new(T), err
	}
	options := metav1.ApplyOptions{FieldManager: "applier"}
	made, err := l.client.Apply(ctx, asked, options)
	if err != nil {
		return made, err
	}
	l.wrote(made)
	owners := made.GetManagedFields()
	if len(owners) == 0 || owners[0].Manager != "applier" || owners[0].Operation != metav1.ManagedFieldsOperationApply {
		return made, fmt.Errorf("managed fields: %v", owners)
	}
	again, err := l.client.Apply(ctx, asked, options)
	if err != nil {
		return made, err
	}
	// A server's own controllers may write in between; who applied may not.
	return made, expect(again.GetGeneration() == made.GetGeneration() && again.GetUID() == made.GetUID(),
		"the same applied again makes %v", again)
}

func (l *life[C, T, L, A]) applyConflict(ctx context.Context, applied T) error {
	wanted := l.new("c")
	wanted.SetName(applied.GetName())
	asked, err := configuration[A](wanted, false)
	if err != nil {
		return err
	}
	// Another value for what the first one owns: but for the label that selects it.
	labels := map[string]string{label: l.mark, "colour": "red"}
	wanted.SetLabels(labels)
	if asked, err = configuration[A](wanted, false); err != nil {
		return err
	}
	changed, err := l.client.Apply(ctx, asked, metav1.ApplyOptions{FieldManager: "applier"})
	if err != nil {
		return err
	}
	l.wrote(changed)
	labels["colour"] = "blue"
	if asked, err = configuration[A](wanted, false); err != nil {
		return err
	}
	_, err = l.client.Apply(ctx, asked, metav1.ApplyOptions{FieldManager: "other"})
	if err := refused(err, apierrors.IsConflict, "Conflict"); err != nil {
		return err
	}
	if !apierrors.HasStatusCause(err, metav1.CauseTypeFieldManagerConflict) {
		return fmt.Errorf("no cause says who owns it: %v", err)
	}
	if changed, err = l.client.Apply(ctx, asked, metav1.ApplyOptions{FieldManager: "other", Force: true}); err != nil {
		return err
	}
	l.wrote(changed)
	return expect(changed.GetLabels()["colour"] == "blue", "labels: %v", changed.GetLabels())
}

func (l *life[C, T, L, A]) deleteRefused(ctx context.Context, name string) error {
	current, err := l.client.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	for _, wrong := range []metav1.Preconditions{
		{UID: new(types.UID("another"))},
		{UID: new(current.GetUID()), ResourceVersion: new("1")},
	} {
		err := l.client.Delete(ctx, name, metav1.DeleteOptions{Preconditions: &wrong})
		if err := refused(err, apierrors.IsConflict, "Conflict"); err != nil {
			return err
		}
	}
	if err := l.client.Delete(ctx, name, metav1.DeleteOptions{DryRun: []string{metav1.DryRunAll}}); err != nil {
		return err
	}
	current, err = l.client.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	return expect(current.GetDeletionTimestamp() == nil, "it is being deleted: %v", current)
}

func (l *life[C, T, L, A]) delete(ctx context.Context, name string) error {
	current, err := l.client.Get(ctx, name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	err = l.client.Delete(ctx, name, metav1.DeleteOptions{
		GracePeriodSeconds: new(int64(0)),
		PropagationPolicy:  new(metav1.DeletePropagationBackground),
		Preconditions:      &metav1.Preconditions{UID: new(current.GetUID())},
	})
	if err != nil {
		return err
	}
	return l.gone(ctx, current)
}

// gone waits for the end of an object, and helps where that is somebody else's work.
func (l *life[C, T, L, A]) gone(ctx context.Context, o T) error {
	if l.release != nil {
		if err := l.release(ctx, l.clients, o); err != nil {
			return err
		}
	}
	return eventually(ctx, func(ctx context.Context) error {
		_, err := l.client.Get(ctx, o.GetName(), metav1.GetOptions{})
		return refused(err, apierrors.IsNotFound, "NotFound")
	})
}

func (l *life[C, T, L, A]) deleteRest(ctx context.Context) error {
	list, err := l.client.List(ctx, l.selected())
	if err != nil {
		return err
	}
	options := metav1.DeleteOptions{
		GracePeriodSeconds: new(int64(0)), PropagationPolicy: new(metav1.DeletePropagationBackground),
	}
	// What the interface does not promise the struct behind it may have all the same.
	ok := reflect.TypeFor[C]().Implements(reflect.TypeFor[collectionDeleter]())
	if ok {
		if err := any(l.client).(collectionDeleter).DeleteCollection(ctx, options, l.selected()); err != nil {
			return err
		}
	}
	return meta.EachListItem(list, func(item runtime.Object) error {
		one := item.(T)
		if !ok {
			if err := l.client.Delete(ctx, one.GetName(), options); err != nil {
				return err
			}
		}
		return l.gone(ctx, one)
	})
}

// watched checks that the watch has seen each write, in the order of the writes, and each end.
func (l *life[C, T, L, A]) watched(events *following) error {
	names := map[string]bool{}
	for _, write := range l.written {
		names[write.name] = true
	}
	seen, err := events.until(func(seen []seenEvent) bool {
		ended := map[string]bool{}
		for _, event := range seen {
			if event.kind == "DELETED" {
				ended[event.name] = true
			}
		}
		for name := range names {
			if !ended[name] {
				return false
			}
		}
		return true
	})
	if err != nil {
		return err
	}
	rest := l.written
	for _, event := range seen {
		if _, ok := event.object.(T); !ok {
			return fmt.Errorf("an event with %T", event.object)
		}
		if len(rest) > 0 && event.written == rest[0] {
			rest = rest[1:]
			// What changed nothing was written once.
			for len(rest) > 0 && event.written == rest[0] {
				rest = rest[1:]
			}
		}
	}
	return expect(len(rest) == 0, "of the writes %v the watch has not seen %v; it has seen %v", l.written, rest, seen)
}

// eventually tries again what a server, or a part of it, does in its own time.
func eventually(ctx context.Context, check func(context.Context) error) error {
	var last error
	err := wait.PollUntilContextTimeout(ctx, 20*time.Millisecond, patience, true, func(ctx context.Context) (bool, error) {
		last = check(ctx)
		return last == nil, nil
	})
	if err != nil && last != nil {
		return fmt.Errorf("after %v still: %w", patience, last)
	}
	return err
}
