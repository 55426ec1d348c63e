/**
 * Descriptions of nodes and component statuses.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of nodes and component statuses. */
export const NODES: Words = {
  Node: ["A machine that runs pods. Usually registered by its node agent."],
  NodeSpec: ["The configuration of a node.", {
    podCIDR: "The IP range of the node's pods, in CIDR notation. Can't be changed once set.",
    podCIDRs: "The IP ranges of the node's pods, at most one for each IP family; the first " +
      "equals podCIDR.",
    providerID: "The ID of the machine at the cloud provider: PROVIDER://ID.",
    unschedulable: "Whether the scheduler places no more pods on the node. Default: false.",
    taints: "Taints, which repel pods that don't tolerate them.",
    configSource: "Deprecated: the source of the node agent's configuration. Has no effect.",
    externalID: "Deprecated: has no effect.",
  }],
  Taint: ["A mark on a node that repels pods that don't tolerate it.", {
    key: "The key of the taint.",
    value: "The value of the taint, which tolerations can match.",
    effect: "NoSchedule: no new pods are scheduled; PreferNoSchedule: only if no other node " +
      "fits; NoExecute: running pods are evicted as well.",
    timeAdded: "When the taint was added, from which toleration periods for NoExecute count.",
  }],
  NodeStatus: ["The observed state of a node.", {
    capacity: "The total resources of the node.",
    allocatable: "The resources available to pods: the capacity without what is reserved for the " +
      "system.",
    phase: "Deprecated: not set.",
    addresses: "The IP addresses and host names of the node.",
    conditions: "Whether the node is ready, and whether it lacks memory, disk space or process " +
      "IDs.",
    daemonEndpoints: "The ports of the node's daemons.",
    nodeInfo: "IDs of the machine, and the versions of its software.",
    images: "The container images on the node, largest first. The list may be incomplete.",
    volumesInUse: "The attachable volumes that are in use on the node.",
    volumesAttached: "The volumes that are attached to the node.",
    config: "Deprecated: the status of the configuration from configSource.",
    runtimeHandlers: "The runtime handlers of the node's container runtime.",
    features: "The features that the container runtime supports.",
    declaredFeatures: "The features of the node agent that matter to scheduling.",
  }],
  NodeCondition: ["A condition of a node.", {
    type: "Ready, MemoryPressure, DiskPressure, PIDPressure, NetworkUnavailable and others.",
  }],
  NodeAddress: ["An IP address or host name of a node.", {
    type: "The type: InternalIP, ExternalIP, Hostname, InternalDNS or ExternalDNS.",
    address: "The IP address or host name.",
  }],
  NodeDaemonEndpoints: ["The ports of a node's daemons.", {
    kubeletEndpoint: "The port of the node agent.",
  }],
  DaemonEndpoint: ["A port of a daemon.", { Port: "The port number." }],
  NodeSystemInfo: ["IDs of a machine, and the versions of its software.", {
    machineID: "The ID of the operating system installation.",
    systemUUID: "The ID of the hardware.",
    bootID: "An ID that changes with each boot.",
    kernelVersion: "The kernel version.",
    osImage: "The name and version of the operating system.",
    containerRuntimeVersion: "The container runtime: NAME://VERSION.",
    kubeletVersion: "The version of the node agent.",
    kubeProxyVersion: "Deprecated: the version of the service proxy, if known.",
    operatingSystem: "The operating system: linux or windows.",
    architecture: "The CPU architecture, such as amd64 or arm64.",
    swap: "The swap space of the node.",
  }],
  NodeSwapStatus: ["The swap space of a node.", { capacity: "The size in bytes." }],
  ContainerImage: ["A container image on a node.", {
    names: "The names of the image, with tag and with digest.",
    sizeBytes: "The size in bytes.",
  }],
  AttachedVolume: ["A volume that is attached to a node.", {
    name: "The name of the volume.",
    devicePath: "The path of the device.",
  }],
  NodeRuntimeHandler: ["A runtime handler of a node's container runtime.", {
    name: "The name of the handler, as used by runtime classes. Empty for the default one.",
    features: "The features that the handler supports.",
  }],
  NodeRuntimeHandlerFeatures: ["The features that a runtime handler supports.", {
    recursiveReadOnlyMounts: "Whether mounts below a read-only mount can be made read-only.",
    userNamespaces: "Whether pods can have their own user namespaces.",
  }],
  NodeFeatures: ["The features of a container runtime that don't depend on the handler.", {
    supplementalGroupsPolicy: "Whether pods can use supplementalGroupsPolicy.",
  }],
  NodeConfigSource: ["Deprecated: the source of a node agent's configuration.", {
    configMap: "A config map.",
  }],
  ConfigMapNodeConfigSource: ["Deprecated: a config map with the configuration of a node agent.", {
    namespace: "The namespace of the config map.",
    name: "The name of the config map.",
    uid: "The UID of the config map. In statuses only.",
    resourceVersion: "The resourceVersion of the config map. In statuses only.",
    kubeletConfigKey: "The key that contains the configuration.",
  }],
  NodeConfigStatus: ["Deprecated: the status of a node agent's configuration.", {
    assigned: "The configuration that the agent should use.",
    active: "The configuration that the agent uses.",
    lastKnownGood: "The configuration that the agent falls back to.",
    error: "Why the assigned configuration is not in use.",
  }],
  ComponentStatus: [
    "The health of a control plane component. Deprecated and read-only.",
  ],
  ComponentCondition: ["The health of a component.", {
    type: "The type of the condition: Healthy.",
    message: "The response of the component.",
    error: "Why the check failed.",
  }],
};
