/**
 * Descriptions of pods, pod templates and bindings.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of pods: their specification, scheduling and status. */
export const PODS: Words = {
  Pod: [
    "A group of containers that run together on one node and share its IP address and volumes. " +
    "Usually created by a controller, such as a deployment or a job.",
  ],
  PodTemplate: ["A pod template that is stored as an object of its own.", {
    template: "The pod template.",
  }],
  PodTemplateSpec: ["A template of pods.", {
    metadata: "The labels and annotations of the pods.",
    spec: "The spec of the pods.",
  }],
  PodSpec: [
    "The containers of a pod and how they run. Most fields can't be changed after creation.",
    {
      volumes: "Volumes that containers of the pod can mount by name.",
      initContainers: "Containers that run before the others, one after another, each to " +
        "completion. A failed one is restarted by restartPolicy. One with restartPolicy Always " +
        "is a sidecar: it keeps running beside the later containers.",
      containers: "The containers of the pod: at least one. None can be added or removed later.",
      ephemeralContainers: "Containers added to a running pod for debugging, only through the " +
        "ephemeralcontainers subresource. They can't be removed or restarted.",
      restartPolicy: "When containers that ended are started again: Always (the default), " +
        "OnFailure or Never. Deployments, replica sets, stateful sets and daemon sets require " +
        "Always; jobs require OnFailure or Never.",
      terminationGracePeriodSeconds: "The time in seconds from the start of termination, " +
        "including preStop hooks, until containers are killed; 0 kills them at once. Default: 30.",
      activeDeadlineSeconds: "How many seconds after its start the pod is terminated and fails. " +
        "If unset, no limit. Once set, it can only be decreased.",
      dnsPolicy: "How DNS names are resolved: ClusterFirst (the default) by the cluster's DNS, " +
        "Default as on the node, None by dnsConfig only. ClusterFirstWithHostNet is ClusterFirst " +
        "for pods in the host network.",
      nodeSelector: "Labels that a node must have to run the pod.",
      serviceAccountName: "The service account under which the pod accesses the API. Default: " +
        "default.",
      serviceAccount: "Deprecated: an alias of serviceAccountName.",
      automountServiceAccountToken: "Whether a token of the service account is mounted into the " +
        "containers. If unset, the setting of the service account, or true.",
      nodeName: "The node that the pod runs on, set by the scheduler through a binding. Set at " +
        "creation, it bypasses the scheduler. Can't be changed.",
      hostNetwork: "Whether the pod uses the node's network instead of its own. Host ports must " +
        "then equal container ports. Default: false.",
      hostPID: "Whether the pod uses the node's PID namespace. Default: false. Not allowed with " +
        "shareProcessNamespace.",
      hostIPC: "Whether the pod uses the node's IPC namespace. Default: false.",
      shareProcessNamespace: "Whether the containers of the pod share one PID namespace. " +
        "Default: false.",
      securityContext: "Security settings for all containers, which a container's own settings " +
        "override.",
      imagePullSecrets: "Secrets in the pod's namespace with credentials for pulling its images.",
      hostname: "The host name of the pod. Default: the pod's name.",
      subdomain: "With hostname it forms the DNS name HOSTNAME.SUBDOMAIN.NAMESPACE.svc.DOMAIN, " +
        "published by the headless service named like the subdomain.",
      affinity: "Rules for choosing the node, by its labels and by the other pods that run nearby.",
      schedulerName: "The name of the scheduler that assigns the pod to a node. Default: " +
        "default-scheduler.",
      tolerations: "The taints that the pod tolerates. Tolerations can be added later but not " +
        "removed.",
      hostAliases: "Additional entries for the hosts file of the containers.",
      priorityClassName: "The priority class of the pod. If unset, the global default class, or " +
        "priority 0.",
      priority: "The priority: pods with higher values are scheduled first and can preempt those " +
        "with lower ones. Set from the priority class.",
      dnsConfig: "DNS settings that are added to those of dnsPolicy, or replace them for policy " +
        "None.",
      readinessGates: "Conditions that must be True, in addition to the readiness of the " +
        "containers, for the pod to be ready.",
      runtimeClassName: "The runtime class, which selects the container runtime's configuration. " +
        "If unset, the default one.",
      enableServiceLinks: "Whether containers get environment variables for the services of the " +
        "namespace. Default: true.",
      preemptionPolicy: "PreemptLowerPriority (the default) lets the pod preempt pods of lower " +
        "priority, Never does not. Set from the priority class.",
      overhead: "The resources that the pod uses in addition to its containers. Set from the " +
        "runtime class.",
      topologySpreadConstraints: "How pods are spread across zones, nodes or other topology " +
        "domains. All constraints apply.",
      setHostnameAsFQDN: "Whether the host name is the fully qualified domain name instead of " +
        "the short name. Default: false.",
      os: "The operating system of the containers. It determines which fields of the security " +
        "contexts may be set.",
      hostUsers: "False runs the pod in its own user namespace, where root has no privileges on " +
        "the node. Default: true.",
      schedulingGates: "Gates that keep the pod from being scheduled until all are removed. They " +
        "can only be added at creation.",
      resourceClaims: "The resource claims of the pod, which starts only once they are allocated " +
        "and reserved for it. Containers refer to them by name.",
      resources: "The requests and limits of the pod as a whole, shared by its containers: cpu, " +
        "memory and huge pages only.",
      hostnameOverride: "Overrides the host name, regardless of hostname, subdomain and " +
        "setHostnameAsFQDN: at most 64 characters. Not allowed in the host network.",
      schedulingGroup: "The pod group that the pod is scheduled with. If unset, it is scheduled " +
        "alone.",
    },
  ],
  PodSchedulingGroup: ["The pod group that a pod is scheduled with.", {
    podGroupName: "The name of the pod group, in the pod's namespace.",
  }],
  PodOS: ["An operating system.", { name: "The name: linux or windows." }],
  PodReadinessGate: ["An additional condition for a pod's readiness.", {
    conditionType: "The type of the condition in the pod's status.",
  }],
  PodSchedulingGate: ["A gate that keeps a pod from being scheduled.", {
    name: "The name of the gate, unique in the pod.",
  }],
  PodResourceClaim: ["A resource claim of a pod: either an existing claim or a template for one.", {
    name: "The name by which containers refer to the claim.",
    resourceClaimName: "The name of an existing claim in the pod's namespace.",
    resourceClaimTemplateName: "The name of a template. A claim is created from it for this pod, " +
      "and deleted with the pod.",
  }],
  PodDNSConfig: ["The DNS settings of a pod.", {
    nameservers: "IP addresses of DNS servers, added to those of dnsPolicy: at most 3 in total.",
    searches: "DNS search domains for short names, added to those of dnsPolicy: at most 32 in " +
      "total.",
    options: "Resolver options, which override those of dnsPolicy with the same name.",
  }],
  PodDNSConfigOption: ["A resolver option.", {
    name: "The name of the option, such as ndots. Required.",
    value: "The value of the option, if it has one.",
  }],
  HostAlias: ["An entry of the hosts file.", {
    ip: "The IP address.",
    hostnames: "The host names of the address.",
  }],
  Affinity: ["Scheduling rules for the nodes and neighbors of a pod.", {
    nodeAffinity: "Rules for the labels and fields of nodes.",
    podAffinity: "Rules to run near certain other pods.",
    podAntiAffinity: "Rules to avoid certain other pods.",
  }],
  NodeAffinity: ["Scheduling rules for the nodes of a pod.", {
    requiredDuringSchedulingIgnoredDuringExecution: "Requirements that the node must meet when " +
      "the pod is scheduled. A running pod is not evicted if the node changes.",
    preferredDuringSchedulingIgnoredDuringExecution: "Preferences for nodes: among feasible " +
      "ones, the scheduler favors those with the highest sum of matching weights.",
  }],
  PreferredSchedulingTerm: ["A weighted preference for nodes.", {
    weight: "The weight of the preference: 1 to 100.",
    preference: "The nodes that are preferred.",
  }],
  NodeSelector: ["Selects the nodes that match any of its terms.", {
    nodeSelectorTerms: "The terms: at least one.",
  }],
  NodeSelectorTerm: [
    "Requirements for a node. All must be met; a term without any matches no node.",
    {
      matchExpressions: "Requirements for labels of the node.",
      matchFields: "Requirements for fields of the node: only metadata.name.",
    },
  ],
  NodeSelectorRequirement: ["A requirement for a label or field of a node.", {
    key: "The label key, or the name of the field.",
    operator: "In or NotIn: the value is or is not one of values. Exists or DoesNotExist: the " +
      "key is present or absent. Gt or Lt: the value as an integer is greater or less than the " +
      "one in values.",
    values: "The values to compare with: at least one for In and NotIn, none for Exists and " +
      "DoesNotExist, one integer for Gt and Lt.",
  }],
  PodAffinity: ["Scheduling rules to run near certain other pods.", {
    requiredDuringSchedulingIgnoredDuringExecution: "Pods that must run in the same topology " +
      "domain when the pod is scheduled. All terms must be met; later changes don't evict the " +
      "pod.",
    preferredDuringSchedulingIgnoredDuringExecution: "Pods that should run in the same topology " +
      "domain: the scheduler favors nodes with the highest sum of matching weights.",
  }],
  PodAntiAffinity: ["Scheduling rules to avoid certain other pods.", {
    requiredDuringSchedulingIgnoredDuringExecution: "Pods that must not run in the same topology " +
      "domain when the pod is scheduled. All terms must be met; later changes don't evict the " +
      "pod.",
    preferredDuringSchedulingIgnoredDuringExecution: "Pods that should not run in the same " +
      "topology domain: the scheduler favors nodes with the lowest sum of matching weights.",
  }],
  WeightedPodAffinityTerm: ["A weighted preference about other pods.", {
    weight: "The weight of the preference: 1 to 100.",
    podAffinityTerm: "The other pods, and the topology domain.",
  }],
  PodAffinityTerm: ["Selects other pods, and the topology domain they share.", {
    labelSelector: "Selects pods by labels. If unset, no pods.",
    namespaces: "The namespaces of the pods, in addition to those of namespaceSelector. If both " +
      "are unset, the pod's own.",
    topologyKey: "The node label that defines topology domains: nodes with the same value are in " +
      "the same domain.",
    namespaceSelector: "Selects namespaces of the pods by labels. Empty selects all namespaces.",
    matchLabelKeys: "Label keys whose values in the new pod the other pods must have too. " +
      "Requires labelSelector.",
    mismatchLabelKeys: "Label keys whose values in the new pod the other pods must not have. " +
      "Requires labelSelector.",
  }],
  TopologySpreadConstraint: ["A rule for spreading pods evenly across topology domains.", {
    maxSkew: "By how many pods a domain may exceed the one with the fewest matching pods: at " +
      "least 1.",
    topologyKey: "The node label that defines topology domains. Nodes without it are ignored.",
    whenUnsatisfiable: "DoNotSchedule keeps the pod pending if the constraint can't be met, " +
      "ScheduleAnyway only prefers nodes that reduce the skew.",
    labelSelector: "Selects the pods to count, in the pod's namespace.",
    minDomains: "The minimum number of eligible domains. With fewer, the minimum number of " +
      "matching pods counts as 0. At least 1; only for DoNotSchedule. Default: 1.",
    nodeAffinityPolicy: "Honor (the default) counts only nodes that match the pod's nodeSelector " +
      "and node affinity, Ignore counts all nodes.",
    nodeTaintsPolicy: "Honor excludes nodes with taints that the pod does not tolerate, Ignore " +
      "(the default) includes them.",
    matchLabelKeys: "Label keys whose values in the new pod are added to labelSelector. Requires " +
      "labelSelector.",
  }],
  Toleration: ["Lets a pod run on nodes with a matching taint.", {
    key: "The key of the taint. Empty with operator Exists matches all taints.",
    operator: "Equal (the default): the taint has this value. Exists: it has any value. Lt or " +
      "Gt: its value as an integer is less or greater than this one.",
    value: "The value to compare with. Must be empty for Exists.",
    effect: "The effect of the taint. Empty matches all effects.",
    tolerationSeconds: "How many seconds the pod stays on the node after a NoExecute taint is " +
      "added. If unset, forever; 0 or less evicts it at once.",
  }],
  PodStatus: ["The observed state of a pod, written mostly by the node agent.", {
    observedGeneration: "The metadata.generation of the pod that this status describes.",
    phase: "Pending: not all containers have been started yet. Running: at least one is running " +
      "or restarting. Succeeded: all have succeeded and won't restart. Failed: all have ended, " +
      "at least one in failure. Unknown: the node can't be reached.",
    conditions: "Whether the pod is scheduled, initialized and ready.",
    message: "A human-readable explanation of the pod's state.",
    reason: "The reason for the pod's state in one word, such as Evicted.",
    nominatedNodeName: "The node on which pods are being preempted for this one, or on which it " +
      "is expected to run. It may be scheduled elsewhere.",
    hostIP: "The IP address of the node.",
    hostIPs: "The IP addresses of the node, one for each IP family; the first equals hostIP.",
    podIP: "The IP address of the pod. Empty until one is assigned.",
    podIPs: "The IP addresses of the pod, one for each IP family; the first equals podIP.",
    startTime: "When the node agent accepted the pod, before it pulled any image.",
    initContainerStatuses: "The statuses of the init containers.",
    containerStatuses: "The statuses of the containers.",
    qosClass: "The quality of service class, derived from requests and limits: Guaranteed, " +
      "Burstable or BestEffort. When the node is short of resources, BestEffort pods are evicted " +
      "first.",
    ephemeralContainerStatuses: "The statuses of the ephemeral containers.",
    resize: "Deprecated: use the conditions PodResizePending and PodResizeInProgress. The state " +
      "of a resize of the pod's resources.",
    resourceClaimStatuses: "The statuses of the pod's resource claims.",
    extendedResourceClaimStatus: "The claim created for extended resources that devices provide.",
    allocatedResources: "The resources that the node has allocated to the pod as a whole.",
    resources: "The requests and limits in effect for the pod as a whole.",
    nodeAllocatableResourceClaimStatuses: "Resources of the node that resource claims of the pod " +
      "consume.",
  }],
  PodCondition: ["A condition of a pod.", {
    type: "The type: PodScheduled, Initialized, ContainersReady, Ready and others, including " +
      "readiness gates.",
  }],
  PodIP: ["An IP address of a pod.", { ip: "The IP address." }],
  HostIP: ["An IP address of a node.", { ip: "The IP address." }],
  PodResourceClaimStatus: ["The status of one of a pod's resource claims.", {
    name: "The name of the claim in the pod's spec.",
    resourceClaimName: "The name of the claim object. If unset, no claim was necessary.",
  }],
  PodExtendedResourceClaimStatus: ["The claim created for a pod's extended resources.", {
    requestMappings: "Which request of the claim provides which extended resource of which " +
      "container.",
    resourceClaimName: "The name of the claim object, in the pod's namespace.",
  }],
  ContainerExtendedResourceRequest: ["The request that provides a container's extended resource.", {
    containerName: "The name of the container.",
    resourceName: "The name of the extended resource.",
    requestName: "The name of the request in the claim.",
  }],
  NodeAllocatableResourceClaimStatus: ["Resources of a node that a resource claim consumes.", {
    resourceClaimName: "The name of the claim object.",
    containers: "The containers that use the claim.",
    resources: "The amount of each resource.",
  }],
  Binding: ["Assigns a pod to a node, through the pod's binding subresource. It is not stored.", {
    target: "The node to assign the pod to: kind Node, and its name.",
  }],
};
