// An operator of controller-runtime whose reconciler does nothing but read its object. It prints a line of
// JSON when it has reconciled the first object, all of them, all of them many times more, and each of them
// once more because it was changed.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Widget is the custom resource of the benchmark.
type Widget struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              WidgetSpec `json:"spec,omitempty"`
}

// WidgetSpec has what a config map of the benchmark has.
type WidgetSpec struct {
	Data map[string]string `json:"data,omitempty"`
}

// DeepCopyObject is what generators write.
func (w *Widget) DeepCopyObject() runtime.Object {
	out := &Widget{TypeMeta: w.TypeMeta}
	w.ObjectMeta.DeepCopyInto(&out.ObjectMeta)
	if w.Spec.Data != nil {
		out.Spec.Data = make(map[string]string, len(w.Spec.Data))
		for key, value := range w.Spec.Data {
			out.Spec.Data[key] = value
		}
	}
	return out
}

// WidgetList is a list of them.
type WidgetList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Widget `json:"items"`
}

// DeepCopyObject is what generators write.
func (w *WidgetList) DeepCopyObject() runtime.Object {
	out := &WidgetList{TypeMeta: w.TypeMeta}
	w.ListMeta.DeepCopyInto(&out.ListMeta)
	for index := range w.Items {
		out.Items = append(out.Items, *w.Items[index].DeepCopyObject().(*Widget))
	}
	return out
}

type reconciler struct {
	client  client.Client
	kind    string
	reads   bool
	objects int64
	again   int64
	seen    atomic.Int64
	began   time.Time
	done    chan struct{}
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	if r.reads {
		var object client.Object = &corev1.ConfigMap{}
		if r.kind == "widgets" {
			object = &Widget{}
		}
		if err := r.client.Get(ctx, request.NamespacedName, object); err != nil {
			return ctrl.Result{}, client.IgnoreNotFound(err)
		}
	}
	seen := r.seen.Add(1)
	switch seen {
	case 1:
		tell("first", 0)
	case r.objects:
		tell("all", 0)
	case r.objects + 1:
		r.began = time.Now()
	case r.objects + r.again:
		tell("again", time.Since(r.began))
	case 2*r.objects + r.again:
		tell("changed", 0)
	}
	// As often as this asks for it, as often it comes back: at first when all are through.
	if seen <= r.objects {
		return ctrl.Result{RequeueAfter: pause}, nil
	}
	if seen <= r.again {
		return ctrl.Result{RequeueAfter: time.Millisecond}, nil
	}
	return ctrl.Result{}, nil
}

// pause is longer than all objects take the first time.
const pause = 3 * time.Second

func tell(what string, took time.Duration) {
	line, _ := json.Marshal(map[string]any{"what": what, "ms": took.Seconds() * 1000})
	fmt.Println(string(line))
}

func run() error {
	if len(os.Args) != 5 {
		return fmt.Errorf("expected CONFIG KIND OBJECTS AGAIN")
	}
	log.SetLogger(log.Log.WithSink(log.NullLogSink{}))
	config, err := clientcmd.BuildConfigFromFlags("", os.Args[1])
	if err != nil {
		return err
	}
	config.QPS = -1
	objects, _ := strconv.ParseInt(os.Args[3], 10, 64)
	again, _ := strconv.ParseInt(os.Args[4], 10, 64)
	kind := os.Args[2]
	scheme := runtime.NewScheme()
	if err := corev1.AddToScheme(scheme); err != nil {
		return err
	}
	shop := schema.GroupVersion{Group: "bench.example", Version: "v1"}
	scheme.AddKnownTypes(shop, &Widget{}, &WidgetList{})
	metav1.AddToGroupVersion(scheme, shop)
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:  scheme,
		Metrics: server.Options{BindAddress: "0"},
		Cache:   cache.Options{DefaultNamespaces: map[string]cache.Config{"bench": {}}},
	})
	if err != nil {
		return err
	}
	var object client.Object = &corev1.ConfigMap{}
	if kind == "widgets" {
		object = &Widget{}
	}
	err = ctrl.NewControllerManagedBy(manager).For(object).
		WithOptions(controller.Options{MaxConcurrentReconciles: 8}).
		Complete(&reconciler{
			client: manager.GetClient(), kind: kind, objects: objects, again: again,
			reads: os.Getenv("BENCH_READS") != "no",
		})
	if err != nil {
		return err
	}
	return manager.Start(ctrl.SetupSignalHandler())
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
