// Says what the reference makes of custom definitions and of their objects: a JSON object a line in, with a definition
// and objects of it; a JSON object a line out, with what is wrong with the definition, or what becomes of the objects.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresource"
	"k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
)

type question struct {
	Definition json.RawMessage
	Objects    []written
	// Desired is the version that the objects are wanted in; "": it is asked what they are.
	Desired string
}

// An object that is made, or takes the place of one that was stored under other rules.
type written struct {
	Object, Old json.RawMessage
}

type answer struct {
	// Definition is what is wrong with it.
	Definition []string `json:"definition"`
	// Objects are told of only where nothing is.
	Objects []outcome `json:"objects"`
}

type outcome struct {
	Object  map[string]any `json:"object,omitempty"`
	Wrong   []string       `json:"wrong"`
	Unknown []string       `json:"unknown"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	write := json.NewEncoder(out)
	write.SetEscapeHTML(false)
	for lines.Scan() {
		var question question
		must(json.Unmarshal(lines.Bytes(), &question))
		if question.Desired != "" {
			must(write.Encode(converted(question)))
		} else {
			must(write.Encode(answered(question)))
		}
	}
	must(lines.Err())
}

func answered(question question) (says answer) {
	defer func() {
		if failure := recover(); failure != nil {
			says = refused(fmt.Sprintf("panic: %v", failure))
		}
	}()
	decoded, err := runtime.Decode(apiserver.Codecs.UniversalDecoder(), question.Definition)
	if err != nil {
		return refused("can't be read")
	}
	definition := decoded.(*apiextensions.CustomResourceDefinition)
	rest.FillObjectMetaSystemFields(definition)
	strategy := customresourcedefinition.NewStrategy(apiserver.Scheme)
	if err := rest.BeforeCreate(strategy, request.WithNamespace(request.NewContext(), ""), definition); err != nil {
		return refused(causesOf(err)...)
	}
	rules := rulesOf(definition)
	says = answer{Definition: []string{}, Objects: []outcome{}}
	for _, written := range question.Objects {
		says.Objects = append(says.Objects, rules.outcomeOf(written))
	}
	return says
}

func refused(why ...string) answer {
	return answer{Definition: why, Objects: []outcome{}}
}

// What the only version of a definition says of its objects.
type rules struct {
	schema   *structuralschema.Structural
	strategy strategy
}

type strategy interface {
	rest.RESTCreateStrategy
	rest.RESTUpdateStrategy
}

func rulesOf(definition *apiextensions.CustomResourceDefinition) rules {
	var served apiextensionsv1.CustomResourceDefinition
	must(apiserver.Scheme.Convert(definition, &served, nil))
	version := served.Spec.Versions[0]
	var internal apiextensions.CustomResourceValidation
	must(apiextensionsv1.Convert_v1_CustomResourceValidation_To_apiextensions_CustomResourceValidation(version.Schema, &internal, nil))
	structural, err := structuralschema.NewStructural(internal.OpenAPIV3Schema)
	must(err)
	must(defaulting.PruneDefaults(structural))
	validator, _, err := validation.NewSchemaValidator(internal.OpenAPIV3Schema)
	must(err)
	kind := schema.GroupVersionKind{Group: served.Spec.Group, Version: version.Name, Kind: served.Spec.Names.Kind}
	return rules{
		schema:   structural,
		strategy: customresource.NewStrategy(typer(kind), true, kind, validator, nil, structural, nil, nil, nil),
	}
}

func (rules rules) outcomeOf(written written) outcome {
	object, unknown, wrong := rules.read(written.Object, false)
	if wrong != nil {
		return outcome{Wrong: []string{wrong.Error()}, Unknown: []string{}}
	}
	ctx := request.WithNamespace(request.NewContext(), object.GetNamespace())
	if err := rules.before(ctx, object, written.Old); err != nil {
		return outcome{Wrong: causesOf(err), Unknown: unknown}
	}
	return outcome{Object: object.Object, Wrong: []string{}, Unknown: unknown}
}

func (rules rules) before(ctx context.Context, object *unstructured.Unstructured, stored json.RawMessage) error {
	if stored == nil {
		rest.FillObjectMetaSystemFields(object)
		return rest.BeforeCreate(rules.strategy, ctx, object)
	}
	old, _, wrong := rules.read(stored, true)
	if wrong != nil {
		return wrong
	}
	rest.FillObjectMetaSystemFields(old)
	old.SetResourceVersion("1")
	old.SetGeneration(1)
	object.SetResourceVersion("1")
	object.SetUID(old.GetUID())
	return rest.BeforeUpdate(rules.strategy, ctx, object, old)
}

// read does with an object what is done with one that is sent, or stored: prune, default.
func (rules rules) read(text json.RawMessage, stored bool) (object *unstructured.Unstructured, unknown []string, wrong error) {
	object = &unstructured.Unstructured{}
	must(object.UnmarshalJSON(text))
	kind, version := object.GetKind(), object.GetAPIVersion()
	found, _, unknown, err := objectmeta.GetObjectMetaWithOptions(
		object.Object, objectmeta.ObjectMetaOptions{ReturnUnknownFieldPaths: true, DropMalformedFields: stored},
	)
	must(err)
	paths := structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true}
	unknown = append(unknown, pruning.PruneWithOptions(object.Object, rules.schema, true, paths)...)
	defaulting.PruneNonNullableNullsWithoutDefaults(object.Object, rules.schema)
	coerced, more := objectmeta.CoerceWithOptions(
		nil, object.Object, rules.schema, false, objectmeta.CoerceOptions{ReturnUnknownFieldPaths: true, DropInvalidFields: stored},
	)
	if coerced != nil {
		return nil, nil, coerced
	}
	object.SetKind(kind)
	object.SetAPIVersion(version)
	must(objectmeta.SetObjectMeta(object.Object, found))
	defaulting.Default(object.Object, rules.schema)
	return object, append(append([]string{}, unknown...), more...), nil
}

func causesOf(err error) []string {
	status, is := err.(errors.APIStatus)
	if !is {
		return []string{err.Error()}
	}
	causes := []string{}
	if details := status.Status().Details; details != nil {
		for _, cause := range details.Causes {
			causes = append(causes, fmt.Sprintf("%s: %s: %s", cause.Field, cause.Type, cause.Message))
		}
	}
	if len(causes) == 0 {
		causes = append(causes, status.Status().Message)
	}
	return causes
}

// Every object is of the one kind.
type typer schema.GroupVersionKind

func (kind typer) ObjectKinds(runtime.Object) ([]schema.GroupVersionKind, bool, error) {
	return []schema.GroupVersionKind{schema.GroupVersionKind(kind)}, false, nil
}

func (typer) Recognizes(schema.GroupVersionKind) bool { return true }

func must(err error) {
	if err != nil {
		panic(err)
	}
}
