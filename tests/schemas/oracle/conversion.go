package main

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/conversion"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/util/webhook"
)

// What objects are in another version, or why there is no telling.
type conversionAnswer struct {
	Objects []map[string]any `json:"objects"`
	Wrong   string           `json:"wrong"`
}

// converted asks the webhook of a definition.
func converted(question question) conversionAnswer {
	decoded, err := runtime.Decode(apiserver.Codecs.UniversalDeserializer(), question.Definition)
	must(err)
	factory, err := conversion.NewCRConverterFactory(
		webhook.NewDefaultServiceResolver(),
		func(given webhook.AuthenticationInfoResolver) webhook.AuthenticationInfoResolver { return given },
	)
	must(err)
	_, converter, err := factory.NewConverter(decoded.(*apiextensionsv1.CustomResourceDefinition))
	must(err)
	list := &unstructured.UnstructuredList{}
	for _, written := range question.Objects {
		var object unstructured.Unstructured
		must(object.UnmarshalJSON(written.Object))
		list.Items = append(list.Items, object)
	}
	list.SetAPIVersion(list.Items[0].GetAPIVersion())
	list.SetKind(list.Items[0].GetKind() + "List")
	version, err := schema.ParseGroupVersion(question.Desired)
	must(err)
	out, err := converter.ConvertToVersion(list, version)
	if err != nil {
		return conversionAnswer{Objects: []map[string]any{}, Wrong: err.Error()}
	}
	answer := conversionAnswer{Objects: []map[string]any{}}
	for _, one := range out.(*unstructured.UnstructuredList).Items {
		answer.Objects = append(answer.Objects, one.Object)
	}
	return answer
}
