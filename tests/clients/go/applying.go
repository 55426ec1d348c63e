package main

import (
	"context"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apps "k8s.io/client-go/applyconfigurations/apps/v1"
	core "k8s.io/client-go/applyconfigurations/core/v1"
	meta "k8s.io/client-go/applyconfigurations/meta/v1"
)

// applying is server-side apply as controllers do it: by configurations that are built, sent, taken out of
// what came of them, and sent again.
func applying(ctx context.Context, c *clients, s *steps) {
	deployments := c.kube.AppsV1().Deployments(namespaceOf(c))
	options := metav1.ApplyOptions{FieldManager: "builder"}
	var applied *appsv1.Deployment
	wanted := apps.Deployment("built", namespaceOf(c)).WithLabels(map[string]string{"app": "built"}).
		WithSpec(apps.DeploymentSpec().WithReplicas(2).
			WithSelector(meta.LabelSelector().WithMatchLabels(map[string]string{"app": "built"})).
			WithTemplate(core.PodTemplateSpec().WithLabels(map[string]string{"app": "built"}).
				WithSpec(core.PodSpec().WithContainers(
					core.Container().WithName("web").WithImage("nginx:1").WithPorts(core.ContainerPort().WithContainerPort(80)),
					core.Container().WithName("side").WithImage("side:1"),
				))))
	s.must("build and apply", func() (err error) {
		applied, err = deployments.Apply(ctx, wanted, options)
		return err
	})
	s.try("another manager owns a field of its own", func() error {
		other := apps.Deployment("built", namespaceOf(c)).WithAnnotations(map[string]string{"by": "another"})
		changed, err := deployments.Apply(ctx, other, metav1.ApplyOptions{FieldManager: "another"})
		if err != nil {
			return err
		}
		return expect(*changed.Spec.Replicas == 2 && changed.Annotations["by"] == "another", "%v", changed)
	})
	s.try("extract: what the manager owns and no more", func() error {
		current, err := deployments.Get(ctx, "built", metav1.GetOptions{})
		if err != nil {
			return err
		}
		own, err := apps.ExtractDeployment(current, "builder")
		if err != nil {
			return err
		}
		containers := own.Spec.Template.Spec.Containers
		if len(own.Annotations) != 0 || len(containers) != 2 || containers[0].ImagePullPolicy != nil || own.Spec.Strategy != nil {
			return fmt.Errorf("%v with %d containers", own.ObjectMetaApplyConfiguration, len(containers))
		}
		// The same again changes nothing.
		again, err := deployments.Apply(ctx, own, options)
		if err != nil {
			return err
		}
		return expect(again.ResourceVersion == current.ResourceVersion, "version %s after %s", again.ResourceVersion, current.ResourceVersion)
	})
	s.try("what is no longer applied goes", func() error {
		wanted.Spec.Replicas = nil
		wanted.Spec.Template.Spec.Containers = wanted.Spec.Template.Spec.Containers[:1]
		changed, err := deployments.Apply(ctx, wanted, options)
		if err != nil {
			return err
		}
		containers := changed.Spec.Template.Spec.Containers
		return expect(len(containers) == 1 && containers[0].Name == "web" && *changed.Spec.Replicas == 1 &&
			changed.Generation > applied.Generation && changed.Annotations["by"] == "another", "%v", changed)
	})
	s.try("dry run", func() error {
		wanted.Spec.Template.Spec.Containers[0].WithImage("nginx:9")
		shown, err := deployments.Apply(ctx, wanted, metav1.ApplyOptions{FieldManager: "builder", DryRun: []string{metav1.DryRunAll}})
		if err != nil {
			return err
		}
		current, err := deployments.Get(ctx, "built", metav1.GetOptions{})
		if err != nil {
			return err
		}
		return expect(shown.Spec.Template.Spec.Containers[0].Image == "nginx:9" &&
			current.Spec.Template.Spec.Containers[0].Image == "nginx:1", "%v", current.Spec)
	})
}
