package main

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/google/cel-go/cel"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/admission"
	policycel "k8s.io/apiserver/pkg/admission/plugin/cel"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/cel/environment"
)

// A request that a policy judges, and what the policy says besides its rules.
type policySubject struct {
	Group, Version, Kind, Resource, Subresource string
	Namespace, Name, Operation                  string
	DryRun                                      bool
	Options                                     metav1.UpdateOptions
	User                                        user.DefaultInfo
	Object, OldObject, Params                   map[string]any
	NamespaceObject                             corev1.Namespace
	Variables                                   []variable
}

type variable struct{ Name, Expression string }

func (v variable) GetName() string          { return v.Name }
func (v variable) GetExpression() string    { return v.Expression }
func (v variable) ReturnTypes() []*cel.Type { return []*cel.Type{cel.AnyType} }

type policy struct {
	compiler   *policycel.CompositedCompiler
	attributes *admission.VersionedAttributes
	subject    policySubject
}

// All that any expression of a policy can name.
var everything = policycel.OptionalVariableDeclarations{HasParams: true, HasAuthorizer: true, HasPatchTypes: true}

func policyOf(file string) *policy {
	var subject policySubject
	read(file, &subject)
	// Numbers of objects that nobody knows the kind of are whole where they can be.
	var plain map[string]any
	read(file, &plain)
	object := func(field string) map[string]any { return plain[field].(map[string]any) }
	subject.Object, subject.OldObject, subject.Params = object("object"), object("oldObject"), object("params")
	compiler, err := policycel.NewCompositedCompiler(environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()))
	must(err)
	// Those of a policy that mutates can name no more than those of others.
	ofVariables := everything
	ofVariables.HasPatchTypes = false
	for _, each := range subject.Variables {
		compiler.CompileAndStoreVariable(each, ofVariables, environment.NewExpressions)
	}
	kind := schema.GroupVersionKind{Group: subject.Group, Version: subject.Version, Kind: subject.Kind}
	now := &unstructured.Unstructured{Object: subject.Object}
	before := &unstructured.Unstructured{Object: subject.OldObject}
	return &policy{compiler: compiler, subject: subject, attributes: &admission.VersionedAttributes{
		Attributes: admission.NewAttributesRecord(now, before, kind, subject.Namespace, subject.Name,
			kind.GroupVersion().WithResource(subject.Resource), subject.Subresource, admission.Operation(subject.Operation),
			&subject.Options, subject.DryRun, &subject.User),
		VersionedKind:      kind,
		VersionedObject:    now,
		VersionedOldObject: before,
	}}
}

func (p *policy) answerOf(expression string) answer {
	compiled := p.compiler.CompileCELExpression(variable{Expression: expression}, everything, environment.NewExpressions)
	if compiled.Error != nil {
		return answer{Answer: startingWith(compiled.Error.Detail, compileErrors)}
	}
	request := policycel.CreateAdmissionRequest(p.attributes.Attributes,
		metav1.GroupVersionResource(p.attributes.GetResource()), metav1.GroupVersionKind(p.attributes.VersionedKind))
	bindings := policycel.OptionalVariableBindings{
		VersionedParams: &unstructured.Unstructured{Object: p.subject.Params},
		Authorizer:      telling{},
	}
	evaluation, left, err := policycel.NewMutatingEvaluator(compiled).ForInput(p.compiler.CreateContext(context.Background()),
		p.attributes, request, bindings, policycel.CreateNamespaceObject(&p.subject.NamespaceObject), math.MaxInt64)
	if err != nil {
		return answer{Answer: "error: " + err.Error()}
	}
	cost := uint64(math.MaxInt64 - left)
	if evaluation.Error != nil {
		// What an error is told with besides itself says no more than its expression.
		return answer{Cost: &cost, Answer: startingWith(evaluation.Error.Error(), map[string]string{
			fmt.Sprintf("expression '%v' resulted in error: ", expression): "error: ",
		})}
	}
	return answer{Cost: &cost, Answer: shown(evaluation.EvalResult)}
}

// How tables of answers begin what others say in more words.
var compileErrors = map[string]string{
	"compilation failed: ":           "compile: ",
	"program instantiation failed: ": "program: ",
}

func startingWith(text string, others map[string]string) string {
	for start, other := range others {
		if rest, ok := strings.CutPrefix(text, start); ok {
			return other + rest
		}
	}
	return text
}

// Says what it was asked: who may read may do it, of the rest it knows nothing, or less.
type telling struct{}

func (telling) Authorize(_ context.Context, asked authorizer.Attributes) (authorizer.Decision, string, error) {
	labels, labelsProblem := asked.GetLabelSelector()
	fields, fieldsProblem := asked.GetFieldSelector()
	reason := fmt.Sprintf("%s %t %s %s %s %s %s %s %s %s [%d %t] [%d %t]", asked.GetUser().GetName(),
		asked.IsResourceRequest(), asked.GetVerb(), asked.GetPath(), asked.GetAPIGroup(), asked.GetAPIVersion(),
		asked.GetNamespace(), asked.GetResource(), asked.GetSubresource(), asked.GetName(), len(labels),
		labelsProblem != nil, len(fields), fieldsProblem != nil)
	switch asked.GetVerb() {
	case "get":
		return authorizer.DecisionAllow, reason, nil
	case "delete":
		return authorizer.DecisionDeny, reason, nil
	case "watch":
		return authorizer.DecisionNoOpinion, "", fmt.Errorf("cannot tell %s", reason)
	default:
		return authorizer.DecisionNoOpinion, reason, nil
	}
}
