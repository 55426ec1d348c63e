package main

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	runtimeclient "sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// managed runs a manager of controller-runtime with one controller: a secret for each service account.
func managed(ctx context.Context, c *clients, s *steps) {
	log.SetLogger(log.Log.WithSink(log.NullLogSink{}))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var manager ctrl.Manager
	ended := make(chan error, 1)
	s.must("manager: elected, caches in sync", func() (err error) {
		manager, err = ctrl.NewManager(c.config, ctrl.Options{
			Metrics:          server.Options{BindAddress: "0"},
			Cache:            cache.Options{DefaultNamespaces: map[string]cache.Config{namespaceOf(c): {}}},
			LeaderElection:   true,
			LeaderElectionID: "managed.example.com", LeaderElectionNamespace: namespaceOf(c),
			LeaderElectionReleaseOnCancel: true,
			GracefulShutdownTimeout:       new(5 * time.Second),
		})
		if err != nil {
			return err
		}
		err = ctrl.NewControllerManagedBy(manager).Named("accounts-" + c.encoding).
			For(&corev1.ServiceAccount{}).Owns(&corev1.Secret{}).
			Complete(&accounts{manager.GetClient()})
		if err != nil {
			return err
		}
		go func() { ended <- manager.Start(ctx) }()
		select {
		case <-manager.Elected():
		case err := <-ended:
			return fmt.Errorf("it has ended: %w", err)
		case <-time.After(patience):
			return fmt.Errorf("not elected after %v", patience)
		}
		return expect(manager.GetCache().WaitForCacheSync(ctx), "the caches are not in sync")
	})
	own := manager.GetClient()
	key := runtimeclient.ObjectKey{Namespace: namespaceOf(c), Name: "managed"}
	about := metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name, Annotations: map[string]string{"copy": "red"}}
	copied := func(colour string) func(context.Context) error {
		return func(ctx context.Context) error {
			secret := &corev1.Secret{}
			if err := own.Get(ctx, key, secret); err != nil {
				return err
			}
			return expect(string(secret.Data["colour"]) == colour, "%v", secret.Data)
		}
	}
	s.must("reconcile: what is made", func() error {
		if err := own.Create(ctx, &corev1.ServiceAccount{ObjectMeta: about}); err != nil {
			return err
		}
		return eventually(ctx, copied("red"))
	})
	s.try("reconcile: what is changed", func() error {
		account := &corev1.ServiceAccount{}
		if err := own.Get(ctx, key, account); err != nil {
			return err
		}
		before := runtimeclient.MergeFromWithOptions(account.DeepCopy(), runtimeclient.MergeFromWithOptimisticLock{})
		account.Annotations["copy"] = "blue"
		if err := own.Patch(ctx, account, before); err != nil {
			return err
		}
		return eventually(ctx, copied("blue"))
	})
	s.try("reconcile: what is owned and goes", func() error {
		if err := own.Delete(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}); err != nil {
			return err
		}
		return eventually(ctx, func(ctx context.Context) error {
			// Not from the cache: the new one has another identity.
			secret, err := c.kube.CoreV1().Secrets(key.Namespace).Get(ctx, key.Name, metav1.GetOptions{})
			if err != nil {
				return err
			}
			return expect(len(secret.OwnerReferences) == 1 && secret.OwnerReferences[0].Name == key.Name, "%v", secret)
		})
	})
	s.try("reconcile: the finalizer", func() error {
		if err := own.Delete(ctx, &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name}}); err != nil {
			return err
		}
		return eventually(ctx, func(ctx context.Context) error {
			_, err := c.kube.CoreV1().ServiceAccounts(key.Namespace).Get(ctx, key.Name, metav1.GetOptions{})
			return refused(err, apierrors.IsNotFound, "NotFound")
		})
	})
	s.try("manager: ends, gives up its lease", func() error {
		cancel()
		if err := <-ended; err != nil {
			return err
		}
		lease, err := c.kube.CoordinationV1().Leases(key.Namespace).Get(context.WithoutCancel(ctx), "managed.example.com", metav1.GetOptions{})
		if err != nil {
			return err
		}
		return expect(lease.Spec.HolderIdentity == nil || *lease.Spec.HolderIdentity == "", "%v", lease.Spec)
	})
}

// accounts keeps a secret for each account that asks for one.
type accounts struct{ runtimeclient.Client }

func (a *accounts) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	account := &corev1.ServiceAccount{}
	if err := a.Get(ctx, request.NamespacedName, account); err != nil {
		return ctrl.Result{}, runtimeclient.IgnoreNotFound(err)
	}
	colour, asked := account.Annotations["copy"]
	if !asked {
		return ctrl.Result{}, nil
	}
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: account.Namespace, Name: account.Name}}
	if account.DeletionTimestamp != nil {
		if err := runtimeclient.IgnoreNotFound(a.Delete(ctx, secret)); err != nil {
			return ctrl.Result{}, err
		}
		controllerutil.RemoveFinalizer(account, finalizer)
		return ctrl.Result{}, runtimeclient.IgnoreNotFound(a.Update(ctx, account))
	}
	if controllerutil.AddFinalizer(account, finalizer) {
		return ctrl.Result{}, a.Update(ctx, account)
	}
	_, err := controllerutil.CreateOrUpdate(ctx, a.Client, secret, func() error {
		secret.Data = map[string][]byte{"colour": []byte(colour)}
		return controllerutil.SetControllerReference(account, secret, a.Scheme())
	})
	return ctrl.Result{}, err
}
