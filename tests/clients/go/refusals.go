package main

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

// warnings keeps what a server warns of.
type warnings struct {
	mutex sync.Mutex
	texts []string
}

func (w *warnings) HandleWarningHeader(_ int, _, text string) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.texts = append(w.texts, text)
}

func (w *warnings) take() string {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	text := strings.Join(w.texts, "; ")
	w.texts = nil
	return text
}

// refusals are told apart by programs: by their reasons, causes and details.
func refusals(ctx context.Context, c *clients, s *steps) {
	maps := c.kube.CoreV1().ConfigMaps(namespaceOf(c))
	s.try("Invalid, with causes", func() error {
		_, err := c.kube.CoreV1().Pods(namespaceOf(c)).Create(ctx, &corev1.Pod{
			ObjectMeta: metav1.ObjectMeta{Name: "Bad_Name"},
			Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "web"}}},
		}, metav1.CreateOptions{})
		if err := refused(err, apierrors.IsInvalid, "Invalid"); err != nil {
			return err
		}
		var status apierrors.APIStatus
		errors.As(err, &status)
		details := status.Status().Details
		fields := map[string]metav1.CauseType{}
		for _, cause := range details.Causes {
			fields[cause.Field] = cause.Type
		}
		return expect(details.Kind == "Pod" && details.Name == "Bad_Name" &&
			fields["metadata.name"] == metav1.CauseTypeFieldValueInvalid &&
			fields["spec.containers[0].image"] == metav1.CauseTypeFieldValueRequired, "%v", details)
	})
	s.try("NotFound, with details", func() error {
		_, err := maps.Get(ctx, "none", metav1.GetOptions{})
		if err := refused(err, apierrors.IsNotFound, "NotFound"); err != nil {
			return err
		}
		var status apierrors.APIStatus
		errors.As(err, &status)
		details := status.Status().Details
		return expect(status.Status().Code == 404 && details.Name == "none" && details.Kind == "configmaps", "%v", details)
	})
	s.try("Forbidden", func() error {
		err := c.kube.CoreV1().Namespaces().Delete(ctx, "default", metav1.DeleteOptions{})
		return refused(err, apierrors.IsForbidden, "Forbidden")
	})
	s.try("Forbidden: the namespace ends", func() error { return intoEnding(ctx, c) })
	s.try("NotFound: no such namespace", func() error {
		_, err := c.kube.CoreV1().ConfigMaps("nowhere").Create(ctx, &corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Name: "one"},
		}, metav1.CreateOptions{})
		return refused(err, apierrors.IsNotFound, "NotFound")
	})
	s.try("BadRequest", func() error {
		_, err := maps.List(ctx, metav1.ListOptions{LabelSelector: "a in"})
		return refused(err, apierrors.IsBadRequest, "BadRequest")
	})
	s.try("BadRequest: a field that nothing is selected by", func() error {
		_, err := maps.List(ctx, metav1.ListOptions{FieldSelector: "data.colour=red"})
		return refused(err, apierrors.IsBadRequest, "BadRequest")
	})
	s.try("MethodNotSupported", func() error {
		err := c.kube.CoreV1().RESTClient().Delete().Resource("componentstatuses").Name("etcd-0").Do(ctx).Error()
		return refused(err, apierrors.IsMethodNotSupported, "MethodNotSupported")
	})
	s.try("UnsupportedMediaType", func() error {
		_, err := maps.Patch(ctx, "kube-root-ca.crt", "application/x-unknown", []byte(`{}`), metav1.PatchOptions{})
		return refused(err, apierrors.IsUnsupportedMediaType, "UnsupportedMediaType")
	})
	s.try("NotAcceptable", func() error {
		err := c.kube.CoreV1().RESTClient().Get().Resource("namespaces").SetHeader("Accept", "application/x-unknown").Do(ctx).Error()
		return refused(err, apierrors.IsNotAcceptable, "NotAcceptable")
	})
	s.try("RequestEntityTooLarge", func() error {
		_, err := maps.Create(ctx, &corev1.ConfigMap{
			ObjectMeta: metav1.ObjectMeta{Name: "big"}, Data: map[string]string{"big": strings.Repeat("x", 4<<20)},
		}, metav1.CreateOptions{})
		return refused(err, apierrors.IsRequestEntityTooLargeError, "RequestEntityTooLarge")
	})
	s.try("Unauthorized", func() error {
		config := rest.AnonymousClientConfig(c.config)
		config.BearerToken = "nonsense"
		stranger, err := kubernetes.NewForConfig(config)
		if err != nil {
			return err
		}
		_, err = stranger.CoreV1().Namespaces().List(ctx, metav1.ListOptions{})
		return refused(err, apierrors.IsUnauthorized, "Unauthorized")
	})
	s.try("a timeout of the client", func() error {
		config := rest.CopyConfig(c.config)
		config.Timeout = time.Nanosecond
		hasty, err := kubernetes.NewForConfig(config)
		if err != nil {
			return err
		}
		_, err = hasty.CoreV1().Namespaces().List(ctx, metav1.ListOptions{})
		var timeout interface{ Timeout() bool }
		return expect(errors.As(err, &timeout) && timeout.Timeout(), "%v", err)
	})
	s.try("not there: paths of no resource", func() error {
		err := c.kube.CoreV1().RESTClient().Get().AbsPath("/apis/none.example.com/v1/things").Do(ctx).Error()
		return refused(err, apierrors.IsNotFound, "NotFound")
	})
	fieldValidation(ctx, c, s)
}

