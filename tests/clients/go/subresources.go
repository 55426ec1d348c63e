package main

import (
	"context"

	authenticationv1 "k8s.io/api/authentication/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	autoscaling "k8s.io/client-go/applyconfigurations/autoscaling/v1"
	certificates "k8s.io/client-go/kubernetes/typed/certificates/v1"
	core "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/util/retry"
)

// scaleClient is that of kinds with a scale.
type scaleClient[T object] interface {
	Create(context.Context, T, metav1.CreateOptions) (T, error)
	Patch(context.Context, string, types.PatchType, []byte, metav1.PatchOptions, ...string) (T, error)
	GetScale(context.Context, string, metav1.GetOptions) (*autoscalingv1.Scale, error)
	UpdateScale(context.Context, string, *autoscalingv1.Scale, metav1.UpdateOptions) (*autoscalingv1.Scale, error)
}

type scaleApplier interface {
	ApplyScale(context.Context, string, *autoscaling.ScaleApplyConfiguration, metav1.ApplyOptions) (*autoscalingv1.Scale, error)
}

var pods = corev1.SchemeGroupVersion.WithResource("pods")

var controllers = corev1.SchemeGroupVersion.WithResource("replicationcontrollers")

// controllerScale is that of a kind whose typed client applies none.
func controllerScale(ctx context.Context, c *clients, s *steps, client core.ReplicationControllerInterface, sample *corev1.ReplicationController) {
	scaleWithoutApply(ctx, c, s, client, sample)
	s.try("scale: patch, untyped", func() error {
		return patchUntyped(ctx, c, controllers, sample, "scale", `{"spec": {"replicas": 5}}`)
	})
}

// patchUntyped patches a subresource that typed clients do not patch.
func patchUntyped(ctx context.Context, c *clients, resource schema.GroupVersionResource, o object, subresource, body string) error {
	client := c.dynamic.Resource(resource).Namespace(o.GetNamespace())
	if _, err := client.Get(ctx, o.GetName(), metav1.GetOptions{}, subresource); err != nil {
		return err
	}
	_, err := client.Patch(ctx, o.GetName(), types.MergePatchType, []byte(body), metav1.PatchOptions{}, subresource)
	return err
}

// servicesTogether deletes many at once, for which the typed client has no method.
func servicesTogether(ctx context.Context, c *clients, s *steps, client core.ServiceInterface, sample *corev1.Service) {
	s.try("deleteCollection: untyped", func() error {
		sample.Labels = map[string]string{"together": c.encoding}
		if _, err := client.Create(ctx, sample, metav1.CreateOptions{}); err != nil {
			return err
		}
		err := c.dynamic.Resource(corev1.SchemeGroupVersion.WithResource("services")).Namespace(sample.Namespace).
			DeleteCollection(ctx, metav1.DeleteOptions{}, metav1.ListOptions{LabelSelector: "together=" + c.encoding})
		if err != nil {
			return err
		}
		_, err = client.Get(ctx, sample.Name, metav1.GetOptions{})
		return refused(err, apierrors.IsNotFound, "NotFound")
	})
}

