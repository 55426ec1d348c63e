package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"

	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	flowcontrolv1 "k8s.io/api/flowcontrol/v1"
	nodev1 "k8s.io/api/node/v1"
	resourcev1 "k8s.io/api/resource/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	storagev1 "k8s.io/api/storage/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	certificates "k8s.io/client-go/kubernetes/typed/certificates/v1"
	flowcontrol "k8s.io/client-go/kubernetes/typed/flowcontrol/v1"
	node "k8s.io/client-go/kubernetes/typed/node/v1"
	resources "k8s.io/client-go/kubernetes/typed/resource/v1"
	scheduling "k8s.io/client-go/kubernetes/typed/scheduling/v1"
	storage "k8s.io/client-go/kubernetes/typed/storage/v1"
)

func certificatesGroup(c *clients) certificates.CertificatesV1Interface {
	return c.kube.CertificatesV1()
}
func flowGroup(c *clients) flowcontrol.FlowcontrolV1Interface     { return c.kube.FlowcontrolV1() }
func nodeGroup(c *clients) node.NodeV1Interface                   { return c.kube.NodeV1() }
func resourceGroup(c *clients) resources.ResourceV1Interface      { return c.kube.ResourceV1() }
func schedulingGroup(c *clients) scheduling.SchedulingV1Interface { return c.kube.SchedulingV1() }
func storageGroup(c *clients) storage.StorageV1Interface          { return c.kube.StorageV1() }

