package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apiserver/pkg/authentication/authenticator"
	"k8s.io/apiserver/pkg/authentication/request/headerrequest"
	"k8s.io/apiserver/pkg/authentication/token/tokenfile"
	"k8s.io/kubernetes/pkg/apis/core"
	apiscorev1 "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/plugin/pkg/admission/limitranger"
)

// Whose a token is, by the text of a file.
func userOfToken(given, asked json.RawMessage, file string) string {
	var text, token string
	must(json.Unmarshal(given, &text))
	must(json.Unmarshal(asked, &token))
	must(os.WriteFile(file, []byte(text), 0o600))
	tokens, err := tokenfile.NewCSV(file)
	if err != nil {
		return refused
	}
	return shownUser(tokens.AuthenticateToken(context.Background(), token))
}

// Whom headers name that a proxy has sent, which is believed.
func userOfHeaders(asked json.RawMessage) string {
	var headers [][2]string
	must(json.Unmarshal(asked, &headers))
	request := http.Request{Header: http.Header{}}
	for _, header := range headers {
		request.Header.Add(header[0], header[1])
	}
	authenticator, err := headerrequest.New([]string{"X-Remote-User", "X-Other-User"}, []string{"X-Remote-Uid"},
		[]string{"X-Remote-Group", "X-Other-Group"}, []string{"X-Remote-Extra-", "X-Other-"})
	must(err)
	return shownUser(authenticator.AuthenticateRequest(&request))
}

func shownUser(response *authenticator.Response, known bool, err error) string {
	if err != nil {
		return refused
	}
	if !known {
		return "absent"
	}
	text, err := json.Marshal([]any{response.User.GetName(), response.User.GetUID(), response.User.GetGroups(), response.User.GetExtra()})
	must(err)
	return string(text)
}

// What a limit range makes of a pod, and what is wrong with that.
func ranged(given, asked json.RawMessage) string {
	var limits corev1.LimitRange
	var pod corev1.Pod
	must(json.Unmarshal(given, &limits))
	must(json.Unmarshal(asked, &pod))
	apiscorev1.SetObjectDefaults_LimitRange(&limits)
	var internal core.Pod
	must(apiscorev1.Convert_v1_Pod_To_core_Pod(&pod, &internal, nil))
	problem := ""
	must(limitranger.PodMutateLimitFunc(&limits, &internal))
	if err := limitranger.PodValidateLimitFunc(&limits, &internal); err != nil {
		problem = err.Error()
	}
	var made corev1.Pod
	must(apiscorev1.Convert_core_Pod_To_v1_Pod(&internal, &made, nil))
	type amounts struct {
		Name      string
		Resources corev1.ResourceRequirements
	}
	var all []amounts
	for _, container := range append(made.Spec.InitContainers, made.Spec.Containers...) {
		all = append(all, amounts{container.Name, container.Resources})
	}
	text, err := json.Marshal([]any{all, made.Annotations["kubernetes.io/limit-ranger"], problem})
	must(err)
	return string(text)
}
