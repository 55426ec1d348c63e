package main

import (
	"strings"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/client/clientset/clientset/typed/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	admission "k8s.io/client-go/kubernetes/typed/admissionregistration/v1"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	apiregistration "k8s.io/kube-aggregator/pkg/client/clientset_generated/clientset/typed/apiregistration/v1"
)

func admissionGroup(c *clients) admission.AdmissionregistrationV1Interface {
	return c.kube.AdmissionregistrationV1()
}

func definitionsGroup(c *clients) apiextensions.ApiextensionsV1Interface {
	return c.extensions.ApiextensionsV1()
}

func apiServicesGroup(c *clients) apiregistration.ApiregistrationV1Interface {
	return c.aggregator.ApiregistrationV1()
}

// What policies and webhooks match is made by nobody: they must not meddle with other steps.
func unmatched() admissionv1.Rule {
	return admissionv1.Rule{
		APIGroups: []string{"none.example.com"}, APIVersions: []string{"v1"}, Resources: []string{"none"},
	}
}

func matched() *admissionv1.MatchResources {
	return &admissionv1.MatchResources{ResourceRules: []admissionv1.NamedRuleWithOperations{{
		RuleWithOperations: admissionv1.RuleWithOperations{
			Operations: []admissionv1.OperationType{admissionv1.Create}, Rule: unmatched(),
		},
	}}}
}

func operations() []admissionv1.RuleWithOperations {
	return []admissionv1.RuleWithOperations{{
		Operations: []admissionv1.OperationType{admissionv1.Create, admissionv1.Update}, Rule: unmatched(),
	}}
}

func hook() admissionv1.WebhookClientConfig {
	return admissionv1.WebhookClientConfig{URL: new("https://hooks.example.com/")}
}

