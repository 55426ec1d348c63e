package main

import (
	"context"
	"maps"
	"slices"

	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// authenticated are the groups of whoever has shown who they are.
var authenticated = []string{"system:authenticated"}

// virtual are the resources that answer a question or do something, and hold no objects.
var virtual = map[string]func(context.Context, *clients) error{
	"v1 componentstatuses": func(ctx context.Context, c *clients) error {
		list, err := c.kube.CoreV1().ComponentStatuses().List(ctx, metav1.ListOptions{})
		if err != nil {
			return err
		}
		for _, one := range list.Items {
			if _, err := c.kube.CoreV1().ComponentStatuses().Get(ctx, one.Name, metav1.GetOptions{}); err != nil {
				return err
			}
		}
		return nil
	},
	"v1 bindings": func(ctx context.Context, c *clients) error {
		pods := c.kube.CoreV1().Pods(namespaceOf(c))
		pod, err := pods.Create(ctx, &corev1.Pod{
			ObjectMeta: metav1.ObjectMeta{Name: "bound"}, Spec: corev1.PodSpec{Containers: containers()},
		}, metav1.CreateOptions{})
		if err != nil {
			return err
		}
		// The typed client has no method for it: it posts to the pod.
		err = c.kube.CoreV1().RESTClient().Post().Namespace(pod.Namespace).Resource("bindings").Body(&corev1.Binding{
			ObjectMeta: metav1.ObjectMeta{Name: pod.Name}, Target: corev1.ObjectReference{Kind: "Node", Name: "there"},
		}).Do(ctx).Error()
		if err != nil {
			return err
		}
		if pod, err = pods.Get(ctx, pod.Name, metav1.GetOptions{}); err != nil {
			return err
		}
		if err := expect(pod.Spec.NodeName == "there", "node %q", pod.Spec.NodeName); err != nil {
			return err
		}
		return pods.Delete(ctx, pod.Name, metav1.DeleteOptions{GracePeriodSeconds: new(int64(0))})
	},
	"authentication.k8s.io/v1 selfsubjectreviews": func(ctx context.Context, c *clients) error {
		review, err := c.kube.AuthenticationV1().SelfSubjectReviews().Create(
			ctx, &authenticationv1.SelfSubjectReview{}, metav1.CreateOptions{})
		if err != nil {
			return err
		}
		return expect(review.Status.UserInfo.Username == "admin", "%v", review.Status)
	},
	"authentication.k8s.io/v1 tokenreviews": func(ctx context.Context, c *clients) error {
		reviews := c.kube.AuthenticationV1().TokenReviews()
		review, err := reviews.Create(ctx, &authenticationv1.TokenReview{
			Spec: authenticationv1.TokenReviewSpec{Token: "nonsense"},
		}, metav1.CreateOptions{})
		if err != nil {
			return err
		}
		if err := expect(!review.Status.Authenticated, "%v", review.Status); err != nil {
			return err
		}
		_, err = reviews.Create(ctx, &authenticationv1.TokenReview{}, metav1.CreateOptions{})
		return refused(err, apierrors.IsBadRequest, "BadRequest")
	},
	"authorization.k8s.io/v1 localsubjectaccessreviews": func(ctx context.Context, c *clients) error {
		review, err := c.kube.AuthorizationV1().LocalSubjectAccessReviews("default").Create(
			ctx, &authorizationv1.LocalSubjectAccessReview{
				ObjectMeta: metav1.ObjectMeta{Namespace: "default"},
				Spec: authorizationv1.SubjectAccessReviewSpec{User: "somebody", Groups: authenticated, ResourceAttributes: &authorizationv1.ResourceAttributes{
					Namespace: "default", Verb: "get", Resource: "pods",
				}},
			}, metav1.CreateOptions{})
		if err != nil {
			return err
		}
		return expect(review.Status.Allowed, "%v", review.Status)
	},
	"authorization.k8s.io/v1 selfsubjectaccessreviews": func(ctx context.Context, c *clients) error {
		review, err := c.kube.AuthorizationV1().SelfSubjectAccessReviews().Create(
			ctx, &authorizationv1.SelfSubjectAccessReview{
				Spec: authorizationv1.SelfSubjectAccessReviewSpec{ResourceAttributes: &authorizationv1.ResourceAttributes{
					Namespace: "default", Verb: "delete", Group: "apps", Resource: "deployments",
				}},
			}, metav1.CreateOptions{})
		if err != nil {
			return err
		}
		return expect(review.Status.Allowed, "%v", review.Status)
	},
	"authorization.k8s.io/v1 selfsubjectrulesreviews": func(ctx context.Context, c *clients) error {
		review, err := c.kube.AuthorizationV1().SelfSubjectRulesReviews().Create(
			ctx, &authorizationv1.SelfSubjectRulesReview{
				Spec: authorizationv1.SelfSubjectRulesReviewSpec{Namespace: "default"},
			}, metav1.CreateOptions{})
		if err != nil {
			return err
		}
		return expect(len(review.Status.ResourceRules) > 0, "%v", review.Status)
	},
	"authorization.k8s.io/v1 subjectaccessreviews": func(ctx context.Context, c *clients) error {
		reviews := c.kube.AuthorizationV1().SubjectAccessReviews()
		review, err := reviews.Create(ctx, &authorizationv1.SubjectAccessReview{
			Spec: authorizationv1.SubjectAccessReviewSpec{User: "somebody", Groups: authenticated, NonResourceAttributes: &authorizationv1.NonResourceAttributes{
				Path: "/version", Verb: "get",
			}},
		}, metav1.CreateOptions{})
		if err != nil {
			return err
		}
		if err := expect(review.Status.Allowed, "%v", review.Status); err != nil {
			return err
		}
		_, err = reviews.Create(ctx, &authorizationv1.SubjectAccessReview{}, metav1.CreateOptions{})
		return refused(err, apierrors.IsInvalid, "Invalid")
	},
}

func virtualKinds(ctx context.Context, c *clients, s *steps) {
	for _, key := range slices.Sorted(maps.Keys(virtual)) {
		s.try(key, func() error { return virtual[key](ctx, c) })
	}
}
