package main

import (
	"time"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	apps "k8s.io/client-go/kubernetes/typed/apps/v1"
	autoscaling1 "k8s.io/client-go/kubernetes/typed/autoscaling/v1"
	autoscaling2 "k8s.io/client-go/kubernetes/typed/autoscaling/v2"
	batch "k8s.io/client-go/kubernetes/typed/batch/v1"
	policy "k8s.io/client-go/kubernetes/typed/policy/v1"
)

func appsGroup(c *clients) apps.AppsV1Interface                    { return c.kube.AppsV1() }
func batchGroup(c *clients) batch.BatchV1Interface                 { return c.kube.BatchV1() }
func policyGroup(c *clients) policy.PolicyV1Interface              { return c.kube.PolicyV1() }
func scaling1Group(c *clients) autoscaling1.AutoscalingV1Interface { return c.kube.AutoscalingV1() }
func scaling2Group(c *clients) autoscaling2.AutoscalingV2Interface { return c.kube.AutoscalingV2() }

// aDay is a time that is not that of the test.
var aDay = metav1.NewTime(time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC))

func selector() *metav1.LabelSelector { return &metav1.LabelSelector{MatchLabels: selection} }

func job() batchv1.JobSpec {
	return batchv1.JobSpec{Template: corev1.PodTemplateSpec{
		Spec: corev1.PodSpec{RestartPolicy: corev1.RestartPolicyNever, Containers: containers()},
	}}
}

