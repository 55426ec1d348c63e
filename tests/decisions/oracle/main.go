// Says what the reference decides: a JSON object a line in, with a kind of decision, what was given and what is asked; a
// JSON text a line out.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	_ "unsafe" // for go:linkname

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	flowcontrolv1 "k8s.io/api/flowcontrol/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/admission"
	"k8s.io/apiserver/pkg/admission/plugin/webhook/predicates/rules"
	"k8s.io/apiserver/pkg/audit"
	"k8s.io/apiserver/pkg/audit/policy"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/util/flowcontrol"
	"k8s.io/component-helpers/auth/rbac/validation"
	"k8s.io/kubernetes/pkg/auth/authorizer/abac"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac"
)

type question struct {
	Kind  string
	Given json.RawMessage
	Asked json.RawMessage
}

// A request, as all of them see it.
type asked struct {
	Name                                                         string
	Groups                                                       []string
	IsResource                                                   bool
	Verb, Path, Group, Version, Namespace, Resource, Subresource string
	Object, Operation                                            string
	Namespaced                                                   bool
}

//go:linkname matchesFlowSchema k8s.io/apiserver/pkg/util/flowcontrol.matchesFlowSchema
func matchesFlowSchema(digest flowcontrol.RequestDigest, schema *flowcontrolv1.FlowSchema) bool

func main() {
	folder, err := os.MkdirTemp("", "decisions")
	must(err)
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "file")
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	write := json.NewEncoder(out)
	write.SetEscapeHTML(false)
	for lines.Scan() {
		var question question
		must(json.Unmarshal(lines.Bytes(), &question))
		must(write.Encode(decided(question, file)))
	}
	must(lines.Err())
}

func decided(question question, file string) (said string) {
	defer func() {
		if failure := recover(); failure != nil {
			said = fmt.Sprintf("panic: %v", failure)
		}
	}()
	switch question.Kind {
	case "rules":
		var given []rbacv1.PolicyRule
		must(json.Unmarshal(question.Given, &given))
		return fmt.Sprint(rbac.RulesAllow(attributesOf(question.Asked), given...))
	case "covers":
		var given, wanted []rbacv1.PolicyRule
		must(json.Unmarshal(question.Given, &given))
		must(json.Unmarshal(question.Asked, &wanted))
		covers, missing := validation.Covers(given, wanted)
		text, err := json.Marshal(missing)
		must(err)
		if covers {
			return "covered"
		}
		return string(text)
	case "abac":
		var lines []json.RawMessage
		must(json.Unmarshal(question.Given, &lines))
		texts := make([]string, len(lines))
		for index, line := range lines {
			texts[index] = string(line)
		}
		must(os.WriteFile(file, []byte(strings.Join(texts, "\n")), 0o600))
		policies, err := abac.NewFromFile(file)
		if err != nil {
			return "refused"
		}
		decision, _, err := policies.Authorize(nil, attributesOf(question.Asked))
		must(err)
		return fmt.Sprint(decision == authorizer.DecisionAllow)
	case "audit":
		given, err := policy.LoadPolicyFromBytes(question.Given)
		if err != nil {
			return "refused"
		}
		config := policy.NewPolicyRuleEvaluator(given).EvaluatePolicyRule(attributesOf(question.Asked))
		return recording(config)
	case "schema":
		var given flowcontrolv1.FlowSchema
		must(json.Unmarshal(question.Given, &given.Spec))
		info, who := requestOf(question.Asked)
		return fmt.Sprint(matchesFlowSchema(flowcontrol.RequestDigest{RequestInfo: info, User: who}, &given))
	case "webhook":
		var given admissionregistrationv1.RuleWithOperations
		must(json.Unmarshal(question.Given, &given))
		var about asked
		must(json.Unmarshal(question.Asked, &about))
		namespace := ""
		if about.Namespaced {
			namespace = "shop"
		}
		matcher := rules.Matcher{Rule: given, Attr: admission.NewAttributesRecord(nil, nil, schema.GroupVersionKind{}, namespace, about.Object,
			schema.GroupVersionResource{Group: about.Group, Version: about.Version, Resource: about.Resource}, about.Subresource,
			admission.Operation(about.Operation), nil, false, nil)}
		return fmt.Sprint(matcher.Matches())
	case "path":
		return infoOf(question.Asked)
	case "labels":
		return matchedLabels(question.Given, question.Asked)
	case "fields":
		return matchedFields(question.Given, question.Asked)
	case "object selector":
		return matchedSelector(question.Given, question.Asked)
	case "tokens":
		return userOfToken(question.Given, question.Asked, file)
	case "headers":
		return userOfHeaders(question.Asked)
	case "range":
		return ranged(question.Given, question.Asked)
	case "usage":
		return usageOf(question.Given, question.Asked)
	case "scope":
		return isInScope(question.Given, question.Asked)
	case "lacks":
		return whatLacks(question.Given, question.Asked)
	case "node":
		return mayNode(question.Given, question.Asked)
	case "restriction":
		return restricted(question.Given, question.Asked)
	case "estimate":
		return estimated(question.Given, question.Asked)
	case "hand":
		return dealt(question.Given, question.Asked)
	case "share":
		return shared(question.Given, question.Asked)
	case "levels":
		return leveled(question.Given, question.Asked)
	case "account":
		return accountOfToken(question.Given, question.Asked)
	case "token request":
		return requestedToken(question.Given, question.Asked)
	case "signing request":
		return readRequest(question.Given, question.Asked)
	case "validity":
		return validity(question.Given, question.Asked)
	case "certificate writing":
		return admittedRequest(question.Given, question.Asked)
	case "pod":
		return judgedPod(question.Given, question.Asked)
	default:
		panic("nobody knows " + question.Kind)
	}
}

func recording(config audit.RequestAuditConfig) string {
	stages := make([]string, len(config.OmitStages))
	for index, stage := range config.OmitStages {
		stages[index] = string(stage)
	}
	sort.Strings(stages)
	return fmt.Sprintf("%s [%s] %t", config.Level, strings.Join(slices.Compact(stages), " "), config.OmitManagedFields)
}

func requestOf(text json.RawMessage) (*request.RequestInfo, user.Info) {
	var about asked
	must(json.Unmarshal(text, &about))
	return &request.RequestInfo{
		IsResourceRequest: about.IsResource, Verb: about.Verb, Path: about.Path, APIGroup: about.Group, APIVersion: about.Version,
		Namespace: about.Namespace, Resource: about.Resource, Subresource: about.Subresource, Name: about.Object,
	}, &user.DefaultInfo{Name: about.Name, Groups: about.Groups}
}

func attributesOf(text json.RawMessage) authorizer.Attributes {
	info, who := requestOf(text)
	return authorizer.AttributesRecord{
		User: who, Verb: info.Verb, Namespace: info.Namespace, APIGroup: info.APIGroup, APIVersion: info.APIVersion,
		Resource: info.Resource, Subresource: info.Subresource, Name: info.Name, ResourceRequest: info.IsResourceRequest, Path: info.Path,
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
