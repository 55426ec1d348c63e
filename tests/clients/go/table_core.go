package main

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	core "k8s.io/client-go/kubernetes/typed/core/v1"
)

func coreGroup(c *clients) core.CoreV1Interface { return c.kube.CoreV1() }

var (
	selection = map[string]string{"app": "web"}
	oneGiB    = corev1.ResourceList{corev1.ResourceStorage: resource.MustParse("1Gi")}
)

func containers() []corev1.Container {
	return []corev1.Container{{Name: "web", Image: "nginx:1"}}
}

func template() corev1.PodTemplateSpec {
	return corev1.PodTemplateSpec{
		ObjectMeta: metav1.ObjectMeta{Labels: selection},
		Spec:       corev1.PodSpec{Containers: containers()},
	}
}

var coreKinds = []row{
	namespaced(coreGroup, core.CoreV1Interface.ConfigMaps, kind[*corev1.ConfigMap]{
		sample: func(m metav1.ObjectMeta) *corev1.ConfigMap {
			return &corev1.ConfigMap{ObjectMeta: m, Data: map[string]string{"colour": "red"}, BinaryData: map[string][]byte{"raw": {0, 255}}}
		},
		change: func(o *corev1.ConfigMap) { o.Data["colour"] = "blue" },
	}, generatedName),
	namespaced(coreGroup, core.CoreV1Interface.Endpoints, kind[*corev1.Endpoints]{
		sample: func(m metav1.ObjectMeta) *corev1.Endpoints {
			return &corev1.Endpoints{ObjectMeta: m, Subsets: []corev1.EndpointSubset{{
				Addresses: []corev1.EndpointAddress{{IP: "10.1.0.1"}}, Ports: []corev1.EndpointPort{{Port: 80}},
			}}}
		},
		change: func(o *corev1.Endpoints) { o.Subsets[0].Ports[0].Port = 81 },
	}),
	namespaced(coreGroup, core.CoreV1Interface.Events, kind[*corev1.Event]{
		sample: func(m metav1.ObjectMeta) *corev1.Event {
			return &corev1.Event{
				ObjectMeta:     m,
				InvolvedObject: corev1.ObjectReference{Kind: "Pod", Name: "web", Namespace: m.Namespace},
				Reason:         "Started", Type: corev1.EventTypeNormal, Count: 1,
			}
		},
		change: func(o *corev1.Event) { o.Count = 2 },
	}),
	namespaced(coreGroup, core.CoreV1Interface.LimitRanges, kind[*corev1.LimitRange]{
		sample: func(m metav1.ObjectMeta) *corev1.LimitRange {
			return &corev1.LimitRange{ObjectMeta: m, Spec: corev1.LimitRangeSpec{Limits: []corev1.LimitRangeItem{{
				Type:    corev1.LimitTypeContainer,
				Default: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("100m")},
			}}}}
		},
		change: func(o *corev1.LimitRange) {
			o.Spec.Limits[0].Max = corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("2")}
		},
	}),
	clusterWide(coreGroup, core.CoreV1Interface.Namespaces, kind[*corev1.Namespace]{
		sample: func(m metav1.ObjectMeta) *corev1.Namespace { return &corev1.Namespace{ObjectMeta: m} },
		status: func(o *corev1.Namespace) {
			o.Status.Conditions = []corev1.NamespaceCondition{{Type: "Checked", Status: corev1.ConditionTrue}}
		},
		release: finalizeNamespace,
	}),
	clusterWide(coreGroup, core.CoreV1Interface.Nodes, kind[*corev1.Node]{
		sample: func(m metav1.ObjectMeta) *corev1.Node { return &corev1.Node{ObjectMeta: m} },
		change: func(o *corev1.Node) { o.Spec.Unschedulable = true },
		status: func(o *corev1.Node) {
			o.Status.Conditions = []corev1.NodeCondition{{Type: corev1.NodeReady, Status: corev1.ConditionTrue, Reason: "Checked"}}
		},
	}, nodeStatusPatch),
	namespaced(coreGroup, core.CoreV1Interface.PersistentVolumeClaims, kind[*corev1.PersistentVolumeClaim]{
		sample: func(m metav1.ObjectMeta) *corev1.PersistentVolumeClaim {
			return &corev1.PersistentVolumeClaim{ObjectMeta: m, Spec: corev1.PersistentVolumeClaimSpec{
				AccessModes: []corev1.PersistentVolumeAccessMode{corev1.ReadWriteOnce},
				Resources:   corev1.VolumeResourceRequirements{Requests: oneGiB},
			}}
		},
		change: func(o *corev1.PersistentVolumeClaim) { o.Spec.VolumeName = "disk" },
		status: func(o *corev1.PersistentVolumeClaim) {
			o.Status.Phase, o.Status.Capacity = corev1.ClaimBound, oneGiB
		},
	}),
	clusterWide(coreGroup, core.CoreV1Interface.PersistentVolumes, kind[*corev1.PersistentVolume]{
		sample: func(m metav1.ObjectMeta) *corev1.PersistentVolume {
			return &corev1.PersistentVolume{ObjectMeta: m, Spec: corev1.PersistentVolumeSpec{
				Capacity:    oneGiB,
				AccessModes: []corev1.PersistentVolumeAccessMode{corev1.ReadWriteOnce},
				PersistentVolumeSource: corev1.PersistentVolumeSource{
					HostPath: &corev1.HostPathVolumeSource{Path: "/data"},
				},
			}}
		},
		change: func(o *corev1.PersistentVolume) {
			o.Spec.PersistentVolumeReclaimPolicy = corev1.PersistentVolumeReclaimDelete
		},
		status: func(o *corev1.PersistentVolume) {
			o.Status.Phase, o.Status.Message = corev1.VolumeAvailable, "checked"
		},
	}),
	namespaced(coreGroup, core.CoreV1Interface.Pods, kind[*corev1.Pod]{
		sample: func(m metav1.ObjectMeta) *corev1.Pod {
			return &corev1.Pod{ObjectMeta: m, Spec: corev1.PodSpec{Containers: containers()}}
		},
		change: func(o *corev1.Pod) { o.Spec.Containers[0].Image = "nginx:2" },
		status: func(o *corev1.Pod) {
			o.Status.Phase = corev1.PodRunning
			o.Status.Conditions = []corev1.PodCondition{{Type: corev1.PodReady, Status: corev1.ConditionTrue}}
		},
	}, podSubresources),
	namespaced(coreGroup, core.CoreV1Interface.PodTemplates, kind[*corev1.PodTemplate]{
		sample: func(m metav1.ObjectMeta) *corev1.PodTemplate {
			return &corev1.PodTemplate{ObjectMeta: m, Template: template()}
		},
		change: func(o *corev1.PodTemplate) { o.Template.Spec.Containers[0].Image = "nginx:2" },
	}),
	namespaced(coreGroup, core.CoreV1Interface.ReplicationControllers, kind[*corev1.ReplicationController]{
		sample: func(m metav1.ObjectMeta) *corev1.ReplicationController {
			return &corev1.ReplicationController{ObjectMeta: m, Spec: corev1.ReplicationControllerSpec{
				Selector: selection, Template: new(template()),
			}}
		},
		change: func(o *corev1.ReplicationController) { o.Spec.Replicas = new(int32(3)) },
		status: func(o *corev1.ReplicationController) { o.Status.Replicas = 3 },
	}, controllerScale),
	namespaced(coreGroup, core.CoreV1Interface.ResourceQuotas, kind[*corev1.ResourceQuota]{
		sample: func(m metav1.ObjectMeta) *corev1.ResourceQuota {
			return &corev1.ResourceQuota{ObjectMeta: m, Spec: corev1.ResourceQuotaSpec{
				Hard: corev1.ResourceList{corev1.ResourcePods: resource.MustParse("1k")},
			}}
		},
		change: func(o *corev1.ResourceQuota) {
			o.Spec.Hard[corev1.ResourceServices] = resource.MustParse("100")
		},
		status: func(o *corev1.ResourceQuota) {
			o.Status.Hard = corev1.ResourceList{corev1.ResourcePods: resource.MustParse("1k")}
			o.Status.Used = corev1.ResourceList{corev1.ResourcePods: resource.MustParse("4")}
		},
	}),
	namespaced(coreGroup, core.CoreV1Interface.Secrets, kind[*corev1.Secret]{
		sample: func(m metav1.ObjectMeta) *corev1.Secret {
			return &corev1.Secret{ObjectMeta: m, Data: map[string][]byte{"password": []byte("guess")}}
		},
		change: func(o *corev1.Secret) { o.Data["password"] = []byte{0, 1, 254, 255} },
	}),
	namespaced(coreGroup, core.CoreV1Interface.ServiceAccounts, kind[*corev1.ServiceAccount]{
		sample: func(m metav1.ObjectMeta) *corev1.ServiceAccount { return &corev1.ServiceAccount{ObjectMeta: m} },
		change: func(o *corev1.ServiceAccount) { o.AutomountServiceAccountToken = new(false) },
	}, accountToken),
	namespaced(coreGroup, core.CoreV1Interface.Services, kind[*corev1.Service]{
		sample: func(m metav1.ObjectMeta) *corev1.Service {
			return &corev1.Service{ObjectMeta: m, Spec: corev1.ServiceSpec{
				Selector: selection, Ports: []corev1.ServicePort{{Port: 80}},
			}}
		},
		change: func(o *corev1.Service) { o.Spec.Ports[0].Port = 81 },
		status: func(o *corev1.Service) {
			o.Status.Conditions = []metav1.Condition{{
				Type: "example.com/Checked", Status: metav1.ConditionTrue, Reason: "Checked", LastTransitionTime: aDay,
			}}
		},
	}, servicesTogether),
}

// finalizeNamespace does what a cluster's namespace controller does last.
func finalizeNamespace(ctx context.Context, c *clients, o *corev1.Namespace) error {
	current, err := c.kube.CoreV1().Namespaces().Get(ctx, o.Name, metav1.GetOptions{})
	if err != nil {
		return err
	}
	if err := expect(current.Status.Phase == corev1.NamespaceTerminating, "phase %s", current.Status.Phase); err != nil {
		return err
	}
	current.Spec.Finalizers = nil
	_, err = c.kube.CoreV1().Namespaces().Finalize(ctx, current, metav1.UpdateOptions{})
	return err
}

// raw is data of no type.
func raw(text string) runtime.RawExtension { return runtime.RawExtension{Raw: []byte(text)} }
