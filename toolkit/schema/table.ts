// Made by `deno task generate` from toolkit/facts. Do not edit.

import { CLIENT_CONFIG_PACKAGES } from "./client_config_table.ts";

/** The declarations of each package, in the form that declarations.ts reads. */
export const PACKAGES: Readonly<Record<string, string>> = {
  ...CLIENT_CONFIG_PACKAGES,
  "admission/v1": `=AdmissionRequest
uid	string	1	o
kind	meta/v1.GroupVersionKind	2	o
resource	meta/v1.GroupVersionResource	3	o
subResource	string	4	eo
requestKind	*meta/v1.GroupVersionKind	13	eo
requestResource	*meta/v1.GroupVersionResource	14	eo
requestSubResource	string	15	eo
name	string	5	eo
namespace	string	6	eo
operation	Operation	7	o
userInfo	authentication/v1.UserInfo	8	o
object	raw	9	eo
oldObject	raw	10	eo
dryRun	*bool	11	eo
options	raw	12	eo
=AdmissionResponse
uid	string	1	o
allowed	bool	2	o
status	*meta/v1.Status	3	eo
patch	bytes	4	eo
patchType	*PatchType	5	eo
auditAnnotations	map[string]string	6	eo
warnings	[]string	7	eoa
=AdmissionReview
	meta/v1.TypeMeta		i
request	*AdmissionRequest	1	eo
response	*AdmissionResponse	2	eo
=Operation:string		CREATE	UPDATE	DELETE	CONNECT
=PatchType:string		JSONPatch`,
  "admissionregistration/v1": `=ApplyConfiguration
expression	string	1	e
=AuditAnnotation
key	string	1
valueExpression	string	2
=ExpressionWarning
fieldRef	string	2
warning	string	3
=FailurePolicyType:string	enum	Ignore	Fail
=JSONPatch
expression	string	1	e
=MatchCondition
name	string	1
expression	string	2
=MatchPolicyType:string	enum	Exact	Equivalent
=MatchResources	structType=atomic
namespaceSelector	*meta/v1.LabelSelector	1	eo
objectSelector	*meta/v1.LabelSelector	2	eo
resourceRules	[]NamedRuleWithOperations	3	eao
excludeResourceRules	[]NamedRuleWithOperations	4	eao
matchPolicy	*MatchPolicyType	7	eo
=MutatingAdmissionPolicy
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	MutatingAdmissionPolicySpec	2	e
=MutatingAdmissionPolicyBinding
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	MutatingAdmissionPolicyBindingSpec	2	e
=MutatingAdmissionPolicyBindingList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]MutatingAdmissionPolicyBinding	2
=MutatingAdmissionPolicyBindingSpec
policyName	string	1	e
paramRef	*ParamRef	2	eo
matchResources	*MatchResources	3	eo
=MutatingAdmissionPolicyList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]MutatingAdmissionPolicy	2
=MutatingAdmissionPolicySpec
paramKind	*ParamKind	1	eo
matchConstraints	*MatchResources	2	e
variables	[]Variable	3	eao
mutations	[]Mutation	4	eao
failurePolicy	*FailurePolicyType	5	eo
matchConditions	[]MatchCondition	6	eMmo	mergeKey=name	listMapKey=name
reinvocationPolicy	ReinvocationPolicyType	7	e
=MutatingWebhook
name	string	1
clientConfig	WebhookClientConfig	2
rules	[]RuleWithOperations	3	ea
failurePolicy	*FailurePolicyType	4	eo
matchPolicy	*MatchPolicyType	9	eo
namespaceSelector	*meta/v1.LabelSelector	5	eo
objectSelector	*meta/v1.LabelSelector	11	eo
sideEffects	*SideEffectClass	6
timeoutSeconds	*int32	7	eo
admissionReviewVersions	[]string	8	a
reinvocationPolicy	*ReinvocationPolicyType	10	eo
matchConditions	[]MatchCondition	12	eMmo	mergeKey=name	listMapKey=name
=MutatingWebhookConfiguration
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
webhooks	[]MutatingWebhook	2	eMom	mergeKey=name	listMapKey=name
=MutatingWebhookConfigurationList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]MutatingWebhookConfiguration	2
=Mutation
patchType	PatchType	2		unionDiscriminator
applyConfiguration	*ApplyConfiguration	3	e
jsonPatch	*JSONPatch	4	e
=NamedRuleWithOperations	structType=atomic
resourceNames	[]string	1	eao
	RuleWithOperations	2	i
=OperationType:string	enum	*	CREATE	UPDATE	DELETE	CONNECT
=ParamKind	structType=atomic
apiVersion	string	1	e
kind	string	2	e
=ParamRef	structType=atomic
name	string	1	e
namespace	string	2	eo
selector	*meta/v1.LabelSelector	3	eo
parameterNotFoundAction	*ParameterNotFoundActionType	4	e
=ParameterNotFoundActionType:string		Allow	Deny
=PatchType:string	enum	ApplyConfiguration	JSONPatch
=ReinvocationPolicyType:string	enum	Never	IfNeeded
=Rule
apiGroups	[]string	1	ea
apiVersions	[]string	2	ea
resources	[]string	3	ea
scope	*ScopeType	4	eo
=RuleWithOperations
operations	[]OperationType	1	ea
	Rule	2	i
=ScopeType:string	enum	Cluster	Namespaced	*
=ServiceReference
namespace	string	1
name	string	2
path	*string	3	eo
port	*int32	4	eo
=SideEffectClass:string	enum	Unknown	None	Some	NoneOnDryRun
=TypeChecking
expressionWarnings	[]ExpressionWarning	1	eoa
=ValidatingAdmissionPolicy
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	ValidatingAdmissionPolicySpec	2	e
status	ValidatingAdmissionPolicyStatus	3	eo
=ValidatingAdmissionPolicyBinding
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	ValidatingAdmissionPolicyBindingSpec	2	er
=ValidatingAdmissionPolicyBindingList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]ValidatingAdmissionPolicyBinding	2
=ValidatingAdmissionPolicyBindingSpec
policyName	string	1	er
paramRef	*ParamRef	2	eo
matchResources	*MatchResources	3	eo
validationActions	[]ValidationAction	4	esr
=ValidatingAdmissionPolicyConditionType:string
=ValidatingAdmissionPolicyList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]ValidatingAdmissionPolicy	2
=ValidatingAdmissionPolicySpec
paramKind	*ParamKind	1	eo
matchConstraints	*MatchResources	2	e
validations	[]Validation	3	eao
failurePolicy	*FailurePolicyType	4	eo
auditAnnotations	[]AuditAnnotation	5	eao
matchConditions	[]MatchCondition	6	eMmo	mergeKey=name	listMapKey=name
variables	[]Variable	7	eMmo	mergeKey=name	listMapKey=name
=ValidatingAdmissionPolicyStatus
observedGeneration	int64	1	eo
typeChecking	*TypeChecking	2	eo
conditions	[]meta/v1.Condition	3	eom	listMapKey=type
=ValidatingWebhook
name	string	1
clientConfig	WebhookClientConfig	2
rules	[]RuleWithOperations	3	ea
failurePolicy	*FailurePolicyType	4	eo
matchPolicy	*MatchPolicyType	9	eo
namespaceSelector	*meta/v1.LabelSelector	5	eo
objectSelector	*meta/v1.LabelSelector	10	eo
sideEffects	*SideEffectClass	6
timeoutSeconds	*int32	7	eo
admissionReviewVersions	[]string	8	a
matchConditions	[]MatchCondition	11	eMmo	mergeKey=name	listMapKey=name
=ValidatingWebhookConfiguration
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
webhooks	[]ValidatingWebhook	2	eMom	mergeKey=name	listMapKey=name
=ValidatingWebhookConfigurationList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]ValidatingWebhookConfiguration	2
=Validation
expression	string	1
message	string	2	eo
reason	*meta/v1.StatusReason	3	eo
messageExpression	string	4	eo
=ValidationAction:string	enum	Deny	Warn	Audit
=Variable	structType=atomic
name	string	1
expression	string	2
=WebhookClientConfig
url	*string	3	eo
service	*ServiceReference	1	eo
caBundle	bytes	2	eo`,
  "apidiscovery/v2": `=APIGroupDiscovery
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
versions	[]APIVersionDiscovery	2	em	listMapKey=version
=APIGroupDiscoveryList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]APIGroupDiscovery	2
=APIResourceDiscovery
resource	string	1
responseKind	*meta/v1.GroupVersionKind	2	e
scope	ResourceScope	3
singularResource	string	4
verbs	[]string	5	s
shortNames	[]string	6	es
categories	[]string	7	es
subresources	[]APISubresourceDiscovery	8	em	listMapKey=subresource
=APISubresourceDiscovery
subresource	string	1
responseKind	*meta/v1.GroupVersionKind	2	e
acceptedTypes	[]meta/v1.GroupVersionKind	3	em	listMapKey=group	listMapKey=version	listMapKey=kind
verbs	[]string	4	s
=APIVersionDiscovery
version	string	1
resources	[]APIResourceDiscovery	2	em	listMapKey=resource
freshness	DiscoveryFreshness	3	e
=DiscoveryFreshness:string		Current	Stale
=ResourceScope:string		Cluster	Namespaced`,
  "apiextensions/v1": `=ConditionStatus:string		True	False	Unknown
=ConversionRequest
uid	string	1
desiredAPIVersion	string	2
objects	[]raw	3	a
=ConversionResponse
uid	string	1
convertedObjects	[]raw	2	a
result	meta/v1.Status	3
=ConversionReview
	meta/v1.TypeMeta		i
request	*ConversionRequest	1	eo
response	*ConversionResponse	2	eo
=ConversionStrategyType:string		None	Webhook
=CustomResourceColumnDefinition
name	string	1
type	string	2
format	string	3	eo
description	string	4	eo
priority	int32	5	eo
jsonPath	string	6
=CustomResourceConversion
strategy	ConversionStrategyType	1
webhook	*WebhookConversion	2	eo
=CustomResourceDefinition
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	CustomResourceDefinitionSpec	2
status	CustomResourceDefinitionStatus	3	eo
=CustomResourceDefinitionCondition
type	CustomResourceDefinitionConditionType	1
status	ConditionStatus	2
lastTransitionTime	time	3	eo
reason	string	4	eo
message	string	5	eo
observedGeneration	int64	6	eo	featureGate=CRDObservedGenerationTracking
=CustomResourceDefinitionConditionType:string		Established	NamesAccepted	NonStructuralSchema	Terminating	KubernetesAPIApprovalPolicyConformant	StorageMigrating
=CustomResourceDefinitionList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]CustomResourceDefinition	2
=CustomResourceDefinitionNames
plural	string	1
singular	string	2	eo
shortNames	[]string	3	eoa
kind	string	4
listKind	string	5	eo
categories	[]string	6	eoa
=CustomResourceDefinitionSpec
group	string	1
names	CustomResourceDefinitionNames	3
scope	ResourceScope	4
versions	[]CustomResourceDefinitionVersion	7	a
conversion	*CustomResourceConversion	9	eo
preserveUnknownFields	bool	10	eo
=CustomResourceDefinitionStatus
conditions	[]CustomResourceDefinitionCondition	1	om	listMapKey=type
acceptedNames	CustomResourceDefinitionNames	2	o
storedVersions	[]string	3	oa
observedGeneration	int64	4	eo	featureGate=CRDObservedGenerationTracking
=CustomResourceDefinitionVersion
name	string	1
served	bool	2
storage	bool	3
deprecated	bool	7	eo
deprecationWarning	*string	8	eo
schema	*CustomResourceValidation	4	eo
subresources	*CustomResourceSubresources	5	eo
additionalPrinterColumns	[]CustomResourceColumnDefinition	6	eoa
selectableFields	[]SelectableField	9	eoa	featureGate=CustomResourceFieldSelectors
=CustomResourceSubresourceScale
specReplicasPath	string	1
statusReplicasPath	string	2
labelSelectorPath	*string	3	eo
=CustomResourceSubresourceStatus
=CustomResourceSubresources
status	*CustomResourceSubresourceStatus	1	eo
scale	*CustomResourceSubresourceScale	2	eo
=CustomResourceValidation
openAPIV3Schema	*JSONSchemaProps	1	eo
=ExternalDocumentation
description	string	1	e
url	string	2	e
=FieldValueErrorReason:string	enum	FieldValueRequired	FieldValueDuplicate	FieldValueInvalid	FieldValueForbidden
=JSONSchemaDefinitions:map[string]JSONSchemaProps
=JSONSchemaDependencies:map[string]schemaOrStrings
=JSONSchemaProps
id	string	1	e
$schema	JSONSchemaURL	2	e
$ref	*string	3	e
description	string	4	e
type	string	5	e
format	string	6	e
title	string	7	e
default	*raw	8	e
maximum	*float64	9	e
exclusiveMaximum	bool	10	e
minimum	*float64	11	e
exclusiveMinimum	bool	12	e
maxLength	*int64	13	e
minLength	*int64	14	e
pattern	string	15	e
maxItems	*int64	16	e
minItems	*int64	17	e
uniqueItems	bool	18	e
multipleOf	*float64	19	e
enum	[]raw	20	ea
maxProperties	*int64	21	e
minProperties	*int64	22	e
required	[]string	23	ea
items	*schemaOrArray	24	e
allOf	[]JSONSchemaProps	25	ea
oneOf	[]JSONSchemaProps	26	ea
anyOf	[]JSONSchemaProps	27	ea
not	*JSONSchemaProps	28	e
properties	map[string]JSONSchemaProps	29	e
additionalProperties	*schemaOrBool	30	e
patternProperties	map[string]JSONSchemaProps	31	e
dependencies	JSONSchemaDependencies	32	e
additionalItems	*schemaOrBool	33	e
definitions	JSONSchemaDefinitions	34	e
externalDocs	*ExternalDocumentation	35	e
example	*raw	36	e
nullable	bool	37	e
x-kubernetes-preserve-unknown-fields	*bool	38	e
x-kubernetes-embedded-resource	bool	39	e
x-kubernetes-int-or-string	bool	40	e
x-kubernetes-list-map-keys	[]string	41	eoa
x-kubernetes-list-type	*string	42	eo
x-kubernetes-map-type	*string	43	eo
x-kubernetes-validations	ValidationRules	44	eMm	mergeKey=rule	listMapKey=rule
=JSONSchemaURL:string
=ResourceScope:string		Cluster	Namespaced
=SelectableField
jsonPath	string	1
=ServiceReference
namespace	string	1
name	string	2
path	*string	3	eo
port	*int32	4	eo
=ValidationRule
rule	string	1
message	string	2	e
messageExpression	string	3	eo
reason	*FieldValueErrorReason	4	eo
fieldPath	string	5	eo
optionalOldSelf	*bool	6	eo	featureGate=CRDValidationRatcheting
=ValidationRules:[]ValidationRule
=WebhookClientConfig
url	*string	3	eo
service	*ServiceReference	1	eo
caBundle	bytes	2	eo
=WebhookConversion
clientConfig	*WebhookClientConfig	2	eo
conversionReviewVersions	[]string	3	a`,
  "apiregistration/v1": `=APIService
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	APIServiceSpec	2	e
status	APIServiceStatus	3	e
=APIServiceCondition
type	APIServiceConditionType	1
status	ConditionStatus	2
lastTransitionTime	time	3	eo
reason	string	4	eo
message	string	5	eo
=APIServiceConditionType:string		Available
=APIServiceList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]APIService	2
=APIServiceSpec
service	*ServiceReference	1	eo
group	string	2	e
version	string	3	e
insecureSkipTLSVerify	bool	4	e
caBundle	bytes	5	eao
groupPriorityMinimum	int32	7
versionPriority	int32	8
=APIServiceStatus
conditions	[]APIServiceCondition	1	eMom	mergeKey=type	listMapKey=type
=ConditionStatus:string		True	False	Unknown
=ServiceReference
namespace	string	1	e
name	string	2	e
port	*int32	3	eo`,
  "apps/v1": `=ControllerRevision
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
data	raw	2	e
revision	int64	3
=ControllerRevisionList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]ControllerRevision	2
=DaemonSet
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	DaemonSetSpec	2	eo
status	DaemonSetStatus	3	eo
=DaemonSetCondition
type	DaemonSetConditionType	1
status	core/v1.ConditionStatus	2
lastTransitionTime	time	3	eo
reason	string	4	eo
message	string	5	eo
=DaemonSetConditionType:string
=DaemonSetList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]DaemonSet	2
=DaemonSetSpec
selector	*meta/v1.LabelSelector	1
template	core/v1.PodTemplateSpec	2
updateStrategy	DaemonSetUpdateStrategy	3	eo
minReadySeconds	int32	4	eo
revisionHistoryLimit	*int32	6	eo
=DaemonSetStatus
currentNumberScheduled	int32	1
numberMisscheduled	int32	2
desiredNumberScheduled	int32	3
numberReady	int32	4
observedGeneration	int64	5	eo
updatedNumberScheduled	int32	6	eo
numberAvailable	int32	7	eo
numberUnavailable	int32	8	eo
collisionCount	*int32	9	eo
conditions	[]DaemonSetCondition	10	eMom	mergeKey=type	listMapKey=type
=DaemonSetUpdateStrategy
type	DaemonSetUpdateStrategyType	1	eo
rollingUpdate	*RollingUpdateDaemonSet	2	eo
=DaemonSetUpdateStrategyType:string	enum	RollingUpdate	OnDelete
=Deployment
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	DeploymentSpec	2	eo
status	DeploymentStatus	3	eo
=DeploymentCondition
type	DeploymentConditionType	1
status	core/v1.ConditionStatus	2
lastUpdateTime	time	6	e
lastTransitionTime	time	7	e
reason	string	4	e
message	string	5	e
=DeploymentConditionType:string		Available	Progressing	ReplicaFailure
=DeploymentList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]Deployment	2
=DeploymentSpec
replicas	*int32	1	eo
selector	*meta/v1.LabelSelector	2
template	core/v1.PodTemplateSpec	3
strategy	DeploymentStrategy	4	eKo
minReadySeconds	int32	5	eo
revisionHistoryLimit	*int32	6	eo
paused	bool	7	eo
progressDeadlineSeconds	*int32	9	e
=DeploymentStatus
observedGeneration	int64	1	eo
replicas	int32	2	eo
updatedReplicas	int32	3	eo
readyReplicas	int32	7	eo
availableReplicas	int32	4	eo
unavailableReplicas	int32	5	eo
terminatingReplicas	*int32	9	eo
conditions	[]DeploymentCondition	6	eMm	mergeKey=type	listMapKey=type
collisionCount	*int32	8	eo
=DeploymentStrategy
type	DeploymentStrategyType	1	eo
rollingUpdate	*RollingUpdateDeployment	2	eo
=DeploymentStrategyType:string	enum	Recreate	RollingUpdate
=PersistentVolumeClaimRetentionPolicyType:string		Retain	Delete
=PodManagementPolicyType:string	enum	OrderedReady	Parallel
=ReplicaSet
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	ReplicaSetSpec	2	eo
status	ReplicaSetStatus	3	eo
=ReplicaSetCondition
type	ReplicaSetConditionType	1
status	core/v1.ConditionStatus	2
lastTransitionTime	time	3	eo
reason	string	4	eo
message	string	5	eo
=ReplicaSetConditionType:string		ReplicaFailure
=ReplicaSetList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]ReplicaSet	2
=ReplicaSetSpec
replicas	*int32	1	eo
minReadySeconds	int32	4	eo
selector	*meta/v1.LabelSelector	2
template	core/v1.PodTemplateSpec	3	eo
=ReplicaSetStatus
replicas	int32	1
fullyLabeledReplicas	int32	2	eo
readyReplicas	int32	4	eo
availableReplicas	int32	5	eo
terminatingReplicas	*int32	7	eo
observedGeneration	int64	3	eo
conditions	[]ReplicaSetCondition	6	eMom	mergeKey=type	listMapKey=type
=RollingUpdateDaemonSet
maxUnavailable	*intOrString	1	eo
maxSurge	*intOrString	2	eo
=RollingUpdateDeployment
maxUnavailable	*intOrString	1	eo
maxSurge	*intOrString	2	eo
=RollingUpdateStatefulSetStrategy
partition	*int32	1	eo
maxUnavailable	*intOrString	2	eo	featureGate=MaxUnavailableStatefulSet
=StatefulSet
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	StatefulSetSpec	2	eo
status	StatefulSetStatus	3	eo
=StatefulSetCondition
type	StatefulSetConditionType	1
status	core/v1.ConditionStatus	2
lastTransitionTime	time	3	eo
reason	string	4	eo
message	string	5	eo
=StatefulSetConditionType:string
=StatefulSetList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]StatefulSet	2
=StatefulSetOrdinals
start	int32	1	o
=StatefulSetPersistentVolumeClaimRetentionPolicy
whenDeleted	PersistentVolumeClaimRetentionPolicyType	1	e
whenScaled	PersistentVolumeClaimRetentionPolicyType	2	e
=StatefulSetSpec
replicas	*int32	1	eo
selector	*meta/v1.LabelSelector	2
template	core/v1.PodTemplateSpec	3
volumeClaimTemplates	[]core/v1.PersistentVolumeClaim	4	eoa
serviceName	string	5	o
podManagementPolicy	PodManagementPolicyType	6	eo
updateStrategy	StatefulSetUpdateStrategy	7	e
revisionHistoryLimit	*int32	8	e
minReadySeconds	int32	9	eo
persistentVolumeClaimRetentionPolicy	*StatefulSetPersistentVolumeClaimRetentionPolicy	10	eo
ordinals	*StatefulSetOrdinals	11	eo
=StatefulSetStatus
observedGeneration	int64	1	eo
replicas	int32	2
readyReplicas	int32	3	e
currentReplicas	int32	4	e
updatedReplicas	int32	5	e
currentRevision	string	6	e
updateRevision	string	7	e
collisionCount	*int32	9	eo
conditions	[]StatefulSetCondition	10	eMom	mergeKey=type	listMapKey=type
availableReplicas	int32	11	o
=StatefulSetUpdateStrategy
type	StatefulSetUpdateStrategyType	1	eo
rollingUpdate	*RollingUpdateStatefulSetStrategy	2	eo
=StatefulSetUpdateStrategyType:string	enum	RollingUpdate	OnDelete`,
  "audit/v1": `=AuthenticationMetadata
impersonationConstraint	string	1	eo
=Event
	meta/v1.TypeMeta		i
level	Level	1
auditID	string	2
stage	Stage	3
requestURI	string	4
verb	string	5
user	authentication/v1.UserInfo	6
impersonatedUser	*authentication/v1.UserInfo	7	eo
authenticationMetadata	*AuthenticationMetadata	17	eo
sourceIPs	[]string	8	eoa
userAgent	string	16	eo
objectRef	*ObjectReference	9	eo
responseStatus	*meta/v1.Status	10	eo
requestObject	*raw	11	eo
responseObject	*raw	12	eo
requestReceivedTimestamp	microTime	13	o
stageTimestamp	microTime	14	o
annotations	map[string]string	15	eo
=EventList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]Event	2
=GroupResources
group	string	1	eo
resources	[]string	2	eoa
resourceNames	[]string	3	eoa
=Level:string		None	Metadata	Request	RequestResponse
=ObjectReference
resource	string	1	eo
namespace	string	2	eo
name	string	3	eo
uid	string	4	eo
apiGroup	string	5	eo
apiVersion	string	6	eo
resourceVersion	string	7	eo
subresource	string	8	eo
=Policy
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
rules	[]PolicyRule	2	a
omitStages	[]Stage	3	eoa
omitManagedFields	bool	4	eo
=PolicyList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]Policy	2
=PolicyRule
level	Level	1
users	[]string	2	eoa
userGroups	[]string	3	eoa
verbs	[]string	4	eoa
resources	[]GroupResources	5	eoa
namespaces	[]string	6	eoa
nonResourceURLs	[]string	7	eoa
omitStages	[]Stage	8	eoa
omitManagedFields	*bool	9	eo
=Stage:string		RequestReceived	ResponseStarted	ResponseComplete	Panic`,
  "auditregistration/v1alpha1": `=AuditSink
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	AuditSinkSpec	2	e
=AuditSinkList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]AuditSink	2
=AuditSinkSpec
policy	Policy	1
webhook	Webhook	2
=Level:string		None	Metadata	Request	RequestResponse
=Policy
level	Level	1
stages	[]Stage	2	o
=ServiceReference
namespace	string	1
name	string	2
path	*string	3	eo
port	*int32	4	eo
=Stage:string
=Webhook
throttle	*WebhookThrottleConfig	1	eo
clientConfig	WebhookClientConfig	2
=WebhookClientConfig
url	*string	1	eo
service	*ServiceReference	2	eo
caBundle	bytes	3	eo
=WebhookThrottleConfig
qps	*int64	1	eo
burst	*int64	2	eo`,
  "authentication/v1": `=BoundObjectReference
kind	string	1	eo
apiVersion	string	2	eo
name	string	3	eo
uid	string	4	eo
=ExtraValue:[]string	protobuf.nullable=true
=SelfSubjectReview
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
status	SelfSubjectReviewStatus	2	eo
=SelfSubjectReviewStatus
userInfo	UserInfo	1	eo
=TokenRequest
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	TokenRequestSpec	2	o
status	TokenRequestStatus	3	eo
=TokenRequestSpec
audiences	[]string	1	oa
expirationSeconds	*int64	4	o
boundObjectRef	*BoundObjectReference	3	o
=TokenRequestStatus
token	string	1	o
expirationTimestamp	time	2	o
=TokenReview
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	TokenReviewSpec	2	r
status	TokenReviewStatus	3	eo
=TokenReviewSpec
token	string	1	er
audiences	[]string	2	eoa
=TokenReviewStatus
authenticated	bool	1	eo
user	UserInfo	2	eo
audiences	[]string	4	eoa
error	string	3	eo
=UserInfo
username	string	1	eo
uid	string	2	eo
groups	[]string	3	eoa
extra	map[string]ExtraValue	4	eo`,
  "authentication/v1beta1": `=ExtraValue:[]string	protobuf.nullable=true
=SelfSubjectReview
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
status	SelfSubjectReviewStatus	2	eo
=SelfSubjectReviewStatus
userInfo	authentication/v1.UserInfo	1	eo
=TokenReview
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	TokenReviewSpec	2	r
status	TokenReviewStatus	3	eo
=TokenReviewSpec
token	string	1	er
audiences	[]string	2	eoa
=TokenReviewStatus
authenticated	bool	1	eo
user	UserInfo	2	eo
audiences	[]string	4	eoa
error	string	3	eo
=UserInfo
username	string	1	eo
uid	string	2	eo
groups	[]string	3	eoa
extra	map[string]ExtraValue	4	eo`,
  "authorization/v1": `=ExtraValue:[]string	protobuf.nullable=true
=FieldSelectorAttributes
rawSelector	string	1	eo
requirements	[]meta/v1.FieldSelectorRequirement	2	eoa
=LabelSelectorAttributes
rawSelector	string	1	eo
requirements	[]meta/v1.LabelSelectorRequirement	2	eoa
=LocalSubjectAccessReview
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	SubjectAccessReviewSpec	2
status	SubjectAccessReviewStatus	3	eo
=NonResourceAttributes
path	string	1	eo
verb	string	2	eo
=NonResourceRule
verbs	[]string	1	a
nonResourceURLs	[]string	2	eoa
=ResourceAttributes
namespace	string	1	eo
verb	string	2	eo
group	string	3	eo
version	string	4	eo
resource	string	5	eo
subresource	string	6	eo
name	string	7	eo
fieldSelector	*FieldSelectorAttributes	8	eo
labelSelector	*LabelSelectorAttributes	9	eo
=ResourceRule
verbs	[]string	1	a
apiGroups	[]string	2	eoa
resources	[]string	3	eoa
resourceNames	[]string	4	eoa
=SelfSubjectAccessReview
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	SelfSubjectAccessReviewSpec	2
status	SubjectAccessReviewStatus	3	eo
=SelfSubjectAccessReviewSpec
resourceAttributes	*ResourceAttributes	1	eo
nonResourceAttributes	*NonResourceAttributes	2	eo
=SelfSubjectRulesReview
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	SelfSubjectRulesReviewSpec	2
status	SubjectRulesReviewStatus	3	eo
=SelfSubjectRulesReviewSpec
namespace	string	1	e
=SubjectAccessReview
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	SubjectAccessReviewSpec	2
status	SubjectAccessReviewStatus	3	eo
=SubjectAccessReviewSpec
resourceAttributes	*ResourceAttributes	1	eo
nonResourceAttributes	*NonResourceAttributes	2	eo
user	string	3	eo
groups	[]string	4	eoa
extra	map[string]ExtraValue	5	eo
uid	string	6	eo
=SubjectAccessReviewStatus
allowed	bool	1
denied	bool	4	eo
reason	string	2	eo
evaluationError	string	3	eo
=SubjectRulesReviewStatus
resourceRules	[]ResourceRule	1	a
nonResourceRules	[]NonResourceRule	2	a
incomplete	bool	3
evaluationError	string	4	eo`,
  "authorization/v1beta1": `=ExtraValue:[]string	protobuf.nullable=true
=LocalSubjectAccessReview
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	SubjectAccessReviewSpec	2
status	SubjectAccessReviewStatus	3	eo
=NonResourceAttributes
path	string	1	eo
verb	string	2	eo
=NonResourceRule
verbs	[]string	1	a
nonResourceURLs	[]string	2	eoa
=ResourceAttributes
namespace	string	1	eo
verb	string	2	eo
group	string	3	eo
version	string	4	eo
resource	string	5	eo
subresource	string	6	eo
name	string	7	eo
fieldSelector	*authorization/v1.FieldSelectorAttributes	8	eo
labelSelector	*authorization/v1.LabelSelectorAttributes	9	eo
=ResourceRule
verbs	[]string	1	a
apiGroups	[]string	2	eoa
resources	[]string	3	eoa
resourceNames	[]string	4	eoa
=SelfSubjectAccessReview
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	SelfSubjectAccessReviewSpec	2
status	SubjectAccessReviewStatus	3	eo
=SelfSubjectAccessReviewSpec
resourceAttributes	*ResourceAttributes	1	eo
nonResourceAttributes	*NonResourceAttributes	2	eo
=SelfSubjectRulesReview
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	SelfSubjectRulesReviewSpec	2
status	SubjectRulesReviewStatus	3	eo
=SelfSubjectRulesReviewSpec
namespace	string	1	e
=SubjectAccessReview
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	SubjectAccessReviewSpec	2
status	SubjectAccessReviewStatus	3	eo
=SubjectAccessReviewSpec
resourceAttributes	*ResourceAttributes	1	eo
nonResourceAttributes	*NonResourceAttributes	2	eo
user	string	3	eo
group	[]string	4	eoa
extra	map[string]ExtraValue	5	eo
uid	string	6	eo
=SubjectAccessReviewStatus
allowed	bool	1
denied	bool	4	eo
reason	string	2	eo
evaluationError	string	3	eo
=SubjectRulesReviewStatus
resourceRules	[]ResourceRule	1	a
nonResourceRules	[]NonResourceRule	2	a
incomplete	bool	3
evaluationError	string	4	eo`,
  "autoscaling/v1": `=ContainerResourceMetricSource
name	core/v1.ResourceName	1
targetAverageUtilization	*int32	2	eo
targetAverageValue	*quantity	3	eo
container	string	5
=ContainerResourceMetricStatus
name	core/v1.ResourceName	1
currentAverageUtilization	*int32	2	eo
currentAverageValue	quantity	3
container	string	4
=CrossVersionObjectReference	structType=atomic
kind	string	1
name	string	2
apiVersion	string	3	eo
=ExternalMetricSource
metricName	string	1
metricSelector	*meta/v1.LabelSelector	2	eo
targetValue	*quantity	3	eo
targetAverageValue	*quantity	4	eo
=ExternalMetricStatus
metricName	string	1
metricSelector	*meta/v1.LabelSelector	2	eo
currentValue	quantity	3
currentAverageValue	*quantity	4	eo
=HorizontalPodAutoscaler
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	HorizontalPodAutoscalerSpec	2	er
status	HorizontalPodAutoscalerStatus	3	eo
=HorizontalPodAutoscalerCondition
type	HorizontalPodAutoscalerConditionType	1
status	core/v1.ConditionStatus	2
lastTransitionTime	time	3	eo
reason	string	4	eo
message	string	5	eo
=HorizontalPodAutoscalerConditionType:string		ScalingActive	AbleToScale	ScalingLimited	ScaledToZero
=HorizontalPodAutoscalerList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]HorizontalPodAutoscaler	2
=HorizontalPodAutoscalerSpec
scaleTargetRef	CrossVersionObjectReference	1
minReplicas	*int32	2	eo
maxReplicas	int32	3	r
targetCPUUtilizationPercentage	*int32	4	eo
=HorizontalPodAutoscalerStatus
observedGeneration	*int64	1	eo
lastScaleTime	*time	2	eo
currentReplicas	int32	3
desiredReplicas	int32	4
currentCPUUtilizationPercentage	*int32	5	eo
=MetricSourceType:string	enum	Object	Pods	Resource	ContainerResource	External
=MetricSpec
type	MetricSourceType	1
object	*ObjectMetricSource	2	eo
pods	*PodsMetricSource	3	eo
resource	*ResourceMetricSource	4	eo
containerResource	*ContainerResourceMetricSource	7	eo
external	*ExternalMetricSource	5	eo
=MetricStatus
type	MetricSourceType	1
object	*ObjectMetricStatus	2	eo
pods	*PodsMetricStatus	3	eo
resource	*ResourceMetricStatus	4	eo
containerResource	*ContainerResourceMetricStatus	7	eo
external	*ExternalMetricStatus	5	eo
=ObjectMetricSource
target	CrossVersionObjectReference	1
metricName	string	2
targetValue	quantity	3
selector	*meta/v1.LabelSelector	4	eo
averageValue	*quantity	5	eo
=ObjectMetricStatus
target	CrossVersionObjectReference	1
metricName	string	2
currentValue	quantity	3
selector	*meta/v1.LabelSelector	4	eo
averageValue	*quantity	5	eo
=PodsMetricSource
metricName	string	1
targetAverageValue	quantity	2
selector	*meta/v1.LabelSelector	3	eo
=PodsMetricStatus
metricName	string	1
currentAverageValue	quantity	2
selector	*meta/v1.LabelSelector	3	eo
=ResourceMetricSource
name	core/v1.ResourceName	1
targetAverageUtilization	*int32	2	eo
targetAverageValue	*quantity	3	eo
=ResourceMetricStatus
name	core/v1.ResourceName	1
currentAverageUtilization	*int32	2	eo
currentAverageValue	quantity	3
=Scale	k8s:isSubresource="/scale"
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	ScaleSpec	2	eo
status	ScaleStatus	3	eo
=ScaleSpec
replicas	int32	1	eo	default=0
=ScaleStatus
replicas	int32	1
selector	string	2	eo`,
  "autoscaling/v2": `=ContainerResourceMetricSource
name	core/v1.ResourceName	1
target	MetricTarget	2
container	string	3
=ContainerResourceMetricStatus
name	core/v1.ResourceName	1
current	MetricValueStatus	2
container	string	3
=CrossVersionObjectReference
kind	string	1
name	string	2
apiVersion	string	3	eo
=ExternalMetricSource
metric	MetricIdentifier	1
target	MetricTarget	2
=ExternalMetricStatus
metric	MetricIdentifier	1
current	MetricValueStatus	2
=HPAScalingPolicy
type	HPAScalingPolicyType	1
value	int32	2
periodSeconds	int32	3
=HPAScalingPolicyType:string		Pods	Percent
=HPAScalingRules
stabilizationWindowSeconds	*int32	3	eo
selectPolicy	*ScalingPolicySelect	1	eo
policies	[]HPAScalingPolicy	2	eao
tolerance	*quantity	4	eo	featureGate=HPAConfigurableTolerance
=HorizontalPodAutoscaler
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	HorizontalPodAutoscalerSpec	2	er
status	HorizontalPodAutoscalerStatus	3	eo
=HorizontalPodAutoscalerBehavior
scaleUp	*HPAScalingRules	1	eo
scaleDown	*HPAScalingRules	2	eo
=HorizontalPodAutoscalerCondition
type	HorizontalPodAutoscalerConditionType	1
status	core/v1.ConditionStatus	2
lastTransitionTime	time	3	eo
reason	string	4	eo
message	string	5	eo
=HorizontalPodAutoscalerConditionType:string		ScalingActive	AbleToScale	ScalingLimited	ScaledToZero
=HorizontalPodAutoscalerList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]HorizontalPodAutoscaler	2
=HorizontalPodAutoscalerSpec
scaleTargetRef	CrossVersionObjectReference	1
minReplicas	*int32	2	eo
maxReplicas	int32	3	r
metrics	[]MetricSpec	4	eao
behavior	*HorizontalPodAutoscalerBehavior	5	eo
=HorizontalPodAutoscalerStatus
observedGeneration	*int64	1	eo
lastScaleTime	*time	2	eo
currentReplicas	int32	3	eo
desiredReplicas	int32	4
currentMetrics	[]MetricStatus	5	ao
conditions	[]HorizontalPodAutoscalerCondition	6	eMmo	mergeKey=type	listMapKey=type
=MetricIdentifier
name	string	1
selector	*meta/v1.LabelSelector	2	eo
=MetricSourceType:string		Object	Pods	Resource	ContainerResource	External
=MetricSpec
type	MetricSourceType	1
object	*ObjectMetricSource	2	eo
pods	*PodsMetricSource	3	eo
resource	*ResourceMetricSource	4	eo
containerResource	*ContainerResourceMetricSource	7	eo
external	*ExternalMetricSource	5	eo
=MetricStatus
type	MetricSourceType	1
object	*ObjectMetricStatus	2	eo
pods	*PodsMetricStatus	3	eo
resource	*ResourceMetricStatus	4	eo
containerResource	*ContainerResourceMetricStatus	7	eo
external	*ExternalMetricStatus	5	eo
=MetricTarget
type	MetricTargetType	1
value	*quantity	2	eo
averageValue	*quantity	3	eo
averageUtilization	*int32	4	eo
=MetricTargetType:string		Utilization	Value	AverageValue
=MetricValueStatus
value	*quantity	1	eo
averageValue	*quantity	2	eo
averageUtilization	*int32	3	eo
=ObjectMetricSource
describedObject	CrossVersionObjectReference	1
target	MetricTarget	2
metric	MetricIdentifier	3
=ObjectMetricStatus
metric	MetricIdentifier	1
current	MetricValueStatus	2
describedObject	CrossVersionObjectReference	3
=PodsMetricSource
metric	MetricIdentifier	1
target	MetricTarget	2
=PodsMetricStatus
metric	MetricIdentifier	1
current	MetricValueStatus	2
=ResourceMetricSource
name	core/v1.ResourceName	1
target	MetricTarget	2
=ResourceMetricStatus
name	core/v1.ResourceName	1
current	MetricValueStatus	2
=ScalingPolicySelect:string		Max	Min	Disabled`,
  "batch/v1": `=CompletionMode:string	enum	NonIndexed	Indexed
=ConcurrencyPolicy:string	enum	Allow	Forbid	Replace
=CronJob
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	CronJobSpec	2	er
status	CronJobStatus	3	eo
=CronJobList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]CronJob	2
=CronJobSpec
schedule	string	1	r
timeZone	*string	8	eo
startingDeadlineSeconds	*int64	2	eo
concurrencyPolicy	ConcurrencyPolicy	3	eo
suspend	*bool	4	eo
jobTemplate	JobTemplateSpec	5
successfulJobsHistoryLimit	*int32	6	eo
failedJobsHistoryLimit	*int32	7	eo
=CronJobStatus
active	[]core/v1.ObjectReference	1	eoa
lastScheduleTime	*time	4	eo
lastSuccessfulTime	*time	5	eo
=Job
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	JobSpec	2	eo
status	JobStatus	3	eo
=JobCondition
type	JobConditionType	1
status	core/v1.ConditionStatus	2
lastProbeTime	time	3	eo
lastTransitionTime	time	4	eo
reason	string	5	eo
message	string	6	eo
=JobConditionType:string		Suspended	Complete	Failed	FailureTarget	SuccessCriteriaMet
=JobList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]Job	2
=JobSpec
parallelism	*int32	1	eo
completions	*int32	2	eo
activeDeadlineSeconds	*int64	3	eo
podFailurePolicy	*PodFailurePolicy	11	eo
successPolicy	*SuccessPolicy	16	eo
backoffLimit	*int32	7	eo
backoffLimitPerIndex	*int32	12	eo
maxFailedIndexes	*int32	13	eo
selector	*meta/v1.LabelSelector	4	eo
manualSelector	*bool	5	eo
template	core/v1.PodTemplateSpec	6
ttlSecondsAfterFinished	*int32	8	eo
completionMode	*CompletionMode	9	eo
suspend	*bool	10	eo
podReplacementPolicy	*PodReplacementPolicy	14	eo
managedBy	*string	15	eo
=JobStatus
conditions	[]JobCondition	1	eMoa	mergeKey=type
startTime	*time	2	eo
completionTime	*time	3	eo
active	int32	4	eo
succeeded	int32	5	eo
failed	int32	6	eo
terminating	*int32	11	eo
completedIndexes	string	7	eo
failedIndexes	*string	10	eo
uncountedTerminatedPods	*UncountedTerminatedPods	8	eo
ready	*int32	9	e
=JobTemplateSpec
metadata	meta/v1.ObjectMeta	1	eo
spec	JobSpec	2	eo
=PodFailurePolicy
rules	[]PodFailurePolicyRule	1	a
=PodFailurePolicyAction:string	enum	FailJob	FailIndex	Ignore	Count
=PodFailurePolicyOnExitCodesOperator:string	enum	In	NotIn
=PodFailurePolicyOnExitCodesRequirement
containerName	*string	1	eo
operator	PodFailurePolicyOnExitCodesOperator	2
values	[]int32	3	s
=PodFailurePolicyOnPodConditionsPattern
type	core/v1.PodConditionType	1
status	core/v1.ConditionStatus	2	o
=PodFailurePolicyRule
action	PodFailurePolicyAction	1
onExitCodes	*PodFailurePolicyOnExitCodesRequirement	2	eo
onPodConditions	[]PodFailurePolicyOnPodConditionsPattern	3	eao
=PodReplacementPolicy:string	enum	TerminatingOrFailed	Failed
=SuccessPolicy
rules	[]SuccessPolicyRule	1	a
=SuccessPolicyRule
succeededIndexes	*string	1	eo
succeededCount	*int32	2	eo
=UncountedTerminatedPods
succeeded	[]string	1	eso
failed	[]string	2	eso`,
  "certificates/v1": `=CertificateSigningRequest	k8s:supportsSubresource="/status"	k8s:supportsSubresource="/approval"
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	CertificateSigningRequestSpec	2
status	CertificateSigningRequestStatus	3	eo
=CertificateSigningRequestCondition
type	RequestConditionType	1
status	core/v1.ConditionStatus	6
reason	string	2	eo
message	string	3	eo
lastUpdateTime	time	4	eo
lastTransitionTime	time	5	eo
=CertificateSigningRequestList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]CertificateSigningRequest	2
=CertificateSigningRequestSpec
request	bytes	1
signerName	string	7
expirationSeconds	*int32	8	eo
usages	[]KeyUsage	5	ea
username	string	2	eo
uid	string	3	eo
groups	[]string	4	eao
extra	map[string]ExtraValue	6	eo
=CertificateSigningRequestStatus
conditions	[]CertificateSigningRequestCondition	1	emo	listMapKey=type
certificate	bytes	2	eo
=ExtraValue:[]string	protobuf.nullable=true
=KeyUsage:string	enum	signing	digital signature	content commitment	key encipherment	key agreement	data encipherment	cert sign	crl sign	encipher only	decipher only	any	server auth	client auth	code signing	email protection	s/mime	ipsec end system	ipsec tunnel	ipsec user	timestamping	ocsp signing	microsoft sgc	netscape sgc
=RequestConditionType:string		Approved	Denied	Failed`,
  "coordination/v1": `=CoordinatedLeaseStrategy:string		OldestEmulationVersion
=Lease
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	LeaseSpec	2	eo
=LeaseList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]Lease	2
=LeaseSpec
holderIdentity	*string	1	eo
leaseDurationSeconds	*int32	2	eo
acquireTime	*microTime	3	eo
renewTime	*microTime	4	eo
leaseTransitions	*int32	5	eo
strategy	*CoordinatedLeaseStrategy	6	eo	featureGate=CoordinatedLeaderElection
preferredHolder	*string	7	eo	featureGate=CoordinatedLeaderElection`,
  "core/v1": `=AWSElasticBlockStoreVolumeSource
volumeID	string	1
fsType	string	2	eo
partition	int32	3	eo
readOnly	bool	4	eo
=Affinity
nodeAffinity	*NodeAffinity	1	eo
podAffinity	*PodAffinity	2	eo
podAntiAffinity	*PodAntiAffinity	3	eo
=AppArmorProfile	union
type	AppArmorProfileType	1		unionDiscriminator
localhostProfile	*string	2	eo
=AppArmorProfileType:string	enum	Unconfined	RuntimeDefault	Localhost
=AttachedVolume
name	UniqueVolumeName	1
devicePath	string	2
=AvoidPods
preferAvoidPods	[]PreferAvoidPodsEntry	1	eoa
=AzureDataDiskCachingMode:string	enum	None	ReadOnly	ReadWrite
=AzureDataDiskKind:string	enum	Shared	Dedicated	Managed
=AzureDiskVolumeSource
diskName	string	1
diskURI	string	2
cachingMode	*AzureDataDiskCachingMode	3	eo	default="ReadWrite"
fsType	*string	4	eo	default="ext4"
readOnly	*bool	5	eo	default=false
kind	*AzureDataDiskKind	6	e	default="Shared"
=AzureFilePersistentVolumeSource
secretName	string	1
shareName	string	2
readOnly	bool	3	eo
secretNamespace	*string	4	o
=AzureFileVolumeSource
secretName	string	1
shareName	string	2
readOnly	bool	3	eo
=Binding
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
target	ObjectReference	2
=CSIPersistentVolumeSource
driver	string	1
volumeHandle	string	2
readOnly	bool	3	eo
fsType	string	4	eo
volumeAttributes	map[string]string	5	eo
controllerPublishSecretRef	*SecretReference	6	eo
nodeStageSecretRef	*SecretReference	7	eo
nodePublishSecretRef	*SecretReference	8	eo
controllerExpandSecretRef	*SecretReference	9	eo
nodeExpandSecretRef	*SecretReference	10	eo
=CSIVolumeSource
driver	string	1
readOnly	*bool	2	eo
fsType	*string	3	eo
volumeAttributes	map[string]string	4	eo
nodePublishSecretRef	*LocalObjectReference	5	eo
=Capabilities
add	[]Capability	1	eoa
drop	[]Capability	2	eoa
=Capability:string
=CephFSPersistentVolumeSource
monitors	[]string	1	a
path	string	2	eo
user	string	3	eo
secretFile	string	4	eo
secretRef	*SecretReference	5	eo
readOnly	bool	6	eo
=CephFSVolumeSource
monitors	[]string	1	a
path	string	2	eo
user	string	3	eo
secretFile	string	4	eo
secretRef	*LocalObjectReference	5	eo
readOnly	bool	6	eo
=CinderPersistentVolumeSource
volumeID	string	1
fsType	string	2	eo
readOnly	bool	3	eo
secretRef	*SecretReference	4	eo
=CinderVolumeSource
volumeID	string	1
fsType	string	2	eo
readOnly	bool	3	eo
secretRef	*LocalObjectReference	4	eo
=ClaimResourceStatus:string	enum	ControllerResizeInProgress	ControllerResizeInfeasible	NodeResizePending	NodeResizeInProgress	NodeResizeInfeasible
=ClientIPConfig
timeoutSeconds	*int32	1	eo
=ClusterTrustBundleProjection
name	*string	1	eo
signerName	*string	2	eo
labelSelector	*meta/v1.LabelSelector	3	eo
optional	*bool	5	eo
path	string	4
=ComponentCondition
type	ComponentConditionType	1
status	ConditionStatus	2
message	string	3	eo
error	string	4	eo
=ComponentConditionType:string		Healthy
=ComponentStatus
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
conditions	[]ComponentCondition	2	eMom	mergeKey=type	listMapKey=type
=ComponentStatusList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]ComponentStatus	2
=ConditionStatus:string		True	False	Unknown
=ConfigMap
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
immutable	*bool	4	eo
data	map[string]string	2	eo
binaryData	map[string]bytes	3	eo
=ConfigMapEnvSource
	LocalObjectReference	1	i
optional	*bool	2	eo
=ConfigMapKeySelector	structType=atomic
	LocalObjectReference	1	i
key	string	2
optional	*bool	3	eo
=ConfigMapList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]ConfigMap	2
=ConfigMapNodeConfigSource
namespace	string	1
name	string	2
uid	string	3	eo
resourceVersion	string	4	eo
kubeletConfigKey	string	5
=ConfigMapProjection
	LocalObjectReference	1	i
items	[]KeyToPath	2	eoa
optional	*bool	4	eo
=ConfigMapVolumeSource
	LocalObjectReference	1	i
items	[]KeyToPath	2	eoa
defaultMode	*int32	3	eo
optional	*bool	4	eo
=Container
name	string	1
image	string	2	eo
command	[]string	3	eoa
args	[]string	4	eoa
workingDir	string	5	eo
ports	[]ContainerPort	6	eMom	mergeKey=containerPort	listMapKey=containerPort	listMapKey=protocol
envFrom	[]EnvFromSource	19	eoa
env	[]EnvVar	7	eMom	mergeKey=name	listMapKey=name
resources	ResourceRequirements	8	eo
resizePolicy	[]ContainerResizePolicy	23	eoa	featureGate=InPlacePodVerticalScaling
restartPolicy	*ContainerRestartPolicy	24	eo
restartPolicyRules	[]ContainerRestartRule	25	eoa	featureGate=ContainerRestartRules
volumeMounts	[]VolumeMount	9	eMom	mergeKey=mountPath	listMapKey=mountPath
volumeDevices	[]VolumeDevice	21	eMmo	mergeKey=devicePath	listMapKey=devicePath
livenessProbe	*Probe	10	eo
readinessProbe	*Probe	11	eo
startupProbe	*Probe	22	eo
lifecycle	*Lifecycle	12	eo
terminationMessagePath	string	13	eo
terminationMessagePolicy	TerminationMessagePolicy	20	eo
imagePullPolicy	PullPolicy	14	eo
securityContext	*SecurityContext	15	eo
stdin	bool	16	eo
stdinOnce	bool	17	eo
tty	bool	18	eo
=ContainerExtendedResourceRequest
containerName	string	1
resourceName	string	2
requestName	string	3
=ContainerImage
names	[]string	1	oa
sizeBytes	int64	2	eo
=ContainerPort
name	string	1	eo
hostPort	int32	2	eo
containerPort	int32	3
protocol	Protocol	4	eo	default="TCP"
hostIP	string	5	eo
=ContainerResizePolicy
resourceName	ResourceName	1
restartPolicy	ResourceResizeRestartPolicy	2
=ContainerRestartPolicy:string		Always	Never	OnFailure
=ContainerRestartRule
action	ContainerRestartRuleAction	1	er
exitCodes	*ContainerRestartRuleOnExitCodes	2	eo	oneOf=when
=ContainerRestartRuleAction:string		Restart	RestartAllContainers
=ContainerRestartRuleOnExitCodes
operator	ContainerRestartRuleOnExitCodesOperator	1	er
values	[]int32	2	eos
=ContainerRestartRuleOnExitCodesOperator:string		In	NotIn
=ContainerState
waiting	*ContainerStateWaiting	1	eo
running	*ContainerStateRunning	2	eo
terminated	*ContainerStateTerminated	3	eo
=ContainerStateRunning
startedAt	time	1	eo
=ContainerStateTerminated
exitCode	int32	1
signal	int32	2	eo
reason	string	3	eo
message	string	4	eo
startedAt	time	5	eo
finishedAt	time	6	eo
containerID	string	7	eo
=ContainerStateWaiting
reason	string	1	eo
message	string	2	eo
=ContainerStatus
name	string	1
state	ContainerState	2	eo
lastState	ContainerState	3	eo
ready	bool	4
restartCount	int32	5
image	string	6
imageID	string	7
containerID	string	8	eo
started	*bool	9	eo
allocatedResources	ResourceList	10	eo
resources	*ResourceRequirements	11	eo	featureGate=InPlacePodVerticalScaling
volumeMounts	[]VolumeMountStatus	12	eMom	mergeKey=mountPath	listMapKey=mountPath
user	*ContainerUser	13	eo	featureGate=SupplementalGroupsPolicy
allocatedResourcesStatus	[]ResourceStatus	14	eMom	mergeKey=name	featureGate=ResourceHealthStatus	listMapKey=name
stopSignal	*Signal	15	eo	featureGate=ContainerStopSignals
=ContainerUser
linux	*LinuxContainerUser	1	eo
=DNSPolicy:string	enum	ClusterFirstWithHostNet	ClusterFirst	Default	None
=DaemonEndpoint
Port	int32	1
=DownwardAPIProjection
items	[]DownwardAPIVolumeFile	1	eoa
=DownwardAPIVolumeFile
path	string	1
fieldRef	*ObjectFieldSelector	2	eo
resourceFieldRef	*ResourceFieldSelector	3	eo
mode	*int32	4	eo
=DownwardAPIVolumeSource
items	[]DownwardAPIVolumeFile	1	eoa
defaultMode	*int32	2	eo
=EmptyDirVolumeSource
medium	StorageMedium	1	eo
sizeLimit	*quantity	2	eo
=EndpointAddress	structType=atomic
ip	string	1
hostname	string	3	eo
nodeName	*string	4	eo
targetRef	*ObjectReference	2	eo
=EndpointPort	structType=atomic
name	string	1	eo
port	int32	2
protocol	Protocol	3	eo
appProtocol	*string	4	eo
=EndpointSubset
addresses	[]EndpointAddress	1	eoa
notReadyAddresses	[]EndpointAddress	2	eoa
ports	[]EndpointPort	3	eoa
=Endpoints
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
subsets	[]EndpointSubset	2	eoa
=EndpointsList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]Endpoints	2
=EnvFromSource
prefix	string	1	eo
configMapRef	*ConfigMapEnvSource	2	eo
secretRef	*SecretEnvSource	3	eo
=EnvVar
name	string	1
value	string	2	eo
valueFrom	*EnvVarSource	3	eo
=EnvVarSource
fieldRef	*ObjectFieldSelector	1	eo
resourceFieldRef	*ResourceFieldSelector	2	eo
configMapKeyRef	*ConfigMapKeySelector	3	eo
secretKeyRef	*SecretKeySelector	4	eo
fileKeyRef	*FileKeySelector	5	eo	featureGate=EnvFiles
=EphemeralContainer
	EphemeralContainerCommon	1	i
targetContainerName	string	2	eo
=EphemeralContainerCommon
name	string	1
image	string	2	e
command	[]string	3	eoa
args	[]string	4	eoa
workingDir	string	5	eo
ports	[]ContainerPort	6	eMom	mergeKey=containerPort	listMapKey=containerPort	listMapKey=protocol
envFrom	[]EnvFromSource	19	eoa
env	[]EnvVar	7	eMom	mergeKey=name	listMapKey=name
resources	ResourceRequirements	8	eo
resizePolicy	[]ContainerResizePolicy	23	eoa	featureGate=InPlacePodVerticalScaling
restartPolicy	*ContainerRestartPolicy	24	eo
restartPolicyRules	[]ContainerRestartRule	25	eoa	featureGate=ContainerRestartRules
volumeMounts	[]VolumeMount	9	eMom	mergeKey=mountPath	listMapKey=mountPath
volumeDevices	[]VolumeDevice	21	eMmo	mergeKey=devicePath	listMapKey=devicePath
livenessProbe	*Probe	10	eo
readinessProbe	*Probe	11	eo
startupProbe	*Probe	22	eo
lifecycle	*Lifecycle	12	eo
terminationMessagePath	string	13	eo
terminationMessagePolicy	TerminationMessagePolicy	20	eo
imagePullPolicy	PullPolicy	14	eo
securityContext	*SecurityContext	15	eo
stdin	bool	16	eo
stdinOnce	bool	17	eo
tty	bool	18	eo
=EphemeralVolumeSource
volumeClaimTemplate	*PersistentVolumeClaimTemplate	1	e
=Event
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1
involvedObject	ObjectReference	2
reason	string	3	eo
message	string	4	eo
source	EventSource	5	eo
firstTimestamp	time	6	eo
lastTimestamp	time	7	eo
count	int32	8	eo
type	string	9	eo
eventTime	microTime	10	eo
series	*EventSeries	11	eo
action	string	12	eo
related	*ObjectReference	13	eo
reportingComponent	string	14	o
reportingInstance	string	15	o
=EventList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]Event	2
=EventSeries
count	int32	1	e
lastObservedTime	microTime	2	e
=EventSource
component	string	1	eo
host	string	2	eo
=ExecAction
command	[]string	1	eoa
=FCVolumeSource
targetWWNs	[]string	1	eoa
lun	*int32	2	eo
fsType	string	3	eo
readOnly	bool	4	eo
wwids	[]string	5	eoa
=FileKeySelector	structType=atomic
volumeName	string	1	r
path	string	2	r
key	string	3	r
optional	*bool	4	eo	default=false
=FinalizerName:string		kubernetes
=FlexPersistentVolumeSource
driver	string	1
fsType	string	2	eo
secretRef	*SecretReference	3	eo
readOnly	bool	4	eo
options	map[string]string	5	eo
=FlexVolumeSource
driver	string	1
fsType	string	2	eo
secretRef	*LocalObjectReference	3	eo
readOnly	bool	4	eo
options	map[string]string	5	eo
=FlockerVolumeSource
datasetName	string	1	eo
datasetUUID	string	2	eo
=GCEPersistentDiskVolumeSource
pdName	string	1
fsType	string	2	eo
partition	int32	3	eo
readOnly	bool	4	eo
=GRPCAction
port	int32	1
service	*string	2	o	default=""
=GitRepoVolumeSource
repository	string	1
revision	string	2	eo
directory	string	3	eo
=GlusterfsPersistentVolumeSource
endpoints	string	1
path	string	2
readOnly	bool	3	eo
endpointsNamespace	*string	4	eo
=GlusterfsVolumeSource
endpoints	string	1
path	string	2
readOnly	bool	3	eo
=HTTPGetAction
path	string	1	eo
port	intOrString	2
host	string	3	eo
scheme	URIScheme	4	eo
httpHeaders	[]HTTPHeader	5	eoa
=HTTPHeader
name	string	1
value	string	2
=HostAlias
ip	string	1	r
hostnames	[]string	2	ea
=HostIP
ip	string	1	r
=HostPathType:string	enum		DirectoryOrCreate	Directory	FileOrCreate	File	Socket	CharDevice	BlockDevice
=HostPathVolumeSource
path	string	1
type	*HostPathType	2	eo
=IPFamily:string	enum	IPv4	IPv6
=IPFamilyPolicy:string	enum	SingleStack	PreferDualStack	RequireDualStack
=IPFamilyPolicyType:IPFamilyPolicy	enum
=ISCSIPersistentVolumeSource
targetPortal	string	1
iqn	string	2
lun	int32	3
iscsiInterface	string	4	eo	default="default"
fsType	string	5	eo
readOnly	bool	6	eo
portals	[]string	7	eoa
chapAuthDiscovery	bool	8	eo
chapAuthSession	bool	11	eo
secretRef	*SecretReference	10	eo
initiatorName	*string	12	eo
=ISCSIVolumeSource
targetPortal	string	1
iqn	string	2
lun	int32	3
iscsiInterface	string	4	eo	default="default"
fsType	string	5	eo
readOnly	bool	6	eo
portals	[]string	7	eoa
chapAuthDiscovery	bool	8	eo
chapAuthSession	bool	11	eo
secretRef	*LocalObjectReference	10	eo
initiatorName	*string	12	eo
=ImageVolumeSource
reference	string	1	eo
pullPolicy	PullPolicy	2	eo
=ImageVolumeStatus
imageRef	string	1	er	kubebuilder:validation:MaxLength=256
=KeyToPath
key	string	1
path	string	2
mode	*int32	3	eo
=Lifecycle
postStart	*LifecycleHandler	1	eo
preStop	*LifecycleHandler	2	eo
stopSignal	*Signal	3	eo
=LifecycleHandler
exec	*ExecAction	1	eo
httpGet	*HTTPGetAction	2	eo
tcpSocket	*TCPSocketAction	3	eo
sleep	*SleepAction	4	eo
=LimitRange
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	LimitRangeSpec	2	eo
=LimitRangeItem
type	LimitType	1
max	ResourceList	2	eo
min	ResourceList	3	eo
default	ResourceList	4	eo
defaultRequest	ResourceList	5	eo
maxLimitRequestRatio	ResourceList	6	eo
=LimitRangeList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]LimitRange	2
=LimitRangeSpec
limits	[]LimitRangeItem	1	a
=LimitType:string		Pod	Container	PersistentVolumeClaim
=LinuxContainerUser
uid	int64	1
gid	int64	2
supplementalGroups	[]int64	3	eoa
=List:meta/v1.List
=LoadBalancerIPMode:string		VIP	Proxy
=LoadBalancerIngress
ip	string	1	eo
hostname	string	2	eo
ipMode	*LoadBalancerIPMode	3	eo
ports	[]PortStatus	4	eao
=LoadBalancerStatus
ingress	[]LoadBalancerIngress	1	eoa
=LocalObjectReference	structType=atomic
name	string	1	eo	default=""	kubebuilder:default=""
=LocalVolumeSource
path	string	1
fsType	*string	2	eo
=ModifyVolumeStatus
targetVolumeAttributesClassName	string	1	e
status	PersistentVolumeClaimModifyVolumeStatus	2
=MountPropagationMode:string	enum	None	HostToContainer	Bidirectional
=NFSVolumeSource
server	string	1
path	string	2
readOnly	bool	3	eo
=Namespace
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	NamespaceSpec	2	eo
status	NamespaceStatus	3	eo
=NamespaceCondition
type	NamespaceConditionType	1
status	ConditionStatus	2
lastTransitionTime	time	4	eo
reason	string	5	eo
message	string	6	eo
=NamespaceConditionType:string		NamespaceDeletionDiscoveryFailure	NamespaceDeletionContentFailure	NamespaceDeletionGroupVersionParsingFailure	NamespaceContentRemaining	NamespaceFinalizersRemaining
=NamespaceList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]Namespace	2
=NamespacePhase:string	enum	Active	Terminating
=NamespaceSpec
finalizers	[]FinalizerName	1	eoa
=NamespaceStatus
phase	NamespacePhase	1	eo
conditions	[]NamespaceCondition	2	eMom	mergeKey=type	listMapKey=type
=Node
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	NodeSpec	2	eo
status	NodeStatus	3	eo
=NodeAddress
type	NodeAddressType	1
address	string	2
=NodeAddressType:string		Hostname	InternalIP	ExternalIP	InternalDNS	ExternalDNS
=NodeAffinity
requiredDuringSchedulingIgnoredDuringExecution	*NodeSelector	1	eo
preferredDuringSchedulingIgnoredDuringExecution	[]PreferredSchedulingTerm	2	eoa
=NodeAllocatableResourceClaimStatus
resourceClaimName	string	1	r
containers	[]string	2	eos
resources	map[ResourceName]quantity	3	r
=NodeCondition
type	NodeConditionType	1
status	ConditionStatus	2
lastHeartbeatTime	time	3	eo
lastTransitionTime	time	4	eo
reason	string	5	eo
message	string	6	eo
=NodeConditionType:string		Ready	MemoryPressure	DiskPressure	PIDPressure	NetworkUnavailable
=NodeConfigSource
configMap	*ConfigMapNodeConfigSource	2	e
=NodeConfigStatus
assigned	*NodeConfigSource	1	eo
active	*NodeConfigSource	2	eo
lastKnownGood	*NodeConfigSource	3	eo
error	string	4	eo
=NodeDaemonEndpoints
kubeletEndpoint	DaemonEndpoint	1	eo
=NodeFeatures
supplementalGroupsPolicy	*bool	1	eo
=NodeInclusionPolicy:string	enum	Ignore	Honor
=NodeList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]Node	2
=NodePhase:string	enum	Pending	Running	Terminated
=NodeProxyOptions
	meta/v1.TypeMeta		i
path	string	1	eo
=NodeRuntimeHandler
name	string	1	o
features	*NodeRuntimeHandlerFeatures	2	eo
=NodeRuntimeHandlerFeatures
recursiveReadOnlyMounts	*bool	1	eo
userNamespaces	*bool	2	eo
=NodeSelector	structType=atomic
nodeSelectorTerms	[]NodeSelectorTerm	1	a
=NodeSelectorOperator:string	enum	In	NotIn	Exists	DoesNotExist	Gt	Lt
=NodeSelectorRequirement
key	string	1
operator	NodeSelectorOperator	2
values	[]string	3	eoa
=NodeSelectorTerm	structType=atomic
matchExpressions	[]NodeSelectorRequirement	1	eoa
matchFields	[]NodeSelectorRequirement	2	eoa
=NodeSpec
podCIDR	string	1	eo
podCIDRs	[]string	7	eMos
providerID	string	3	eo
unschedulable	bool	4	eo
taints	[]Taint	5	eoa
configSource	*NodeConfigSource	6	eo
externalID	string	2	eo
=NodeStatus
capacity	ResourceList	1	eo
allocatable	ResourceList	2	eo
phase	NodePhase	3	eo
conditions	[]NodeCondition	4	eMom	mergeKey=type	listMapKey=type
addresses	[]NodeAddress	5	eMom	mergeKey=type	listMapKey=type
daemonEndpoints	NodeDaemonEndpoints	6	eo
nodeInfo	NodeSystemInfo	7	eo
images	[]ContainerImage	8	eoa
volumesInUse	[]UniqueVolumeName	9	eoa
volumesAttached	[]AttachedVolume	10	eoa
config	*NodeConfigStatus	11	eo
runtimeHandlers	[]NodeRuntimeHandler	12	eoa
features	*NodeFeatures	13	eo	featureGate=SupplementalGroupsPolicy
declaredFeatures	[]string	14	eoa	featureGate=NodeDeclaredFeatures
=NodeSwapStatus
capacity	*int64	1	eo
=NodeSystemInfo
machineID	string	1
systemUUID	string	2
bootID	string	3
kernelVersion	string	4
osImage	string	5
containerRuntimeVersion	string	6
kubeletVersion	string	7
kubeProxyVersion	string	8
operatingSystem	string	9
architecture	string	10
swap	*NodeSwapStatus	11	e
=OSName:string		linux	windows
=ObjectFieldSelector	structType=atomic
apiVersion	string	1	eo
fieldPath	string	2
=ObjectReference	structType=atomic
kind	string	1	eo
namespace	string	2	eo
name	string	3	eo
uid	string	4	eo
apiVersion	string	5	eo
resourceVersion	string	6	eo
fieldPath	string	7	eo
=PersistentVolume
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	PersistentVolumeSpec	2	eo
status	PersistentVolumeStatus	3	eo
=PersistentVolumeAccessMode:string	enum	ReadWriteOnce	ReadOnlyMany	ReadWriteMany	ReadWriteOncePod
=PersistentVolumeClaim
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	PersistentVolumeClaimSpec	2	eo
status	PersistentVolumeClaimStatus	3	eo
=PersistentVolumeClaimCondition
type	PersistentVolumeClaimConditionType	1
status	ConditionStatus	2
lastProbeTime	time	3	eo
lastTransitionTime	time	4	eo
reason	string	5	eo
message	string	6	eo
=PersistentVolumeClaimConditionType:string		Resizing	FileSystemResizePending	ControllerResizeError	NodeResizeError	ModifyVolumeError	ModifyingVolume	Unused
=PersistentVolumeClaimList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]PersistentVolumeClaim	2
=PersistentVolumeClaimModifyVolumeStatus:string	enum	Pending	InProgress	Infeasible
=PersistentVolumeClaimPhase:string	enum	Pending	Bound	Lost
=PersistentVolumeClaimSpec
accessModes	[]PersistentVolumeAccessMode	1	eoa
selector	*meta/v1.LabelSelector	4	eo
resources	VolumeResourceRequirements	2	eo
volumeName	string	3	eo
storageClassName	*string	5	eo
volumeMode	*PersistentVolumeMode	6	eo
dataSource	*TypedLocalObjectReference	7	eo
dataSourceRef	*TypedObjectReference	8	eo
volumeAttributesClassName	*string	9	eo	featureGate=VolumeAttributesClass
=PersistentVolumeClaimStatus
phase	PersistentVolumeClaimPhase	1	eo
accessModes	[]PersistentVolumeAccessMode	2	eoa
capacity	ResourceList	3	eo
conditions	[]PersistentVolumeClaimCondition	4	eMom	mergeKey=type	listMapKey=type
allocatedResources	ResourceList	5	eo
allocatedResourceStatuses	map[ResourceName]ClaimResourceStatus	7	eGo
currentVolumeAttributesClassName	*string	8	eo	featureGate=VolumeAttributesClass
modifyVolumeStatus	*ModifyVolumeStatus	9	eo	featureGate=VolumeAttributesClass
=PersistentVolumeClaimTemplate
metadata	meta/v1.ObjectMeta	1	eo
spec	PersistentVolumeClaimSpec	2
=PersistentVolumeClaimVolumeSource
claimName	string	1
readOnly	bool	2	eo
=PersistentVolumeList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]PersistentVolume	2
=PersistentVolumeMode:string	enum	Block	Filesystem
=PersistentVolumePhase:string	enum	Pending	Available	Bound	Released	Failed
=PersistentVolumeReclaimPolicy:string	enum	Recycle	Delete	Retain
=PersistentVolumeSource
gcePersistentDisk	*GCEPersistentDiskVolumeSource	1	eo
awsElasticBlockStore	*AWSElasticBlockStoreVolumeSource	2	eo
hostPath	*HostPathVolumeSource	3	eo
glusterfs	*GlusterfsPersistentVolumeSource	4	eo
nfs	*NFSVolumeSource	5	eo
rbd	*RBDPersistentVolumeSource	6	eo
iscsi	*ISCSIPersistentVolumeSource	7	eo
cinder	*CinderPersistentVolumeSource	8	eo
cephfs	*CephFSPersistentVolumeSource	9	eo
fc	*FCVolumeSource	10	eo
flocker	*FlockerVolumeSource	11	eo
flexVolume	*FlexPersistentVolumeSource	12	eo
azureFile	*AzureFilePersistentVolumeSource	13	eo
vsphereVolume	*VsphereVirtualDiskVolumeSource	14	eo
quobyte	*QuobyteVolumeSource	15	eo
azureDisk	*AzureDiskVolumeSource	16	eo
photonPersistentDisk	*PhotonPersistentDiskVolumeSource	17	e
portworxVolume	*PortworxVolumeSource	18	eo
scaleIO	*ScaleIOPersistentVolumeSource	19	eo
local	*LocalVolumeSource	20	eo
storageos	*StorageOSPersistentVolumeSource	21	eo
csi	*CSIPersistentVolumeSource	22	eo
=PersistentVolumeSpec
capacity	ResourceList	1	eo
	PersistentVolumeSource	2	i
accessModes	[]PersistentVolumeAccessMode	3	eoa
claimRef	*ObjectReference	4	eoG
persistentVolumeReclaimPolicy	PersistentVolumeReclaimPolicy	5	eo
storageClassName	string	6	eo
mountOptions	[]string	7	eoa
volumeMode	*PersistentVolumeMode	8	eo
nodeAffinity	*VolumeNodeAffinity	9	eo
volumeAttributesClassName	*string	10	eo	featureGate=VolumeAttributesClass
=PersistentVolumeStatus
phase	PersistentVolumePhase	1	eo
message	string	2	eo
reason	string	3	eo
lastPhaseTransitionTime	*time	4	eo
=PhotonPersistentDiskVolumeSource
pdID	string	1
fsType	string	2	e
=Pod
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	PodSpec	2	eo
status	PodStatus	3	eo
=PodAffinity
requiredDuringSchedulingIgnoredDuringExecution	[]PodAffinityTerm	1	eoa
preferredDuringSchedulingIgnoredDuringExecution	[]WeightedPodAffinityTerm	2	eoa
=PodAffinityTerm
labelSelector	*meta/v1.LabelSelector	1	eo
namespaces	[]string	2	eoa
topologyKey	string	3
namespaceSelector	*meta/v1.LabelSelector	4	eo
matchLabelKeys	[]string	5	eao
mismatchLabelKeys	[]string	6	eao
=PodAntiAffinity
requiredDuringSchedulingIgnoredDuringExecution	[]PodAffinityTerm	1	eoa
preferredDuringSchedulingIgnoredDuringExecution	[]WeightedPodAffinityTerm	2	eoa
=PodAttachOptions
	meta/v1.TypeMeta		i
stdin	bool	1	eo
stdout	bool	2	eo
stderr	bool	3	eo
tty	bool	4	eo
container	string	5	eo
=PodCertificateProjection
signerName	string	1	er
keyType	string	2	er
maxExpirationSeconds	*int32	3	eo
credentialBundlePath	string	4	eo
keyPath	string	5	eo
certificateChainPath	string	6	eo
userAnnotations	map[string]string	7	e
=PodCondition
type	PodConditionType	1
observedGeneration	int64	7	eo
status	ConditionStatus	2
lastProbeTime	time	3	eo
lastTransitionTime	time	4	eo
reason	string	5	eo
message	string	6	eo
=PodConditionType:string		ContainersReady	Initialized	Ready	PodScheduled	DisruptionTarget	PodReadyToStartContainers	PodResizePending	PodResizeInProgress	AllContainersRestarting
=PodDNSConfig
nameservers	[]string	1	eoa
searches	[]string	2	eoa
options	[]PodDNSConfigOption	3	eoa
=PodDNSConfigOption
name	string	1	e
value	*string	2	eo
=PodExecOptions
	meta/v1.TypeMeta		i
stdin	bool	1	eo
stdout	bool	2	eo
stderr	bool	3	eo
tty	bool	4	eo
container	string	5	eo
command	[]string	6	a
=PodExtendedResourceClaimStatus
requestMappings	[]ContainerExtendedResourceRequest	1	a
resourceClaimName	string	2
=PodFSGroupChangePolicy:string	enum	OnRootMismatch	Always
=PodIP
ip	string	1	r
=PodList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]Pod	2
=PodLogOptions
	meta/v1.TypeMeta		i
container	string	1	eo
follow	bool	2	eo
previous	bool	3	eo
sinceSeconds	*int64	4	eo
sinceTime	*time	5	eo
timestamps	bool	6	eo
tailLines	*int64	7	eo
limitBytes	*int64	8	eo
insecureSkipTLSVerifyBackend	bool	9	eo
stream	*string	10	eo	featureGate=PodLogsQuerySplitStreams
=PodOS
name	OSName	1
=PodPhase:string	enum	Pending	Running	Succeeded	Failed	Unknown
=PodPortForwardOptions
	meta/v1.TypeMeta		i
ports	[]int32	1	eoa
=PodProxyOptions
	meta/v1.TypeMeta		i
path	string	1	eo
=PodQOSClass:string	enum	Guaranteed	Burstable	BestEffort
=PodReadinessGate
conditionType	PodConditionType	1
=PodResizeStatus:string		InProgress	Deferred	Infeasible
=PodResourceClaim
name	string	1
resourceClaimName	*string	3	e
resourceClaimTemplateName	*string	4	e
=PodResourceClaimStatus
name	string	1
resourceClaimName	*string	2	eo
=PodSELinuxChangePolicy:string		Recursive	MountOption
=PodSchedulingGate
name	string	1
=PodSchedulingGroup	union
podGroupName	*string	1	eo	oneOf=GroupSelection
=PodSecurityContext
seLinuxOptions	*SELinuxOptions	1	eo
windowsOptions	*WindowsSecurityContextOptions	8	eo
runAsUser	*int64	2	eo
runAsGroup	*int64	6	eo
runAsNonRoot	*bool	3	eo
supplementalGroups	[]int64	4	eoa
supplementalGroupsPolicy	*SupplementalGroupsPolicy	12	eo	featureGate=SupplementalGroupsPolicy
fsGroup	*int64	5	eo
sysctls	[]Sysctl	7	eoa
fsGroupChangePolicy	*PodFSGroupChangePolicy	9	eo
seccompProfile	*SeccompProfile	10	eo
appArmorProfile	*AppArmorProfile	11	eo
seLinuxChangePolicy	*PodSELinuxChangePolicy	13	eo	featureGate=SELinuxChangePolicy
=PodSignature
podController	*meta/v1.OwnerReference	1	eo
=PodSpec
volumes	[]Volume	1	eMKom	mergeKey=name	listMapKey=name
initContainers	[]Container	20	eMm	mergeKey=name	listMapKey=name
containers	[]Container	2	Mm	mergeKey=name	listMapKey=name
ephemeralContainers	[]EphemeralContainer	34	eMom	mergeKey=name	listMapKey=name
restartPolicy	RestartPolicy	3	eo
terminationGracePeriodSeconds	*int64	4	eo
activeDeadlineSeconds	*int64	5	eo
dnsPolicy	DNSPolicy	6	eo
nodeSelector	map[string]string	7	eoA
serviceAccountName	string	8	eo
serviceAccount	string	9	eo
automountServiceAccountToken	*bool	21	eo
nodeName	string	10	eo
hostNetwork	bool	11	eo
hostPID	bool	12	eo
hostIPC	bool	13	eo
shareProcessNamespace	*bool	27	eo
securityContext	*PodSecurityContext	14	eo
imagePullSecrets	[]LocalObjectReference	15	eMom	mergeKey=name	listMapKey=name
hostname	string	16	eo
subdomain	string	17	eo
affinity	*Affinity	18	eo
schedulerName	string	19	eo
tolerations	[]Toleration	22	eoa
hostAliases	[]HostAlias	23	eMom	mergeKey=ip	listMapKey=ip
priorityClassName	string	24	eo
priority	*int32	25	eo
dnsConfig	*PodDNSConfig	26	eo
readinessGates	[]PodReadinessGate	28	eoa
runtimeClassName	*string	29	eo
enableServiceLinks	*bool	30	eo
preemptionPolicy	*PreemptionPolicy	31	eo
overhead	ResourceList	32	eo
topologySpreadConstraints	[]TopologySpreadConstraint	33	eMom	mergeKey=topologyKey	listMapKey=topologyKey	listMapKey=whenUnsatisfiable
setHostnameAsFQDN	*bool	35	eo
os	*PodOS	36	eo
hostUsers	*bool	37	eo
schedulingGates	[]PodSchedulingGate	38	eMmo	mergeKey=name	listMapKey=name
resourceClaims	[]PodResourceClaim	39	eMKmo	mergeKey=name	listMapKey=name	featureGate=DynamicResourceAllocation
resources	*ResourceRequirements	40	eo	featureGate=PodLevelResources
hostnameOverride	*string	41	eo	featureGate=HostnameOverride
schedulingGroup	*PodSchedulingGroup	43	eo	featureGate=GenericWorkload
=PodStatus
observedGeneration	int64	17	eo
phase	PodPhase	1	eo
conditions	[]PodCondition	2	eMom	mergeKey=type	listMapKey=type
message	string	3	eo
reason	string	4	eo
nominatedNodeName	string	11	eo
hostIP	string	5	eo
hostIPs	[]HostIP	16	eMoa	mergeKey=ip
podIP	string	6	eo
podIPs	[]PodIP	12	eMom	mergeKey=ip	listMapKey=ip
startTime	*time	7	eo
initContainerStatuses	[]ContainerStatus	10	ea
containerStatuses	[]ContainerStatus	8	eoa
qosClass	PodQOSClass	9	eo
ephemeralContainerStatuses	[]ContainerStatus	13	eoa
resize	PodResizeStatus	14	eo	featureGate=InPlacePodVerticalScaling
resourceClaimStatuses	[]PodResourceClaimStatus	15	eMKmo	mergeKey=name	listMapKey=name	featureGate=DynamicResourceAllocation
extendedResourceClaimStatus	*PodExtendedResourceClaimStatus	18	eo	featureGate=DRAExtendedResource
allocatedResources	ResourceList	19	eo	featureGate=InPlacePodLevelResourcesVerticalScaling
resources	*ResourceRequirements	20	eo	featureGate=InPlacePodLevelResourcesVerticalScaling
nodeAllocatableResourceClaimStatuses	[]NodeAllocatableResourceClaimStatus	21	eoa	featureGate=DRANodeAllocatableResources
=PodStatusResult
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
status	PodStatus	2	eo
=PodTemplate
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
template	PodTemplateSpec	2	eo
=PodTemplateList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]PodTemplate	2
=PodTemplateSpec
metadata	meta/v1.ObjectMeta	1	eo
spec	PodSpec	2	eo
=PortStatus
port	int32	1
protocol	Protocol	2
error	*string	3	eo	kubebuilder:validation:Required	kubebuilder:validation:Pattern=\`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$\`	kubebuilder:validation:MaxLength=316
=PortworxVolumeSource
volumeID	string	1
fsType	string	2	e
readOnly	bool	3	eo
=Preconditions
uid	*string	1	eo
=PreemptionPolicy:string	enum	PreemptLowerPriority	Never
=PreferAvoidPodsEntry
podSignature	PodSignature	1
evictionTime	time	2	eo
reason	string	3	eo
message	string	4	eo
=PreferredSchedulingTerm
weight	int32	1
preference	NodeSelectorTerm	2
=Probe
	ProbeHandler	1	i
initialDelaySeconds	int32	2	eo
timeoutSeconds	int32	3	eo
periodSeconds	int32	4	eo
successThreshold	int32	5	eo
failureThreshold	int32	6	eo
terminationGracePeriodSeconds	*int64	7	eo
=ProbeHandler
exec	*ExecAction	1	eo
httpGet	*HTTPGetAction	2	eo
tcpSocket	*TCPSocketAction	3	eo
grpc	*GRPCAction	4	eo
=ProcMountType:string	enum	Default	Unmasked
=ProjectedVolumeSource
sources	[]VolumeProjection	1	oa
defaultMode	*int32	2	eo
=Protocol:string	enum	TCP	UDP	SCTP
=PullPolicy:string	enum	Always	Never	IfNotPresent
=QuobyteVolumeSource
registry	string	1
volume	string	2
readOnly	bool	3	eo
user	string	4	eo
group	string	5	eo
tenant	string	6	eo
=RBDPersistentVolumeSource
monitors	[]string	1	a
image	string	2
fsType	string	3	eo
pool	string	4	eo	default="rbd"
user	string	5	eo	default="admin"
keyring	string	6	eo	default="/etc/ceph/keyring"
secretRef	*SecretReference	7	eo
readOnly	bool	8	eo
=RBDVolumeSource
monitors	[]string	1	a
image	string	2
fsType	string	3	eo
pool	string	4	eo	default="rbd"
user	string	5	eo	default="admin"
keyring	string	6	eo	default="/etc/ceph/keyring"
secretRef	*LocalObjectReference	7	eo
readOnly	bool	8	eo
=RangeAllocation
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
range	string	2
data	bytes	3
=RecursiveReadOnlyMode:string		Disabled	IfPossible	Enabled
=ReplicationController	k8s:supportsSubresource="/scale"
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	ReplicationControllerSpec	2	eo
status	ReplicationControllerStatus	3	eo
=ReplicationControllerCondition
type	ReplicationControllerConditionType	1
status	ConditionStatus	2
lastTransitionTime	time	3	eo
reason	string	4	eo
message	string	5	eo
=ReplicationControllerConditionType:string		ReplicaFailure
=ReplicationControllerList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]ReplicationController	2
=ReplicationControllerSpec
replicas	*int32	1	eo	default=1
minReadySeconds	int32	4	eo	default=0
selector	map[string]string	2	eoA
template	*PodTemplateSpec	3	eo
=ReplicationControllerStatus
replicas	int32	1
fullyLabeledReplicas	int32	2	eo
readyReplicas	int32	4	eo
availableReplicas	int32	5	eo
observedGeneration	int64	3	eo
conditions	[]ReplicationControllerCondition	6	eMom	mergeKey=type	listMapKey=type
=ResourceClaim
name	string	1
request	string	2	eo
=ResourceFieldSelector	structType=atomic
containerName	string	1	eo
resource	string	2
divisor	quantity	3	eo
=ResourceHealth
resourceID	ResourceID	1
health	ResourceHealthStatus	2	e
message	*string	6	eo	featureGate=ResourceHealthStatusMessage
=ResourceHealthStatus:string		Healthy	Unhealthy	Unknown
=ResourceID:string
=ResourceList:map[ResourceName]quantity
=ResourceName:string		cpu	memory	storage	ephemeral-storage	pods	services	replicationcontrollers	resourcequotas	secrets	configmaps	persistentvolumeclaims	services.nodeports	services.loadbalancers	requests.cpu	requests.memory	requests.storage	requests.ephemeral-storage	limits.cpu	limits.memory	limits.ephemeral-storage
=ResourceQuota
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	ResourceQuotaSpec	2	eo
status	ResourceQuotaStatus	3	eo
=ResourceQuotaList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]ResourceQuota	2
=ResourceQuotaScope:string	enum	Terminating	NotTerminating	BestEffort	NotBestEffort	PriorityClass	CrossNamespacePodAffinity	VolumeAttributesClass
=ResourceQuotaSpec
hard	ResourceList	1	eo
scopes	[]ResourceQuotaScope	2	eoa
scopeSelector	*ScopeSelector	3	eo
=ResourceQuotaStatus
hard	ResourceList	1	eo
used	ResourceList	2	eo
=ResourceRequirements
limits	ResourceList	1	eo
requests	ResourceList	2	eo
claims	[]ResourceClaim	3	emo	listMapKey=name	featureGate=DynamicResourceAllocation
=ResourceResizeRestartPolicy:string		NotRequired	RestartContainer
=ResourceStatus
name	ResourceName	1	r
resources	[]ResourceHealth	2	em	listMapKey=resourceID
=RestartPolicy:string	enum	Always	OnFailure	Never
=SELinuxOptions
user	string	1	eo
role	string	2	eo
type	string	3	eo
level	string	4	eo
=ScaleIOPersistentVolumeSource
gateway	string	1
system	string	2
secretRef	*SecretReference	3
sslEnabled	bool	4	eo
protectionDomain	string	5	eo
storagePool	string	6	eo
storageMode	string	7	eo	default="ThinProvisioned"
volumeName	string	8	e
fsType	string	9	eo	default="xfs"
readOnly	bool	10	eo
=ScaleIOVolumeSource
gateway	string	1
system	string	2
secretRef	*LocalObjectReference	3
sslEnabled	bool	4	eo
protectionDomain	string	5	eo
storagePool	string	6	eo
storageMode	string	7	eo	default="ThinProvisioned"
volumeName	string	8	e
fsType	string	9	eo	default="xfs"
readOnly	bool	10	eo
=ScopeSelector	structType=atomic
matchExpressions	[]ScopedResourceSelectorRequirement	1	eoa
=ScopeSelectorOperator:string	enum	In	NotIn	Exists	DoesNotExist
=ScopedResourceSelectorRequirement
scopeName	ResourceQuotaScope	1
operator	ScopeSelectorOperator	2
values	[]string	3	eoa
=SeccompProfile	union
type	SeccompProfileType	1		unionDiscriminator
localhostProfile	*string	2	eo
=SeccompProfileType:string	enum	Unconfined	RuntimeDefault	Localhost
=Secret
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
immutable	*bool	5	eo
data	map[string]bytes	2	eo
stringData	map[string]string	4	eo
type	SecretType	3	eo
=SecretEnvSource
	LocalObjectReference	1	i
optional	*bool	2	eo
=SecretKeySelector	structType=atomic
	LocalObjectReference	1	i
key	string	2
optional	*bool	3	eo
=SecretList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]Secret	2
=SecretProjection
	LocalObjectReference	1	i
items	[]KeyToPath	2	eoa
optional	*bool	4	eo
=SecretReference	structType=atomic
name	string	1	eo
namespace	string	2	eo
=SecretType:string		Opaque	kubernetes.io/service-account-token	kubernetes.io/dockercfg	kubernetes.io/dockerconfigjson	kubernetes.io/basic-auth	kubernetes.io/ssh-auth	kubernetes.io/tls	bootstrap.kubernetes.io/token
=SecretVolumeSource
secretName	string	1	eo
items	[]KeyToPath	2	eoa
defaultMode	*int32	3	eo
optional	*bool	4	eo
=SecurityContext
capabilities	*Capabilities	1	eo
privileged	*bool	2	eo
seLinuxOptions	*SELinuxOptions	3	eo
windowsOptions	*WindowsSecurityContextOptions	10	eo
runAsUser	*int64	4	eo
runAsGroup	*int64	8	eo
runAsNonRoot	*bool	5	eo
readOnlyRootFilesystem	*bool	6	eo
allowPrivilegeEscalation	*bool	7	eo
procMount	*ProcMountType	9	eo
seccompProfile	*SeccompProfile	11	eo
appArmorProfile	*AppArmorProfile	12	eo
=SerializedReference
	meta/v1.TypeMeta		i
reference	ObjectReference	1	eo
=Service
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	ServiceSpec	2	eo
status	ServiceStatus	3	eo
=ServiceAccount
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
secrets	[]ObjectReference	2	eMom	mergeKey=name	listMapKey=name
imagePullSecrets	[]LocalObjectReference	3	eoa
automountServiceAccountToken	*bool	4	eo
=ServiceAccountList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]ServiceAccount	2
=ServiceAccountTokenProjection
audience	string	1	eo
expirationSeconds	*int64	2	eo
path	string	3
=ServiceAffinity:string	enum	ClientIP	None
=ServiceExternalTrafficPolicy:string	enum	Cluster	Local
=ServiceExternalTrafficPolicyType:ServiceExternalTrafficPolicy	enum
=ServiceInternalTrafficPolicy:string	enum	Cluster	Local
=ServiceInternalTrafficPolicyType:ServiceInternalTrafficPolicy	enum
=ServiceList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]Service	2
=ServicePort
name	string	1	eo
protocol	Protocol	2	eo	default="TCP"
appProtocol	*string	6	eo
port	int32	3
targetPort	intOrString	4	eo
nodePort	int32	5	eo
=ServiceProxyOptions
	meta/v1.TypeMeta		i
path	string	1	eo
=ServiceSpec
ports	[]ServicePort	1	eMm	mergeKey=port	listMapKey=port	listMapKey=protocol
selector	map[string]string	2	eoA
clusterIP	string	3	eo
clusterIPs	[]string	18	eao
type	ServiceType	4	eo
externalIPs	[]string	5	eoa
sessionAffinity	ServiceAffinity	7	eo
loadBalancerIP	string	8	eo
loadBalancerSourceRanges	[]string	9	eoa
externalName	string	10	eo
externalTrafficPolicy	ServiceExternalTrafficPolicy	11	eo
healthCheckNodePort	int32	12	eo
publishNotReadyAddresses	bool	13	eo
sessionAffinityConfig	*SessionAffinityConfig	14	eo
ipFamilies	[]IPFamily	19	eao
ipFamilyPolicy	*IPFamilyPolicy	17	eo
allocateLoadBalancerNodePorts	*bool	20	eo
loadBalancerClass	*string	21	eo
internalTrafficPolicy	*ServiceInternalTrafficPolicy	22	eo
trafficDistribution	*string	23	eo
=ServiceStatus
loadBalancer	LoadBalancerStatus	1	eo
conditions	[]meta/v1.Condition	2	eMom	mergeKey=type	listMapKey=type
=ServiceType:string	enum	ClusterIP	NodePort	LoadBalancer	ExternalName
=SessionAffinityConfig
clientIP	*ClientIPConfig	1	eo
=Signal:string	enum	SIGABRT	SIGALRM	SIGBUS	SIGCHLD	SIGCLD	SIGCONT	SIGFPE	SIGHUP	SIGILL	SIGINT	SIGIO	SIGIOT	SIGKILL	SIGPIPE	SIGPOLL	SIGPROF	SIGPWR	SIGQUIT	SIGSEGV	SIGSTKFLT	SIGSTOP	SIGSYS	SIGTERM	SIGTRAP	SIGTSTP	SIGTTIN	SIGTTOU	SIGURG	SIGUSR1	SIGUSR2	SIGVTALRM	SIGWINCH	SIGXCPU	SIGXFSZ	SIGRTMIN	SIGRTMIN+1	SIGRTMIN+2	SIGRTMIN+3	SIGRTMIN+4	SIGRTMIN+5	SIGRTMIN+6	SIGRTMIN+7	SIGRTMIN+8	SIGRTMIN+9	SIGRTMIN+10	SIGRTMIN+11	SIGRTMIN+12	SIGRTMIN+13	SIGRTMIN+14	SIGRTMIN+15	SIGRTMAX-14	SIGRTMAX-13	SIGRTMAX-12	SIGRTMAX-11	SIGRTMAX-10	SIGRTMAX-9	SIGRTMAX-8	SIGRTMAX-7	SIGRTMAX-6	SIGRTMAX-5	SIGRTMAX-4	SIGRTMAX-3	SIGRTMAX-2	SIGRTMAX-1	SIGRTMAX
=SleepAction
seconds	int64	1
=StorageMedium:string			Memory	HugePages	HugePages-
=StorageOSPersistentVolumeSource
volumeName	string	1	e
volumeNamespace	string	2	eo
fsType	string	3	eo
readOnly	bool	4	eo
secretRef	*ObjectReference	5	eo
=StorageOSVolumeSource
volumeName	string	1	e
volumeNamespace	string	2	eo
fsType	string	3	eo
readOnly	bool	4	eo
secretRef	*LocalObjectReference	5	eo
=SupplementalGroupsPolicy:string	enum	Merge	Strict
=Sysctl
name	string	1
value	string	2
=TCPSocketAction
port	intOrString	1
host	string	2	eo
=Taint
key	string	1
value	string	2	eo
effect	TaintEffect	3
timeAdded	*time	4	eo
=TaintEffect:string	enum	NoSchedule	PreferNoSchedule	NoExecute
=TerminationMessagePolicy:string	enum	File	FallbackToLogsOnError
=Toleration
key	string	1	eo
operator	TolerationOperator	2	eo
value	string	3	eo
effect	TaintEffect	4	eo
tolerationSeconds	*int64	5	eo
=TolerationOperator:string	enum	Exists	Equal	Lt	Gt
=TopologySelectorLabelRequirement
key	string	1
values	[]string	2	a
=TopologySelectorTerm	structType=atomic
matchLabelExpressions	[]TopologySelectorLabelRequirement	1	eoa
=TopologySpreadConstraint
maxSkew	int32	1
topologyKey	string	2
whenUnsatisfiable	UnsatisfiableConstraintAction	3
labelSelector	*meta/v1.LabelSelector	4	eo
minDomains	*int32	5	eo
nodeAffinityPolicy	*NodeInclusionPolicy	6	eo
nodeTaintsPolicy	*NodeInclusionPolicy	7	eo
matchLabelKeys	[]string	8	eao
=TypedLocalObjectReference	structType=atomic
apiGroup	*string	1	o
kind	string	2
name	string	3
=TypedObjectReference
apiGroup	*string	1	o
kind	string	2
name	string	3
namespace	*string	4	eo	featureGate=CrossNamespaceVolumeDataSource
=URIScheme:string	enum	HTTP	HTTPS
=UniqueVolumeName:string
=UnsatisfiableConstraintAction:string	enum	DoNotSchedule	ScheduleAnyway
=Volume
name	string	1
	VolumeSource	2	i
=VolumeDevice
name	string	1
devicePath	string	2
=VolumeMount
name	string	1
readOnly	bool	2	eo
recursiveReadOnly	*RecursiveReadOnlyMode	7	eo
mountPath	string	3
subPath	string	4	eo
mountPropagation	*MountPropagationMode	5	eo
subPathExpr	string	6	eo
=VolumeMountStatus
name	string	1
mountPath	string	2
readOnly	bool	3	eo
recursiveReadOnly	*RecursiveReadOnlyMode	4	eo
volumeStatus	*VolumeStatus	5	eo
=VolumeNodeAffinity
required	*NodeSelector	1	e
=VolumeProjection
secret	*SecretProjection	1	eo
downwardAPI	*DownwardAPIProjection	2	eo
configMap	*ConfigMapProjection	3	eo
serviceAccountToken	*ServiceAccountTokenProjection	4	eo
clusterTrustBundle	*ClusterTrustBundleProjection	5	eo	featureGate=ClusterTrustBundleProjection
podCertificate	*PodCertificateProjection	6	eo	featureGate=PodCertificateProjection
=VolumeResourceRequirements
limits	ResourceList	1	eo
requests	ResourceList	2	eo
=VolumeSource
hostPath	*HostPathVolumeSource	1	eo
emptyDir	*EmptyDirVolumeSource	2	eo
gcePersistentDisk	*GCEPersistentDiskVolumeSource	3	eo
awsElasticBlockStore	*AWSElasticBlockStoreVolumeSource	4	eo
gitRepo	*GitRepoVolumeSource	5	eo
secret	*SecretVolumeSource	6	eo
nfs	*NFSVolumeSource	7	eo
iscsi	*ISCSIVolumeSource	8	eo
glusterfs	*GlusterfsVolumeSource	9	eo
persistentVolumeClaim	*PersistentVolumeClaimVolumeSource	10	eo
rbd	*RBDVolumeSource	11	eo
flexVolume	*FlexVolumeSource	12	eo
cinder	*CinderVolumeSource	13	eo
cephfs	*CephFSVolumeSource	14	eo
flocker	*FlockerVolumeSource	15	eo
downwardAPI	*DownwardAPIVolumeSource	16	eo
fc	*FCVolumeSource	17	eo
azureFile	*AzureFileVolumeSource	18	eo
configMap	*ConfigMapVolumeSource	19	eo
vsphereVolume	*VsphereVirtualDiskVolumeSource	20	eo
quobyte	*QuobyteVolumeSource	21	eo
azureDisk	*AzureDiskVolumeSource	22	eo
photonPersistentDisk	*PhotonPersistentDiskVolumeSource	23	e
projected	*ProjectedVolumeSource	26	e
portworxVolume	*PortworxVolumeSource	24	eo
scaleIO	*ScaleIOVolumeSource	25	eo
storageos	*StorageOSVolumeSource	27	eo
csi	*CSIVolumeSource	28	eo
ephemeral	*EphemeralVolumeSource	29	eo
image	*ImageVolumeSource	30	eo
=VolumeStatus
image	*ImageVolumeStatus	1	eo	featureGate=ImageVolumeWithDigest
=VsphereVirtualDiskVolumeSource
volumePath	string	1
fsType	string	2	eo
storagePolicyName	string	3	eo
storagePolicyID	string	4	eo
=WeightedPodAffinityTerm
weight	int32	1
podAffinityTerm	PodAffinityTerm	2
=WindowsSecurityContextOptions
gmsaCredentialSpecName	*string	1	eo
gmsaCredentialSpec	*string	2	eo
runAsUserName	*string	3	eo
hostProcess	*bool	4	eo`,
  "custom_metrics/v1beta2": `=MetricIdentifier
name	string	1
selector	*meta/v1.LabelSelector	2	o
=MetricListOptions
	meta/v1.TypeMeta		i
labelSelector	string	1	eo
metricLabelSelector	string	2	eo
=MetricValue
	meta/v1.TypeMeta		i
describedObject	core/v1.ObjectReference	1
metric	MetricIdentifier	2
timestamp	time	3
windowSeconds	*int64	4	e
value	quantity	5
=MetricValueList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	e
items	[]MetricValue	2`,
  "discovery/v1": `=AddressType:string	enum
=Endpoint
addresses	[]string	1	sr
conditions	EndpointConditions	2	e
hostname	*string	3	eo
targetRef	*core/v1.ObjectReference	4	eo
deprecatedTopology	map[string]string	5	eo
nodeName	*string	6	eo
zone	*string	7	eo
hints	*EndpointHints	8	eo
=EndpointConditions
ready	*bool	1	eo
serving	*bool	2	eo
terminating	*bool	3	eo
=EndpointHints
forZones	[]ForZone	1	ea
forNodes	[]ForNode	2	ea
=EndpointPort	structType=atomic
name	*string	1	e
protocol	*core/v1.Protocol	2	e
port	*int32	3	e
appProtocol	*string	4	eo
=EndpointSlice
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
addressType	AddressType	4	r
endpoints	[]Endpoint	2	oa
ports	[]EndpointPort	3	oa
=EndpointSliceList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]EndpointSlice	2
=ForNode
name	string	1
=ForZone
name	string	1`,
  "events/v1": `=Event
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	o
eventTime	microTime	2
series	*EventSeries	3	eo
reportingController	string	4	e
reportingInstance	string	5	e
action	string	6	e
reason	string	7	e
regarding	core/v1.ObjectReference	8	eo
related	*core/v1.ObjectReference	9	eo
note	string	10	eo
type	string	11	e
deprecatedSource	core/v1.EventSource	12	eo
deprecatedFirstTimestamp	time	13	eo
deprecatedLastTimestamp	time	14	eo
deprecatedCount	int32	15	eo
=EventList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]Event	2
=EventSeries
count	int32	1
lastObservedTime	microTime	2`,
  "external_metrics/v1beta1": `=ExternalMetricValue
	meta/v1.TypeMeta		i
metricName	string	1
metricLabels	map[string]string	2
timestamp	time	3
window	*int64	4	e
value	quantity	5
=ExternalMetricValueList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	e
items	[]ExternalMetricValue	2`,
  "flowcontrol/v1": `=ConditionStatus:string		True	False	Unknown
=ExemptPriorityLevelConfiguration
nominalConcurrencyShares	*int32	1	eo
lendablePercent	*int32	2	eo
=FlowDistinguisherMethod
type	FlowDistinguisherMethodType	1
=FlowDistinguisherMethodType:string		ByUser	ByNamespace
=FlowSchema
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	FlowSchemaSpec	2	eo
status	FlowSchemaStatus	3	eo
=FlowSchemaCondition
type	FlowSchemaConditionType	1	e
status	ConditionStatus	2	e
lastTransitionTime	time	3	e
reason	string	4	e
message	string	5	e
=FlowSchemaConditionType:string
=FlowSchemaList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]FlowSchema	2
=FlowSchemaSpec
priorityLevelConfiguration	PriorityLevelConfigurationReference	1
matchingPrecedence	int32	2	o
distinguisherMethod	*FlowDistinguisherMethod	3	eo
rules	[]PolicyRulesWithSubjects	4	eao
=FlowSchemaStatus
conditions	[]FlowSchemaCondition	1	eMmo	mergeKey=type	listMapKey=type
=GroupSubject
name	string	1
=LimitResponse	union
type	LimitResponseType	1		unionDiscriminator
queuing	*QueuingConfiguration	2	eo
=LimitResponseType:string		Queue	Reject
=LimitedPriorityLevelConfiguration
nominalConcurrencyShares	*int32	1	o
limitResponse	LimitResponse	2	e
lendablePercent	*int32	3	eo
borrowingLimitPercent	*int32	4	eo
=NonResourcePolicyRule
verbs	[]string	1	s
nonResourceURLs	[]string	6	s
=PolicyRulesWithSubjects
subjects	[]Subject	1	a
resourceRules	[]ResourcePolicyRule	2	eao
nonResourceRules	[]NonResourcePolicyRule	3	eao
=PriorityLevelConfiguration
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	PriorityLevelConfigurationSpec	2	eo
status	PriorityLevelConfigurationStatus	3	eo
=PriorityLevelConfigurationCondition
type	PriorityLevelConfigurationConditionType	1	e
status	ConditionStatus	2	e
lastTransitionTime	time	3	e
reason	string	4	e
message	string	5	e
=PriorityLevelConfigurationConditionType:string
=PriorityLevelConfigurationList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]PriorityLevelConfiguration	2
=PriorityLevelConfigurationReference
name	string	1
=PriorityLevelConfigurationSpec	union
type	PriorityLevelEnablement	1		unionDiscriminator
limited	*LimitedPriorityLevelConfiguration	2	eo
exempt	*ExemptPriorityLevelConfiguration	3	eo
=PriorityLevelConfigurationStatus
conditions	[]PriorityLevelConfigurationCondition	1	eMmo	mergeKey=type	listMapKey=type
=PriorityLevelEnablement:string		Exempt	Limited
=QueuingConfiguration
queues	int32	1	o
handSize	int32	2	o
queueLengthLimit	int32	3	o
=ResourcePolicyRule
verbs	[]string	1	s
apiGroups	[]string	2	s
resources	[]string	3	s
clusterScope	bool	4	eo
namespaces	[]string	5	os
=ServiceAccountSubject
namespace	string	1
name	string	2
=Subject	union
kind	SubjectKind	1		unionDiscriminator
user	*UserSubject	2	eo
group	*GroupSubject	3	eo
serviceAccount	*ServiceAccountSubject	4	eo
=SubjectKind:string		User	Group	ServiceAccount
=UserSubject
name	string	1`,
  "imagepolicy/v1alpha1": `=ImageReview
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	ImageReviewSpec	2	o
status	ImageReviewStatus	3	eo
=ImageReviewContainerSpec
image	string	1	eo
=ImageReviewSpec
containers	[]ImageReviewContainerSpec	1	eoa
annotations	map[string]string	2	eo
namespace	string	3	eo
=ImageReviewStatus
allowed	bool	1	o
reason	string	2	eo
auditAnnotations	map[string]string	3	eo`,
  "meta/v1": `=APIGroup
	meta/v1.TypeMeta		i
name	string	1
versions	[]GroupVersionForDiscovery	2	a
preferredVersion	GroupVersionForDiscovery	3	eo
serverAddressByClientCIDRs	[]ServerAddressByClientCIDR	4	eoa
=APIGroupList
	meta/v1.TypeMeta		i
groups	[]APIGroup	1	a
=APIResource
name	string	1
singularName	string	6
namespaced	bool	2
group	string	8	e
version	string	9	e
kind	string	3
verbs	Verbs	4
shortNames	[]string	5	ea
categories	[]string	7	ea
storageVersionHash	string	10	eo
=APIResourceList
	meta/v1.TypeMeta		i
groupVersion	string	1
resources	[]APIResource	2	a
=APIVersions
	meta/v1.TypeMeta		i
versions	[]string	1	a
serverAddressByClientCIDRs	[]ServerAddressByClientCIDR	2	a
=ApplyOptions
	meta/v1.TypeMeta		i
dryRun	[]string	1	eoa
force	bool	2
fieldManager	string	3
=CauseType:string		FieldValueNotFound	FieldValueRequired	FieldValueDuplicate	FieldValueInvalid	FieldValueNotSupported	FieldValueForbidden	FieldValueTooLong	FieldValueTooMany	InternalError	FieldValueTypeInvalid	UnexpectedServerResponse	FieldManagerConflict	ResourceVersionTooLarge
=Condition
type	string	1	r	kubebuilder:validation:Required	kubebuilder:validation:Pattern=\`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$\`	kubebuilder:validation:MaxLength=316
status	ConditionStatus	2	r	kubebuilder:validation:Required	kubebuilder:validation:Enum=True;False;Unknown
observedGeneration	int64	3	eo	kubebuilder:validation:Minimum=0
lastTransitionTime	time	4	r	kubebuilder:validation:Required	kubebuilder:validation:Type=string	kubebuilder:validation:Format=date-time
reason	string	5	r	kubebuilder:validation:Required	kubebuilder:validation:MaxLength=1024	kubebuilder:validation:MinLength=1	kubebuilder:validation:Pattern=\`^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$\`
message	string	6	r	kubebuilder:validation:Required	kubebuilder:validation:MaxLength=32768
=ConditionStatus:string		True	False	Unknown
=CreateOptions
	meta/v1.TypeMeta		i
dryRun	[]string	1	eoa
fieldManager	string	3	eo
fieldValidation	string	4	eo
=DeleteOptions
	meta/v1.TypeMeta		i
gracePeriodSeconds	*int64	1	eo
preconditions	*Preconditions	2	eo
orphanDependents	*bool	3	eo
propagationPolicy	*DeletionPropagation	4	eo
dryRun	[]string	5	eoa
ignoreStoreReadErrorWithClusterBreakingPotential	*bool	6	eo
=DeletionPropagation:string		Orphan	Background	Foreground
=FieldSelectorOperator:string		In	NotIn	Exists	DoesNotExist
=FieldSelectorRequirement
key	string	1
operator	FieldSelectorOperator	2
values	[]string	3	eoa
=GetOptions
	meta/v1.TypeMeta		i
resourceVersion	string	1	eo
=GroupKind
group	string	1
kind	string	2
=GroupResource
group	string	1
resource	string	2
=GroupVersion
group	string	1
version	string	2
=GroupVersionForDiscovery
groupVersion	string	1
version	string	2
=GroupVersionKind
group	string	1
version	string	2
kind	string	3
=GroupVersionResource
group	string	1
version	string	2
resource	string	3
=IncludeObjectPolicy:string		None	Metadata	Object
=LabelSelector	structType=atomic
matchLabels	map[string]string	1	eo
matchExpressions	[]LabelSelectorRequirement	2	eoa
=LabelSelectorOperator:string		In	NotIn	Exists	DoesNotExist
=LabelSelectorRequirement
key	string	1
operator	LabelSelectorOperator	2
values	[]string	3	eoa
=List
	meta/v1.TypeMeta		i
metadata	ListMeta	1	eo
items	[]raw	2
=ListMeta
selfLink	string	1	eo
resourceVersion	string	2	eo
continue	string	3	e
remainingItemCount	*int64	4	eo
shardInfo	*ShardInfo	5	eo	featureGate=ShardedListAndWatch
=ListOptions
	meta/v1.TypeMeta		i
labelSelector	string	1	eo
fieldSelector	string	2	eo
watch	bool	3	eo
allowWatchBookmarks	bool	9	eo
resourceVersion	string	4	eo
resourceVersionMatch	ResourceVersionMatch	10	eo
timeoutSeconds	*int64	5	eo
limit	int64	7	e
continue	string	8	e
sendInitialEvents	*bool	11	eo
shardSelector	string	15	eo	featureGate=ShardedListAndWatch
=ManagedFieldsEntry
manager	string	1	e
operation	ManagedFieldsOperationType	2	e
apiVersion	string	3	e
time	*time	4	eo
fieldsType	string	6	e
fieldsV1	*raw	7	eo
subresource	string	8	e
=ManagedFieldsOperationType:string		Apply	Update
=ObjectMeta
name	string	1	eo
generateName	string	2	eo
namespace	string	3	eo
selfLink	string	4	eo
uid	string	5	eo
resourceVersion	string	6	eo
generation	int64	7	eo
creationTimestamp	time	8	ezo
deletionTimestamp	*time	9	eo
deletionGracePeriodSeconds	*int64	10	eo
labels	map[string]string	11	eo
annotations	map[string]string	12	eo
ownerReferences	[]OwnerReference	13	eMom	mergeKey=uid	listMapKey=uid
finalizers	[]string	14	eMos
managedFields	[]ManagedFieldsEntry	17	eoa
=OwnerReference	structType=atomic
apiVersion	string	5
kind	string	1
name	string	3
uid	string	4
controller	*bool	6	eo
blockOwnerDeletion	*bool	7	eo
=PartialObjectMetadata
	meta/v1.TypeMeta		i
metadata	ObjectMeta	1	eo
=PartialObjectMetadataList
	meta/v1.TypeMeta		i
metadata	ListMeta	1	eo
items	[]PartialObjectMetadata	2
=PatchOptions
	meta/v1.TypeMeta		i
dryRun	[]string	1	eoa
force	*bool	2	eo
fieldManager	string	3	eo
fieldValidation	string	4	eo
=Preconditions
uid	*string	1	eo
resourceVersion	*string	2	eo
=ResourceVersionMatch:string		NotOlderThan	Exact
=RootPaths
paths	[]string	1	a
=RowConditionType:string		Completed
=ServerAddressByClientCIDR
clientCIDR	string	1
serverAddress	string	2
=ShardInfo
selector	string	1	r
=Status
	meta/v1.TypeMeta		i
metadata	ListMeta	1	eo
status	string	2	eo
message	string	3	eo
reason	StatusReason	4	eo
details	*StatusDetails	5	eo
code	int32	6	eo
=StatusCause
reason	CauseType	1	eo
message	string	2	eo
field	string	3	eo
=StatusDetails
name	string	1	eo
group	string	2	eo
kind	string	3	eo
uid	string	6	eo
causes	[]StatusCause	4	eoa
retryAfterSeconds	int32	5	eo
=StatusReason:string			Unauthorized	Forbidden	NotFound	AlreadyExists	Conflict	Gone	Invalid	ServerTimeout	StorageReadError	Timeout	TooManyRequests	BadRequest	MethodNotAllowed	NotAcceptable	RequestEntityTooLarge	UnsupportedMediaType	InternalError	Expired	ServiceUnavailable
=Table
	meta/v1.TypeMeta		i
metadata	ListMeta		eo
columnDefinitions	[]TableColumnDefinition		a
rows	[]TableRow		a
=TableColumnDefinition
name	string
type	string
format	string
description	string
priority	int32
=TableOptions
	meta/v1.TypeMeta		i
includeObject	IncludeObjectPolicy	1	e
=TableRow
cells	[]any		a
conditions	[]TableRowCondition		eoa
object	raw		eo
=TableRowCondition
type	RowConditionType
status	ConditionStatus
reason	string		eo
message	string		eo
=TypeMeta
kind	string	1	eo
apiVersion	string	2	eo
=UpdateOptions
	meta/v1.TypeMeta		i
dryRun	[]string	1	eoa
fieldManager	string	2	eo
fieldValidation	string	3	eo
=Verbs:[]string	protobuf.nullable=true
=WatchEvent
type	string	1
object	raw	2`,
  "metrics/v1beta1": `=ContainerMetrics
name	string	1
usage	core/v1.ResourceList	2
=NodeMetrics
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
timestamp	time	2
window	duration	3
usage	core/v1.ResourceList	4
=NodeMetricsList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	e
items	[]NodeMetrics	2
=PodMetrics
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
timestamp	time	2
window	duration	3
containers	[]ContainerMetrics	4	a
=PodMetricsList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	e
items	[]PodMetrics	2`,
  "networking/v1": `=HTTPIngressPath
path	string	1	eo
pathType	*PathType	3
backend	IngressBackend	2
=HTTPIngressRuleValue
paths	[]HTTPIngressPath	1	a
=IPAddress
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	IPAddressSpec	2	er
=IPAddressList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]IPAddress	2
=IPAddressSpec
parentRef	*ParentReference	1	er
=IPBlock
cidr	string	1	r
except	[]string	2	eoa
=Ingress
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	IngressSpec	2	eo
status	IngressStatus	3	eo
=IngressBackend
service	*IngressServiceBackend	4	eo
resource	*core/v1.TypedLocalObjectReference	3	eo
=IngressClass
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	IngressClassSpec	2	eo
=IngressClassList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]IngressClass	2
=IngressClassParametersReference
apiGroup	*string	1	eo
kind	string	2	r
name	string	3	r
scope	*string	4	o
namespace	*string	5	eo
=IngressClassSpec
controller	string	1	e
parameters	*IngressClassParametersReference	2	eo
=IngressList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]Ingress	2
=IngressLoadBalancerIngress
ip	string	1	eo
hostname	string	2	eo
ports	[]IngressPortStatus	4	eao
=IngressLoadBalancerStatus
ingress	[]IngressLoadBalancerIngress	1	eoa
=IngressPortStatus
port	int32	1
protocol	core/v1.Protocol	2
error	*string	3	eo	kubebuilder:validation:Required	kubebuilder:validation:Pattern=\`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$\`	kubebuilder:validation:MaxLength=316
=IngressRule
host	string	1	eo
	IngressRuleValue	2	io
=IngressRuleValue
http	*HTTPIngressRuleValue	1	eo
=IngressServiceBackend
name	string	1
port	ServiceBackendPort	2	e
=IngressSpec
ingressClassName	*string	4	eo
defaultBackend	*IngressBackend	1	eo
tls	[]IngressTLS	2	eao
rules	[]IngressRule	3	eao
=IngressStatus
loadBalancer	IngressLoadBalancerStatus	1	eo
=IngressTLS
hosts	[]string	1	eao
secretName	string	2	eo
=NetworkPolicy
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	NetworkPolicySpec	2	eo
=NetworkPolicyEgressRule
ports	[]NetworkPolicyPort	1	eoa
to	[]NetworkPolicyPeer	2	eoa
=NetworkPolicyIngressRule
ports	[]NetworkPolicyPort	1	eoa
from	[]NetworkPolicyPeer	2	eoa
=NetworkPolicyList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]NetworkPolicy	2
=NetworkPolicyPeer
podSelector	*meta/v1.LabelSelector	1	eo
namespaceSelector	*meta/v1.LabelSelector	2	eo
ipBlock	*IPBlock	3	eo
=NetworkPolicyPort
protocol	*core/v1.Protocol	1	eo
port	*intOrString	2	eo
endPort	*int32	3	eo
=NetworkPolicySpec
podSelector	meta/v1.LabelSelector	1	o
ingress	[]NetworkPolicyIngressRule	2	eoa
egress	[]NetworkPolicyEgressRule	3	eoa
policyTypes	[]PolicyType	4	eoa
=ParentReference
group	string	1	eo
resource	string	2	er
namespace	string	3	eo
name	string	4	er
=PathType:string	enum
=PolicyType:string	enum	Ingress	Egress
=ServiceBackendPort	structType=atomic
name	string	1	eo
number	int32	2	eo
=ServiceCIDR
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	ServiceCIDRSpec	2	eo
status	ServiceCIDRStatus	3	eo
=ServiceCIDRList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]ServiceCIDR	2
=ServiceCIDRSpec
cidrs	[]string	1	eoa
=ServiceCIDRStatus
conditions	[]meta/v1.Condition	1	eMom	mergeKey=type	listMapKey=type`,
  "node/v1": `=Overhead
podFixed	core/v1.ResourceList	1	eo
=RuntimeClass
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
handler	string	2	r
overhead	*Overhead	3	eo
scheduling	*Scheduling	4	eo
=RuntimeClassList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]RuntimeClass	2
=Scheduling
nodeSelector	map[string]string	1	eoA
tolerations	[]core/v1.Toleration	2	eoa`,
  "policy/v1": `=Eviction
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
deleteOptions	*meta/v1.DeleteOptions	2	eo
=PodDisruptionBudget
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	PodDisruptionBudgetSpec	2	eo
status	PodDisruptionBudgetStatus	3	eo
=PodDisruptionBudgetList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]PodDisruptionBudget	2
=PodDisruptionBudgetSpec
minAvailable	*intOrString	1	eo
selector	*meta/v1.LabelSelector	2	eRo
maxUnavailable	*intOrString	3	eo
unhealthyPodEvictionPolicy	*UnhealthyPodEvictionPolicyType	4	eo
=PodDisruptionBudgetStatus
observedGeneration	int64	1	eo
disruptedPods	map[string]time	2	eo
disruptionsAllowed	int32	3	o
currentHealthy	int32	4	o
desiredHealthy	int32	5	o
expectedPods	int32	6	o
conditions	[]meta/v1.Condition	7	eMom	mergeKey=type	listMapKey=type
=UnhealthyPodEvictionPolicyType:string	enum	IfHealthyBudget	AlwaysAllow`,
  "policy/v1beta1": `=AllowedCSIDriver
name	string	1
=AllowedFlexVolume
driver	string	1
=AllowedHostPath
pathPrefix	string	1	e
readOnly	bool	2	eo
=FSGroupStrategyOptions
rule	FSGroupStrategyType	1	eo
ranges	[]IDRange	2	eo
=FSGroupStrategyType:string		MayRunAs	MustRunAs	RunAsAny
=FSType:string		azureFile	flocker	flexVolume	hostPath	emptyDir	gcePersistentDisk	awsElasticBlockStore	gitRepo	secret	nfs	iscsi	glusterfs	persistentVolumeClaim	rbd	cinder	cephFS	downwardAPI	fc	configMap	vsphereVolume	quobyte	azureDisk	photonPersistentDisk	storageos	projected	portworxVolume	scaleIO	csi	*
=HostPortRange
min	int32	1
max	int32	2
=IDRange
min	int64	1
max	int64	2
=PodSecurityPolicy
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	PodSecurityPolicySpec	2	eo
=PodSecurityPolicyList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]PodSecurityPolicy	2
=PodSecurityPolicySpec
privileged	bool	1	eo
defaultAddCapabilities	[]core/v1.Capability	2	eo
requiredDropCapabilities	[]core/v1.Capability	3	eo
allowedCapabilities	[]core/v1.Capability	4	eo
volumes	[]FSType	5	eo
hostNetwork	bool	6	eo
hostPorts	[]HostPortRange	7	eo
hostPID	bool	8	eo
hostIPC	bool	9	eo
seLinux	SELinuxStrategyOptions	10
runAsUser	RunAsUserStrategyOptions	11
runAsGroup	*RunAsGroupStrategyOptions	22	eo
supplementalGroups	SupplementalGroupsStrategyOptions	12
fsGroup	FSGroupStrategyOptions	13
readOnlyRootFilesystem	bool	14	eo
defaultAllowPrivilegeEscalation	*bool	15	eo
allowPrivilegeEscalation	*bool	16	eo
allowedHostPaths	[]AllowedHostPath	17	eo
allowedFlexVolumes	[]AllowedFlexVolume	18	eo
allowedCSIDrivers	[]AllowedCSIDriver	23	eo
allowedUnsafeSysctls	[]string	19	eo
forbiddenSysctls	[]string	20	eo
allowedProcMountTypes	[]core/v1.ProcMountType	21	eo
runtimeClass	*RuntimeClassStrategyOptions	24	eo
=RunAsGroupStrategy:string		MayRunAs	MustRunAs	RunAsAny
=RunAsGroupStrategyOptions
rule	RunAsGroupStrategy	1
ranges	[]IDRange	2	eo
=RunAsUserStrategy:string		MustRunAs	MustRunAsNonRoot	RunAsAny
=RunAsUserStrategyOptions
rule	RunAsUserStrategy	1
ranges	[]IDRange	2	eo
=RuntimeClassStrategyOptions
allowedRuntimeClassNames	[]string	1
defaultRuntimeClassName	*string	2	eo
=SELinuxStrategy:string		MustRunAs	RunAsAny
=SELinuxStrategyOptions
rule	SELinuxStrategy	1
seLinuxOptions	*core/v1.SELinuxOptions	2	eo
=SupplementalGroupsStrategyOptions
rule	SupplementalGroupsStrategyType	1	eo
ranges	[]IDRange	2	eo
=SupplementalGroupsStrategyType:string		MayRunAs	MustRunAs	RunAsAny`,
  "rbac/v1": `=AggregationRule
clusterRoleSelectors	[]meta/v1.LabelSelector	1	eoa
=ClusterRole
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
rules	[]PolicyRule	2	oa
aggregationRule	*AggregationRule	3	eo
=ClusterRoleBinding
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
subjects	[]Subject	2	eoa
roleRef	RoleRef	3	r
=ClusterRoleBindingList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]ClusterRoleBinding	2
=ClusterRoleList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]ClusterRole	2
=PolicyRule
verbs	[]string	1	ar
apiGroups	[]string	2	eoa
resources	[]string	3	eoa
resourceNames	[]string	4	eoa
nonResourceURLs	[]string	5	eoa
=Role
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
rules	[]PolicyRule	2	oa
=RoleBinding
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
subjects	[]Subject	2	eoa
roleRef	RoleRef	3	r
=RoleBindingList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]RoleBinding	2
=RoleList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]Role	2
=RoleRef	structType=atomic
apiGroup	string	1	o
kind	string	2	r
name	string	3	r
=Subject	structType=atomic
kind	string	1	r
apiGroup	string	2	eo
name	string	3	r
namespace	string	4	eo`,
  "resource/v1": `=AllocatedDeviceStatus
driver	string	1	r
pool	string	2	r
device	string	3	r
shareID	*string	7	eo	featureGate=DRAConsumableCapacity
conditions	[]meta/v1.Condition	4	om	listMapKey=type
data	*raw	5	eo
networkData	*NetworkDeviceData	6	eo
=AllocationConfigSource:string	enum	FromClass	FromClaim
=AllocationResult
devices	DeviceAllocationResult	1	eo
nodeSelector	*core/v1.NodeSelector	3	eo
allocationTimestamp	*time	5	eo	featureGate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
=CELDeviceSelector
expression	string	1	r
=CapacityRequestPolicy
default	*quantity	1	o
validValues	[]quantity	3	eoa	oneOf=ValidRequestValues
validRange	*CapacityRequestPolicyRange	4	eo	oneOf=ValidRequestValues
=CapacityRequestPolicyRange
min	*quantity	1	er
max	*quantity	2	eo
step	*quantity	3	eo
=CapacityRequirements
requests	map[QualifiedName]quantity	1	eo
=Counter
value	quantity	1	r
=CounterSet
name	string	1	r
counters	map[string]Counter	2	er
=Device
name	string	1	r
attributes	map[QualifiedName]DeviceAttribute	2	eo
capacity	map[QualifiedName]DeviceCapacity	3	eo
consumesCounters	[]DeviceCounterConsumption	4	eoa	featureGate=DRAPartitionableDevices
nodeName	*string	5	eo	oneOf=DeviceNodeSelection	featureGate=DRAPartitionableDevices
nodeSelector	*core/v1.NodeSelector	6	eo	oneOf=DeviceNodeSelection	featureGate=DRAPartitionableDevices
allNodes	*bool	7	eo	oneOf=DeviceNodeSelection	featureGate=DRAPartitionableDevices
taints	[]DeviceTaint	8	eoa	featureGate=DRADeviceTaints
bindsToNode	*bool	9	eo	featureGate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingConditions	[]string	10	eoa	featureGate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingFailureConditions	[]string	11	eoa	featureGate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
allowMultipleAllocations	*bool	12	eo	featureGate=DRAConsumableCapacity
nodeAllocatableResourceMappings	map[core/v1.ResourceName]NodeAllocatableResourceMapping	13	eo	featureGate=DRANodeAllocatableResources
=DeviceAllocationConfiguration
source	AllocationConfigSource	1	r
requests	[]string	2	eoa
	DeviceConfiguration	3	i
=DeviceAllocationMode:string	enum
=DeviceAllocationResult
results	[]DeviceRequestAllocationResult	1	eoa
config	[]DeviceAllocationConfiguration	2	eoa
=DeviceAttribute
int	*int64	2	eo
bool	*bool	3	eo
string	*string	4	eo
version	*string	5	eo
ints	[]int64	6	eoa	featureGate=DRAListTypeAttributes
bools	[]bool	7	eoa	featureGate=DRAListTypeAttributes
strings	[]string	8	eoa	featureGate=DRAListTypeAttributes
versions	[]string	9	eoa	featureGate=DRAListTypeAttributes
=DeviceCapacity
value	quantity	1	r
requestPolicy	*CapacityRequestPolicy	2	eo	featureGate=DRAConsumableCapacity
=DeviceClaim
requests	[]DeviceRequest	1	oa
constraints	[]DeviceConstraint	2	eoa
config	[]DeviceClaimConfiguration	3	eoa
=DeviceClaimConfiguration
requests	[]string	1	eoa
	DeviceConfiguration	2	i
=DeviceClass
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	DeviceClassSpec	2
=DeviceClassConfiguration
	DeviceConfiguration	1	i
=DeviceClassList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]DeviceClass	2
=DeviceClassSpec
selectors	[]DeviceSelector	1	eoa
config	[]DeviceClassConfiguration	2	eoa
extendedResourceName	*string	4	eo	featureGate=DRAExtendedResource
=DeviceConfiguration
opaque	*OpaqueDeviceConfiguration	1	eo	oneOf=ConfigurationType
=DeviceConstraint
requests	[]string	1	eoa
matchAttribute	*FullyQualifiedName	2	eo	oneOf=ConstraintType
distinctAttribute	*FullyQualifiedName	3	eo	oneOf=ConstraintType	featureGate=DRAConsumableCapacity
=DeviceCounterConsumption
counterSet	string	1	r
counters	map[string]Counter	2	er
=DeviceRequest
name	string	1	r
exactly	*ExactDeviceRequest	2	eo	oneOf=deviceRequestType
firstAvailable	[]DeviceSubRequest	3	eoa	oneOf=deviceRequestType	featureGate=DRAPrioritizedList
=DeviceRequestAllocationResult
request	string	1	r
driver	string	2	r
pool	string	3	r
device	string	4	r
adminAccess	*bool	5	eo	featureGate=DRAAdminAccess
tolerations	[]DeviceToleration	6	eoa	featureGate=DRADeviceTaints
bindingConditions	[]string	7	eoa	featureGate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
bindingFailureConditions	[]string	8	eoa	featureGate=DRADeviceBindingConditions,DRAResourceClaimDeviceStatus
shareID	*string	9	eo	featureGate=DRAConsumableCapacity
consumedCapacity	map[QualifiedName]quantity	10	eo	featureGate=DRAConsumableCapacity
=DeviceSelector
cel	*CELDeviceSelector	1	eo	oneOf=SelectorType
=DeviceSubRequest
name	string	1	r
deviceClassName	string	2	r
selectors	[]DeviceSelector	3	eoa
allocationMode	DeviceAllocationMode	4	eo
count	int64	5	eo	oneOf=AllocationMode
tolerations	[]DeviceToleration	6	eoa	featureGate=DRADeviceTaints
capacity	*CapacityRequirements	7	eo	featureGate=DRAConsumableCapacity
=DeviceTaint
key	string	1	r
value	string	2	eo
effect	DeviceTaintEffect	3	r
timeAdded	*time	4	eo
=DeviceTaintEffect:string	enum	None	NoSchedule	NoExecute
=DeviceToleration
key	string	1	eo
operator	DeviceTolerationOperator	2	eo	default="Equal"
value	string	3	eo
effect	DeviceTaintEffect	4	eo
tolerationSeconds	*int64	5	eo
=DeviceTolerationOperator:string	enum	Exists	Equal
=ExactDeviceRequest
deviceClassName	string	1	r
selectors	[]DeviceSelector	2	eoa
allocationMode	DeviceAllocationMode	3	eo
count	int64	4	eo	oneOf=AllocationMode
adminAccess	*bool	5	eo	featureGate=DRAAdminAccess
tolerations	[]DeviceToleration	6	eoa	featureGate=DRADeviceTaints
capacity	*CapacityRequirements	7	eo	featureGate=DRAConsumableCapacity
=FullyQualifiedName:string
=NetworkDeviceData
interfaceName	string	1	eo
ips	[]string	2	eoa
hardwareAddress	string	3	eo
=NodeAllocatableResourceMapping
capacityKey	*QualifiedName	1	eo
allocationMultiplier	*quantity	2	eo
=OpaqueDeviceConfiguration
driver	string	1	r
parameters	raw	2	r
=QualifiedName:string
=ResourceClaim	k8s:supportsSubresource="/status"
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	ResourceClaimSpec	2
status	ResourceClaimStatus	3	eo
=ResourceClaimConsumerReference
apiGroup	string	1	eo
resource	string	3	r
name	string	4	r
uid	string	5	r
=ResourceClaimList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]ResourceClaim	2
=ResourceClaimSpec
devices	DeviceClaim	1	o
=ResourceClaimStatus
allocation	*AllocationResult	1	eo
reservedFor	[]ResourceClaimConsumerReference	2	eMom	mergeKey=uid	listMapKey=uid
devices	[]AllocatedDeviceStatus	4	eom	listMapKey=driver	listMapKey=device	listMapKey=pool	listMapKey=shareID	featureGate=DRAResourceClaimDeviceStatus
=ResourceClaimTemplate
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	ResourceClaimTemplateSpec	2
=ResourceClaimTemplateList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]ResourceClaimTemplate	2
=ResourceClaimTemplateSpec
metadata	meta/v1.ObjectMeta	1	eo
spec	ResourceClaimSpec	2
=ResourcePool
name	string	1	r
generation	int64	2	r
resourceSliceCount	int64	3	r
=ResourceSlice
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	ResourceSliceSpec	2	r
=ResourceSliceList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]ResourceSlice	2
=ResourceSliceSpec
driver	string	1	r
pool	ResourcePool	2	r
nodeName	*string	3	eo	oneOf=NodeSelection
nodeSelector	*core/v1.NodeSelector	4	eo	oneOf=NodeSelection
allNodes	*bool	5	eo	oneOf=NodeSelection
devices	[]Device	6	eoa	zeroOrOneOf=ResourceSliceType
perDeviceNodeSelection	*bool	7	eo	oneOf=NodeSelection	featureGate=DRAPartitionableDevices
sharedCounters	[]CounterSet	8	eoa	featureGate=DRAPartitionableDevices	zeroOrOneOf=ResourceSliceType`,
  "scheduling/v1": `=PriorityClass
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
value	int32	2	o
globalDefault	bool	3	eo
description	string	4	eo
preemptionPolicy	*core/v1.PreemptionPolicy	5	eo
=PriorityClassList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]PriorityClass	2`,
  "settings/v1alpha1": `=PodPreset
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	PodPresetSpec	2	eo
=PodPresetList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]PodPreset	2
=PodPresetSpec
selector	meta/v1.LabelSelector	1	e
env	[]core/v1.EnvVar	2	eo
envFrom	[]core/v1.EnvFromSource	3	eo
volumes	[]core/v1.Volume	4	eo
volumeMounts	[]core/v1.VolumeMount	5	eo`,
  "storage/v1": `=CSIDriver
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	e
spec	CSIDriverSpec	2
=CSIDriverList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]CSIDriver	2
=CSIDriverSpec
attachRequired	*bool	1	eo
podInfoOnMount	*bool	2	eo
volumeLifecycleModes	[]VolumeLifecycleMode	3	eos
storageCapacity	*bool	4	eo	featureGate=CSIStorageCapacity
fsGroupPolicy	*FSGroupPolicy	5	eo
tokenRequests	[]TokenRequest	6	eoa
requiresRepublish	*bool	7	eo
seLinuxMount	*bool	8	eo	featureGate=SELinuxMountReadWriteOncePod
nodeAllocatableUpdatePeriodSeconds	*int64	9	eo	featureGate=MutableCSINodeAllocatableCount
serviceAccountTokenInSecrets	*bool	10	eo	featureGate=CSIServiceAccountTokenSecrets
preventPodSchedulingIfMissing	*bool	11	eo	featureGate=VolumeLimitScaling
=CSINode
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	e
spec	CSINodeSpec	2
=CSINodeDriver
name	string	1
nodeID	string	2
topologyKeys	[]string	3	oa
allocatable	*VolumeNodeResources	4	eo
=CSINodeList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]CSINode	2
=CSINodeSpec
drivers	[]CSINodeDriver	1	Mm	mergeKey=name	listMapKey=name
=CSIStorageCapacity
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
nodeTopology	*meta/v1.LabelSelector	2	eo
storageClassName	string	3
capacity	*quantity	4	eo
maximumVolumeSize	*quantity	5	eo
=CSIStorageCapacityList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]CSIStorageCapacity	2
=FSGroupPolicy:string		ReadWriteOnceWithFSType	File	None
=StorageClass
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
provisioner	string	2	r
parameters	map[string]string	3	eo
reclaimPolicy	*core/v1.PersistentVolumeReclaimPolicy	4	eo
mountOptions	[]string	5	eoa
allowVolumeExpansion	*bool	6	eo
volumeBindingMode	*VolumeBindingMode	7	eo
allowedTopologies	[]core/v1.TopologySelectorTerm	8	eoa
=StorageClassList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]StorageClass	2
=TokenRequest
audience	string	1
expirationSeconds	*int64	2	eo
=VolumeAttachment	k8s:supportsSubresource="/status"
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
spec	VolumeAttachmentSpec	2	r
status	VolumeAttachmentStatus	3	eo
=VolumeAttachmentList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]VolumeAttachment	2
=VolumeAttachmentSource
persistentVolumeName	*string	1	eo
inlineVolumeSpec	*core/v1.PersistentVolumeSpec	2	eo
=VolumeAttachmentSpec
attacher	string	1	r
source	VolumeAttachmentSource	2
nodeName	string	3
=VolumeAttachmentStatus
attached	bool	1
attachmentMetadata	map[string]string	2	eo
attachError	*VolumeError	3	eo
detachError	*VolumeError	4	eo
=VolumeAttributesClass
	meta/v1.TypeMeta		i
metadata	meta/v1.ObjectMeta	1	eo
driverName	string	2
parameters	map[string]string	3	e
=VolumeAttributesClassList
	meta/v1.TypeMeta		i
metadata	meta/v1.ListMeta	1	eo
items	[]VolumeAttributesClass	2
=VolumeBindingMode:string	enum	Immediate	WaitForFirstConsumer
=VolumeError
time	time	1	eo
message	string	2	eo
errorCode	*int32	3	eo	featureGate=MutableCSINodeAllocatableCount
=VolumeLifecycleMode:string		Persistent	Ephemeral
=VolumeNodeResources
count	*int32	1	eo`,
  "apiserver.config/v1": `=AESConfiguration
keys	[]Key
=AdmissionConfiguration
	meta/v1.TypeMeta		i
plugins	[]AdmissionPluginConfiguration		o
=AdmissionPluginConfiguration
name	string
path	string		o
configuration	*raw		o
=AnonymousAuthCondition
path	string
=AnonymousAuthConfig
enabled	bool
conditions	[]AnonymousAuthCondition		e
=AudienceMatchPolicyType:string		MatchAny
=AuthenticationConfiguration
	meta/v1.TypeMeta		i
jwt	[]JWTAuthenticator
anonymous	*AnonymousAuthConfig		e
=AuthorizationConfiguration
	meta/v1.TypeMeta		i
authorizers	[]AuthorizerConfiguration
=AuthorizerConfiguration
type	string
name	string
webhook	*WebhookConfiguration		e
=AuthorizerType:string		Webhook
=ClaimMappings
username	PrefixedClaimOrExpression		r
groups	PrefixedClaimOrExpression		eo
uid	ClaimOrExpression		o
extra	[]ExtraMapping		eo
=ClaimOrExpression
claim	string		eo
expression	string		eo
=ClaimValidationRule
claim	string		eo
requiredValue	string		eo
expression	string		eo
message	string		eo
=EgressSelectorType:string		controlplane	cluster
=EncryptionConfiguration
	meta/v1.TypeMeta		i
resources	[]ResourceConfiguration
=ExtraMapping
key	string		r
valueExpression	string		r
=IdentityConfiguration
=Issuer
url	string		r
discoveryURL	*string		eo
certificateAuthority	string		eo
audiences	[]string		r
audienceMatchPolicy	AudienceMatchPolicyType		eo
egressSelectorType	EgressSelectorType		eo
=JWTAuthenticator
issuer	Issuer		r
claimValidationRules	[]ClaimValidationRule		eo
claimMappings	ClaimMappings		r
userValidationRules	[]UserValidationRule		eo
=KMSConfiguration
apiVersion	string		o
name	string
cachesize	*int32		eo
endpoint	string
timeout	*duration		eo
=Key
name	string
secret	string
=PrefixedClaimOrExpression
claim	string		eo
prefix	*string		eo
expression	string		eo
=ProviderConfiguration
aesgcm	*AESConfiguration		e
aescbc	*AESConfiguration		e
secretbox	*SecretboxConfiguration		e
identity	*IdentityConfiguration		e
kms	*KMSConfiguration		e
=ResourceConfiguration
resources	[]string
providers	[]ProviderConfiguration
=SecretboxConfiguration
keys	[]Key
=TracingConfiguration
	meta/v1.TypeMeta		i
	tracing/v1.TracingConfiguration		i
=UserValidationRule
expression	string		r
message	string		eo
=WebhookConfiguration
authorizedTTL	duration
cacheAuthorizedRequests	*bool		eo
unauthorizedTTL	duration
cacheUnauthorizedRequests	*bool		eo
timeout	duration
subjectAccessReviewVersion	string
matchConditionSubjectAccessReviewVersion	string
failurePolicy	string
connectionInfo	WebhookConnectionInfo
matchConditions	[]WebhookMatchCondition
=WebhookConnectionInfo
type	string
kubeConfigFile	*string
=WebhookMatchCondition
expression	string`,
  "apiserver.config/v1beta1": `=AnonymousAuthCondition
path	string
=AnonymousAuthConfig
enabled	bool
conditions	[]AnonymousAuthCondition		e
=AudienceMatchPolicyType:string		MatchAny
=AuthenticationConfiguration
	meta/v1.TypeMeta		i
jwt	[]JWTAuthenticator
anonymous	*AnonymousAuthConfig		e
=AuthorizationConfiguration
	meta/v1.TypeMeta		i
authorizers	[]AuthorizerConfiguration
=AuthorizerConfiguration
type	string
name	string
webhook	*WebhookConfiguration		e
=AuthorizerType:string		Webhook
=ClaimMappings
username	PrefixedClaimOrExpression		r
groups	PrefixedClaimOrExpression		eo
uid	ClaimOrExpression		o
extra	[]ExtraMapping		eo
=ClaimOrExpression
claim	string		eo
expression	string		eo
=ClaimValidationRule
claim	string		eo
requiredValue	string		eo
expression	string		eo
message	string		eo
=Connection
proxyProtocol	ProtocolType		e
transport	*Transport		eo
=EgressSelection
name	string
connection	Connection
=EgressSelectorConfiguration
	meta/v1.TypeMeta		i
egressSelections	[]EgressSelection
=EgressSelectorType:string		controlplane	cluster
=ExtraMapping
key	string		r
valueExpression	string		r
=Issuer
url	string		r
discoveryURL	*string		eo
certificateAuthority	string		eo
audiences	[]string		r
audienceMatchPolicy	AudienceMatchPolicyType		eo
egressSelectorType	EgressSelectorType		eo
=JWTAuthenticator
issuer	Issuer		r
claimValidationRules	[]ClaimValidationRule		eo
claimMappings	ClaimMappings		r
userValidationRules	[]UserValidationRule		eo
=PrefixedClaimOrExpression
claim	string		eo
prefix	*string		eo
expression	string		eo
=ProtocolType:string		HTTPConnect	GRPC	Direct
=TCPTransport
url	string		e
tlsConfig	*TLSConfig		eo
=TLSConfig
caBundle	string		eo
clientKey	string		eo
clientCert	string		eo
tlsServerName	string		eo
=TracingConfiguration
	meta/v1.TypeMeta		i
	tracing/v1.TracingConfiguration		i
=Transport
tcp	*TCPTransport		eo
uds	*UDSTransport		eo
=UDSTransport
udsName	string		e
=UserValidationRule
expression	string		r
message	string		eo
=WebhookConfiguration
authorizedTTL	duration
cacheAuthorizedRequests	*bool		eo
unauthorizedTTL	duration
cacheUnauthorizedRequests	*bool		eo
timeout	duration
subjectAccessReviewVersion	string
matchConditionSubjectAccessReviewVersion	string
failurePolicy	string
connectionInfo	WebhookConnectionInfo
matchConditions	[]WebhookMatchCondition
=WebhookConnectionInfo
type	string
kubeConfigFile	*string
=WebhookMatchCondition
expression	string`,
  "cloudcontrollermanager.config/v1alpha1": `=CloudControllerManagerConfiguration
	meta/v1.TypeMeta		i
Generic	any
KubeCloudShared	KubeCloudSharedConfiguration
NodeController	any
ServiceController	any
NodeStatusUpdateFrequency	duration
Webhook	WebhookConfiguration
=CloudProviderConfiguration
Name	string
CloudConfigFile	string
=KubeCloudSharedConfiguration
CloudProvider	CloudProviderConfiguration
ExternalCloudVolumePlugin	string
UseServiceAccountCredentials	bool
AllowUntaggedCloud	bool
RouteReconciliationPeriod	duration
NodeMonitorPeriod	duration
ClusterName	string
ClusterCIDR	string
AllocateNodeCIDRs	bool
CIDRAllocatorType	string
ConfigureCloudRoutes	*bool
NodeSyncPeriod	duration
=WebhookConfiguration
Webhooks	[]string`,
  "component.config/v1alpha1": `=ClientConnectionConfiguration
kubeconfig	string
acceptContentTypes	string
contentType	string
qps	float32
burst	int32
=DebuggingConfiguration
enableProfiling	*bool		e
enableContentionProfiling	*bool		e
=LeaderElectionConfiguration
leaderElect	*bool
leaseDuration	duration
renewDeadline	duration
retryPeriod	duration
resourceLock	string
resourceName	string
resourceNamespace	string`,
  "controllermanager.config/v1alpha1": `=AttachDetachControllerConfiguration
DisableAttachDetachReconcilerSync	bool
ReconcilerSyncLoopPeriod	duration
disableForceDetachOnTimeout	bool
=CSRSigningConfiguration
CertFile	string
KeyFile	string
=CSRSigningControllerConfiguration
ClusterSigningCertFile	string
ClusterSigningKeyFile	string
KubeletServingSignerConfiguration	CSRSigningConfiguration
KubeletClientSignerConfiguration	CSRSigningConfiguration
KubeAPIServerClientSignerConfiguration	CSRSigningConfiguration
LegacyUnknownSignerConfiguration	CSRSigningConfiguration
ClusterSigningDuration	duration
=CronJobControllerConfiguration
ConcurrentCronJobSyncs	int32
=DaemonSetControllerConfiguration
ConcurrentDaemonSetSyncs	int32
=DeploymentControllerConfiguration
ConcurrentDeploymentSyncs	int32
=DeprecatedControllerConfiguration
=DeviceTaintEvictionControllerConfiguration
ConcurrentSyncs	int32
=EndpointControllerConfiguration
ConcurrentEndpointSyncs	int32
EndpointUpdatesBatchPeriod	duration
=EndpointSliceControllerConfiguration
ConcurrentServiceEndpointSyncs	int32
MaxEndpointsPerSlice	int32
EndpointUpdatesBatchPeriod	duration
=EndpointSliceMirroringControllerConfiguration
MirroringConcurrentServiceEndpointSyncs	int32
MirroringMaxEndpointsPerSubset	int32
MirroringEndpointUpdatesBatchPeriod	duration
=EphemeralVolumeControllerConfiguration
ConcurrentEphemeralVolumeSyncs	int32
=GarbageCollectorControllerConfiguration
EnableGarbageCollector	*bool
ConcurrentGCSyncs	int32
GCIgnoredResources	[]GroupResource
=GroupResource
Group	string
Resource	string
=HPAControllerConfiguration
ConcurrentHorizontalPodAutoscalerSyncs	int32
HorizontalPodAutoscalerSyncPeriod	duration
HorizontalPodAutoscalerDownscaleStabilizationWindow	duration
HorizontalPodAutoscalerTolerance	float64
HorizontalPodAutoscalerCPUInitializationPeriod	duration
HorizontalPodAutoscalerInitialReadinessDelay	duration
=JobControllerConfiguration
ConcurrentJobSyncs	int32
=KubeControllerManagerConfiguration
	meta/v1.TypeMeta		i
Generic	any
KubeCloudShared	cloudcontrollermanager.config/v1alpha1.KubeCloudSharedConfiguration
AttachDetachController	AttachDetachControllerConfiguration
CSRSigningController	CSRSigningControllerConfiguration
DaemonSetController	DaemonSetControllerConfiguration
DeploymentController	DeploymentControllerConfiguration
StatefulSetController	StatefulSetControllerConfiguration
DeprecatedController	DeprecatedControllerConfiguration
EndpointController	EndpointControllerConfiguration
EndpointSliceController	EndpointSliceControllerConfiguration
EndpointSliceMirroringController	EndpointSliceMirroringControllerConfiguration
EphemeralVolumeController	EphemeralVolumeControllerConfiguration
GarbageCollectorController	GarbageCollectorControllerConfiguration
HPAController	HPAControllerConfiguration
JobController	JobControllerConfiguration
CronJobController	CronJobControllerConfiguration
LegacySATokenCleaner	LegacySATokenCleanerConfiguration
NamespaceController	NamespaceControllerConfiguration
NodeIPAMController	NodeIPAMControllerConfiguration
NodeLifecycleController	NodeLifecycleControllerConfiguration
PersistentVolumeBinderController	PersistentVolumeBinderControllerConfiguration
PodGCController	PodGCControllerConfiguration
ReplicaSetController	ReplicaSetControllerConfiguration
ReplicationController	ReplicationControllerConfiguration
ResourceQuotaController	ResourceQuotaControllerConfiguration
SAController	SAControllerConfiguration
ServiceController	any
TTLAfterFinishedController	TTLAfterFinishedControllerConfiguration
ValidatingAdmissionPolicyStatusController	ValidatingAdmissionPolicyStatusControllerConfiguration
DeviceTaintEvictionController	DeviceTaintEvictionControllerConfiguration
ResourceClaimController	ResourceClaimControllerConfiguration
=LegacySATokenCleanerConfiguration
CleanUpPeriod	duration
=NamespaceControllerConfiguration
NamespaceSyncPeriod	duration
ConcurrentNamespaceSyncs	int32
=NodeIPAMControllerConfiguration
ServiceCIDR	string
SecondaryServiceCIDR	string
NodeCIDRMaskSize	int32
NodeCIDRMaskSizeIPv4	int32
NodeCIDRMaskSizeIPv6	int32
=NodeLifecycleControllerConfiguration
NodeEvictionRate	float32
SecondaryNodeEvictionRate	float32
NodeStartupGracePeriod	duration
NodeMonitorGracePeriod	duration
PodEvictionTimeout	duration
LargeClusterSizeThreshold	int32
UnhealthyZoneThreshold	float32
=PersistentVolumeBinderControllerConfiguration
PVClaimBinderSyncPeriod	duration
VolumeConfiguration	VolumeConfiguration
=PersistentVolumeRecyclerConfiguration
MaximumRetry	int32
MinimumTimeoutNFS	int32
PodTemplateFilePathNFS	string
IncrementTimeoutNFS	int32
PodTemplateFilePathHostPath	string
MinimumTimeoutHostPath	int32
IncrementTimeoutHostPath	int32
=PodGCControllerConfiguration
TerminatedPodGCThreshold	int32
=ReplicaSetControllerConfiguration
ConcurrentRSSyncs	int32
=ReplicationControllerConfiguration
ConcurrentRCSyncs	int32
=ResourceClaimControllerConfiguration
ConcurrentSyncs	int32
=ResourceQuotaControllerConfiguration
ResourceQuotaSyncPeriod	duration
ConcurrentResourceQuotaSyncs	int32
=SAControllerConfiguration
ServiceAccountKeyFile	string
ConcurrentSATokenSyncs	int32
RootCAFile	string
=StatefulSetControllerConfiguration
ConcurrentStatefulSetSyncs	int32
=TTLAfterFinishedControllerConfiguration
ConcurrentTTLSyncs	int32
=ValidatingAdmissionPolicyStatusControllerConfiguration
ConcurrentPolicySyncs	int32
=VolumeConfiguration
EnableHostPathProvisioning	*bool
EnableDynamicProvisioning	*bool
PersistentVolumeRecyclerConfiguration	PersistentVolumeRecyclerConfiguration
FlexVolumePluginDir	string`,
  "credentialprovider/v1": `=AuthConfig
username	string
password	string
=CredentialProviderRequest
	meta/v1.TypeMeta		i
image	string
serviceAccountToken	string		e
serviceAccountAnnotations	map[string]string		e
=CredentialProviderResponse
	meta/v1.TypeMeta		i
cacheKeyType	PluginCacheKeyType
cacheDuration	*duration		eo
auth	map[string]AuthConfig		eo
=PluginCacheKeyType:string		Image	Registry	Global`,
  "leadermigration/v1": `=ControllerLeaderConfiguration
name	string
component	string
=LeaderMigrationConfiguration
	meta/v1.TypeMeta		i
leaderName	string
controllerLeaders	[]ControllerLeaderConfiguration		a`,
  "logs/v1": `=FormatOptions
text	TextOptions		e
json	JSONOptions		e
=JSONOptions
	OutputRoutingOptions		i
=LoggingConfiguration
format	string		e
flushFrequency	durationOrNanoseconds
verbosity	VerbosityLevel
vmodule	VModuleConfiguration		e
options	FormatOptions		e
=OutputRoutingOptions
splitStream	bool		e
infoBufferSize	quantity		e
=TextOptions
	OutputRoutingOptions		i
=VModuleConfiguration:[]VModuleItem
=VModuleItem
filePattern	string
verbosity	VerbosityLevel
=VerbosityLevel:uint32`,
  "nodeagent.config/v1": `=CredentialProvider
name	string
matchImages	[]string
defaultCacheDuration	*duration
apiVersion	string
args	[]string		eo
env	[]ExecEnvVar		eo
tokenAttributes	*ServiceAccountTokenAttributes		eo
=CredentialProviderConfig
	meta/v1.TypeMeta		i
providers	[]CredentialProvider
=ExecEnvVar
name	string
value	string
=ServiceAccountTokenAttributes
serviceAccountTokenAudience	string		r
cacheType	ServiceAccountTokenCacheType		r
requireServiceAccount	*bool		r
requiredServiceAccountAnnotationKeys	[]string		eos
optionalServiceAccountAnnotationKeys	[]string		eos
=ServiceAccountTokenCacheType:string		Token	ServiceAccount`,
  "nodeagent.config/v1beta1": `=CrashLoopBackOffConfig
maxContainerRestartPeriod	*duration		eo	featureGate=KubeletCrashLoopBackOffMax
=CredentialProvider
name	string
matchImages	[]string
defaultCacheDuration	*duration
apiVersion	string
args	[]string		eo
env	[]ExecEnvVar		eo
=CredentialProviderConfig
	meta/v1.TypeMeta		i
providers	[]CredentialProvider
=ExecEnvVar
name	string
value	string
=HairpinMode:string
=ImagePullCredentials
kubernetesSecrets	[]ImagePullSecret		eos
kubernetesServiceAccounts	[]ImagePullServiceAccount		eos
nodePodsAccessible	bool		eo
=ImagePullCredentialsVerificationPolicy:string		NeverVerify	NeverVerifyPreloadedImages	NeverVerifyAllowlistedImages	AlwaysVerify
=ImagePullIntent
	meta/v1.TypeMeta		i
image	string
=ImagePullSecret
uid	string
namespace	string
name	string
credentialHash	string
=ImagePullServiceAccount
uid	string
namespace	string
name	string
=ImagePulledRecord
	meta/v1.TypeMeta		i
lastUpdatedTime	time
imageRef	string
credentialMapping	map[string]ImagePullCredentials		e
=KubeletAnonymousAuthentication
enabled	*bool		eo
=KubeletAuthentication
x509	KubeletX509Authentication		o
webhook	KubeletWebhookAuthentication		o
anonymous	KubeletAnonymousAuthentication		o
=KubeletAuthorization
mode	KubeletAuthorizationMode		eo
webhook	KubeletWebhookAuthorization		o
=KubeletAuthorizationMode:string		AlwaysAllow	Webhook
=KubeletConfiguration
	meta/v1.TypeMeta		i
enableServer	*bool		e
staticPodPath	string		eo
podLogsDir	string		eo
syncFrequency	duration		eo
fileCheckFrequency	duration		eo
httpCheckFrequency	duration		eo
staticPodURL	string		eo
staticPodURLHeader	map[string][]string		eo
address	string		eo
port	int32		eo
readOnlyPort	int32		eo
tlsCertFile	string		eo
tlsPrivateKeyFile	string		eo
tlsCipherSuites	[]string		eo
tlsCurvePreferences	[]int32		eo
tlsMinVersion	string		eo
rotateCertificates	bool		eo
serverTLSBootstrap	bool		eo
authentication	KubeletAuthentication		o
authorization	KubeletAuthorization		o
registryPullQPS	*int32		eo
registryBurst	int32		eo
imagePullCredentialsVerificationPolicy	ImagePullCredentialsVerificationPolicy		eo
preloadedImagesVerificationAllowlist	[]string		eos
eventRecordQPS	*int32		eo
eventBurst	int32		eo
enableDebuggingHandlers	*bool		eo
enableContentionProfiling	bool		eo
healthzPort	*int32		eo
healthzBindAddress	string		eo
oomScoreAdj	*int32		eo
clusterDomain	string		eo
clusterDNS	[]string		eo
streamingConnectionIdleTimeout	duration		eo
nodeStatusUpdateFrequency	duration		eo
nodeStatusReportFrequency	duration		eo
nodeLeaseDurationSeconds	int32		eo
imageMinimumGCAge	duration		eo
imageMaximumGCAge	duration		eo
imageGCHighThresholdPercent	*int32		eo
imageGCLowThresholdPercent	*int32		eo
volumeStatsAggPeriod	duration		eo
kubeletCgroups	string		eo
systemCgroups	string		eo
cgroupRoot	string		eo
cgroupsPerQOS	*bool		eo
cgroupDriver	string		eo
cpuManagerPolicy	string		eo
singleProcessOOMKill	*bool		eo
cpuManagerPolicyOptions	map[string]string		eo
cpuManagerReconcilePeriod	duration		eo
memoryManagerPolicy	string		eo
topologyManagerPolicy	string		eo
topologyManagerScope	string		eo
topologyManagerPolicyOptions	map[string]string		eo
qosReserved	map[string]string		eo
runtimeRequestTimeout	duration		eo
hairpinMode	string		eo
maxPods	int32		eo
podCIDR	string		eo
podPidsLimit	*int64		eo
resolvConf	*string		eo
runOnce	bool		eo
cpuCFSQuota	*bool		eo
cpuCFSQuotaPeriod	*duration		eo
nodeStatusMaxImages	*int32		eo
maxOpenFiles	int64		eo
contentType	string		eo
kubeAPIQPS	*int32		eo
kubeAPIBurst	int32		eo
serializeImagePulls	*bool		eo
maxParallelImagePulls	*int32		eo
evictionHard	map[string]string		eo
evictionSoft	map[string]string		eo
evictionSoftGracePeriod	map[string]string		eo
evictionPressureTransitionPeriod	duration		eo
evictionMaxPodGracePeriod	int32		eo
evictionMinimumReclaim	map[string]string		eo
mergeDefaultEvictionSettings	*bool		eo
podsPerCore	int32		eo
enableControllerAttachDetach	*bool		eo
protectKernelDefaults	bool		eo
makeIPTablesUtilChains	*bool		eo
iptablesMasqueradeBit	*int32		eo
iptablesDropBit	*int32		eo
featureGates	map[string]bool		eo
failSwapOn	*bool		eo
memorySwap	MemorySwapConfiguration		eo	featureGate=NodeSwap
containerLogMaxSize	string		eo
containerLogMaxFiles	*int32		eo
containerLogMaxWorkers	*int32		eo
containerLogMonitorInterval	*duration		eo
configMapAndSecretChangeDetectionStrategy	ResourceChangeDetectionStrategy		eo
systemReserved	map[string]string		eo
kubeReserved	map[string]string		eo
reservedSystemCPUs	string		e
showHiddenMetricsForVersion	string		eo
systemReservedCgroup	string		eo
kubeReservedCgroup	string		eo
enforceNodeAllocatable	[]string		eo
allowedUnsafeSysctls	[]string		eo
volumePluginDir	string		eo
providerID	string		eo
kernelMemcgNotification	bool		eo
logging	logs/v1.LoggingConfiguration		e
enableSystemLogHandler	*bool		eo
enableSystemLogQuery	*bool		eo
shutdownGracePeriod	duration		eo	featureGate=GracefulNodeShutdown
shutdownGracePeriodCriticalPods	duration		eo	featureGate=GracefulNodeShutdown
shutdownGracePeriodByPodPriority	[]ShutdownGracePeriodByPodPriority		eo	featureGate=GracefulNodeShutdownBasedOnPodPriority
crashLoopBackOff	CrashLoopBackOffConfig		eo	featureGate=KubeletCrashLoopBackOffMax
reservedMemory	[]MemoryReservation		eo
enableProfilingHandler	*bool		eo
enableDebugFlagsHandler	*bool		eo
seccompDefault	*bool		eo
memoryThrottlingFactor	*float64		eo	featureGate=MemoryQoS
memoryReservationPolicy	MemoryReservationPolicy		eo	featureGate=MemoryQoS
registerWithTaints	[]core/v1.Taint		eo
registerNode	*bool		eo
tracing	*tracing/v1.TracingConfiguration		eo
localStorageCapacityIsolation	*bool		eo
containerRuntimeEndpoint	string
imageServiceEndpoint	string		eo
failCgroupV1	*bool		eo
userNamespaces	*UserNamespaces		eo
=KubeletWebhookAuthentication
enabled	*bool		eo
cacheTTL	duration		eo
=KubeletWebhookAuthorization
cacheAuthorizedTTL	duration		eo
cacheUnauthorizedTTL	duration		eo
=KubeletX509Authentication
clientCAFile	string		eo
=MemoryReservation
numaNode	int32
limits	core/v1.ResourceList
=MemoryReservationPolicy:string		None	TieredReservation
=MemorySwapConfiguration
swapBehavior	string		eo	featureGate=NodeSwap
=ResourceChangeDetectionStrategy:string		Get	Cache	Watch
=SerializedNodeConfigSource
	meta/v1.TypeMeta		i
source	core/v1.NodeConfigSource	1	eo
=ShutdownGracePeriodByPodPriority
priority	int32
shutdownGracePeriodSeconds	int64
=UserNamespaces
idsPerPod	*int64		eo`,
  "podsecurity/v1": `=PodSecurityConfiguration
	meta/v1.TypeMeta		i
defaults	PodSecurityDefaults
exemptions	PodSecurityExemptions
=PodSecurityDefaults
enforce	string		e
enforce-version	string		e
audit	string		e
audit-version	string		e
warn	string		e
warn-version	string		e
=PodSecurityExemptions
usernames	[]string		e
namespaces	[]string		e
runtimeClasses	[]string		e`,
  "scheduler.config/v1": `=DefaultPreemptionArgs
	meta/v1.TypeMeta		i
minCandidateNodesPercentage	*int32		e
minCandidateNodesAbsolute	*int32		e
=DynamicResourcesArgs
	meta/v1.TypeMeta		i
filterTimeout	*duration
bindingTimeout	*duration		e
=Extender
urlPrefix	string
filterVerb	string		e
preemptVerb	string		e
prioritizeVerb	string		e
weight	int64		e
bindVerb	string		e
enableHTTPS	bool		e
tlsConfig	*ExtenderTLSConfig		e
httpTimeout	duration		e
nodeCacheCapable	bool		e
managedResources	[]ExtenderManagedResource		eoa
ignorable	bool		e
=ExtenderManagedResource
name	string
ignoredByScheduler	bool		e
=ExtenderTLSConfig
insecure	bool		e
serverName	string		e
certFile	string		e
keyFile	string		e
caFile	string		e
certData	bytes		ea
keyData	bytes		ea
caData	bytes		ea
=InterPodAffinityArgs
	meta/v1.TypeMeta		i
hardPodAffinityWeight	*int32		e
ignorePreferredTermsOfExistingPods	bool
=KubeSchedulerConfiguration
	meta/v1.TypeMeta		i
parallelism	*int32		e
leaderElection	component.config/v1alpha1.LeaderElectionConfiguration
clientConnection	component.config/v1alpha1.ClientConnectionConfiguration
	component.config/v1alpha1.DebuggingConfiguration		i
percentageOfNodesToScore	*int32		e
podInitialBackoffSeconds	*int64		e
podMaxBackoffSeconds	*int64		e
profiles	[]KubeSchedulerProfile		em	listMapKey=schedulerName
extenders	[]Extender		es
delayCacheUntilActive	bool		e
=KubeSchedulerProfile
schedulerName	*string		e
percentageOfNodesToScore	*int32		e
plugins	*Plugins		e
pluginConfig	[]PluginConfig		em	listMapKey=name
=NodeAffinityArgs
	meta/v1.TypeMeta		i
addedAffinity	*core/v1.NodeAffinity		eo
=NodeResourcesBalancedAllocationArgs
	meta/v1.TypeMeta		i
resources	[]ResourceSpec		em	listMapKey=name
=NodeResourcesFitArgs
	meta/v1.TypeMeta		i
ignoredResources	[]string		ea
ignoredResourceGroups	[]string		ea
scoringStrategy	*ScoringStrategy		e
=Plugin
name	string
weight	*int32		e
=PluginConfig
name	string
args	raw		e
=PluginSet
enabled	[]Plugin		ea
disabled	[]Plugin		em	listMapKey=name
=Plugins
preEnqueue	PluginSet		e
queueSort	PluginSet		e
preFilter	PluginSet		e
filter	PluginSet		e
postFilter	PluginSet		e
preScore	PluginSet		e
score	PluginSet		e
reserve	PluginSet		e
permit	PluginSet		e
preBind	PluginSet		e
bind	PluginSet		e
postBind	PluginSet		e
multiPoint	PluginSet		e
placementGenerate	PluginSet		e
placementScore	PluginSet		e
=PodTopologySpreadArgs
	meta/v1.TypeMeta		i
defaultConstraints	[]core/v1.TopologySpreadConstraint		eoa
defaultingType	PodTopologySpreadConstraintsDefaulting		eo
=PodTopologySpreadConstraintsDefaulting:string		System	List
=RequestedToCapacityRatioParam
shape	[]UtilizationShapePoint		ea
=ResourceSpec
name	string
weight	int64		e
=ScoringStrategy
type	ScoringStrategyType		e
resources	[]ResourceSpec		em	listMapKey=topologyKey
requestedToCapacityRatio	*RequestedToCapacityRatioParam		e
=ScoringStrategyType:string		LeastAllocated	MostAllocated	RequestedToCapacityRatio
=UtilizationShapePoint
utilization	int32
score	int32
=VolumeBindingArgs
	meta/v1.TypeMeta		i
bindTimeoutSeconds	*int64		e
shape	[]UtilizationShapePoint		eoa	featureGate=StorageCapacityScoring`,
  "scheduler.extender/v1": `=ExtenderArgs
Pod	*core/v1.Pod
Nodes	*core/v1.NodeList
NodeNames	*[]string
=ExtenderBindingArgs
PodName	string
PodNamespace	string
PodUID	string
Node	string
=ExtenderBindingResult
Error	string
=ExtenderFilterResult
Nodes	*core/v1.NodeList
NodeNames	*[]string
FailedNodes	FailedNodesMap
FailedAndUnresolvableNodes	FailedNodesMap
Error	string
=ExtenderPreemptionArgs
Pod	*core/v1.Pod
NodeNameToVictims	map[string]*Victims
NodeNameToMetaVictims	map[string]*MetaVictims
=ExtenderPreemptionResult
NodeNameToMetaVictims	map[string]*MetaVictims
=FailedNodesMap:map[string]string
=HostPriority
Host	string
Score	int64
=HostPriorityList:[]HostPriority
=MetaPod
UID	string
=MetaVictims
Pods	[]*MetaPod
NumPDBViolations	int64
=Victims
Pods	[]*core/v1.Pod
NumPDBViolations	int64`,
  "stats/v1alpha1": `=AcceleratorStats
make	string
model	string
id	string
memoryTotal	uint64
memoryUsed	uint64
dutyCycle	uint64
=CPUStats
time	time
usageNanoCores	*uint64		eo
usageCoreNanoSeconds	*uint64		eo
psi	*PSIStats		eo
=ContainerStats
name	string
startTime	time
cpu	*CPUStats		eo
memory	*MemoryStats		eo
io	*IOStats		eo
accelerators	[]AcceleratorStats		e
rootfs	*FsStats		eo
logs	*FsStats		eo
userDefinedMetrics	[]UserDefinedMetric		eM	mergeKey=name
swap	*SwapStats		eo
=FsStats
time	time
availableBytes	*uint64		eo
capacityBytes	*uint64		eo
usedBytes	*uint64		eo
inodesFree	*uint64		eo
inodes	*uint64		eo
inodesUsed	*uint64		e
=IOStats
time	time
psi	*PSIStats		eo
=InterfaceStats
name	string
rxBytes	*uint64		eo
rxErrors	*uint64		eo
txBytes	*uint64		eo
txErrors	*uint64		eo
=MemoryStats
time	time
availableBytes	*uint64		eo
usageBytes	*uint64		eo
workingSetBytes	*uint64		eo
rssBytes	*uint64		eo
pageFaults	*uint64		eo
majorPageFaults	*uint64		eo
psi	*PSIStats		eo
=NetworkStats
time	time
	InterfaceStats		i
interfaces	[]InterfaceStats		e
=NodeStats
nodeName	string
systemContainers	[]ContainerStats		eMo	mergeKey=name
startTime	time
cpu	*CPUStats		eo
memory	*MemoryStats		eo
io	*IOStats		eo
network	*NetworkStats		eo
fs	*FsStats		eo
runtime	*RuntimeStats		eo
rlimit	*RlimitStats		eo
swap	*SwapStats		eo
=PSIData
total	uint64
avg10	float64
avg60	float64
avg300	float64
=PSIStats
full	PSIData
some	PSIData
=PVCReference
name	string
namespace	string
=PodReference
name	string
namespace	string
uid	string
=PodStats
podRef	PodReference
startTime	time
containers	[]ContainerStats		M	mergeKey=name
cpu	*CPUStats		eo
memory	*MemoryStats		eo
io	*IOStats		eo
network	*NetworkStats		eo
volume	[]VolumeStats		eMo	mergeKey=name
ephemeral-storage	*FsStats		eo
process_stats	*ProcessStats		eo
swap	*SwapStats		eo
=ProcessStats
process_count	*uint64		eo
=RlimitStats
time	time
maxpid	*int64		e
curproc	*int64		e
=RuntimeStats
imageFs	*FsStats		eo
containerFs	*FsStats		eo
=Summary
node	NodeStats
pods	[]PodStats
=SwapStats
time	time
swapAvailableBytes	*uint64		eo
swapUsageBytes	*uint64		eo
=UserDefinedMetric
	UserDefinedMetricDescriptor		i
time	time
value	float64
=UserDefinedMetricDescriptor
name	string
type	UserDefinedMetricType
units	string
labels	map[string]string		eo
=UserDefinedMetricType:string		gauge	cumulative	delta
=VolumeHealthStats
abnormal	bool
=VolumeStats
	FsStats		i
name	string		eo
pvcRef	*PVCReference		eo
volumeHealthStats	*VolumeHealthStats		eo`,
  "tracing/v1": `=TracingConfiguration
endpoint	*string		eo
samplingRatePerMillion	*int32		eo`,
};