// signingRequest is a request for a certificate, as PEM.
var signingRequest = func() []byte {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	about := &x509.CertificateRequest{Subject: pkix.Name{CommonName: "clientgo"}}
	request, err := x509.CreateCertificateRequest(rand.Reader, about, key)
	if err != nil {
		panic(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE REQUEST", Bytes: request})
}()

func claim() resourcev1.ResourceClaimSpec {
	return resourcev1.ResourceClaimSpec{Devices: resourcev1.DeviceClaim{Requests: []resourcev1.DeviceRequest{{
		Name: "gpu", Exactly: &resourcev1.ExactDeviceRequest{DeviceClassName: "gpu.example.com"},
	}}}}
}

var clusterKinds = []row{
	clusterWide(certificatesGroup, certificates.CertificatesV1Interface.CertificateSigningRequests, kind[*certificatesv1.CertificateSigningRequest]{
		sample: func(m metav1.ObjectMeta) *certificatesv1.CertificateSigningRequest {
			return &certificatesv1.CertificateSigningRequest{ObjectMeta: m, Spec: certificatesv1.CertificateSigningRequestSpec{
				Request: signingRequest, SignerName: "example.com/signer",
				Usages: []certificatesv1.KeyUsage{certificatesv1.UsageClientAuth},
			}}
		},
		status: func(o *certificatesv1.CertificateSigningRequest) {
			o.Status.Conditions = []certificatesv1.CertificateSigningRequestCondition{{
				Type: certificatesv1.CertificateFailed, Status: corev1.ConditionTrue,
				Reason: "Checked", LastUpdateTime: aDay, LastTransitionTime: aDay,
			}}
		},
		unowned: true,
	}, approval),
	clusterWide(flowGroup, flowcontrol.FlowcontrolV1Interface.FlowSchemas, kind[*flowcontrolv1.FlowSchema]{
		sample: func(m metav1.ObjectMeta) *flowcontrolv1.FlowSchema {
			return &flowcontrolv1.FlowSchema{ObjectMeta: m, Spec: flowcontrolv1.FlowSchemaSpec{
				PriorityLevelConfiguration: flowcontrolv1.PriorityLevelConfigurationReference{Name: "some"},
			}}
		},
		change: func(o *flowcontrolv1.FlowSchema) { o.Spec.MatchingPrecedence = 77 },
		status: func(o *flowcontrolv1.FlowSchema) {
			wanted := flowcontrolv1.FlowSchemaCondition{Type: "Checked", Status: flowcontrolv1.ConditionTrue, LastTransitionTime: aDay}
			o.Status.Conditions = withCondition(o.Status.Conditions, wanted,
				func(one flowcontrolv1.FlowSchemaCondition) bool { return one.Type == wanted.Type })
		},
	}),
	clusterWide(flowGroup, flowcontrol.FlowcontrolV1Interface.PriorityLevelConfigurations, kind[*flowcontrolv1.PriorityLevelConfiguration]{
		sample: func(m metav1.ObjectMeta) *flowcontrolv1.PriorityLevelConfiguration {
			return &flowcontrolv1.PriorityLevelConfiguration{ObjectMeta: m, Spec: flowcontrolv1.PriorityLevelConfigurationSpec{
				Type: flowcontrolv1.PriorityLevelEnablementLimited,
				Limited: &flowcontrolv1.LimitedPriorityLevelConfiguration{
					LimitResponse: flowcontrolv1.LimitResponse{Type: flowcontrolv1.LimitResponseTypeReject},
				},
			}}
		},
		change: func(o *flowcontrolv1.PriorityLevelConfiguration) {
			o.Spec.Limited.NominalConcurrencyShares = new(int32(7))
		},
		status: func(o *flowcontrolv1.PriorityLevelConfiguration) {
			wanted := flowcontrolv1.PriorityLevelConfigurationCondition{Type: "Checked", Status: flowcontrolv1.ConditionTrue, LastTransitionTime: aDay}
			o.Status.Conditions = withCondition(o.Status.Conditions, wanted,
				func(one flowcontrolv1.PriorityLevelConfigurationCondition) bool { return one.Type == wanted.Type })
		},
	}),
	clusterWide(nodeGroup, node.NodeV1Interface.RuntimeClasses, kind[*nodev1.RuntimeClass]{
		sample: func(m metav1.ObjectMeta) *nodev1.RuntimeClass {
			return &nodev1.RuntimeClass{ObjectMeta: m, Handler: "runc"}
		},
		change: func(o *nodev1.RuntimeClass) {
			o.Scheduling = &nodev1.Scheduling{NodeSelector: map[string]string{"kind": "fast"}}
		},
	}),
	clusterWide(resourceGroup, resources.ResourceV1Interface.DeviceClasses, kind[*resourcev1.DeviceClass]{
		sample: func(m metav1.ObjectMeta) *resourcev1.DeviceClass { return &resourcev1.DeviceClass{ObjectMeta: m} },
		change: func(o *resourcev1.DeviceClass) {
			o.Spec.Selectors = []resourcev1.DeviceSelector{{
				CEL: &resourcev1.CELDeviceSelector{Expression: `device.driver == "gpu.example.com"`},
			}}
		},
	}),
	namespaced(resourceGroup, resources.ResourceV1Interface.ResourceClaims, kind[*resourcev1.ResourceClaim]{
		sample: func(m metav1.ObjectMeta) *resourcev1.ResourceClaim {
			return &resourcev1.ResourceClaim{ObjectMeta: m, Spec: claim()}
		},
		status: func(o *resourcev1.ResourceClaim) {
			o.Status.Allocation = &resourcev1.AllocationResult{Devices: resourcev1.DeviceAllocationResult{
				Results: []resourcev1.DeviceRequestAllocationResult{{
					Request: "gpu", Driver: "gpu.example.com", Pool: "pool", Device: "gpu-0",
				}},
			}}
		},
	}),
	namespaced(resourceGroup, resources.ResourceV1Interface.ResourceClaimTemplates, kind[*resourcev1.ResourceClaimTemplate]{
		sample: func(m metav1.ObjectMeta) *resourcev1.ResourceClaimTemplate {
			return &resourcev1.ResourceClaimTemplate{ObjectMeta: m, Spec: resourcev1.ResourceClaimTemplateSpec{Spec: claim()}}
		},
	}),
	clusterWide(resourceGroup, resources.ResourceV1Interface.ResourceSlices, kind[*resourcev1.ResourceSlice]{
		sample: func(m metav1.ObjectMeta) *resourcev1.ResourceSlice {
			return &resourcev1.ResourceSlice{ObjectMeta: m, Spec: resourcev1.ResourceSliceSpec{
				Driver: "gpu.example.com", AllNodes: new(true),
				Pool: resourcev1.ResourcePool{Name: "pool", Generation: 1, ResourceSliceCount: 1},
			}}
		},
		change: func(o *resourcev1.ResourceSlice) {
			o.Spec.Pool.Generation = 2
			o.Spec.Devices = []resourcev1.Device{{
				Name:       "gpu-0",
				Attributes: map[resourcev1.QualifiedName]resourcev1.DeviceAttribute{"model": {StringValue: new("big")}},
				Capacity:   map[resourcev1.QualifiedName]resourcev1.DeviceCapacity{"memory": {Value: resource.MustParse("8Gi")}},
			}}
		},
	}),
	clusterWide(schedulingGroup, scheduling.SchedulingV1Interface.PriorityClasses, kind[*schedulingv1.PriorityClass]{
		sample: func(m metav1.ObjectMeta) *schedulingv1.PriorityClass {
			return &schedulingv1.PriorityClass{ObjectMeta: m, Value: 7}
		},
		change: func(o *schedulingv1.PriorityClass) { o.Description = "changed" },
	}),
	clusterWide(storageGroup, storage.StorageV1Interface.CSIDrivers, kind[*storagev1.CSIDriver]{
		sample: func(m metav1.ObjectMeta) *storagev1.CSIDriver {
			return &storagev1.CSIDriver{ObjectMeta: m, Spec: storagev1.CSIDriverSpec{AttachRequired: new(false)}}
		},
		change: func(o *storagev1.CSIDriver) { o.Spec.RequiresRepublish = new(true) },
	}),
	clusterWide(storageGroup, storage.StorageV1Interface.CSINodes, kind[*storagev1.CSINode]{
		sample: func(m metav1.ObjectMeta) *storagev1.CSINode { return &storagev1.CSINode{ObjectMeta: m} },
		change: func(o *storagev1.CSINode) {
			o.Spec.Drivers = []storagev1.CSINodeDriver{{Name: "disk.example.com", NodeID: "n1"}}
		},
	}),
	namespaced(storageGroup, storage.StorageV1Interface.CSIStorageCapacities, kind[*storagev1.CSIStorageCapacity]{
		sample: func(m metav1.ObjectMeta) *storagev1.CSIStorageCapacity {
			return &storagev1.CSIStorageCapacity{ObjectMeta: m, StorageClassName: "fast"}
		},
		change: func(o *storagev1.CSIStorageCapacity) { o.Capacity = new(resource.MustParse("1Ti")) },
	}),
	clusterWide(storageGroup, storage.StorageV1Interface.StorageClasses, kind[*storagev1.StorageClass]{
		sample: func(m metav1.ObjectMeta) *storagev1.StorageClass {
			return &storagev1.StorageClass{ObjectMeta: m, Provisioner: "disk.example.com"}
		},
		change: func(o *storagev1.StorageClass) { o.AllowVolumeExpansion = new(true) },
	}),
	clusterWide(storageGroup, storage.StorageV1Interface.VolumeAttachments, kind[*storagev1.VolumeAttachment]{
		sample: func(m metav1.ObjectMeta) *storagev1.VolumeAttachment {
			return &storagev1.VolumeAttachment{ObjectMeta: m, Spec: storagev1.VolumeAttachmentSpec{
				Attacher: "disk.example.com", NodeName: "n1",
				Source: storagev1.VolumeAttachmentSource{PersistentVolumeName: new("disk")},
			}}
		},
		status: func(o *storagev1.VolumeAttachment) {
			o.Status.Attached = true
			o.Status.AttachmentMetadata = map[string]string{"device": "/dev/sdb"}
		},
	}),
	clusterWide(storageGroup, storage.StorageV1Interface.VolumeAttributesClasses, kind[*storagev1.VolumeAttributesClass]{
		sample: func(m metav1.ObjectMeta) *storagev1.VolumeAttributesClass {
			return &storagev1.VolumeAttributesClass{
				ObjectMeta: m, DriverName: "disk.example.com", Parameters: map[string]string{"iops": "100"},
			}
		},
	}),
}
