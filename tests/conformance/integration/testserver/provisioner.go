package testserver

import (
	"context"

	v1 "k8s.io/api/core/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	storagelisters "k8s.io/client-go/listers/storage/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

// mockProvisioner is what the tests of volumes call the maker of volumes that they give to the controller's process. Volumes
// are made outside of controllers here, by whom this name says.
const mockProvisioner = "mock-provisioner.example.com"

const (
	provisionedBy      = "pv.kubernetes.io/provisioned-by"
	storageProvisioner = "volume.kubernetes.io/storage-provisioner"
	selectedNode       = "volume.kubernetes.io/selected-node"
	boundByController  = "pv.kubernetes.io/bound-by-controller"
)

// provisioner makes volumes for claims that ask for it, and deletes or empties those that were released.
type provisioner struct {
	client  kubernetes.Interface
	queue   workqueue.TypedRateLimitingInterface[cache.ObjectName]
	claims  corelisters.PersistentVolumeClaimLister
	volumes corelisters.PersistentVolumeLister
	classes storagelisters.StorageClassLister
}

// runProvisioner makes volumes on the latest server until the context ends.
func runProvisioner(ctx context.Context) {
	latest.lock.Lock()
	server := latest.server
	latest.lock.Unlock()
	if server == nil {
		return
	}
	client := kubernetes.NewForConfigOrDie(server.Config)
	factory := informers.NewSharedInformerFactory(client, 0)
	claims := factory.Core().V1().PersistentVolumeClaims()
	volumes := factory.Core().V1().PersistentVolumes()
	classes := factory.Storage().V1().StorageClasses()
	p := &provisioner{
		client:  client,
		queue:   workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[cache.ObjectName]()),
		claims:  claims.Lister(),
		volumes: volumes.Lister(),
		classes: classes.Lister(),
	}
	defer p.queue.ShutDown()
	for _, informer := range []cache.SharedIndexInformer{claims.Informer(), volumes.Informer()} {
		if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
			AddFunc:    p.seen,
			UpdateFunc: func(_, object any) { p.seen(object) },
		}); err != nil {
			panic(err)
		}
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	go func() {
		<-ctx.Done()
		p.queue.ShutDown()
	}()
	for p.next(ctx) {
	}
}

func (p *provisioner) seen(object any) {
	if name, err := cache.ObjectToName(object); err == nil {
		p.queue.Add(name)
	}
}

func (p *provisioner) next(ctx context.Context) bool {
	name, stopped := p.queue.Get()
	if stopped {
		return false
	}
	defer p.queue.Done(name)
	sync := p.make
	if name.Namespace == "" {
		sync = p.reclaim
	}
	if err := sync(ctx, name); err != nil && ctx.Err() == nil {
		p.queue.AddRateLimited(name)
		return true
	}
	p.queue.Forget(name)
	return true
}

// reclaim does what a volume's policy says once nobody has it any more.
func (p *provisioner) reclaim(ctx context.Context, name cache.ObjectName) error {
	volume, err := p.volumes.Get(name.Name)
	if errors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	// The controller may have said by then that it can't do it itself.
	if phase := volume.Status.Phase; phase != v1.VolumeReleased && phase != v1.VolumeFailed {
		return nil
	}
	switch volume.Spec.PersistentVolumeReclaimPolicy {
	case v1.PersistentVolumeReclaimDelete:
		err = p.client.CoreV1().PersistentVolumes().Delete(ctx, volume.Name, metav1.DeleteOptions{})
	case v1.PersistentVolumeReclaimRecycle:
		clean := volume.DeepCopy()
		clean.Spec.ClaimRef = nil
		delete(clean.Annotations, boundByController)
		_, err = p.client.CoreV1().PersistentVolumes().Update(ctx, clean, metav1.UpdateOptions{})
	}
	if errors.IsNotFound(err) {
		return nil
	}
	return err
}

// make makes the volume of a claim, once it is known what is to be made.
func (p *provisioner) make(ctx context.Context, name cache.ObjectName) error {
	claim, err := p.claims.PersistentVolumeClaims(name.Namespace).Get(name.Name)
	if errors.IsNotFound(err) {
		return nil
	}
	if err != nil || claim.Spec.VolumeName != "" || claim.Spec.StorageClassName == nil ||
		claim.Annotations[storageProvisioner] != mockProvisioner {
		return err
	}
	class, err := p.classes.Get(*claim.Spec.StorageClassName)
	if err != nil {
		return err
	}
	waits := class.VolumeBindingMode != nil && *class.VolumeBindingMode == storagev1.VolumeBindingWaitForFirstConsumer
	if waits && claim.Annotations[selectedNode] == "" {
		return nil
	}
	_, err = p.client.CoreV1().PersistentVolumes().Create(ctx, volumeOf(claim, class), metav1.CreateOptions{})
	if errors.IsAlreadyExists(err) {
		return nil
	}
	return err
}

func volumeOf(claim *v1.PersistentVolumeClaim, class *storagev1.StorageClass) *v1.PersistentVolume {
	mode := v1.PersistentVolumeFilesystem
	return &v1.PersistentVolume{
		ObjectMeta: metav1.ObjectMeta{
			Name:        "pvc-" + string(claim.UID),
			Annotations: map[string]string{provisionedBy: class.Provisioner},
		},
		Spec: v1.PersistentVolumeSpec{
			Capacity:                      v1.ResourceList{v1.ResourceStorage: claim.Spec.Resources.Requests[v1.ResourceStorage]},
			AccessModes:                   claim.Spec.AccessModes,
			PersistentVolumeReclaimPolicy: *class.ReclaimPolicy,
			StorageClassName:              class.Name,
			VolumeMode:                    &mode,
			ClaimRef: &v1.ObjectReference{
				APIVersion:      "v1",
				Kind:            "PersistentVolumeClaim",
				Namespace:       claim.Namespace,
				Name:            claim.Name,
				UID:             claim.UID,
				ResourceVersion: claim.ResourceVersion,
			},
			PersistentVolumeSource: v1.PersistentVolumeSource{HostPath: &v1.HostPathVolumeSource{Path: "/tmp/made"}},
		},
	}
}