/** The kinds: group, version, kind, package, and the type where it has another name. */
export const KINDS = `admission.k8s.io	v1	AdmissionReview	admission/v1
admissionregistration.k8s.io	v1	MutatingAdmissionPolicy	admissionregistration/v1
admissionregistration.k8s.io	v1	MutatingAdmissionPolicyBinding	admissionregistration/v1
admissionregistration.k8s.io	v1	MutatingAdmissionPolicyBindingList	admissionregistration/v1
admissionregistration.k8s.io	v1	MutatingAdmissionPolicyList	admissionregistration/v1
admissionregistration.k8s.io	v1	MutatingWebhookConfiguration	admissionregistration/v1
admissionregistration.k8s.io	v1	MutatingWebhookConfigurationList	admissionregistration/v1
admissionregistration.k8s.io	v1	ValidatingAdmissionPolicy	admissionregistration/v1
admissionregistration.k8s.io	v1	ValidatingAdmissionPolicyBinding	admissionregistration/v1
admissionregistration.k8s.io	v1	ValidatingAdmissionPolicyBindingList	admissionregistration/v1
admissionregistration.k8s.io	v1	ValidatingAdmissionPolicyList	admissionregistration/v1
admissionregistration.k8s.io	v1	ValidatingWebhookConfiguration	admissionregistration/v1
admissionregistration.k8s.io	v1	ValidatingWebhookConfigurationList	admissionregistration/v1
apidiscovery.k8s.io	v2	APIGroupDiscovery	apidiscovery/v2
apidiscovery.k8s.io	v2	APIGroupDiscoveryList	apidiscovery/v2
apiextensions.k8s.io	v1	ConversionReview	apiextensions/v1
apiextensions.k8s.io	v1	CustomResourceDefinition	apiextensions/v1
apiextensions.k8s.io	v1	CustomResourceDefinitionList	apiextensions/v1
apiregistration.k8s.io	v1	APIService	apiregistration/v1
apiregistration.k8s.io	v1	APIServiceList	apiregistration/v1
apps	v1	ControllerRevision	apps/v1
apps	v1	ControllerRevisionList	apps/v1
apps	v1	DaemonSet	apps/v1
apps	v1	DaemonSetList	apps/v1
apps	v1	Deployment	apps/v1
apps	v1	DeploymentList	apps/v1
apps	v1	ReplicaSet	apps/v1
apps	v1	ReplicaSetList	apps/v1
apps	v1	StatefulSet	apps/v1
apps	v1	StatefulSetList	apps/v1
audit.k8s.io	v1	Event	audit/v1
audit.k8s.io	v1	EventList	audit/v1
audit.k8s.io	v1	Policy	audit/v1
audit.k8s.io	v1	PolicyList	audit/v1
auditregistration.k8s.io	v1alpha1	AuditSink	auditregistration/v1alpha1
auditregistration.k8s.io	v1alpha1	AuditSinkList	auditregistration/v1alpha1
authentication.k8s.io	v1	SelfSubjectReview	authentication/v1
authentication.k8s.io	v1	TokenRequest	authentication/v1
authentication.k8s.io	v1	TokenReview	authentication/v1
authentication.k8s.io	v1beta1	SelfSubjectReview	authentication/v1beta1
authentication.k8s.io	v1beta1	TokenReview	authentication/v1beta1
authorization.k8s.io	v1	LocalSubjectAccessReview	authorization/v1
authorization.k8s.io	v1	SelfSubjectAccessReview	authorization/v1
authorization.k8s.io	v1	SelfSubjectRulesReview	authorization/v1
authorization.k8s.io	v1	SubjectAccessReview	authorization/v1
authorization.k8s.io	v1beta1	LocalSubjectAccessReview	authorization/v1beta1
authorization.k8s.io	v1beta1	SelfSubjectAccessReview	authorization/v1beta1
authorization.k8s.io	v1beta1	SelfSubjectRulesReview	authorization/v1beta1
authorization.k8s.io	v1beta1	SubjectAccessReview	authorization/v1beta1
autoscaling	v1	HorizontalPodAutoscaler	autoscaling/v1
autoscaling	v1	HorizontalPodAutoscalerList	autoscaling/v1
autoscaling	v1	Scale	autoscaling/v1
autoscaling	v2	HorizontalPodAutoscaler	autoscaling/v2
autoscaling	v2	HorizontalPodAutoscalerList	autoscaling/v2
batch	v1	CronJob	batch/v1
batch	v1	CronJobList	batch/v1
batch	v1	Job	batch/v1
batch	v1	JobList	batch/v1
certificates.k8s.io	v1	CertificateSigningRequest	certificates/v1
certificates.k8s.io	v1	CertificateSigningRequestList	certificates/v1
coordination.k8s.io	v1	Lease	coordination/v1
coordination.k8s.io	v1	LeaseList	coordination/v1
	v1	Binding	core/v1
	v1	ComponentStatus	core/v1
	v1	ComponentStatusList	core/v1
	v1	ConfigMap	core/v1
	v1	ConfigMapList	core/v1
	v1	Endpoints	core/v1
	v1	EndpointsList	core/v1
	v1	Event	core/v1
	v1	EventList	core/v1
	v1	LimitRange	core/v1
	v1	LimitRangeList	core/v1
	v1	List	meta/v1	List
	v1	Namespace	core/v1
	v1	NamespaceList	core/v1
	v1	Node	core/v1
	v1	NodeList	core/v1
	v1	NodeProxyOptions	core/v1
	v1	PersistentVolume	core/v1
	v1	PersistentVolumeClaim	core/v1
	v1	PersistentVolumeClaimList	core/v1
	v1	PersistentVolumeList	core/v1
	v1	Pod	core/v1
	v1	PodAttachOptions	core/v1
	v1	PodExecOptions	core/v1
	v1	PodList	core/v1
	v1	PodLogOptions	core/v1
	v1	PodPortForwardOptions	core/v1
	v1	PodProxyOptions	core/v1
	v1	PodStatusResult	core/v1
	v1	PodTemplate	core/v1
	v1	PodTemplateList	core/v1
	v1	RangeAllocation	core/v1
	v1	ReplicationController	core/v1
	v1	ReplicationControllerList	core/v1
	v1	ResourceQuota	core/v1
	v1	ResourceQuotaList	core/v1
	v1	Secret	core/v1
	v1	SecretList	core/v1
	v1	SerializedReference	core/v1
	v1	Service	core/v1
	v1	ServiceAccount	core/v1
	v1	ServiceAccountList	core/v1
	v1	ServiceList	core/v1
	v1	ServiceProxyOptions	core/v1
custom.metrics.k8s.io	v1beta2	MetricListOptions	custom_metrics/v1beta2
custom.metrics.k8s.io	v1beta2	MetricValue	custom_metrics/v1beta2
custom.metrics.k8s.io	v1beta2	MetricValueList	custom_metrics/v1beta2
discovery.k8s.io	v1	EndpointSlice	discovery/v1
discovery.k8s.io	v1	EndpointSliceList	discovery/v1
events.k8s.io	v1	Event	events/v1
events.k8s.io	v1	EventList	events/v1
external.metrics.k8s.io	v1beta1	ExternalMetricValue	external_metrics/v1beta1
external.metrics.k8s.io	v1beta1	ExternalMetricValueList	external_metrics/v1beta1
flowcontrol.apiserver.k8s.io	v1	FlowSchema	flowcontrol/v1
flowcontrol.apiserver.k8s.io	v1	FlowSchemaList	flowcontrol/v1
flowcontrol.apiserver.k8s.io	v1	PriorityLevelConfiguration	flowcontrol/v1
flowcontrol.apiserver.k8s.io	v1	PriorityLevelConfigurationList	flowcontrol/v1
imagepolicy.k8s.io	v1alpha1	ImageReview	imagepolicy/v1alpha1
metrics.k8s.io	v1beta1	NodeMetrics	metrics/v1beta1
metrics.k8s.io	v1beta1	NodeMetricsList	metrics/v1beta1
metrics.k8s.io	v1beta1	PodMetrics	metrics/v1beta1
metrics.k8s.io	v1beta1	PodMetricsList	metrics/v1beta1
networking.k8s.io	v1	IPAddress	networking/v1
networking.k8s.io	v1	IPAddressList	networking/v1
networking.k8s.io	v1	Ingress	networking/v1
networking.k8s.io	v1	IngressClass	networking/v1
networking.k8s.io	v1	IngressClassList	networking/v1
networking.k8s.io	v1	IngressList	networking/v1
networking.k8s.io	v1	NetworkPolicy	networking/v1
networking.k8s.io	v1	NetworkPolicyList	networking/v1
networking.k8s.io	v1	ServiceCIDR	networking/v1
networking.k8s.io	v1	ServiceCIDRList	networking/v1
node.k8s.io	v1	RuntimeClass	node/v1
node.k8s.io	v1	RuntimeClassList	node/v1
policy	v1	Eviction	policy/v1
policy	v1	PodDisruptionBudget	policy/v1
policy	v1	PodDisruptionBudgetList	policy/v1
policy	v1beta1	PodSecurityPolicy	policy/v1beta1
policy	v1beta1	PodSecurityPolicyList	policy/v1beta1
rbac.authorization.k8s.io	v1	ClusterRole	rbac/v1
rbac.authorization.k8s.io	v1	ClusterRoleBinding	rbac/v1
rbac.authorization.k8s.io	v1	ClusterRoleBindingList	rbac/v1
rbac.authorization.k8s.io	v1	ClusterRoleList	rbac/v1
rbac.authorization.k8s.io	v1	Role	rbac/v1
rbac.authorization.k8s.io	v1	RoleBinding	rbac/v1
rbac.authorization.k8s.io	v1	RoleBindingList	rbac/v1
rbac.authorization.k8s.io	v1	RoleList	rbac/v1
resource.k8s.io	v1	DeviceClass	resource/v1
resource.k8s.io	v1	DeviceClassList	resource/v1
resource.k8s.io	v1	ResourceClaim	resource/v1
resource.k8s.io	v1	ResourceClaimList	resource/v1
resource.k8s.io	v1	ResourceClaimTemplate	resource/v1
resource.k8s.io	v1	ResourceClaimTemplateList	resource/v1
resource.k8s.io	v1	ResourceSlice	resource/v1
resource.k8s.io	v1	ResourceSliceList	resource/v1
scheduling.k8s.io	v1	PriorityClass	scheduling/v1
scheduling.k8s.io	v1	PriorityClassList	scheduling/v1
settings.k8s.io	v1alpha1	PodPreset	settings/v1alpha1
settings.k8s.io	v1alpha1	PodPresetList	settings/v1alpha1
storage.k8s.io	v1	CSIDriver	storage/v1
storage.k8s.io	v1	CSIDriverList	storage/v1
storage.k8s.io	v1	CSINode	storage/v1
storage.k8s.io	v1	CSINodeList	storage/v1
storage.k8s.io	v1	CSIStorageCapacity	storage/v1
storage.k8s.io	v1	CSIStorageCapacityList	storage/v1
storage.k8s.io	v1	StorageClass	storage/v1
storage.k8s.io	v1	StorageClassList	storage/v1
storage.k8s.io	v1	VolumeAttachment	storage/v1
storage.k8s.io	v1	VolumeAttachmentList	storage/v1
storage.k8s.io	v1	VolumeAttributesClass	storage/v1
storage.k8s.io	v1	VolumeAttributesClassList	storage/v1
apiserver.config.k8s.io	v1	AdmissionConfiguration	apiserver.config/v1
apiserver.config.k8s.io	v1	AuthenticationConfiguration	apiserver.config/v1
apiserver.config.k8s.io	v1	AuthorizationConfiguration	apiserver.config/v1
apiserver.config.k8s.io	v1	EncryptionConfiguration	apiserver.config/v1
apiserver.config.k8s.io	v1	TracingConfiguration	apiserver.config/v1
apiserver.config.k8s.io	v1beta1	AuthenticationConfiguration	apiserver.config/v1beta1
apiserver.config.k8s.io	v1alpha1	AuthenticationConfiguration	apiserver.config/v1beta1
apiserver.config.k8s.io	v1beta1	AuthorizationConfiguration	apiserver.config/v1beta1
apiserver.config.k8s.io	v1alpha1	AuthorizationConfiguration	apiserver.config/v1beta1
apiserver.k8s.io	v1beta1	EgressSelectorConfiguration	apiserver.config/v1beta1
apiserver.k8s.io	v1alpha1	EgressSelectorConfiguration	apiserver.config/v1beta1
apiserver.config.k8s.io	v1beta1	TracingConfiguration	apiserver.config/v1beta1
	v1	Config	clientconfig/v1
cloudcontrollermanager.config.k8s.io	v1alpha1	CloudControllerManagerConfiguration	cloudcontrollermanager.config/v1alpha1
controllermanager.config.k8s.io	v1alpha1	KubeControllerManagerConfiguration	controllermanager.config/v1alpha1
credentialprovider.kubelet.k8s.io	v1	CredentialProviderRequest	credentialprovider/v1
credentialprovider.kubelet.k8s.io	v1	CredentialProviderResponse	credentialprovider/v1
controllermanager.config.k8s.io	v1	LeaderMigrationConfiguration	leadermigration/v1
controllermanager.config.k8s.io	v1alpha1	LeaderMigrationConfiguration	leadermigration/v1
kubelet.config.k8s.io	v1	CredentialProviderConfig	nodeagent.config/v1
kubelet.config.k8s.io	v1beta1	CredentialProviderConfig	nodeagent.config/v1beta1
kubelet.config.k8s.io	v1beta1	ImagePullIntent	nodeagent.config/v1beta1
kubelet.config.k8s.io	v1beta1	ImagePulledRecord	nodeagent.config/v1beta1
kubelet.config.k8s.io	v1beta1	KubeletConfiguration	nodeagent.config/v1beta1
kubelet.config.k8s.io	v1beta1	SerializedNodeConfigSource	nodeagent.config/v1beta1
pod-security.admission.config.k8s.io	v1	PodSecurityConfiguration	podsecurity/v1
kubescheduler.config.k8s.io	v1	DefaultPreemptionArgs	scheduler.config/v1
kubescheduler.config.k8s.io	v1	DynamicResourcesArgs	scheduler.config/v1
kubescheduler.config.k8s.io	v1	InterPodAffinityArgs	scheduler.config/v1
kubescheduler.config.k8s.io	v1	KubeSchedulerConfiguration	scheduler.config/v1
kubescheduler.config.k8s.io	v1	NodeAffinityArgs	scheduler.config/v1
kubescheduler.config.k8s.io	v1	NodeResourcesBalancedAllocationArgs	scheduler.config/v1
kubescheduler.config.k8s.io	v1	NodeResourcesFitArgs	scheduler.config/v1
kubescheduler.config.k8s.io	v1	PodTopologySpreadArgs	scheduler.config/v1
kubescheduler.config.k8s.io	v1	VolumeBindingArgs	scheduler.config/v1`;

