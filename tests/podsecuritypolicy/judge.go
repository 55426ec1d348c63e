// Judges pods by pod security policies as the reference did while it had them: a line of JSON with a
// policy and a pod in, a line with what is wrong and what the pod became out.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	corev1 "k8s.io/api/core/v1"
	policyv1beta1 "k8s.io/api/policy/v1beta1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/kubernetes/pkg/apis/core"
	convert "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/security/podsecuritypolicy"
)

type question struct {
	Policy policyv1beta1.PodSecurityPolicy `json:"policy"`
	Pod    corev1.Pod                      `json:"pod"`
}

type answer struct {
	// Why the policy can't be used.
	Unusable string `json:"unusable,omitempty"`
	// What is wrong with the pod once the policy has filled in what it has.
	Errors []string `json:"errors"`
	// The pod then.
	Pod corev1.Pod `json:"pod"`
	// Whether anything was filled in.
	Filled bool `json:"filled"`
}

func main() {
	decoder, encoder := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var asked question
		err := decoder.Decode(&asked)
		if errors.Is(err, io.EOF) {
			return
		}
		if err == nil {
			var judged answer
			if judged, err = judge(&asked); err == nil {
				err = encoder.Encode(judged)
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func judge(asked *question) (answer, error) {
	judged := answer{Errors: []string{}}
	strategies := podsecuritypolicy.NewSimpleStrategyFactory()
	provider, err := podsecuritypolicy.NewSimpleProvider(&asked.Policy, "n", strategies)
	if err != nil {
		judged.Unusable = err.Error()
		return judged, nil
	}
	pod := &core.Pod{}
	if err := convert.Convert_v1_Pod_To_core_Pod(&asked.Pod, pod, nil); err != nil {
		return judged, err
	}
	before := pod.DeepCopy()
	if err := provider.MutatePod(pod); err != nil {
		return judged, err
	}
	for _, wrong := range provider.ValidatePod(pod) {
		judged.Errors = append(judged.Errors, wrong.Error())
	}
	judged.Filled = !equality.Semantic.DeepEqual(before, pod)
	return judged, convert.Convert_core_Pod_To_v1_Pod(pod, &judged.Pod, nil)
}
