/**
 * One valid object of every kind that holds objects, and the headings under which `kubectl get`
 * shows it: those of `-o wide` only follow the bar.
 *
 * @module
 */

import { Pkcs10CertificateRequestGenerator } from "../../../toolkit/deps/x509.ts";

/** A kind, as kubectl names it. */
export interface KindCase {
  /** The resource, with its group where its name alone is not enough. */
  readonly resource: string;
  readonly columns: string;
  /** The object, without what all have: YAML. */
  readonly yaml: string;
  /** Where the object is named otherwise than `sample`. */
  readonly name?: string;
  /** Whether the kind has to be switched on. */
  readonly off?: boolean;
}

const TEMPLATE = `
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "nginx:1"}]}`;

const JOB = `
    template:
      spec: {restartPolicy: Never, containers: [{name: once, image: "busybox:1"}]}`;

/** All of them. Certificates need a request that was made now. */
export async function everyKind(): Promise<readonly KindCase[]> {
  const request = btoa(await certificateRequest());
  return [
    {
      resource: "configmaps",
      columns: "NAME DATA AGE",
      yaml: "apiVersion: v1\nkind: ConfigMap\ndata: {color: red}",
    },
    {
      resource: "endpoints",
      columns: "NAME ENDPOINTS AGE",
      yaml: `
apiVersion: v1
kind: Endpoints
subsets: [{addresses: [{ip: 10.1.0.1}], ports: [{port: 80}]}]`,
    },
    {
      resource: "events",
      columns: "LAST SEEN,TYPE,REASON,OBJECT,MESSAGE|SUBOBJECT,SOURCE,FIRST SEEN,COUNT,NAME",
      yaml: `
apiVersion: v1
kind: Event
involvedObject: {kind: Pod, name: sample, namespace: default}
reason: Started
message: It runs
type: Normal
firstTimestamp: "2024-01-01T00:00:00Z"
lastTimestamp: "2024-01-01T00:00:00Z"
count: 2`,
    },
    {
      resource: "limitranges",
      columns: "NAME,CREATED AT",
      yaml: `
apiVersion: v1
kind: LimitRange
spec: {limits: [{type: Container, default: {cpu: 100m}}]}`,
    },
    {
      resource: "namespaces",
      columns: "NAME STATUS AGE",
      yaml: "apiVersion: v1\nkind: Namespace",
    },
    {
      resource: "nodes",
      columns:
        "NAME STATUS ROLES AGE VERSION|INTERNAL-IP EXTERNAL-IP OS-IMAGE KERNEL-VERSION CONTAINER-RUNTIME",
      yaml: "apiVersion: v1\nkind: Node\nspec: {podCIDR: 10.2.0.0/24}",
    },
    {
      resource: "persistentvolumeclaims",
      columns:
        "NAME,STATUS,VOLUME,CAPACITY,ACCESS MODES,STORAGECLASS,VOLUMEATTRIBUTESCLASS,AGE|VOLUMEMODE",
      yaml: `
apiVersion: v1
kind: PersistentVolumeClaim
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}`,
    },
    {
      resource: "persistentvolumes",
      columns: "NAME,CAPACITY,ACCESS MODES,RECLAIM POLICY,STATUS,CLAIM,STORAGECLASS," +
        "VOLUMEATTRIBUTESCLASS,REASON,AGE|VOLUMEMODE",
      yaml: `
apiVersion: v1
kind: PersistentVolume
spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /data}}`,
    },
    {
      resource: "pods",
      columns: "NAME,READY,STATUS,RESTARTS,AGE|IP,NODE,NOMINATED NODE,READINESS GATES",
      yaml: `
apiVersion: v1
kind: Pod
spec: {containers: [{name: web, image: "nginx:1"}]}`,
    },
    {
      resource: "podtemplates",
      columns: "NAME,CONTAINERS,IMAGES,POD LABELS",
      yaml: `
apiVersion: v1
kind: PodTemplate
template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: "nginx:1"}]}}`,
    },
    {
      resource: "replicationcontrollers",
      columns: "NAME DESIRED CURRENT READY AGE|CONTAINERS IMAGES SELECTOR",
      yaml: `
apiVersion: v1
kind: ReplicationController
spec:
  selector: {app: web}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "nginx:1"}]}`,
    },
    {
      resource: "resourcequotas",
      columns: "NAME REQUEST LIMIT AGE",
      yaml: "apiVersion: v1\nkind: ResourceQuota\nspec: {hard: {pods: 4}}",
    },
    {
      resource: "secrets",
      columns: "NAME TYPE DATA AGE",
      yaml: "apiVersion: v1\nkind: Secret\nstringData: {password: guess}",
    },
    {
      resource: "serviceaccounts",
      columns: "NAME AGE",
      yaml: "apiVersion: v1\nkind: ServiceAccount",
    },
    {
      resource: "services",
      columns: "NAME TYPE CLUSTER-IP EXTERNAL-IP PORT(S) AGE|SELECTOR",
      yaml: "apiVersion: v1\nkind: Service\nspec: {selector: {app: web}, ports: [{port: 80}]}",
    },
    {
      resource: "mutatingadmissionpolicies",
      columns: "NAME MUTATIONS PARAMKIND AGE",
      yaml: `
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
spec:
  reinvocationPolicy: Never
  matchConstraints:
    resourceRules:
    - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}
  mutations:
  - patchType: ApplyConfiguration
    applyConfiguration:
      expression: 'Object{metadata: Object.metadata{labels: {"seen": "yes"}}}'`,
    },
    {
      resource: "mutatingadmissionpolicybindings",
      columns: "NAME POLICYNAME PARAMREF AGE",
      yaml: `
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
spec: {policyName: none}`,
    },
    {
      resource: "mutatingwebhookconfigurations",
      columns: "NAME WEBHOOKS AGE",
      yaml: "apiVersion: admissionregistration.k8s.io/v1\nkind: MutatingWebhookConfiguration",
    },
    {
      resource: "validatingadmissionpolicies",
      columns: "NAME VALIDATIONS PARAMKIND AGE",
      yaml: `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
spec:
  matchConstraints:
    resourceRules:
    - {apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}
  validations: [{expression: "object.spec.replicas <= 5"}]`,
    },
    {
      resource: "validatingadmissionpolicybindings",
      columns: "NAME POLICYNAME PARAMREF AGE",
      yaml: `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
spec: {policyName: none, validationActions: [Deny]}`,
    },
    {
      resource: "validatingwebhookconfigurations",
      columns: "NAME WEBHOOKS AGE",
      yaml: "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration",
    },
    {
      resource: "customresourcedefinitions",
      name: "gadgets.example.com",
      columns: "NAME,CREATED AT",
      yaml: `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: example.com
  scope: Namespaced
  names: {plural: gadgets, kind: Gadget}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object}}`,
    },
    {
      resource: "apiservices",
      name: "v1.metrics.example.com",
      columns: "NAME SERVICE AVAILABLE AGE",
      yaml: `
apiVersion: apiregistration.k8s.io/v1
kind: APIService
spec:
  group: metrics.example.com
  version: v1
  groupPriorityMinimum: 100
  versionPriority: 100
  insecureSkipTLSVerify: true
  service: {name: metrics, namespace: default}`,
    },
    {
      resource: "controllerrevisions",
      columns: "NAME CONTROLLER REVISION AGE",
      yaml: "apiVersion: apps/v1\nkind: ControllerRevision\nrevision: 3\ndata: {}",
    },
    {
      resource: "daemonsets",
      columns: "NAME,DESIRED,CURRENT,READY,UP-TO-DATE,AVAILABLE,NODE SELECTOR,AGE|" +
        "CONTAINERS,IMAGES,SELECTOR",
      yaml: `apiVersion: apps/v1\nkind: DaemonSet\nspec:${TEMPLATE}`,
    },
    {
      resource: "deployments",
      columns: "NAME READY UP-TO-DATE AVAILABLE AGE|CONTAINERS IMAGES SELECTOR",
      yaml: `apiVersion: apps/v1\nkind: Deployment\nspec:${TEMPLATE}`,
    },
    {
      resource: "replicasets",
      columns: "NAME DESIRED CURRENT READY AGE|CONTAINERS IMAGES SELECTOR",
      yaml: `apiVersion: apps/v1\nkind: ReplicaSet\nspec:${TEMPLATE}`,
    },
    {
      resource: "statefulsets",
      columns: "NAME READY AGE|CONTAINERS IMAGES",
      yaml: `apiVersion: apps/v1\nkind: StatefulSet\nspec:\n  serviceName: web${TEMPLATE}`,
    },
    {
      resource: "auditsinks",
      off: true,
      columns: "NAME,CREATED AT",
      yaml: `
apiVersion: auditregistration.k8s.io/v1alpha1
kind: AuditSink
spec:
  policy: {level: Metadata, stages: [ResponseComplete]}
  webhook: {clientConfig: {url: "https://audit.example.com/"}}`,
    },
    {
      resource: "horizontalpodautoscalers",
      columns: "NAME REFERENCE TARGETS MINPODS MAXPODS REPLICAS AGE",
      yaml: `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
spec:
  maxReplicas: 3
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: sample}`,
    },
    {
      resource: "cronjobs",
      columns: "NAME,SCHEDULE,TIMEZONE,SUSPEND,ACTIVE,LAST SCHEDULE,AGE|CONTAINERS,IMAGES,SELECTOR",
      yaml: `
apiVersion: batch/v1
kind: CronJob
spec:
  schedule: "*/5 * * * *"
  jobTemplate:
    spec:${JOB.replaceAll("\n", "\n  ")}`,
    },
    {
      resource: "jobs",
      columns: "NAME STATUS COMPLETIONS DURATION AGE|CONTAINERS IMAGES SELECTOR",
      yaml: `apiVersion: batch/v1\nkind: Job\nspec:${JOB}`,
    },
    {
      resource: "certificatesigningrequests",
      columns: "NAME AGE SIGNERNAME REQUESTOR REQUESTEDDURATION CONDITION",
      yaml: `
apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
spec: {signerName: example.com/signer, usages: [client auth], request: ${request}}`,
    },
    {
      resource: "leases",
      columns: "NAME HOLDER AGE",
      yaml: "apiVersion: coordination.k8s.io/v1\nkind: Lease\nspec: {holderIdentity: me}",
    },
    {
      resource: "endpointslices",
      columns: "NAME ADDRESSTYPE PORTS ENDPOINTS AGE",
      yaml: `
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
addressType: IPv4
endpoints: [{addresses: [10.1.0.1]}]
ports: [{port: 80}]`,
    },
    {
      resource: "flowschemas",
      columns: "NAME PRIORITYLEVEL MATCHINGPRECEDENCE DISTINGUISHERMETHOD AGE MISSINGPL",
      yaml: `
apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: FlowSchema
spec: {priorityLevelConfiguration: {name: sample}}`,
    },
    {
      resource: "prioritylevelconfigurations",
      columns: "NAME TYPE NOMINALCONCURRENCYSHARES QUEUES HANDSIZE QUEUELENGTHLIMIT AGE",
      yaml: `
apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: PriorityLevelConfiguration
spec: {type: Limited, limited: {limitResponse: {type: Reject}}}`,
    },
    {
      resource: "ingressclasses",
      columns: "NAME CONTROLLER PARAMETERS AGE",
      yaml: `
apiVersion: networking.k8s.io/v1
kind: IngressClass
spec: {controller: example.com/ingress}`,
    },
    {
      resource: "ingresses",
      columns: "NAME CLASS HOSTS ADDRESS PORTS AGE",
      yaml: `
apiVersion: networking.k8s.io/v1
kind: Ingress
spec: {defaultBackend: {service: {name: web, port: {number: 80}}}}`,
    },
    {
      resource: "ipaddresses",
      name: "10.9.8.7",
      columns: "NAME PARENTREF",
      yaml: `
apiVersion: networking.k8s.io/v1
kind: IPAddress
spec: {parentRef: {resource: services, namespace: default, name: elsewhere}}`,
    },
    {
      resource: "networkpolicies",
      columns: "NAME POD-SELECTOR AGE",
      yaml: "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nspec: {podSelector: {}}",
    },
    {
      resource: "servicecidrs",
      columns: "NAME CIDRS AGE",
      yaml: "apiVersion: networking.k8s.io/v1\nkind: ServiceCIDR\nspec: {cidrs: [10.77.0.0/24]}",
    },
    {
      resource: "runtimeclasses",
      columns: "NAME HANDLER AGE",
      yaml: "apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nhandler: runc",
    },
    {
      resource: "poddisruptionbudgets",
      columns: "NAME,MIN AVAILABLE,MAX UNAVAILABLE,ALLOWED DISRUPTIONS,AGE",
      yaml: `
apiVersion: policy/v1
kind: PodDisruptionBudget
spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}`,
    },
    {
      resource: "podsecuritypolicies",
      off: true,
      columns: "NAME PRIV CAPS SELINUX RUNASUSER FSGROUP SUPGROUP READONLYROOTFS VOLUMES",
      yaml: `
apiVersion: policy/v1beta1
kind: PodSecurityPolicy
spec:
  seLinux: {rule: RunAsAny}
  runAsUser: {rule: RunAsAny}
  fsGroup: {rule: RunAsAny}
  supplementalGroups: {rule: RunAsAny}`,
    },
    {
      resource: "clusterrolebindings",
      columns: "NAME ROLE AGE|USERS GROUPS SERVICEACCOUNTS",
      yaml: `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: sample}`,
    },
    {
      resource: "clusterroles",
      columns: "NAME,CREATED AT",
      yaml: "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nrules: []",
    },
    {
      resource: "rolebindings",
      columns: "NAME ROLE AGE|USERS GROUPS SERVICEACCOUNTS",
      yaml: `
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: sample}`,
    },
    {
      resource: "roles",
      columns: "NAME,CREATED AT",
      yaml: "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nrules: []",
    },
    {
      resource: "deviceclasses",
      columns: "NAME AGE",
      yaml: "apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nspec: {}",
    },
    {
      resource: "resourceclaims",
      columns: "NAME STATE AGE",
      yaml: `
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}`,
    },
    {
      resource: "resourceclaimtemplates",
      columns: "NAME AGE",
      yaml: `
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}}`,
    },
    {
      resource: "resourceslices",
      columns: "NAME NODE DRIVER POOL AGE",
      yaml: `
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
spec:
  driver: gpu.example.com
  nodeName: sample
  pool: {name: sample, generation: 1, resourceSliceCount: 1}
  devices: []`,
    },
    {
      resource: "priorityclasses",
      columns: "NAME VALUE GLOBAL-DEFAULT AGE PREEMPTIONPOLICY",
      yaml: "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nvalue: 7",
    },
    {
      resource: "podpresets",
      off: true,
      columns: "NAME,CREATED AT",
      yaml: "apiVersion: settings.k8s.io/v1alpha1\nkind: PodPreset\nspec: {env: [{name: A}]}",
    },
    {
      resource: "csidrivers",
      columns: "NAME ATTACHREQUIRED PODINFOONMOUNT STORAGECAPACITY TOKENREQUESTS " +
        "REQUIRESREPUBLISH MODES AGE",
      yaml: "apiVersion: storage.k8s.io/v1\nkind: CSIDriver\nspec: {attachRequired: false}",
    },
    {
      resource: "csinodes",
      columns: "NAME DRIVERS AGE",
      yaml: "apiVersion: storage.k8s.io/v1\nkind: CSINode\nspec: {drivers: []}",
    },
    {
      resource: "csistoragecapacities",
      columns: "NAME,CREATED AT",
      yaml: "apiVersion: storage.k8s.io/v1\nkind: CSIStorageCapacity\nstorageClassName: fast",
    },
    {
      resource: "storageclasses",
      columns: "NAME PROVISIONER RECLAIMPOLICY VOLUMEBINDINGMODE ALLOWVOLUMEEXPANSION AGE",
      yaml: "apiVersion: storage.k8s.io/v1\nkind: StorageClass\nprovisioner: example.com/disk",
    },
    {
      resource: "volumeattachments",
      columns: "NAME ATTACHER PV NODE ATTACHED AGE",
      yaml: `
apiVersion: storage.k8s.io/v1
kind: VolumeAttachment
spec: {attacher: example.com, nodeName: sample, source: {persistentVolumeName: sample}}`,
    },
    {
      resource: "volumeattributesclasses",
      columns: "NAME DRIVERNAME AGE",
      yaml: `
apiVersion: storage.k8s.io/v1
kind: VolumeAttributesClass
driverName: disk.example.com
parameters: {iops: "100"}`,
    },
  ];
}

/** A request for a certificate, as PEM. */
export async function certificateRequest(commonName = "sample"): Promise<string> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: `CN=${commonName}`,
    keys,
    signingAlgorithm: algorithm,
  });
  return request.toString("pem");
}
