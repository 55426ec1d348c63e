package main

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset/scheme"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes/scheme"
	aggregator "k8s.io/kube-aggregator/pkg/client/clientset_generated/clientset/scheme"
)

// object is a pointer to a type of the API.
type object interface {
	runtime.Object
	metav1.Object
}

// client is what the typed clients of all kinds that hold objects have in common.
type client[T object, L runtime.Object, A any] interface {
	Create(context.Context, T, metav1.CreateOptions) (T, error)
	Update(context.Context, T, metav1.UpdateOptions) (T, error)
	Delete(context.Context, string, metav1.DeleteOptions) error
	Get(context.Context, string, metav1.GetOptions) (T, error)
	List(context.Context, metav1.ListOptions) (L, error)
	Watch(context.Context, metav1.ListOptions) (watch.Interface, error)
	Patch(context.Context, string, types.PatchType, []byte, metav1.PatchOptions, ...string) (T, error)
	Apply(context.Context, A, metav1.ApplyOptions) (T, error)
}

// statusClient is that of kinds whose status is written for itself.
type statusClient[T object, A any] interface {
	UpdateStatus(context.Context, T, metav1.UpdateOptions) (T, error)
	ApplyStatus(context.Context, A, metav1.ApplyOptions) (T, error)
}

// collectionDeleter is that of kinds of which many are deleted at once.
type collectionDeleter interface {
	DeleteCollection(context.Context, metav1.DeleteOptions, metav1.ListOptions) error
}

// kind is what a row of the table says of a kind.
type kind[T object] struct {
	// sample makes a small valid object.
	sample func(metav1.ObjectMeta) T
	// change is what an update alters. Nil where nothing but metadata may be altered.
	change func(T)
	// status is what its status is set to. Nil where there is none.
	status func(T)
	// unowned is set where no manager comes to own fields of the status.
	unowned bool
	// named makes the names of objects, where not any will do, of letters that differ.
	named func(letters string) string
	// release lets go of an object that waits after its deletion for somebody else.
	release func(context.Context, *clients, T) error
}

// row is a kind of the table, ready to be run.
type row struct {
	// kind is its identity and the subject of its steps.
	kind schema.GroupVersionKind
	// client is the interface of its typed client.
	client reflect.Type
	run    func(context.Context, *clients, *clients, *steps)
}

func (r row) subject() string {
	return r.kind.GroupVersion().String() + " " + r.kind.Kind
}

// namespaced is the row of a kind in namespaces; extras are steps for what else its client can do.
func namespaced[G any, C client[T, L, A], T object, L runtime.Object, A any](
	group func(*clients) G, of func(G, string) C, is kind[T],
	extras ...func(context.Context, *clients, *steps, C, T),
) row {
	in := func(c *clients, namespace string) C { return of(group(c), namespace) }
	return newRow[C, T, L, A](in, true, is, extras)
}

// clusterWide is the row of a kind that stands beside namespaces.
func clusterWide[G any, C client[T, L, A], T object, L runtime.Object, A any](
	group func(*clients) G, of func(G) C, is kind[T],
	extras ...func(context.Context, *clients, *steps, C, T),
) row {
	in := func(c *clients, _ string) C { return of(group(c)) }
	return newRow[C, T, L, A](in, false, is, extras)
}

func newRow[C client[T, L, A], T object, L runtime.Object, A any](
	in func(*clients, string) C, inNamespace bool, is kind[T],
	extras []func(context.Context, *clients, *steps, C, T),
) row {
	gvk := kindOf(is.sample(metav1.ObjectMeta{}))
	return row{
		kind:   gvk,
		client: reflect.TypeFor[C](),
		run: func(ctx context.Context, c, other *clients, s *steps) {
			namespace := namespaceOf(c)
			l := &life[C, T, L, A]{
				kind: is, clients: c, steps: s, extras: extras,
				client: in(c, namespace), other: in(other, namespace),
				kindOf: gvk, mark: strings.Join([]string{c.encoding, gvk.Version, gvk.Kind}, "."),
			}
			if inNamespace {
				l.namespace = namespace
			}
			l.live(ctx)
		},
	}
}

// namespaceOf is where the objects of an encoding are.
func namespaceOf(c *clients) string {
	return "clientgo-" + strings.ToLower(c.encoding)
}

// kindOf is the identity of a type of the API.
func kindOf(o runtime.Object) schema.GroupVersionKind {
	for _, known := range []*runtime.Scheme{scheme.Scheme, apiextensions.Scheme, aggregator.Scheme} {
		if kinds, _, err := known.ObjectKinds(o); err == nil {
			return kinds[0]
		}
	}
	panic(fmt.Sprintf("%T is in no scheme", o))
}

// configuration makes an apply configuration of an object: the object's own fields, or its status only.
func configuration[A any](o object, onlyStatus bool) (A, error) {
	var made A
	text, err := json.Marshal(o)
	if err != nil {
		return made, err
	}
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		return made, err
	}
	metadata := map[string]any{"name": o.GetName()}
	if o.GetNamespace() != "" {
		metadata["namespace"] = o.GetNamespace()
	}
	if onlyStatus {
		fields = map[string]any{"status": withoutEmpty(fields["status"])}
	} else {
		delete(fields, "status")
		metadata["labels"] = o.GetLabels()
	}
	gvk := kindOf(o)
	fields["apiVersion"], fields["kind"], fields["metadata"] = gvk.GroupVersion().String(), gvk.Kind, metadata
	if text, err = json.Marshal(fields); err != nil {
		return made, err
	}
	made = reflect.New(reflect.TypeFor[A]().Elem()).Interface().(A)
	return made, json.Unmarshal(text, made)
}

// withoutEmpty takes out what a Go value writes without having been set.
func withoutEmpty(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, inner := range value {
			if inner = withoutEmpty(inner); inner == nil || inner == "" {
				delete(value, key)
			} else {
				value[key] = inner
			}
		}
		if len(value) == 0 {
			return nil
		}
	case []any:
		for index, inner := range value {
			value[index] = withoutEmpty(inner)
		}
		if len(value) == 0 {
			return nil
		}
	}
	return value
}

// withCondition is a list of conditions in which one says something, beside those of others.
func withCondition[C any](conditions []C, wanted C, same func(C) bool) []C {
	for index, one := range conditions {
		if same(one) {
			conditions[index] = wanted
			return conditions
		}
	}
	return append(conditions, wanted)
}
