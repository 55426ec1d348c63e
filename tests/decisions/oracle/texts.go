package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apiserver/pkg/endpoints/request"
	podsecurity "k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
)

const refused = "refused"

// What a request is about, by its method and URL.
func infoOf(asked json.RawMessage) string {
	var about struct{ Method, URL string }
	must(json.Unmarshal(asked, &about))
	parsed, err := url.ParseRequestURI(about.URL)
	if err != nil {
		return refused
	}
	factory := request.RequestInfoFactory{APIPrefixes: sets.NewString("api", "apis"), GrouplessAPIPrefixes: sets.NewString("api")}
	info, err := factory.NewRequestInfo(&http.Request{Method: about.Method, URL: parsed})
	if err != nil {
		return refused
	}
	return strings.Join([]string{
		fmt.Sprint(info.IsResourceRequest), info.Verb, info.Path, info.APIGroup, info.APIVersion, info.Namespace, info.Resource,
		info.Subresource, info.Name,
	}, "|")
}

func matchedLabels(given, asked json.RawMessage) string {
	var text string
	var set labels.Set
	must(json.Unmarshal(given, &text))
	must(json.Unmarshal(asked, &set))
	selector, err := labels.Parse(text)
	if err != nil {
		return refused
	}
	return fmt.Sprint(selector.Matches(set), " ", selector.String())
}

func matchedFields(given, asked json.RawMessage) string {
	var text string
	var set fields.Set
	must(json.Unmarshal(given, &text))
	must(json.Unmarshal(asked, &set))
	selector, err := fields.ParseSelector(text)
	if err != nil {
		return refused
	}
	return fmt.Sprint(selector.Matches(set), " ", selector.String())
}

func matchedSelector(given, asked json.RawMessage) string {
	var object *metav1.LabelSelector
	var set labels.Set
	must(json.Unmarshal(given, &object))
	must(json.Unmarshal(asked, &set))
	selector, err := metav1.LabelSelectorAsSelector(object)
	if err != nil {
		return refused
	}
	return fmt.Sprint(selector.Matches(set), " ", metav1.FormatLabelSelector(object))
}

var evaluator = func() policy.Evaluator {
	made, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	must(err)
	return made
}()

// What of a pod a level does not allow.
func judgedPod(given, asked json.RawMessage) string {
	var pod corev1.Pod
	var at struct{ Level, Version string }
	must(json.Unmarshal(given, &pod))
	must(json.Unmarshal(asked, &at))
	version, err := podsecurity.ParseVersion(at.Version)
	must(err)
	result := policy.AggregateCheckResults(evaluator.EvaluatePod(
		podsecurity.LevelVersion{Level: podsecurity.Level(at.Level), Version: version}, &pod.ObjectMeta, &pod.Spec))
	if result.Allowed {
		return "allowed"
	}
	return result.ForbiddenDetail()
}
