/**
 * Objects whose rows are compared, by kind.
 *
 * @module
 */

import type { AnyObject } from "../session.ts";

/** An object without its name, and what becomes of it. */
export interface ShownState {
  readonly metadata?: AnyObject;
  /** What its status is told to be once it is there. */
  readonly status?: AnyObject;
  /** Whether it is deleted, and held by a finalizer. */
  readonly ends?: boolean;
  readonly [field: string]: unknown;
}

const LONG_AGO = "2020-02-03T04:05:06Z";
/** Keys of which one begins with another, and goes on with what comes before `=`. */
const LABELS = { a: "1", "a-b": "2", "a.b/c": "3" };
const SELECTOR = { matchLabels: LABELS };
const TEMPLATE = {
  metadata: { labels: LABELS },
  spec: { containers: [{ name: "c", image: "i:1" }, { name: "d", image: "j" }] },
};
const JOB = {
  template: { spec: { restartPolicy: "Never", containers: TEMPLATE.spec.containers } },
};
const holds = (...types: string[]) => types.map((type) => ({ type, status: "True" }));
const condition = (type: string, status = "True") => ({
  type,
  status,
  reason: "R",
  message: "",
  lastTransitionTime: LONG_AGO,
});

const cpu = (target: AnyObject) => ({ type: "Resource", resource: { name: "cpu", target } });
const use = (averageUtilization: number) => ({ type: "Utilization", averageUtilization });
const average = (averageValue: string) => ({ type: "AverageValue", averageValue });
const value = (value: string) => ({ type: "Value", value });
const METRIC = { name: "m" };
const described = { kind: "Ingress", name: "i", apiVersion: "networking.k8s.io/v1" };
const METRICS = [
  cpu(use(50)),
  { type: "Resource", resource: { name: "memory", target: average("512Mi") } },
  { type: "Pods", pods: { metric: METRIC, target: average("1500m") } },
  { type: "Object", object: { metric: METRIC, describedObject: described, target: value("10k") } },
  { type: "Object", object: { metric: METRIC, describedObject: described, target: average("3") } },
  { type: "External", external: { metric: METRIC, target: value("30") } },
  { type: "External", external: { metric: METRIC, target: average("31") } },
  {
    type: "ContainerResource",
    containerResource: { name: "cpu", container: "c", target: use(60) },
  },
  {
    type: "ContainerResource",
    containerResource: { name: "memory", container: "c", target: average("1Gi") },
  },
];
const MEASURED = [
  {
    type: "Resource",
    resource: { name: "cpu", current: { averageUtilization: 7, averageValue: "7m" } },
  },
  { type: "Resource", resource: { name: "memory", current: { averageValue: "1234567" } } },
  { type: "Pods", pods: { metric: METRIC, current: { averageValue: "100m" } } },
  {
    type: "Object",
    object: { metric: METRIC, describedObject: described, current: { value: "5" } },
  },
  {
    type: "Object",
    object: {
      metric: METRIC,
      describedObject: described,
      current: { averageValue: "6", value: "7" },
    },
  },
  { type: "External", external: { metric: METRIC, current: { value: "8" } } },
  { type: "External", external: { metric: METRIC, current: { averageValue: "9", value: "10" } } },
  {
    type: "ContainerResource",
    containerResource: {
      name: "cpu",
      container: "c",
      current: { averageUtilization: 11, averageValue: "1" },
    },
  },
  {
    type: "ContainerResource",
    containerResource: { name: "memory", container: "c", current: { averageValue: "12" } },
  },
];

function autoscaler(metrics: AnyObject[] | undefined, currentMetrics?: AnyObject[]): ShownState {
  return {
    spec: {
      scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" },
      maxReplicas: 3,
      ...(metrics && { metrics }),
    },
    status: {
      currentReplicas: 2,
      desiredReplicas: 3,
      ...(currentMetrics && { currentMetrics }),
    },
  };
}

const service = (spec: AnyObject, status?: AnyObject): ShownState => ({
  spec: { ports: [{ port: 80 }], ...spec },
  ...(status && { status }),
});
const balanced = (...ingress: AnyObject[]) => ({ loadBalancer: { ingress } });
const backend = { service: { name: "s", port: { number: 80 } } };
const ingress = (hosts: (string | undefined)[], more: AnyObject = {}, status?: AnyObject) => ({
  spec: {
    defaultBackend: backend,
    rules: hosts.map((host) => ({ ...(host !== undefined && { host }) })),
    ...more,
  },
  ...(status && { status }),
});

