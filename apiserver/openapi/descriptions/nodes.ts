/**
 * Nodes, and the components of the control plane.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The OpenAPI descriptions of nodes and component statuses. */
export const NODES: Words = {
  Node: ["A machine that runs pods. Mostly registered by the agent that runs on it."],
  NodeSpec: ["What is wanted of a node.", {
    podCIDR: "The network from which its pods get addresses. Can't be changed once set.",
    podCIDRs: "The networks from which its pods get addresses, one for each family; the first is " +
      "podCIDR.",
    providerID: "The machine's id at the cloud: PROVIDER://ID.",
    unschedulable: "Whether no further pods are placed on it. Default: false.",
    taints: "What keeps away pods that don't tolerate it.",
    configSource: "Deprecated: where the agent took its configuration from.",
    externalID: "Deprecated: without effect.",
  }],
  Taint: ["Keeps away pods that don't tolerate it.", {
    key: "The key of the taint.",
    value: "The value, which tolerations may ask for.",
    effect: "NoSchedule: no further pods; PreferNoSchedule: none where it can be avoided; " +
      "NoExecute: those that run are evicted too.",
    timeAdded: "When it was added. For NoExecute, whose tolerations may be for some time only.",
  }],
  NodeStatus: ["What is known of a node.", {
    capacity: "All that the machine has, by resource.",
    allocatable: "What of it pods can have: the capacity without what the system keeps.",
    phase: "Deprecated: no longer set.",
    addresses: "The addresses and names of the machine.",
    conditions: "Whether it is ready, and whether it runs short of memory, disk or process ids.",
    daemonEndpoints: "The ports of what runs on it for the cluster.",
    nodeInfo: "What the machine is, and the versions of what runs on it.",
    images: "The images it has, largest first: not always all of them.",
    volumesInUse: "The attachable volumes that its pods use.",
    volumesAttached: "The volumes that are attached to it.",
    config: "Deprecated: the state of the configuration that configSource gives.",
    runtimeHandlers: "The handlers of its container runtime.",
    features: "What its container runtime can do.",
    declaredFeatures: "The features of its agent that the scheduler has to know of.",
  }],
  NodeCondition: ["One aspect of a node's state.", {
    type: "Ready, MemoryPressure, DiskPressure, PIDPressure, NetworkUnavailable and others.",
  }],
  NodeAddress: ["An address or name of a node.", {
    type: "InternalIP, ExternalIP, Hostname, InternalDNS or ExternalDNS.",
    address: "The address, or the name.",
  }],
  NodeDaemonEndpoints: ["The ports of what runs on a node for the cluster.", {
    kubeletEndpoint: "The port of the node's agent.",
  }],
  DaemonEndpoint: ["A port.", { Port: "The port number." }],
  NodeSystemInfo: ["What a machine is, and what runs on it.", {
    machineID: "The id of the installation.",
    systemUUID: "The id of the hardware.",
    bootID: "Changes with each start of the machine.",
    kernelVersion: "The version of the kernel.",
    osImage: "The operating system, with its version.",
    containerRuntimeVersion: "The container runtime, as NAME://VERSION.",
    kubeletVersion: "The version of the node's agent.",
    kubeProxyVersion: "Deprecated: the version of the service proxy, where it is known.",
    operatingSystem: "linux or windows.",
    architecture: "The processor: amd64, arm64.",
    swap: "What is known of its swap space.",
  }],
  NodeSwapStatus: ["The swap space of a node.", { capacity: "How large it is, in bytes." }],
  ContainerImage: ["An image that a node has.", {
    names: "The names it goes by, by tag and by digest.",
    sizeBytes: "How large it is, in bytes.",
  }],
  AttachedVolume: ["A volume that is attached to a node.", {
    name: "The name of the volume.",
    devicePath: "The path of its device.",
  }],
  NodeRuntimeHandler: ["A handler of a node's container runtime.", {
    name: "Its name, which runtime classes refer to. Empty: the default one.",
    features: "What it can do.",
  }],
  NodeRuntimeHandlerFeatures: ["What a handler of a container runtime can do.", {
    recursiveReadOnlyMounts: "Whether it can make mounts below a read-only one read-only too.",
    userNamespaces: "Whether pods can have user namespaces of their own.",
  }],
  NodeFeatures: ["What a node's container runtime can do, whatever the handler.", {
    supplementalGroupsPolicy: "Whether pods may set supplementalGroupsPolicy.",
  }],
  NodeConfigSource: ["Deprecated: where an agent takes its configuration from.", {
    configMap: "A config map.",
  }],
  ConfigMapNodeConfigSource: ["Deprecated: a config map with an agent's configuration.", {
    namespace: "The namespace of the config map.",
    name: "The name of the config map.",
    uid: "The uid of the config map. In statuses only.",
    resourceVersion: "The resourceVersion of the config map. In statuses only.",
    kubeletConfigKey: "The key that holds the configuration.",
  }],
  NodeConfigStatus: ["Deprecated: the state of an agent's configuration.", {
    assigned: "The one that it was told to use.",
    active: "The one that it uses.",
    lastKnownGood: "The one that it goes back to when another fails.",
    error: "Why the assigned one is not in use.",
  }],
  ComponentStatus: [
    "Whether a component of the control plane is well. Deprecated; can only be read.",
  ],
  ComponentCondition: ["Whether a component is well.", {
    type: "Healthy.",
    message: "What the component said.",
    error: "Why it could not be asked.",
  }],
};