var extensionKinds = []row{
	clusterWide(admissionGroup, admission.AdmissionregistrationV1Interface.MutatingAdmissionPolicies, kind[*admissionv1.MutatingAdmissionPolicy]{
		sample: func(m metav1.ObjectMeta) *admissionv1.MutatingAdmissionPolicy {
			return &admissionv1.MutatingAdmissionPolicy{ObjectMeta: m, Spec: admissionv1.MutatingAdmissionPolicySpec{
				MatchConstraints: matched(), ReinvocationPolicy: admissionv1.NeverReinvocationPolicy,
				Mutations: []admissionv1.Mutation{{
					PatchType: admissionv1.PatchTypeApplyConfiguration,
					ApplyConfiguration: &admissionv1.ApplyConfiguration{
						Expression: `Object{metadata: Object.metadata{labels: {"seen": "yes"}}}`,
					},
				}},
			}}
		},
		change: func(o *admissionv1.MutatingAdmissionPolicy) {
			o.Spec.Variables = []admissionv1.Variable{{Name: "one", Expression: "1"}}
		},
	}),
	clusterWide(admissionGroup, admission.AdmissionregistrationV1Interface.MutatingAdmissionPolicyBindings, kind[*admissionv1.MutatingAdmissionPolicyBinding]{
		sample: func(m metav1.ObjectMeta) *admissionv1.MutatingAdmissionPolicyBinding {
			return &admissionv1.MutatingAdmissionPolicyBinding{
				ObjectMeta: m, Spec: admissionv1.MutatingAdmissionPolicyBindingSpec{PolicyName: "none"},
			}
		},
		change: func(o *admissionv1.MutatingAdmissionPolicyBinding) { o.Spec.PolicyName = "other" },
	}),
	clusterWide(admissionGroup, admission.AdmissionregistrationV1Interface.MutatingWebhookConfigurations, kind[*admissionv1.MutatingWebhookConfiguration]{
		sample: func(m metav1.ObjectMeta) *admissionv1.MutatingWebhookConfiguration {
			return &admissionv1.MutatingWebhookConfiguration{ObjectMeta: m, Webhooks: []admissionv1.MutatingWebhook{{
				Name: "hook.example.com", ClientConfig: hook(), Rules: operations(),
				SideEffects: new(admissionv1.SideEffectClassNone), AdmissionReviewVersions: []string{"v1"},
			}}}
		},
		change: func(o *admissionv1.MutatingWebhookConfiguration) { o.Webhooks[0].TimeoutSeconds = new(int32(3)) },
	}),
	clusterWide(admissionGroup, admission.AdmissionregistrationV1Interface.ValidatingAdmissionPolicies, kind[*admissionv1.ValidatingAdmissionPolicy]{
		sample: func(m metav1.ObjectMeta) *admissionv1.ValidatingAdmissionPolicy {
			return &admissionv1.ValidatingAdmissionPolicy{ObjectMeta: m, Spec: admissionv1.ValidatingAdmissionPolicySpec{
				MatchConstraints: matched(),
				Validations:      []admissionv1.Validation{{Expression: "object.metadata.name != 'bad'"}},
			}}
		},
		change: func(o *admissionv1.ValidatingAdmissionPolicy) { o.Spec.Validations[0].Message = "bad name" },
		status: func(o *admissionv1.ValidatingAdmissionPolicy) { o.Status.Conditions = checked },
	}),
	clusterWide(admissionGroup, admission.AdmissionregistrationV1Interface.ValidatingAdmissionPolicyBindings, kind[*admissionv1.ValidatingAdmissionPolicyBinding]{
		sample: func(m metav1.ObjectMeta) *admissionv1.ValidatingAdmissionPolicyBinding {
			return &admissionv1.ValidatingAdmissionPolicyBinding{ObjectMeta: m, Spec: admissionv1.ValidatingAdmissionPolicyBindingSpec{
				PolicyName: "none", ValidationActions: []admissionv1.ValidationAction{admissionv1.Deny},
			}}
		},
		change: func(o *admissionv1.ValidatingAdmissionPolicyBinding) {
			o.Spec.ValidationActions = []admissionv1.ValidationAction{admissionv1.Warn}
		},
	}),
	clusterWide(admissionGroup, admission.AdmissionregistrationV1Interface.ValidatingWebhookConfigurations, kind[*admissionv1.ValidatingWebhookConfiguration]{
		sample: func(m metav1.ObjectMeta) *admissionv1.ValidatingWebhookConfiguration {
			return &admissionv1.ValidatingWebhookConfiguration{ObjectMeta: m, Webhooks: []admissionv1.ValidatingWebhook{{
				Name: "hook.example.com", ClientConfig: hook(), Rules: operations(),
				SideEffects: new(admissionv1.SideEffectClassNone), AdmissionReviewVersions: []string{"v1"},
			}}}
		},
		change: func(o *admissionv1.ValidatingWebhookConfiguration) {
			o.Webhooks[0].FailurePolicy = new(admissionv1.Ignore)
		},
	}),
	clusterWide(definitionsGroup, apiextensions.ApiextensionsV1Interface.CustomResourceDefinitions, kind[*apiextensionsv1.CustomResourceDefinition]{
		sample: func(m metav1.ObjectMeta) *apiextensionsv1.CustomResourceDefinition {
			plural, group, _ := strings.Cut(m.Name, ".")
			return &apiextensionsv1.CustomResourceDefinition{ObjectMeta: m, Spec: apiextensionsv1.CustomResourceDefinitionSpec{
				Group: group, Scope: apiextensionsv1.NamespaceScoped,
				Names: apiextensionsv1.CustomResourceDefinitionNames{Plural: plural, Kind: "Gadget"},
				Versions: []apiextensionsv1.CustomResourceDefinitionVersion{{
					Name: "v1", Served: true, Storage: true,
					Schema: &apiextensionsv1.CustomResourceValidation{OpenAPIV3Schema: &apiextensionsv1.JSONSchemaProps{
						Type:       "object",
						Properties: map[string]apiextensionsv1.JSONSchemaProps{"spec": {Type: "object", Default: &apiextensionsv1.JSON{Raw: []byte(`{}`)}}},
					}},
				}},
			}}
		},
		change: func(o *apiextensionsv1.CustomResourceDefinition) { o.Spec.Names.Categories = []string{"all"} },
		status: func(o *apiextensionsv1.CustomResourceDefinition) {
			wanted := apiextensionsv1.CustomResourceDefinitionCondition{Type: "Checked", Status: apiextensionsv1.ConditionTrue, LastTransitionTime: aDay}
			o.Status.Conditions = withCondition(o.Status.Conditions, wanted,
				func(one apiextensionsv1.CustomResourceDefinitionCondition) bool { return one.Type == wanted.Type })
		},
		named: func(letters string) string { return "gadgets." + letters + ".example.com" },
	}),
	clusterWide(apiServicesGroup, apiregistration.ApiregistrationV1Interface.APIServices, kind[*apiregistrationv1.APIService]{
		sample: func(m metav1.ObjectMeta) *apiregistrationv1.APIService {
			return &apiregistrationv1.APIService{ObjectMeta: m, Spec: apiregistrationv1.APIServiceSpec{
				Group: strings.TrimPrefix(m.Name, "v1."), Version: "v1",
				GroupPriorityMinimum: 100, VersionPriority: 100, InsecureSkipTLSVerify: true,
				Service: &apiregistrationv1.ServiceReference{Namespace: "default", Name: "none"},
			}}
		},
		change: func(o *apiregistrationv1.APIService) { o.Spec.VersionPriority = 200 },
		status: func(o *apiregistrationv1.APIService) {
			wanted := apiregistrationv1.APIServiceCondition{Type: "Checked", Status: apiregistrationv1.ConditionTrue, LastTransitionTime: aDay}
			o.Status.Conditions = withCondition(o.Status.Conditions, wanted,
				func(one apiregistrationv1.APIServiceCondition) bool { return one.Type == wanted.Type })
		},
		named: func(letters string) string { return "v1.extension-" + letters + ".example.com" },
	}),
}
