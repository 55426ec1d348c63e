package testserver

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"

	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	"k8s.io/apiserver/pkg/authentication/authenticator"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// ServeTokenReviews serves what an authenticator of this process says of tokens; returns the server, to be closed, and
// writes to `path` how it is reached. `withAudiences`: it is told for whom tokens are to be.
func ServeTokenReviews(who authenticator.Request, path string, withAudiences bool) (*httptest.Server, error) {
	return serveReviews(path, func(review *authenticationv1.TokenReview, request *http.Request) {
		asked := request.Clone(request.Context())
		if withAudiences && len(review.Spec.Audiences) > 0 {
			asked = asked.WithContext(authenticator.WithAudiences(asked.Context(), review.Spec.Audiences))
		}
		asked.Header = http.Header{"Authorization": {"Bearer " + review.Spec.Token}}
		response, ok, err := who.AuthenticateRequest(asked)
		if err != nil {
			review.Status.Error = err.Error()
		}
		if err != nil || !ok {
			return
		}
		review.Status.Authenticated = true
		if review.Status.Audiences = response.Audiences; len(response.Audiences) == 0 {
			review.Status.Audiences = review.Spec.Audiences
		}
		review.Status.User = authenticationv1.UserInfo{
			Username: response.User.GetName(),
			UID:      response.User.GetUID(),
			Groups:   response.User.GetGroups(),
			Extra:    map[string]authenticationv1.ExtraValue{},
		}
		for key, values := range response.User.GetExtra() {
			review.Status.User.Extra[key] = values
		}
	})
}

// ServeAccessReviews serves what an authorizer of this process says of requests, likewise.
func ServeAccessReviews(may authorizer.Authorizer, path string) (*httptest.Server, error) {
	return serveReviews(path, func(review *authorizationv1.SubjectAccessReview, request *http.Request) {
		decision, reason, err := may.Authorize(request.Context(), attributesOf(review.Spec))
		review.Status.Allowed = decision == authorizer.DecisionAllow
		review.Status.Denied = decision == authorizer.DecisionDeny
		review.Status.Reason = reason
		if err != nil {
			review.Status.EvaluationError = err.Error()
		}
	})
}

func attributesOf(spec authorizationv1.SubjectAccessReviewSpec) authorizer.Attributes {
	who := &user.DefaultInfo{Name: spec.User, UID: spec.UID, Groups: spec.Groups, Extra: map[string][]string{}}
	for key, values := range spec.Extra {
		who.Extra[key] = values
	}
	if resource := spec.ResourceAttributes; resource != nil {
		return authorizer.AttributesRecord{
			User:            who,
			Verb:            resource.Verb,
			Namespace:       resource.Namespace,
			APIGroup:        resource.Group,
			APIVersion:      resource.Version,
			Resource:        resource.Resource,
			Subresource:     resource.Subresource,
			Name:            resource.Name,
			ResourceRequest: true,
		}
	}
	return authorizer.AttributesRecord{
		User: who,
		Verb: spec.NonResourceAttributes.Verb,
		Path: spec.NonResourceAttributes.Path,
	}
}

func serveReviews[T any](path string, answer func(review *T, request *http.Request)) (*httptest.Server, error) {
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, request *http.Request) {
		review := new(T)
		if err := json.NewDecoder(request.Body).Decode(review); err != nil {
			http.Error(out, err.Error(), http.StatusBadRequest)
			return
		}
		answer(review, request)
		out.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(out).Encode(review)
	}))
	config := clientcmdapi.NewConfig()
	config.Clusters["reviews"] = &clientcmdapi.Cluster{Server: server.URL}
	config.Contexts["reviews"] = &clientcmdapi.Context{Cluster: "reviews"}
	config.CurrentContext = "reviews"
	text, err := clientcmd.Write(*config)
	if err == nil {
		err = os.WriteFile(path, text, 0o600)
	}
	if err != nil {
		server.Close()
		return nil, err
	}
	return server, nil
}