/** The built-in resources: the columns of kinds.tsv without the group in the orch dialect. */
export const RESOURCES = `	v1	bindings	binding	Binding	namespaced				create	yes	
	v1	componentstatuses	componentstatus	ComponentStatus	cluster	cs			get,list	yes	
	v1	configmaps	configmap	ConfigMap	namespaced	cm			create,delete,deletecollection,get,list,patch,update,watch	yes	
	v1	endpoints	endpoints	Endpoints	namespaced	ep			create,delete,deletecollection,get,list,patch,update,watch	yes	
	v1	events	event	Event	namespaced	ev			create,delete,deletecollection,get,list,patch,update,watch	yes	
	v1	limitranges	limitrange	LimitRange	namespaced	limits			create,delete,deletecollection,get,list,patch,update,watch	yes	
	v1	namespaces	namespace	Namespace	cluster	ns		finalize,status	create,delete,get,list,patch,update,watch	yes	
	v1	nodes	node	Node	cluster	no		proxy,status	create,delete,deletecollection,get,list,patch,update,watch	yes	
	v1	persistentvolumeclaims	persistentvolumeclaim	PersistentVolumeClaim	namespaced	pvc		status	create,delete,deletecollection,get,list,patch,update,watch	yes	
	v1	persistentvolumes	persistentvolume	PersistentVolume	cluster	pv		status	create,delete,deletecollection,get,list,patch,update,watch	yes	
	v1	pods	pod	Pod	namespaced	po	all	attach,binding,ephemeralcontainers,eviction,exec,log,portforward,proxy,resize,status	create,delete,deletecollection,get,list,patch,update,watch	yes	
	v1	podtemplates	podtemplate	PodTemplate	namespaced				create,delete,deletecollection,get,list,patch,update,watch	yes	
	v1	replicationcontrollers	replicationcontroller	ReplicationController	namespaced	rc	all	scale,status	create,delete,deletecollection,get,list,patch,update,watch	yes	
	v1	resourcequotas	resourcequota	ResourceQuota	namespaced	quota		status	create,delete,deletecollection,get,list,patch,update,watch	yes	
	v1	secrets	secret	Secret	namespaced				create,delete,deletecollection,get,list,patch,update,watch	yes	
	v1	serviceaccounts	serviceaccount	ServiceAccount	namespaced	sa		token	create,delete,deletecollection,get,list,patch,update,watch	yes	
	v1	services	service	Service	namespaced	svc	all	proxy,status	create,delete,deletecollection,get,list,patch,update,watch	yes	
admissionregistration.k8s.io	v1	mutatingadmissionpolicies	mutatingadmissionpolicy	MutatingAdmissionPolicy	cluster		api-extensions		create,delete,deletecollection,get,list,patch,update,watch	yes	
admissionregistration.k8s.io	v1	mutatingadmissionpolicybindings	mutatingadmissionpolicybinding	MutatingAdmissionPolicyBinding	cluster		api-extensions		create,delete,deletecollection,get,list,patch,update,watch	yes	
admissionregistration.k8s.io	v1	mutatingwebhookconfigurations	mutatingwebhookconfiguration	MutatingWebhookConfiguration	cluster		api-extensions		create,delete,deletecollection,get,list,patch,update,watch	yes	
admissionregistration.k8s.io	v1	validatingadmissionpolicies	validatingadmissionpolicy	ValidatingAdmissionPolicy	cluster		api-extensions	status	create,delete,deletecollection,get,list,patch,update,watch	yes	
admissionregistration.k8s.io	v1	validatingadmissionpolicybindings	validatingadmissionpolicybinding	ValidatingAdmissionPolicyBinding	cluster		api-extensions		create,delete,deletecollection,get,list,patch,update,watch	yes	
admissionregistration.k8s.io	v1	validatingwebhookconfigurations	validatingwebhookconfiguration	ValidatingWebhookConfiguration	cluster		api-extensions		create,delete,deletecollection,get,list,patch,update,watch	yes	
apiextensions.k8s.io	v1	customresourcedefinitions	customresourcedefinition	CustomResourceDefinition	cluster	crd,crds	api-extensions	status	create,delete,deletecollection,get,list,patch,update,watch	yes	
apiregistration.k8s.io	v1	apiservices	apiservice	APIService	cluster		api-extensions	status	create,delete,deletecollection,get,list,patch,update,watch	yes	
apps	v1	controllerrevisions	controllerrevision	ControllerRevision	namespaced				create,delete,deletecollection,get,list,patch,update,watch	yes	
apps	v1	daemonsets	daemonset	DaemonSet	namespaced	ds	all	status	create,delete,deletecollection,get,list,patch,update,watch	yes	
apps	v1	deployments	deployment	Deployment	namespaced	deploy	all	status,scale	create,delete,deletecollection,get,list,patch,update,watch	yes	
apps	v1	replicasets	replicaset	ReplicaSet	namespaced	rs	all	status,scale	create,delete,deletecollection,get,list,patch,update,watch	yes	
apps	v1	statefulsets	statefulset	StatefulSet	namespaced	sts	all	status,scale	create,delete,deletecollection,get,list,patch,update,watch	yes	
auditregistration.k8s.io	v1alpha1	auditsinks	auditsink	AuditSink	cluster				create,delete,deletecollection,get,list,patch,update,watch	no	
authentication.k8s.io	v1	selfsubjectreviews	selfsubjectreview	SelfSubjectReview	cluster				create	yes	
authentication.k8s.io	v1	tokenreviews	tokenreview	TokenReview	cluster				create	yes	
authorization.k8s.io	v1	localsubjectaccessreviews	localsubjectaccessreview	LocalSubjectAccessReview	namespaced				create	yes	
authorization.k8s.io	v1	selfsubjectaccessreviews	selfsubjectaccessreview	SelfSubjectAccessReview	cluster				create	yes	
authorization.k8s.io	v1	selfsubjectrulesreviews	selfsubjectrulesreview	SelfSubjectRulesReview	cluster				create	yes	
authorization.k8s.io	v1	subjectaccessreviews	subjectaccessreview	SubjectAccessReview	cluster				create	yes	
autoscaling	v1	horizontalpodautoscalers	horizontalpodautoscaler	HorizontalPodAutoscaler	namespaced	hpa	all	status	create,delete,deletecollection,get,list,patch,update,watch	yes	autoscaling/v2 horizontalpodautoscalers
autoscaling	v2	horizontalpodautoscalers	horizontalpodautoscaler	HorizontalPodAutoscaler	namespaced	hpa	all	status	create,delete,deletecollection,get,list,patch,update,watch	yes	
batch	v1	cronjobs	cronjob	CronJob	namespaced	cj	all	status	create,delete,deletecollection,get,list,patch,update,watch	yes	
batch	v1	jobs	job	Job	namespaced		all	status	create,delete,deletecollection,get,list,patch,update,watch	yes	
certificates.k8s.io	v1	certificatesigningrequests	certificatesigningrequest	CertificateSigningRequest	cluster	csr		approval,status	create,delete,deletecollection,get,list,patch,update,watch	yes	
coordination.k8s.io	v1	leases	lease	Lease	namespaced				create,delete,deletecollection,get,list,patch,update,watch	yes	
discovery.k8s.io	v1	endpointslices	endpointslice	EndpointSlice	namespaced				create,delete,deletecollection,get,list,patch,update,watch	yes	
events.k8s.io	v1	events	event	Event	namespaced	ev			create,delete,deletecollection,get,list,patch,update,watch	yes	v1 events
flowcontrol.apiserver.k8s.io	v1	flowschemas	flowschema	FlowSchema	cluster			status	create,delete,deletecollection,get,list,patch,update,watch	yes	
flowcontrol.apiserver.k8s.io	v1	prioritylevelconfigurations	prioritylevelconfiguration	PriorityLevelConfiguration	cluster			status	create,delete,deletecollection,get,list,patch,update,watch	yes	
networking.k8s.io	v1	ingressclasses	ingressclass	IngressClass	cluster				create,delete,deletecollection,get,list,patch,update,watch	yes	
networking.k8s.io	v1	ingresses	ingress	Ingress	namespaced	ing		status	create,delete,deletecollection,get,list,patch,update,watch	yes	
networking.k8s.io	v1	ipaddresses	ipaddress	IPAddress	cluster	ip			create,delete,deletecollection,get,list,patch,update,watch	yes	
networking.k8s.io	v1	networkpolicies	networkpolicy	NetworkPolicy	namespaced	netpol			create,delete,deletecollection,get,list,patch,update,watch	yes	
networking.k8s.io	v1	servicecidrs	servicecidr	ServiceCIDR	cluster			status	create,delete,deletecollection,get,list,patch,update,watch	yes	
node.k8s.io	v1	runtimeclasses	runtimeclass	RuntimeClass	cluster				create,delete,deletecollection,get,list,patch,update,watch	yes	
policy	v1	poddisruptionbudgets	poddisruptionbudget	PodDisruptionBudget	namespaced	pdb		status	create,delete,deletecollection,get,list,patch,update,watch	yes	
policy	v1beta1	podsecuritypolicies	podsecuritypolicy	PodSecurityPolicy	cluster	psp			create,delete,deletecollection,get,list,patch,update,watch	no	
rbac.authorization.k8s.io	v1	clusterrolebindings	clusterrolebinding	ClusterRoleBinding	cluster				create,delete,deletecollection,get,list,patch,update,watch	yes	
rbac.authorization.k8s.io	v1	clusterroles	clusterrole	ClusterRole	cluster				create,delete,deletecollection,get,list,patch,update,watch	yes	
rbac.authorization.k8s.io	v1	rolebindings	rolebinding	RoleBinding	namespaced				create,delete,deletecollection,get,list,patch,update,watch	yes	
rbac.authorization.k8s.io	v1	roles	role	Role	namespaced				create,delete,deletecollection,get,list,patch,update,watch	yes	
resource.k8s.io	v1	deviceclasses	deviceclass	DeviceClass	cluster				create,delete,deletecollection,get,list,patch,update,watch	yes	
resource.k8s.io	v1	resourceclaims	resourceclaim	ResourceClaim	namespaced			status	create,delete,deletecollection,get,list,patch,update,watch	yes	
resource.k8s.io	v1	resourceclaimtemplates	resourceclaimtemplate	ResourceClaimTemplate	namespaced				create,delete,deletecollection,get,list,patch,update,watch	yes	
resource.k8s.io	v1	resourceslices	resourceslice	ResourceSlice	cluster				create,delete,deletecollection,get,list,patch,update,watch	yes	
scheduling.k8s.io	v1	priorityclasses	priorityclass	PriorityClass	cluster	pc			create,delete,deletecollection,get,list,patch,update,watch	yes	
settings.k8s.io	v1alpha1	podpresets	podpreset	PodPreset	namespaced				create,delete,deletecollection,get,list,patch,update,watch	no	
storage.k8s.io	v1	csidrivers	csidriver	CSIDriver	cluster				create,delete,deletecollection,get,list,patch,update,watch	yes	
storage.k8s.io	v1	csinodes	csinode	CSINode	cluster				create,delete,deletecollection,get,list,patch,update,watch	yes	
storage.k8s.io	v1	csistoragecapacities	csistoragecapacity	CSIStorageCapacity	namespaced				create,delete,deletecollection,get,list,patch,update,watch	yes	
storage.k8s.io	v1	storageclasses	storageclass	StorageClass	cluster	sc			create,delete,deletecollection,get,list,patch,update,watch	yes	
storage.k8s.io	v1	volumeattachments	volumeattachment	VolumeAttachment	cluster			status	create,delete,deletecollection,get,list,patch,update,watch	yes	
storage.k8s.io	v1	volumeattributesclasses	volumeattributesclass	VolumeAttributesClass	cluster	vac			create,delete,deletecollection,get,list,patch,update,watch	yes	`;