// intoEnding creates in a namespace that is being deleted.
func intoEnding(ctx context.Context, c *clients) error {
	namespaces := c.kube.CoreV1().Namespaces()
	made, err := namespaces.Create(ctx, &corev1.Namespace{
		ObjectMeta: metav1.ObjectMeta{Name: "ending-" + strings.ToLower(c.encoding)},
	}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	if err := namespaces.Delete(ctx, made.Name, metav1.DeleteOptions{}); err != nil {
		return err
	}
	_, err = c.kube.CoreV1().ConfigMaps(made.Name).Create(ctx, &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: "late"},
	}, metav1.CreateOptions{})
	if err := refused(err, apierrors.IsForbidden, "Forbidden"); err != nil {
		return err
	}
	if !apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause) {
		return err
	}
	return finalizeNamespace(ctx, c, made)
}

// fieldValidation sends fields that no type has.
func fieldValidation(ctx context.Context, c *clients, s *steps) {
	config := rest.CopyConfig(c.config)
	heard := &warnings{}
	config.WarningHandler = heard
	kube, err := kubernetes.NewForConfig(config)
	s.must("field validation: client", func() error { return err })
	maps := kube.CoreV1().ConfigMaps(namespaceOf(c))
	s.must("field validation: create", func() error {
		_, err := maps.Create(ctx, &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "strict"}}, metav1.CreateOptions{})
		return err
	})
	send := func(how string) error {
		_, err := maps.Patch(ctx, "strict", types.MergePatchType, []byte(`{"nonsense": 1, "data": {"a": "b"}}`),
			metav1.PatchOptions{FieldValidation: how})
		return err
	}
	s.try("field validation: Strict", func() error {
		err := send(metav1.FieldValidationStrict)
		if err := refused(err, apierrors.IsInvalid, "Invalid"); err != nil {
			return err
		}
		return expect(strings.Contains(err.Error(), `unknown field "nonsense"`), "%v", err)
	})
	s.try("field validation: Warn", func() error {
		heard.take()
		if err := send(metav1.FieldValidationWarn); err != nil {
			return err
		}
		text := heard.take()
		return expect(strings.Contains(text, `unknown field "nonsense"`), "warned of %q", text)
	})
	s.try("field validation: Ignore", func() error {
		if err := send(metav1.FieldValidationIgnore); err != nil {
			return err
		}
		text := heard.take()
		return expect(text == "", "warned of %q", text)
	})
	s.try("warnings: deprecated kinds", func() error {
		if _, err := kube.CoreV1().ComponentStatuses().List(ctx, metav1.ListOptions{}); err != nil {
			return err
		}
		text := heard.take()
		return expect(strings.Contains(text, "deprecated"), "warned of %q", text)
	})
}