var workloadKinds = []row{
	namespaced(appsGroup, apps.AppsV1Interface.ControllerRevisions, kind[*appsv1.ControllerRevision]{
		sample: func(m metav1.ObjectMeta) *appsv1.ControllerRevision {
			return &appsv1.ControllerRevision{ObjectMeta: m, Revision: 1, Data: raw(`{"any":["thing",1]}`)}
		},
		change: func(o *appsv1.ControllerRevision) { o.Revision = 2 },
	}),
	namespaced(appsGroup, apps.AppsV1Interface.DaemonSets, kind[*appsv1.DaemonSet]{
		sample: func(m metav1.ObjectMeta) *appsv1.DaemonSet {
			return &appsv1.DaemonSet{ObjectMeta: m, Spec: appsv1.DaemonSetSpec{Selector: selector(), Template: template()}}
		},
		change: func(o *appsv1.DaemonSet) { o.Spec.MinReadySeconds = 3 },
		status: func(o *appsv1.DaemonSet) {
			o.Status.DesiredNumberScheduled, o.Status.NumberReady = 3, 2
			o.Status.Conditions = []appsv1.DaemonSetCondition{{Type: "Checked", Status: corev1.ConditionTrue}}
		},
	}),
	namespaced(appsGroup, apps.AppsV1Interface.Deployments, kind[*appsv1.Deployment]{
		sample: func(m metav1.ObjectMeta) *appsv1.Deployment {
			return &appsv1.Deployment{ObjectMeta: m, Spec: appsv1.DeploymentSpec{Selector: selector(), Template: template()}}
		},
		change: func(o *appsv1.Deployment) { o.Spec.Template.Spec.Containers[0].Image = "nginx:2" },
		status: func(o *appsv1.Deployment) {
			o.Status.Replicas, o.Status.UpdatedReplicas = 3, 2
			o.Status.Conditions = []appsv1.DeploymentCondition{{Type: appsv1.DeploymentAvailable, Status: corev1.ConditionTrue}}
		},
	}, typedScale),
	namespaced(appsGroup, apps.AppsV1Interface.ReplicaSets, kind[*appsv1.ReplicaSet]{
		sample: func(m metav1.ObjectMeta) *appsv1.ReplicaSet {
			return &appsv1.ReplicaSet{ObjectMeta: m, Spec: appsv1.ReplicaSetSpec{Selector: selector(), Template: template()}}
		},
		change: func(o *appsv1.ReplicaSet) { o.Spec.Replicas = new(int32(3)) },
		status: func(o *appsv1.ReplicaSet) { o.Status.Replicas, o.Status.FullyLabeledReplicas = 3, 2 },
	}, typedScale),
	namespaced(appsGroup, apps.AppsV1Interface.StatefulSets, kind[*appsv1.StatefulSet]{
		sample: func(m metav1.ObjectMeta) *appsv1.StatefulSet {
			return &appsv1.StatefulSet{ObjectMeta: m, Spec: appsv1.StatefulSetSpec{
				ServiceName: "web", Selector: selector(), Template: template(),
			}}
		},
		change: func(o *appsv1.StatefulSet) { o.Spec.Replicas = new(int32(3)) },
		status: func(o *appsv1.StatefulSet) { o.Status.Replicas, o.Status.CurrentRevision = 3, "web-1" },
	}, typedScale),
	namespaced(batchGroup, batch.BatchV1Interface.CronJobs, kind[*batchv1.CronJob]{
		sample: func(m metav1.ObjectMeta) *batchv1.CronJob {
			return &batchv1.CronJob{ObjectMeta: m, Spec: batchv1.CronJobSpec{
				Schedule: "*/5 * * * *", JobTemplate: batchv1.JobTemplateSpec{Spec: job()},
			}}
		},
		change: func(o *batchv1.CronJob) { o.Spec.Suspend = new(true) },
		status: func(o *batchv1.CronJob) { o.Status.LastScheduleTime = &aDay },
	}),
	namespaced(batchGroup, batch.BatchV1Interface.Jobs, kind[*batchv1.Job]{
		sample: func(m metav1.ObjectMeta) *batchv1.Job { return &batchv1.Job{ObjectMeta: m, Spec: job()} },
		change: func(o *batchv1.Job) { o.Spec.Parallelism = new(int32(2)) },
		status: func(o *batchv1.Job) { o.Status.StartTime, o.Status.Active = &aDay, 1 },
	}),
	namespaced(scaling1Group, autoscaling1.AutoscalingV1Interface.HorizontalPodAutoscalers, kind[*autoscalingv1.HorizontalPodAutoscaler]{
		sample: func(m metav1.ObjectMeta) *autoscalingv1.HorizontalPodAutoscaler {
			return &autoscalingv1.HorizontalPodAutoscaler{ObjectMeta: m, Spec: autoscalingv1.HorizontalPodAutoscalerSpec{
				ScaleTargetRef: autoscalingv1.CrossVersionObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Name: "web"},
				MaxReplicas:    3,
			}}
		},
		change: func(o *autoscalingv1.HorizontalPodAutoscaler) {
			o.Spec.TargetCPUUtilizationPercentage = new(int32(70))
		},
		status: func(o *autoscalingv1.HorizontalPodAutoscaler) { o.Status.CurrentReplicas = 2 },
		named:  func(letters string) string { return "clientgo-v1-" + letters },
	}),
	namespaced(scaling2Group, autoscaling2.AutoscalingV2Interface.HorizontalPodAutoscalers, kind[*autoscalingv2.HorizontalPodAutoscaler]{
		sample: func(m metav1.ObjectMeta) *autoscalingv2.HorizontalPodAutoscaler {
			return &autoscalingv2.HorizontalPodAutoscaler{ObjectMeta: m, Spec: autoscalingv2.HorizontalPodAutoscalerSpec{
				ScaleTargetRef: autoscalingv2.CrossVersionObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Name: "web"},
				MaxReplicas:    3,
			}}
		},
		change: func(o *autoscalingv2.HorizontalPodAutoscaler) { o.Spec.MinReplicas = new(int32(2)) },
		status: func(o *autoscalingv2.HorizontalPodAutoscaler) {
			o.Status.DesiredReplicas = 2
			o.Status.Conditions = []autoscalingv2.HorizontalPodAutoscalerCondition{{
				Type: autoscalingv2.AbleToScale, Status: corev1.ConditionTrue,
			}}
		},
	}),
	namespaced(policyGroup, policy.PolicyV1Interface.PodDisruptionBudgets, kind[*policyv1.PodDisruptionBudget]{
		sample: func(m metav1.ObjectMeta) *policyv1.PodDisruptionBudget {
			return &policyv1.PodDisruptionBudget{ObjectMeta: m, Spec: policyv1.PodDisruptionBudgetSpec{
				MinAvailable: new(intstr.FromString("50%")), Selector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": "other"}},
			}}
		},
		change: func(o *policyv1.PodDisruptionBudget) { o.Spec.MinAvailable = new(intstr.FromInt32(2)) },
		status: func(o *policyv1.PodDisruptionBudget) {
			o.Status.DesiredHealthy, o.Status.CurrentHealthy = 2, 3
			o.Status.ObservedGeneration, o.Status.ExpectedPods = 1, 3
		},
	}),
}