func scaleWithoutApply[C scaleClient[T], T object](ctx context.Context, _ *clients, s *steps, client C, sample T) {
	s.must("scale: create what has one", func() error {
		_, err := client.Create(ctx, sample, metav1.CreateOptions{})
		return err
	})
	s.try("scale: get", func() error {
		scale, err := client.GetScale(ctx, sample.GetName(), metav1.GetOptions{})
		if err != nil {
			return err
		}
		return expect(scale.Spec.Replicas == 1 && scale.Status.Selector == "app=web" && scale.Name == sample.GetName(), "%v", scale)
	})
	s.try("scale: update", func() error {
		return retry.RetryOnConflict(retry.DefaultRetry, func() error {
			scale, err := client.GetScale(ctx, sample.GetName(), metav1.GetOptions{})
			if err != nil {
				return err
			}
			scale.Spec.Replicas = 4
			scale, err = client.UpdateScale(ctx, sample.GetName(), scale, metav1.UpdateOptions{FieldManager: "scaler"})
			if err != nil {
				return err
			}
			return expect(scale.Spec.Replicas == 4, "%v", scale)
		})
	})
	s.try("scale: Conflict", func() error {
		scale, err := client.GetScale(ctx, sample.GetName(), metav1.GetOptions{})
		if err != nil {
			return err
		}
		scale.ResourceVersion, scale.Spec.Replicas = "1", 9
		_, err = client.UpdateScale(ctx, sample.GetName(), scale, metav1.UpdateOptions{})
		return refused(err, apierrors.IsConflict, "Conflict")
	})
	s.try("scale: Invalid", func() error {
		scale, err := client.GetScale(ctx, sample.GetName(), metav1.GetOptions{})
		if err != nil {
			return err
		}
		scale.Spec.Replicas = -1
		_, err = client.UpdateScale(ctx, sample.GetName(), scale, metav1.UpdateOptions{})
		return refused(err, apierrors.IsInvalid, "Invalid")
	})
}

func typedScale[C interface {
	scaleClient[T]
	scaleApplier
}, T object](ctx context.Context, c *clients, s *steps, client C, sample T) {
	scaleWithoutApply(ctx, c, s, client, sample)
	s.try("scale: apply", func() error {
		wanted := autoscaling.Scale().WithName(sample.GetName()).WithNamespace(sample.GetNamespace()).
			WithSpec(autoscaling.ScaleSpec().WithReplicas(6))
		scale, err := client.ApplyScale(ctx, sample.GetName(), wanted, metav1.ApplyOptions{FieldManager: "hpa", Force: true})
		if err != nil {
			return err
		}
		return expect(scale.Spec.Replicas == 6, "%v", scale)
	})
}

func nodeStatusPatch(ctx context.Context, _ *clients, s *steps, client core.NodeInterface, sample *corev1.Node) {
	s.must("status: create a node", func() error {
		_, err := client.Create(ctx, sample, metav1.CreateOptions{})
		return err
	})
	s.try("status: PatchStatus", func() error {
		node, err := client.PatchStatus(ctx, sample.Name, []byte(`{"status": {"capacity": {"cpu": "4"}}}`))
		if err != nil {
			return err
		}
		cpu := node.Status.Capacity[corev1.ResourceCPU]
		return expect(cpu.Value() == 4, "%v", node.Status)
	})
}

// generatedName has the server choose a name.
func generatedName(ctx context.Context, _ *clients, s *steps, client core.ConfigMapInterface, sample *corev1.ConfigMap) {
	s.try("create: generateName", func() error {
		sample.GenerateName, sample.Name = "clientgo-", ""
		made, err := client.Create(ctx, sample, metav1.CreateOptions{})
		if err != nil {
			return err
		}
		if err := expect(len(made.Name) == len("clientgo-")+5, "name %q", made.Name); err != nil {
			return err
		}
		return client.Delete(ctx, made.Name, metav1.DeleteOptions{})
	})
}

