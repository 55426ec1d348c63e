package main

import (
	"encoding/json"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	quota "k8s.io/apiserver/pkg/quota/v1"
	"k8s.io/kubernetes/pkg/quota/v1/evaluator/core"
	"k8s.io/utils/clock"
)

// Who measures objects of a kind, and an empty one.
func evaluatorOf(kind string) (quota.Evaluator, runtime.Object) {
	switch kind {
	case "Service":
		return core.NewServiceEvaluator(nil), &corev1.Service{}
	case "PersistentVolumeClaim":
		return core.NewPersistentVolumeClaimEvaluator(nil), &corev1.PersistentVolumeClaim{}
	default:
		return core.NewPodEvaluator(nil, clock.RealClock{}), &corev1.Pod{}
	}
}

// What an object of a kind uses.
func usageOf(given, asked json.RawMessage) string {
	var kind string
	must(json.Unmarshal(given, &kind))
	evaluator, object := evaluatorOf(kind)
	must(json.Unmarshal(asked, object))
	usage, err := evaluator.Usage(object)
	must(err)
	text, err := json.Marshal(usage)
	must(err)
	return string(text)
}

// Whether a pod meets a condition of a quota.
func isInScope(given, asked json.RawMessage) string {
	var scope corev1.ScopedResourceSelectorRequirement
	must(json.Unmarshal(given, &scope))
	evaluator, pod := evaluatorOf("Pod")
	must(json.Unmarshal(asked, pod))
	found, err := evaluator.MatchingScopes(pod, []corev1.ScopedResourceSelectorRequirement{scope})
	if err != nil {
		return refused
	}
	return fmt.Sprint(len(found) > 0)
}

// What a pod does not say that a quota with some names wants to know.
func whatLacks(given, asked json.RawMessage) string {
	var names []corev1.ResourceName
	must(json.Unmarshal(given, &names))
	evaluator, pod := evaluatorOf("Pod")
	must(json.Unmarshal(asked, pod))
	if err := evaluator.Constraints(names, pod); err != nil {
		return err.Error()
	}
	return ""
}
