/**
 * Pods: what runs where, and what became of it.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The OpenAPI descriptions of pods: their specification, scheduling and status. */
export const PODS: Words = {
  Pod: [
    "Containers that run together on one node, with one network address and shared volumes. " +
    "Mostly made by a controller (a deployment, a job) rather than by hand.",
  ],
  PodTemplate: ["A pod template, stored by itself for others to use.", {
    template: "The template.",
  }],
  PodTemplateSpec: ["What pods are made from.", {
    metadata: "Labels and annotations of the pods to make.",
    spec: "What the pods to make are like.",
  }],
  PodSpec: ["What a pod runs, and how. Most of it can't be changed once the pod is created.", {
    volumes: "The volumes that containers of the pod can mount, by name.",
    initContainers: "Containers that run before the others, one after the other, each to its " +
      "end. One that fails is run again as restartPolicy says. One with restartPolicy Always is " +
      "a sidecar: it keeps running beside the containers that follow.",
    containers: "The containers of the pod: at least one. They can't be added or removed later.",
    ephemeralContainers: "Containers added to a running pod to debug it, through the subresource " +
      "ephemeralcontainers only. They can't be removed or restarted.",
    restartPolicy: "When containers that ended are started again: Always (the default), " +
      "OnFailure or Never. Deployments, replica, stateful and daemon sets take Always only, jobs " +
      "the other two.",
    terminationGracePeriodSeconds: "How many seconds the pod has between being told to end and " +
      "being killed; pre-stop hooks are part of it. 0 kills at once. Default: 30.",
    activeDeadlineSeconds: "After how many seconds from its start the pod is ended and counts as " +
      "failed. Left out: never. Once set it can only be made shorter.",
    dnsPolicy: "How names are resolved. ClusterFirst (the default) asks the cluster's DNS, " +
      "Default does as the node does, None follows dnsConfig alone. ClusterFirstWithHostNet is " +
      "ClusterFirst for pods in the node's network.",
    nodeSelector: "Labels that a node must have for the pod to run there.",
    serviceAccountName: "The service account that the pod acts as. Default: default.",
    serviceAccount: "Deprecated: another name for serviceAccountName.",
    automountServiceAccountToken: "Whether containers get a token of the service account as a " +
      "file. Left out: as the service account says, and else yes.",
    nodeName: "The node that the pod runs on. The scheduler sets it through a binding; set by " +
      "hand, it goes past the scheduler. Can't be changed.",
    hostNetwork: "Whether the pod uses the node's network and addresses instead of its own. Host " +
      "ports then equal container ports. Default: false.",
    hostPID: "Whether containers see the node's processes. Default: false. Not together with " +
      "shareProcessNamespace.",
    hostIPC: "Whether containers use the node's IPC namespace. Default: false.",
    shareProcessNamespace: "Whether containers of the pod see each other's processes. Default: " +
      "false.",
    securityContext: "Who all containers run as, unless their own security context says otherwise.",
    imagePullSecrets: "Secrets of the pod's namespace with credentials for pulling the images.",
    hostname: "The host name inside the pod. Default: the pod's name.",
    subdomain: "Together with hostname makes the name HOSTNAME.SUBDOMAIN.NAMESPACE.svc.DOMAIN, " +
      "which a headless service of the subdomain's name publishes.",
    affinity: "Rules about nodes and other pods that draw the pod to nodes or keep it away.",
    schedulerName: "The scheduler that picks the node. Default: default-scheduler.",
    tolerations: "Taints of nodes that the pod puts up with. They can be added to, not removed.",
    hostAliases: "Further lines of the hosts file of the containers.",
    priorityClassName: "The class that gives the pod its priority. Left out: the class that is " +
      "the global default, or else priority 0.",
    priority: "How important the pod is: higher ones are scheduled first and may displace lower " +
      "ones. Filled in from the class.",
    dnsConfig: "Servers and search domains in addition to what dnsPolicy makes, or instead of it.",
    readinessGates: "Conditions that have to be True, besides those of the containers, for the " +
      "pod to be ready.",
    runtimeClassName: "The runtime class that says which container runtime runs the pod. Left " +
      "out: the node's own.",
    enableServiceLinks: "Whether services of the namespace are told to containers as environment " +
      "variables. Default: true.",
    preemptionPolicy: "PreemptLowerPriority (the default) lets the pod displace pods of lower " +
      "priority, Never makes it wait. Filled in from the priority class.",
    overhead: "What running the pod takes besides its containers. Filled in from the runtime " +
      "class.",
    topologySpreadConstraints: "How evenly pods of a group are spread over zones, nodes and the " +
      "like. All of them have to be met.",
    setHostnameAsFQDN: "Whether the kernel's host name is the full name with subdomain and " +
      "domain. Default: false.",
    os: "The operating system that the containers are for. Windows and Linux pods may set " +
      "different fields of the security contexts.",
    hostUsers:
      "False gives the pod a user namespace of its own: root inside has no rights on the " +
      "node. Default: true.",
    schedulingGates: "The pod isn't scheduled while there is any. They can be removed, never " +
      "added.",
    resourceClaims: "Resource claims that must be allocated and reserved before the pod may " +
      "start; containers refer to them by name.",
    resources: "What the pod as a whole asks for and may take, shared by its containers: cpu, " +
      "memory and huge pages only.",
    hostnameOverride: "The host name inside the pod, whatever hostname, subdomain and " +
      "setHostnameAsFQDN say: at most 64 characters. Not in the node's network.",
    schedulingGroup: "The group with which the pod is scheduled. Left out: by itself.",
  }],
  PodSchedulingGroup: ["The group with which a pod is scheduled.", {
    podGroupName: "The name of the pod group, in the pod's namespace.",
  }],
  PodOS: ["An operating system.", { name: "Its name: linux or windows." }],
  PodReadinessGate: ["A condition that a pod's readiness depends on.", {
    conditionType: "The type of the condition in the pod's status.",
  }],
  PodSchedulingGate: ["Something that has to happen before a pod is scheduled.", {
    name: "The name of the gate, unique in the pod.",
  }],
  PodResourceClaim: [
    "A resource claim of a pod: an existing one, or one made for the pod. Exactly one of the two.",
    {
      name: "The name by which containers of the pod refer to it.",
      resourceClaimName: "An existing claim in the pod's namespace.",
      resourceClaimTemplateName: "A template from which a claim is made for this pod alone, and " +
        "deleted with it.",
    },
  ],
  PodDNSConfig: ["How a pod resolves names, beside its DNS policy.", {
    nameservers: "Addresses of DNS servers, after those of the policy: at most 3 in all.",
    searches: "Domains to look up short names in, after those of the policy: at most 32 in all.",
    options: "Options of the resolver, beside those of the policy; of two of one name the one " +
      "here counts.",
  }],
  PodDNSConfigOption: ["An option of the resolver.", {
    name: "Its name: ndots, for one. Required.",
    value: "Its value, where it takes one.",
  }],
  HostAlias: ["A line of a hosts file.", {
    ip: "The address.",
    hostnames: "The names of that address.",
  }],
  Affinity: ["What draws a pod to nodes, or keeps it away from them.", {
    nodeAffinity: "Rules about the nodes themselves.",
    podAffinity: "Rules that draw the pod to where certain pods run.",
    podAntiAffinity: "Rules that keep the pod away from where certain pods run.",
  }],
  NodeAffinity: ["Rules about the nodes that a pod may run on.", {
    requiredDuringSchedulingIgnoredDuringExecution: "What a node must be like. A pod that runs " +
      "stays where it is when its node changes later.",
    preferredDuringSchedulingIgnoredDuringExecution: "What nodes should be like: of the possible " +
      "ones that with the highest sum of weights is preferred.",
  }],
  PreferredSchedulingTerm: ["A wish for nodes.", {
    weight: "How much it counts: 1 to 100.",
    preference: "The nodes that are wished for.",
  }],
  NodeSelector: ["Selects nodes: those that meet any one of its terms.", {
    nodeSelectorTerms: "The terms: at least one.",
  }],
  NodeSelectorTerm: ["Requirements that a node has to meet all. A term without any selects none.", {
    matchExpressions: "Requirements about labels of the node.",
    matchFields: "Requirements about fields of the node: metadata.name only.",
  }],
  NodeSelectorRequirement: ["A requirement about one label or field of a node.", {
    key: "The key of the label, or the name of the field.",
    operator: "In or NotIn: the value is, or is not, among the values. Exists or DoesNotExist: " +
      "there is one, or none. Gt or Lt: as a number it is greater, or less, than the one value.",
    values: "What the operator compares with: none for Exists and DoesNotExist, exactly one " +
      "number for Gt and Lt.",
  }],
  PodAffinity: ["Rules that draw a pod to where certain pods run.", {
    requiredDuringSchedulingIgnoredDuringExecution: "Pods that must run in the same place. All " +
      "terms have to be met when the pod is scheduled; later changes don't move it.",
    preferredDuringSchedulingIgnoredDuringExecution: "Pods that should run in the same place: " +
      "the node with the highest sum of weights is preferred.",
  }],
  PodAntiAffinity: ["Rules that keep a pod away from where certain pods run.", {
    requiredDuringSchedulingIgnoredDuringExecution: "Pods that must not run in the same place. " +
      "All terms have to be met when the pod is scheduled; later changes don't move it.",
    preferredDuringSchedulingIgnoredDuringExecution: "Pods that should not run in the same " +
      "place: the node with the lowest sum of weights is preferred.",
  }],
  WeightedPodAffinityTerm: ["A wish about other pods.", {
    weight: "How much it counts: 1 to 100.",
    podAffinityTerm: "The pods, and what counts as the same place.",
  }],
  PodAffinityTerm: ["Some pods, and what counts as the same place.", {
    labelSelector: "The pods. Left out: none.",
    namespaces: "Namespaces of the pods, together with those of namespaceSelector. Neither: the " +
      "pod's own.",
    topologyKey: "Nodes are the same place when they have the same value of this label.",
    namespaceSelector: "Labels of the namespaces of the pods. Empty: all namespaces.",
    matchLabelKeys: "Labels whose values are taken from the new pod itself and required of the " +
      "others. Needs labelSelector.",
    mismatchLabelKeys: "Labels whose values are taken from the new pod itself and must not be " +
      "those of the others. Needs labelSelector.",
  }],
  TopologySpreadConstraint: ["How evenly pods are spread over the values of a node label.", {
    maxSkew: "By how many pods a place may have more than the emptiest one: at least 1.",
    topologyKey: "The label whose values are the places. Nodes without it don't count.",
    whenUnsatisfiable: "DoNotSchedule leaves the pod waiting, ScheduleAnyway only prefers nodes " +
      "that even things out.",
    labelSelector: "The pods to count, in the pod's namespace.",
    minDomains: "With fewer eligible places than this the emptiest counts as holding no pod. At " +
      "least 1; for DoNotSchedule only. Left out: 1.",
    nodeAffinityPolicy: "Honor (the default) counts only nodes that the pod's node selector and " +
      "affinity allow, Ignore all nodes.",
    nodeTaintsPolicy: "Honor leaves out nodes with taints that the pod does not tolerate, Ignore " +
      "(the default) counts them.",
    matchLabelKeys: "Labels whose values are taken from the new pod itself to narrow the " +
      "selector. Needs labelSelector.",
  }],
  Toleration: ["A taint that a pod puts up with.", {
    key: "The key of the taint. Empty, with Exists: every taint.",
    operator: "Equal (the default): the taint's value is the same. Exists: any value. Lt and Gt: " +
      "the taint's value as a number is less, or greater, than this one.",
    value: "The value of the taint. Empty for Exists.",
    effect: "The effect of the taint. Empty: every effect.",
    tolerationSeconds: "For how many seconds a NoExecute taint is put up with before the pod is " +
      "evicted. Left out: for ever; 0 or less: not at all.",
  }],
  PodStatus: ["What became of a pod. Mostly written by the agent of its node.", {
    observedGeneration: "The metadata.generation of the pod that this status was made from.",
    phase: "Where the pod is in its life: Pending until all containers were started once, " +
      "Running, Succeeded when all ended well and won't start again, Failed when all ended and " +
      "one did not end well, Unknown when its node can't be asked.",
    conditions: "Whether it is scheduled and initialized, whether its containers are ready, and " +
      "whether it is.",
    message: "Why it is in this state, for people.",
    reason: "Why it is in this state, as one word: Evicted, for one.",
    nominatedNodeName: "A node where lower pods are being displaced for this one, or where it is " +
      "expected to go. It may still go elsewhere.",
    hostIP: "The address of the node.",
    hostIPs: "The addresses of the node, one for each family; the first is hostIP.",
    podIP: "The address of the pod. Empty until it has one.",
    podIPs: "The addresses of the pod, one for each family; the first is podIP.",
    startTime: "When the node took the pod on, before pulling any image.",
    initContainerStatuses: "The state of each init container.",
    containerStatuses: "The state of each container.",
    qosClass: "How the pod fares when its node runs short: Guaranteed, Burstable or BestEffort, " +
      "in that order of safety. It follows from requests and limits.",
    ephemeralContainerStatuses: "The state of each ephemeral container.",
    resize: "Deprecated; see the conditions PodResizePending and PodResizeInProgress. How far a " +
      "change of resources has got.",
    resourceClaimStatuses: "The claims that were made or found for the pod's resource claims.",
    extendedResourceClaimStatus: "The claim that was made for extended resources backed by " +
      "devices.",
    allocatedResources: "What the node has set aside for the pod as a whole.",
    resources: "What the pod as a whole is allowed now.",
    nodeAllocatableResourceClaimStatuses: "What of the node's own resources claims of the pod " +
      "take up.",
  }],
  PodCondition: ["One aspect of a pod's state.", {
    type: "PodScheduled, Initialized, ContainersReady, Ready and others, readiness gates among " +
      "them.",
  }],
  PodIP: ["An address of a pod.", { ip: "The address." }],
  HostIP: ["An address of a node.", { ip: "The address." }],
  PodResourceClaimStatus: ["The claim behind one of a pod's resource claims.", {
    name: "The name of the claim in the pod's spec.",
    resourceClaimName: "The name of the claim object. Left out: none was needed.",
  }],
  PodExtendedResourceClaimStatus: ["The claim made for a pod's extended resources.", {
    requestMappings: "Which request of the claim serves which resource of which container.",
    resourceClaimName: "The name of the claim object, in the pod's namespace.",
  }],
  ContainerExtendedResourceRequest: ["A container's resource, and the request that serves it.", {
    containerName: "The container.",
    resourceName: "The extended resource that it asks for.",
    requestName: "The request in the claim.",
  }],
  NodeAllocatableResourceClaimStatus: ["What of a node's own resources a claim takes up.", {
    resourceClaimName: "The name of the claim object.",
    containers: "The containers that use the claim.",
    resources: "How much of each resource.",
  }],
  Binding: ["Puts a pod on a node: created at the pod's subresource binding, never stored.", {
    target: "The node: its name, and kind Node.",
  }],
};