func podSubresources(ctx context.Context, c *clients, s *steps, client core.PodInterface, sample *corev1.Pod) {
	sample.Labels["app"] = "evicted"
	node := "node-of-" + sample.Name
	sample.Spec.Containers[0].Resources.Requests = corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("100m")}
	s.must("bind: create a pod and a node", func() error {
		if _, err := client.Create(ctx, sample, metav1.CreateOptions{}); err != nil {
			return err
		}
		_, err := c.kube.CoreV1().Nodes().Create(ctx, &corev1.Node{
			ObjectMeta: metav1.ObjectMeta{Name: node},
			Status:     corev1.NodeStatus{Allocatable: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("4")}},
		}, metav1.CreateOptions{})
		return err
	})
	s.try("bind", func() error {
		err := client.Bind(ctx, &corev1.Binding{
			ObjectMeta: metav1.ObjectMeta{Name: sample.Name, Namespace: sample.Namespace},
			Target:     corev1.ObjectReference{Kind: "Node", Name: node},
		}, metav1.CreateOptions{})
		if err != nil {
			return err
		}
		pod, err := client.Get(ctx, sample.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		return expect(pod.Spec.NodeName == node, "node %q", pod.Spec.NodeName)
	})
	s.try("bind: Conflict", func() error {
		err := client.Bind(ctx, &corev1.Binding{
			ObjectMeta: metav1.ObjectMeta{Name: sample.Name}, Target: corev1.ObjectReference{Kind: "Node", Name: "elsewhere"},
		}, metav1.CreateOptions{})
		return refused(err, apierrors.IsConflict, "Conflict")
	})
	s.try("list: by node", func() error {
		list, err := client.List(ctx, metav1.ListOptions{FieldSelector: "spec.nodeName=" + node})
		if err != nil {
			return err
		}
		return expect(len(list.Items) == 1 && list.Items[0].Name == sample.Name, "%v", list.Items)
	})
	s.try("ephemeralContainers: update", func() error {
		pod, err := client.Get(ctx, sample.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		pod.Spec.EphemeralContainers = []corev1.EphemeralContainer{{
			EphemeralContainerCommon: corev1.EphemeralContainerCommon{Name: "debug", Image: "busybox:1", TerminationMessagePolicy: corev1.TerminationMessageReadFile},
		}}
		pod, err = client.UpdateEphemeralContainers(ctx, pod.Name, pod, metav1.UpdateOptions{})
		if err != nil {
			return err
		}
		return expect(len(pod.Spec.EphemeralContainers) == 1, "%v", pod.Spec)
	})
	s.try("ephemeralContainers: patch", func() error {
		pod, err := client.Patch(ctx, sample.Name, types.StrategicMergePatchType,
			[]byte(`{"spec": {"ephemeralContainers": [{"name": "more", "image": "busybox:1"}]}}`),
			metav1.PatchOptions{}, "ephemeralcontainers")
		if err != nil {
			return err
		}
		return expect(len(pod.Spec.EphemeralContainers) == 2, "%v", pod.Spec)
	})
	s.try("resize: update", func() error {
		pod, err := client.Get(ctx, sample.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		pod.Spec.Containers[0].Resources.Requests[corev1.ResourceCPU] = resource.MustParse("200m")
		pod, err = client.UpdateResize(ctx, pod.Name, pod, metav1.UpdateOptions{})
		if err != nil {
			return err
		}
		cpu := pod.Spec.Containers[0].Resources.Requests[corev1.ResourceCPU]
		return expect(cpu.MilliValue() == 200, "%v", cpu)
	})
	s.try("resize: patch, untyped", func() error {
		return patchUntyped(ctx, c, pods, sample, "resize",
			`{"metadata": {"annotations": {"resized": "yes"}}}`)
	})
	s.try("ephemeralContainers: get, untyped", func() error {
		_, err := c.dynamic.Resource(pods).Namespace(sample.Namespace).Get(ctx, sample.Name, metav1.GetOptions{}, "ephemeralcontainers")
		return err
	})
	evictions(ctx, c, s, client, sample)
}

func evictions(ctx context.Context, c *clients, s *steps, client core.PodInterface, pod *corev1.Pod) {
	budgets := c.kube.PolicyV1().PodDisruptionBudgets(pod.Namespace)
	eviction := &policyv1.Eviction{
		ObjectMeta:    metav1.ObjectMeta{Name: pod.Name, Namespace: pod.Namespace},
		DeleteOptions: &metav1.DeleteOptions{GracePeriodSeconds: new(int64(0))},
	}
	s.try("evict: TooManyRequests", func() error {
		budget, err := budgets.Create(ctx, &policyv1.PodDisruptionBudget{
			ObjectMeta: metav1.ObjectMeta{Name: "no-eviction"},
			Spec: policyv1.PodDisruptionBudgetSpec{
				MinAvailable: new(intstr.FromInt32(1)),
				Selector:     &metav1.LabelSelector{MatchLabels: map[string]string{"app": "evicted"}},
			},
		}, metav1.CreateOptions{})
		if err != nil {
			return err
		}
		budget.Status = policyv1.PodDisruptionBudgetStatus{
			ObservedGeneration: budget.Generation, DesiredHealthy: 1, CurrentHealthy: 1, ExpectedPods: 1,
		}
		if _, err := budgets.UpdateStatus(ctx, budget, metav1.UpdateOptions{}); err != nil {
			return err
		}
		// A pod that is not ready may be evicted where enough others are.
		ready, err := client.Get(ctx, pod.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		ready.Status.Phase = corev1.PodRunning
		ready.Status.Conditions = []corev1.PodCondition{{Type: corev1.PodReady, Status: corev1.ConditionTrue}}
		if _, err := client.UpdateStatus(ctx, ready, metav1.UpdateOptions{}); err != nil {
			return err
		}
		err = client.EvictV1(ctx, eviction)
		if err := refused(err, apierrors.IsTooManyRequests, "TooManyRequests"); err != nil {
			return err
		}
		return expect(apierrors.HasStatusCause(err, policyv1.DisruptionBudgetCause), "no cause: %v", err)
	})
	s.try("evict", func() error {
		if err := budgets.Delete(ctx, "no-eviction", metav1.DeleteOptions{}); err != nil {
			return err
		}
		if err := c.kube.PolicyV1().Evictions(pod.Namespace).Evict(ctx, eviction); err != nil {
			return err
		}
		_, err := client.Get(ctx, pod.Name, metav1.GetOptions{})
		return refused(err, apierrors.IsNotFound, "NotFound")
	})
}

func accountToken(ctx context.Context, c *clients, s *steps, client core.ServiceAccountInterface, sample *corev1.ServiceAccount) {
	s.must("token: create an account", func() error {
		_, err := client.Create(ctx, sample, metav1.CreateOptions{})
		return err
	})
	s.try("token: CreateToken, TokenReview", func() error {
		made, err := client.CreateToken(ctx, sample.Name, &authenticationv1.TokenRequest{
			Spec: authenticationv1.TokenRequestSpec{ExpirationSeconds: new(int64(3600))},
		}, metav1.CreateOptions{})
		if err != nil {
			return err
		}
		review, err := c.kube.AuthenticationV1().TokenReviews().Create(ctx, &authenticationv1.TokenReview{
			Spec: authenticationv1.TokenReviewSpec{Token: made.Status.Token},
		}, metav1.CreateOptions{})
		if err != nil {
			return err
		}
		name := "system:serviceaccount:" + sample.Namespace + ":" + sample.Name
		return expect(review.Status.Authenticated && review.Status.User.Username == name, "%v", review.Status)
	})
}

func approval(
	ctx context.Context, c *clients, s *steps, client certificates.CertificateSigningRequestInterface,
	sample *certificatesv1.CertificateSigningRequest,
) {
	s.try("approval: update", func() error {
		made, err := client.Create(ctx, sample, metav1.CreateOptions{})
		if err != nil {
			return err
		}
		made.Status.Conditions = []certificatesv1.CertificateSigningRequestCondition{{
			Type: certificatesv1.CertificateApproved, Status: corev1.ConditionTrue, Reason: "Checked",
		}}
		approved, err := client.UpdateApproval(ctx, made.Name, made, metav1.UpdateOptions{})
		if err != nil {
			return err
		}
		conditions := approved.Status.Conditions
		return expect(len(conditions) == 1 && !conditions[0].LastUpdateTime.IsZero(), "%v", conditions)
	})
	s.try("approval: patch, untyped", func() error {
		requests := certificatesv1.SchemeGroupVersion.WithResource("certificatesigningrequests")
		return patchUntyped(ctx, c, requests, sample, "approval", `{"metadata": {"annotations": {"approved": "yes"}}}`)
	})
}