/** Stands for the namespace that the objects are made in. */
export const HERE = "NAMESPACE";
const about = { kind: "Pod", name: "p", namespace: HERE };
const claim = (spec: AnyObject = {}): AnyObject => ({
  accessModes: ["ReadWriteOnce"],
  resources: { requests: { storage: "1024Mi" } },
  ...spec,
});
const volume = (spec: AnyObject = {}): AnyObject => ({
  accessModes: ["ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany"],
  capacity: { storage: "1024Mi" },
  hostPath: { path: "/a" },
  ...spec,
});
const quota = { hard: { cpu: "4", "limits.cpu": "8", "requests.memory": "1024Mi", pods: "3" } };

const replicas = { replicas: 3, readyReplicas: 2, availableReplicas: 1, fullyLabeledReplicas: 3 };

/** By group, version and resource; a star before those that belong to no namespace. */
export const STATES: Readonly<Record<string, readonly ShownState[]>> = {
  "*v1/nodes": [
    {},
    { spec: { unschedulable: true } },
    { metadata: { labels: { "node-role.kubernetes.io/b": "", "kubernetes.io/role": "a" } } },
    { metadata: { labels: { "node-role.kubernetes.io/b": "x", "kubernetes.io/role": "" } } },
    {
      spec: { unschedulable: true },
      status: {
        conditions: [{ type: "Ready", status: "Unknown" }],
        addresses: [
          { type: "Hostname", address: "h" },
          { type: "InternalIP", address: "192.0.2.1" },
          { type: "InternalIP", address: "192.0.2.2" },
          { type: "ExternalIP", address: "198.51.100.1" },
        ],
        nodeInfo: {
          kubeletVersion: "v1.36.0",
          osImage: "an OS",
          kernelVersion: "6.1",
          architecture: "amd64",
          containerRuntimeVersion: "r://1",
        },
      },
    },
    {
      status: {
        conditions: [{ type: "Ready", status: "True" }],
        nodeInfo: { architecture: "arm" },
      },
    },
    { ends: true },
  ],
  "*v1/namespaces": [{}, { ends: true }],
  "v1/events": [
    { involvedObject: about, message: " \n a \t", reason: "R", type: "Normal" },
    { involvedObject: { namespace: HERE } },
    { involvedObject: { namespace: HERE, kind: "Pod", fieldPath: "spec.containers{c}" } },
    {
      involvedObject: about,
      firstTimestamp: LONG_AGO,
      lastTimestamp: "2021-01-01T00:00:00Z",
      count: 3,
    },
    { involvedObject: about, firstTimestamp: LONG_AGO },
    { involvedObject: about, source: { component: "c", host: "h" }, reportingComponent: "d" },
    { involvedObject: about, reportingComponent: "d", reportingInstance: "i" },
    { involvedObject: about, source: { host: "h" } },
    { involvedObject: about, count: 4, lastTimestamp: LONG_AGO, series: { count: 9 } },
    {
      involvedObject: about,
      count: 4,
      series: { count: 9, lastObservedTime: "2022-01-01T00:00:00.123456Z" },
    },
    { involvedObject: about, count: 4, series: { count: 0 } },
    {
      involvedObject: about,
      eventTime: "2020-01-01T00:00:00.123456Z",
      reportingComponent: "example.com/c",
      reportingInstance: "i",
      action: "A",
      reason: "R",
      type: "Normal",
    },
  ],
  "v1/services": [
    service({}),
    service({ selector: LABELS }),
    service({ clusterIP: "None", ports: [] }),
    service({ externalIPs: ["192.0.2.1", "192.0.2.2"] }),
    service({ type: "ExternalName", externalName: "example.com", ports: [] }),
    service({ type: "ExternalName", externalName: "example.com" }),
    service({
      type: "NodePort",
      // At the beginning of the range, where neither server chooses one by itself.
      ports: [
        { name: "a", port: 80, nodePort: 30_010 },
        { name: "b", port: 81, protocol: "UDP", nodePort: 30_011 },
      ],
    }),
    service({ type: "LoadBalancer", allocateLoadBalancerNodePorts: false }),
    service(
      { type: "LoadBalancer", allocateLoadBalancerNodePorts: false },
      balanced({ ip: "192.0.2.9" }, { hostname: "b.example.com" }, { ip: "192.0.2.1" }),
    ),
    service(
      { type: "LoadBalancer", allocateLoadBalancerNodePorts: false, externalIPs: ["198.51.100.1"] },
      balanced({ ip: "192.0.2.9" }, { ip: "192.0.2.9" }),
    ),
    service({
      type: "LoadBalancer",
      allocateLoadBalancerNodePorts: false,
      externalIPs: ["198.51.100.1"],
    }),
  ],
  "v1/endpoints": [
    {},
    { subsets: [{ addresses: [{ ip: "192.0.2.1" }, { ip: "192.0.2.2" }] }] },
    { subsets: [{ notReadyAddresses: [{ ip: "192.0.2.1" }], ports: [{ port: 1 }] }] },
    {
      subsets: [{
        addresses: [1, 2, 3, 4].map((end) => ({ ip: `192.0.2.${end}` })),
        ports: [{ name: "a", port: 1 }, { name: "b", port: 2 }],
      }],
    },
    { subsets: [{ addresses: [{ ip: "2001:db8::1" }], ports: [{ port: 1 }] }] },
  ],
  "discovery.k8s.io/v1/endpointslices": [
    { addressType: "IPv4", endpoints: [] },
    {
      addressType: "IPv4",
      endpoints: [1, 2, 3, 4].map((end) => ({ addresses: [`192.0.2.${end}`] })),
      ports: [{ name: "a", port: 1 }, { name: "b" }, { name: "c", port: 3 }, {
        name: "d",
        port: 4,
      }],
    },
    { addressType: "IPv4", endpoints: [{ addresses: ["192.0.2.1"] }], ports: [{}] },
  ],
  "v1/secrets": [{}, { data: { a: "" }, stringData: { b: "c" } }, { type: "example.com/a" }],
  "v1/configmaps": [{}, { data: { a: "b" }, binaryData: { c: "" } }],
  "v1/serviceaccounts": [{}, { secrets: [{ name: "a" }] }],
  "v1/resourcequotas": [
    { spec: quota },
    { spec: quota, status: quota },
    { spec: quota, status: { ...quota, used: { cpu: "500m", "limits.cpu": "1500m" } } },
    { spec: quota, status: { hard: { "limits.cpu": "1", "limits.memory": "2" } } },
  ],
  "v1/limitranges": [{ spec: { limits: [] } }],
  "v1/podtemplates": [{ template: TEMPLATE }],
  "v1/persistentvolumeclaims": [
    { spec: claim() },
    { spec: claim({ storageClassName: "", volumeMode: "Block" }) },
    { spec: claim({ volumeName: "v", volumeAttributesClassName: "gold", storageClassName: "s" }) },
    {
      metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "old" } },
      spec: claim({ volumeName: "v" }),
      status: {
        phase: "Bound",
        accessModes: ["ReadWriteMany", "ReadWriteOnce"],
        capacity: { storage: "2048Mi" },
      },
    },
    { spec: claim(), ends: true },
    { spec: claim({ volumeName: "v" }), status: { phase: "Lost" }, ends: true },
  ],
  "*v1/persistentvolumes": [
    { spec: volume() },
    { spec: volume({ claimRef: { namespace: "n", name: "c" }, storageClassName: "s" }) },
    { spec: volume({ persistentVolumeReclaimPolicy: "Recycle", volumeMode: "Block" }) },
    { spec: volume(), status: { phase: "Failed", reason: "R" } },
    { spec: volume(), status: { phase: "Bound" }, ends: true },
    {
      metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "old" } },
      spec: volume({ accessModes: ["ReadWriteOncePod"] }),
    },
  ],
  "v1/replicationcontrollers": [
    { spec: { selector: LABELS, template: TEMPLATE } },
    { spec: { replicas: 0, template: TEMPLATE }, status: replicas },
  ],
  "apps/v1/replicasets": [
    { spec: { selector: SELECTOR, template: TEMPLATE } },
    {
      spec: {
        replicas: 0,
        selector: { matchExpressions: [{ key: "a", operator: "In", values: ["2", "1"] }] },
        template: TEMPLATE,
      },
      status: replicas,
    },
  ],
  "apps/v1/deployments": [
    { spec: { selector: SELECTOR, template: TEMPLATE } },
    {
      spec: { replicas: 4, selector: SELECTOR, template: TEMPLATE },
      status: { replicas: 3, readyReplicas: 2, updatedReplicas: 2, availableReplicas: 1 },
    },
  ],
  "apps/v1/statefulsets": [
    {
      spec: { selector: SELECTOR, template: TEMPLATE, serviceName: "s" },
      status: { replicas: 2, readyReplicas: 1 },
    },
  ],
  "apps/v1/daemonsets": [
    { spec: { selector: SELECTOR, template: TEMPLATE } },
    {
      spec: {
        selector: SELECTOR,
        template: { ...TEMPLATE, spec: { ...TEMPLATE.spec, nodeSelector: LABELS } },
      },
      status: {
        currentNumberScheduled: 1,
        desiredNumberScheduled: 2,
        numberAvailable: 3,
        numberMisscheduled: 4,
        numberReady: 5,
        updatedNumberScheduled: 6,
      },
    },
  ],
  "apps/v1/controllerrevisions": [
    { revision: 3, data: {} },
    {
      metadata: {
        ownerReferences: [
          { apiVersion: "v1", kind: "A", name: "a", uid: "u" },
          { apiVersion: "apps/v1", kind: "DaemonSet", name: "d", uid: "v", controller: true },
        ],
      },
      revision: 0,
      data: {},
    },
    {
      metadata: {
        ownerReferences: [
          { apiVersion: "v1", kind: "Service", name: "s", uid: "u", controller: true },
        ],
      },
      revision: 1,
      data: {},
    },
  ],
  "batch/v1/jobs": [
    { spec: JOB },
    { spec: { ...JOB, parallelism: 3 } },
    { spec: { ...JOB, parallelism: 1 } },
    { spec: { ...JOB, parallelism: 3, completions: 5 } },
    { spec: { ...JOB, suspend: true }, status: { conditions: holds("Suspended") } },
    { spec: JOB, ends: true },
    { spec: { ...JOB, suspend: true }, status: { conditions: holds("Suspended") }, ends: true },
    {
      spec: JOB,
      status: {
        startTime: LONG_AGO,
        completionTime: "2020-02-03T04:15:09Z",
        succeeded: 1,
        conditions: holds("SuccessCriteriaMet", "Complete"),
      },
    },
    { spec: JOB, status: { startTime: LONG_AGO, conditions: holds("FailureTarget") } },
    { spec: JOB, status: { startTime: LONG_AGO, conditions: holds("SuccessCriteriaMet") } },
    {
      spec: JOB,
      status: { startTime: LONG_AGO, failed: 1, conditions: holds("FailureTarget", "Failed") },
    },
  ],
  "batch/v1/cronjobs": [
    { spec: { schedule: "* * * * *", jobTemplate: { spec: JOB } } },
    {
      spec: {
        schedule: "@hourly",
        timeZone: "Europe/Paris",
        suspend: true,
        jobTemplate: { spec: { ...JOB } },
      },
      status: { active: [{ kind: "Job", name: "a" }], lastScheduleTime: LONG_AGO },
    },
  ],
  "autoscaling/v2/horizontalpodautoscalers": [
    autoscaler(undefined),
    autoscaler(METRICS.slice(0, 1), MEASURED.slice(0, 1)),
    autoscaler(METRICS.slice(0, 2)),
    ...METRICS.map((metric, at) => autoscaler([metric], [MEASURED[at]])),
    ...METRICS.map((metric) => autoscaler([metric])),
    autoscaler(METRICS, MEASURED),
    autoscaler(METRICS.slice(1, 3), [MEASURED[2], MEASURED[1]]),
  ],
  "autoscaling/v1/horizontalpodautoscalers": [
    {
      spec: {
        scaleTargetRef: { kind: "Deployment", name: "d", apiVersion: "apps/v1" },
        minReplicas: 2,
        maxReplicas: 3,
        targetCPUUtilizationPercentage: 40,
      },
      status: { currentReplicas: 2, desiredReplicas: 3, currentCPUUtilizationPercentage: 5 },
    },
  ],
  "networking.k8s.io/v1/ingresses": [
    ingress([]),
    ingress([undefined]),
    ingress(["a.example", "b.example", "c.example"]),
    ingress(["a.example", "b.example", "c.example", undefined]),
    ingress(["a.example", undefined, "b.example", "c.example", "d.example"]),
    ingress([], { tls: [{}], ingressClassName: "c" }),
    ingress([], {}, balanced({ ip: "192.0.2.9" }, { hostname: "b.example" }, { ip: "192.0.2.1" })),
  ],
  "*networking.k8s.io/v1/ingressclasses": [
    { spec: { controller: "example.com/c" } },
    {
      metadata: { annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
      spec: { controller: "example.com/c", parameters: { kind: "K", name: "n" } },
    },
    {
      metadata: { annotations: { "ingressclass.kubernetes.io/is-default-class": "yes" } },
      spec: { controller: "example.com/c", parameters: { apiGroup: "a.b", kind: "K", name: "n" } },
    },
  ],
  "networking.k8s.io/v1/networkpolicies": [
    { spec: { podSelector: {} } },
    { spec: { podSelector: SELECTOR } },
  ],
  "policy/v1/poddisruptionbudgets": [
    { spec: { selector: SELECTOR } },
    { spec: { minAvailable: 0 }, status: { disruptionsAllowed: 3 } },
    { spec: { maxUnavailable: "30%" } },
  ],
  "rbac.authorization.k8s.io/v1/rolebindings": [
    { roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" } },
    {
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "r" },
      subjects: [
        { apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "u" },
        { apiGroup: "rbac.authorization.k8s.io", kind: "Group", name: "g" },
        { kind: "ServiceAccount", name: "s", namespace: "n" },
        { apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "v" },
      ],
    },
  ],
  "rbac.authorization.k8s.io/v1/roles": [{}],
  "*storage.k8s.io/v1/storageclasses": [
    { provisioner: "example.com/p" },
    {
      metadata: { annotations: { "storageclass.kubernetes.io/is-default-class": "true" } },
      provisioner: "example.com/p",
      reclaimPolicy: "Retain",
      volumeBindingMode: "WaitForFirstConsumer",
      allowVolumeExpansion: true,
    },
    {
      metadata: { annotations: { "storageclass.beta.kubernetes.io/is-default-class": "true" } },
      provisioner: "example.com/p",
    },
  ],
  "*storage.k8s.io/v1/csidrivers": [
    { spec: {} },
    {
      spec: {
        attachRequired: false,
        podInfoOnMount: true,
        storageCapacity: true,
        volumeLifecycleModes: ["Ephemeral", "Persistent"],
        preventPodSchedulingIfMissing: true,
      },
    },
  ],
  "*storage.k8s.io/v1/csinodes": [
    { spec: { drivers: [] } },
    { spec: { drivers: [{ name: "a", nodeID: "n" }] } },
  ],
  "*storage.k8s.io/v1/volumeattachments": [
    { spec: { attacher: "a", nodeName: "n", source: { persistentVolumeName: "v" } } },
    {
      spec: { attacher: "a", nodeName: "n", source: { persistentVolumeName: "v" } },
      status: { attached: true },
    },
  ],
  "*scheduling.k8s.io/v1/priorityclasses": [
    { value: 7 },
    { value: -7, preemptionPolicy: "Never", globalDefault: true },
  ],
  "*node.k8s.io/v1/runtimeclasses": [{ handler: "h" }],
  "coordination.k8s.io/v1/leases": [{ spec: {} }, { spec: { holderIdentity: "me" } }],
  "*flowcontrol.apiserver.k8s.io/v1/flowschemas": [
    { spec: { priorityLevelConfiguration: { name: "p" } } },
    {
      spec: {
        priorityLevelConfiguration: { name: "global-default" },
        matchingPrecedence: 5,
        distinguisherMethod: { type: "ByUser" },
      },
      status: { conditions: [condition("Dangling", "False")] },
    },
  ],
  "*flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations": [
    { spec: { type: "Limited", limited: { limitResponse: { type: "Reject" } } } },
    {
      spec: {
        type: "Limited",
        limited: {
          nominalConcurrencyShares: 0,
          limitResponse: {
            type: "Queue",
            queuing: { queues: 5, handSize: 2, queueLengthLimit: 9 },
          },
        },
      },
    },
  ],
  "*admissionregistration.k8s.io/v1/validatingwebhookconfigurations": [{ webhooks: [] }],
  "*admissionregistration.k8s.io/v1/mutatingwebhookconfigurations": [{}],
  "*admissionregistration.k8s.io/v1/validatingadmissionpolicybindings": [
    { spec: { policyName: "p", validationActions: ["Deny"] } },
    {
      spec: {
        policyName: "p",
        validationActions: ["Deny"],
        paramRef: { name: "n", parameterNotFoundAction: "Deny" },
      },
    },
    {
      spec: {
        policyName: "p",
        validationActions: ["Deny"],
        paramRef: { name: "n", namespace: "m", parameterNotFoundAction: "Allow" },
      },
    },
  ],
  "*resource.k8s.io/v1/deviceclasses": [{ spec: {} }],
  "resource.k8s.io/v1/resourceclaims": [
    { spec: {} },
    { spec: {}, ends: true },
    { spec: {}, status: { allocation: {} } },
  ],
  "resource.k8s.io/v1/resourceclaimtemplates": [{ spec: { spec: {} } }],
  "*resource.k8s.io/v1/resourceslices": [
    {
      spec: {
        driver: "d",
        nodeName: "n",
        pool: { name: "p", generation: 1, resourceSliceCount: 1 },
      },
    },
    {
      spec: {
        driver: "d",
        allNodes: true,
        pool: { name: "p", generation: 1, resourceSliceCount: 1 },
      },
    },
  ],
};
