/**
 * Descriptions of devices, resource slices and resource claims.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

const REQUESTED: FieldWords = {
  deviceClassName: "The device class of the requested devices.",
  selectors: "Further requirements for the devices, in addition to those of the class. All must " +
    "be met; at most 32.",
  allocationMode: "ExactCount (the default) allocates count devices, All allocates all matching " +
    "ones.",
  count: "The number of devices for ExactCount: at least 1. Default: 1.",
  tolerations: "The device taints that the request tolerates: at most 16.",
  capacity: "The capacity that is needed from each device.",
};

const BINDING: FieldWords = {
  bindingConditions: "Conditions of the device in the claim's status that must be True before a " +
    "pod is bound: at most 4.",
  bindingFailureConditions: "Conditions of the device that abort the binding of a pod if any is " +
    "True: at most 4.",
};

const DEVICE: FieldWords = {
  driver: "The name of the device's driver: a DNS name.",
  pool: "The pool that contains the device.",
  device: "The name of the device in its pool.",
  shareID: "The ID of one share of a device that is allocated several times.",
};

const REQUESTS = "The requests that it applies to: REQUEST, or REQUEST/SUBREQUEST. If empty, all.";

const PLACE: FieldWords = {
  nodeName: "The only node that can use the device.",
  nodeSelector: "The nodes that can use the device.",
  allNodes: "Whether all nodes can use the device.",
};

const KEEP_TEMPLATE = "The spec of the claims. Can't be changed.";

/**
 * The descriptions of dynamic resource allocation: device classes, resource claims and
 * resource slices.
 */
export const RESOURCE: Words = {
  DeviceClass: ["A class of devices, which resource claims request by name."],
  DeviceClassSpec: ["The devices of a class and their configuration.", {
    selectors: "Requirements for the devices. All must be met; at most 32.",
    config: "The configuration of the devices: at most 32 entries.",
    extendedResourceName: "An extended resource name for the class: containers that request that " +
      "resource get devices of the class without a claim of their own.",
  }],
  DeviceClassConfiguration: ["A configuration for the devices of a class."],
  DeviceConfiguration: ["A configuration for devices. Exactly one field must be set.", {
    opaque: "A configuration in a format specific to the driver.",
  }],
  OpaqueDeviceConfiguration: ["A device configuration in a format specific to the driver.", {
    driver: "The driver that the configuration is for.",
    parameters: "The parameters for the driver: an object with kind and apiVersion, at most 10 " +
      "KiB.",
  }],
  DeviceSelector: ["A requirement for devices.", { cel: "The requirement as a CEL expression." }],
  CELDeviceSelector: ["A requirement for devices as a CEL expression.", {
    expression: "The expression, which is true for matching devices. It can use driver, " +
      "attributes and capacity of device. At most 10 KiB.",
  }],
  ResourceClaim: ["Requests devices, and records their allocation and use."],
  ResourceClaimSpec: ["The requested devices. Can't be changed.", {
    devices: "The requested devices.",
  }],
  DeviceClaim: ["The requested devices and their configuration.", {
    requests: "The requests: at most 32. All must be satisfied.",
    constraints: "Constraints on the devices of several requests: at most 32.",
    config: "The configuration of the devices: at most 32 entries.",
  }],
  DeviceRequest: ["A request for devices. Either exactly or firstAvailable must be set.", {
    name: "The name of the request: a DNS label. Containers and other parts of the claim refer " +
      "to it.",
    exactly: "The requested devices.",
    firstAvailable: "Alternatives in order of preference: the first that can be satisfied is " +
      "used. At most 8.",
  }],
  ExactDeviceRequest: ["A request for devices of one class.", {
    ...REQUESTED,
    adminAccess: "Whether the request is for administration, such as monitoring: the devices may " +
      "be in use by other claims. Requires a specially labeled namespace. Default: false.",
  }],
  DeviceSubRequest: ["A request for devices that is one of several alternatives.", {
    ...REQUESTED,
    name: "The name of the alternative: a DNS label, unique in the list.",
  }],
  CapacityRequirements: ["Requirements for the capacity of a device.", {
    requests: "The amount by capacity. Default: the device's default amount, or all of it.",
  }],
  DeviceToleration: ["A device taint that is tolerated.", {
    key: "The key of the taint. Empty with operator Exists matches all taints.",
    operator: "Equal (the default): the taint has this value. Exists: it has any value.",
    value: "The value of the taint. Must be empty for Exists.",
    effect: "The effect of the taint. Empty matches all effects.",
    tolerationSeconds: "How many seconds a NoExecute taint is tolerated. If unset, forever; 0 or " +
      "less not at all.",
  }],
  DeviceConstraint: ["A constraint on the devices of several requests.", {
    requests: REQUESTS,
    matchAttribute: "An attribute that all devices must have with the same value.",
    distinctAttribute: "An attribute that all devices must have with different values.",
  }],
  DeviceClaimConfiguration: ["A configuration for devices of a claim.", { requests: REQUESTS }],
  ResourceClaimStatus: ["The allocation and use of a claim.", {
    allocation: "The allocated devices. Unset until the claim is allocated.",
    reservedFor: "The objects that may use the devices now: at most 256. The claim stays " +
      "allocated while there are any.",
    devices: "The status of the devices, as reported by their drivers.",
  }],
  AllocationResult: ["The result of an allocation.", {
    devices: "The allocated devices.",
    nodeSelector: "The nodes that can use the devices. If unset, all nodes.",
    allocationTimestamp: "When the devices were allocated.",
  }],
  DeviceAllocationResult: ["The allocated devices and their configuration.", {
    results: "The allocated devices: at most 32.",
    config: "The configuration of the devices, from the claim and its device classes.",
  }],
  DeviceRequestAllocationResult: ["An allocated device.", {
    ...DEVICE,
    ...BINDING,
    request: "The request that the device was allocated for: REQUEST, or REQUEST/SUBREQUEST.",
    adminAccess: "Whether the device was allocated for administration.",
    tolerations: "The tolerations of the request at the time of allocation.",
    consumedCapacity: "How much of the device's capacity is consumed.",
  }],
  DeviceAllocationConfiguration: ["A configuration for allocated devices.", {
    source: "The origin of the configuration: FromClass or FromClaim.",
    requests: REQUESTS,
  }],
  ResourceClaimConsumerReference: ["A reference to an object that uses a claim.", {
    apiGroup: "The API group of the resource. Empty for the core group.",
    resource: "The resource of the object, such as pods.",
    name: "The name of the object.",
    uid: "The UID of the object.",
  }],
  AllocatedDeviceStatus: ["The status of an allocated device, as reported by its driver.", {
    ...DEVICE,
    conditions: "The conditions of the device: at most 8.",
    data: "Further data in a format specific to the driver: at most 10 KiB.",
    networkData: "Data about a network interface.",
  }],
  NetworkDeviceData: ["Data about a network device.", {
    interfaceName: "The name of the network interface in the pod.",
    ips: "The IP addresses with their prefix lengths, such as 10.0.0.1/24: at most 16.",
    hardwareAddress: "The hardware (MAC) address of the interface.",
  }],
  ResourceClaimTemplate: [
    "A template of claims: each pod that refers to it gets a claim of its own.",
  ],
  ResourceClaimTemplateSpec: ["The template of the claims. Can't be changed.", {
    metadata: "The labels and annotations of the claims.",
    spec: KEEP_TEMPLATE,
  }],
  ResourceSlice: ["A part of the devices of a pool, published by their driver."],
  ResourceSliceSpec: [
    "The devices, and which nodes can use them: set only one of nodeName, nodeSelector, allNodes " +
    "or perDeviceNodeSelection.",
    {
      ...PLACE,
      driver: "The name of the driver: a DNS name. Can't be changed.",
      pool: "The pool that the devices belong to.",
      nodeName: "The only node that can use the devices. Can't be changed.",
      nodeSelector: "The nodes that can use the devices.",
      allNodes: "Whether all nodes can use the devices.",
      devices: "The devices: at most 128, or 64 if any has taints or consumes counters.",
      perDeviceNodeSelection: "Whether each device specifies the nodes that can use it.",
      sharedCounters: "Counters shared by devices of the pool: at most 8 sets. Not allowed in a " +
        "slice with devices.",
    },
  ],
  ResourcePool: ["A pool of devices, published in one or more slices.", {
    name: "The name of the pool, unique for the driver.",
    generation: "A number that increases with each change of the pool. Slices with a lower " +
      "generation are ignored.",
    resourceSliceCount: "The number of slices of the pool at this generation. The pool is " +
      "incomplete until all exist.",
  }],
  Device: ["A device of a pool.", {
    ...PLACE,
    ...BINDING,
    name: "The name of the device, unique in its pool: a DNS label.",
    attributes: "The attributes of the device, by name.",
    capacity: "The capacities of the device, by name. Together with attributes at most 32.",
    consumesCounters: "The shared counters that an allocation of the device consumes: at most 2 " +
      "sets.",
    taints: "Taints, which prevent allocation for claims that don't tolerate them: at most 16.",
    bindsToNode: "Whether an allocation of the device restricts the claim to the node chosen for " +
      "it.",
    allowMultipleAllocations: "Whether the device can be allocated several times, within its " +
      "capacity.",
    nodeAllocatableResourceMappings: "The node resources that the device consumes, by resource.",
  }],
  DeviceAttribute: ["The value of an attribute: exactly one of these.", {
    int: "An integer.",
    bool: "A boolean.",
    string: "A string of at most 64 bytes.",
    version: "A semantic version of at most 64 bytes.",
    ints: "A list of integers.",
    bools: "A list of booleans.",
    strings: "A list of strings.",
    versions: "A list of semantic versions.",
  }],
  DeviceCapacity: ["A capacity of a device.", {
    value: "The total amount.",
    requestPolicy: "The amounts that claims can request. If unset, all of it, or with multiple " +
      "allocations any amount.",
  }],
  CapacityRequestPolicy: ["The amounts of a capacity that claims can request.", {
    default: "The amount for requests that specify none.",
    validValues: "The valid amounts, in ascending order: at most 10. Requests are rounded up to " +
      "the next one.",
    validRange: "The range of valid amounts. Not allowed with validValues.",
  }],
  CapacityRequestPolicyRange: ["A range of valid amounts.", {
    min: "The minimum amount.",
    max: "The maximum amount. If unset, the whole capacity.",
    step: "Requests are rounded up to min plus a multiple of this. If unset, any amount is valid.",
  }],
  DeviceCounterConsumption: ["The shared counters that a device consumes.", {
    counterSet: "The name of the counter set.",
    counters: "The amount by counter: at most 32.",
  }],
  CounterSet: ["A set of counters that devices share.", {
    name: "The name of the counter set: a DNS label, unique in the pool.",
    counters: "The counters by name: at most 32.",
  }],
  Counter: ["A counter, from which devices consume.", { value: "The available amount." }],
  DeviceTaint: ["A mark on a device that repels claims that don't tolerate it.", {
    key: "The key of the taint.",
    value: "The value of the taint, which tolerations can match.",
    effect: "NoSchedule: no new allocations; NoExecute: pods that use the device are evicted as " +
      "well; None: no effect, informational.",
    timeAdded: "When the taint was added.",
  }],
  NodeAllocatableResourceMapping: ["How much of a node resource a device consumes.", {
    capacityKey: "The capacity of the device that determines the amount. If unset, the device " +
      "counts as 1.",
    allocationMultiplier: "A factor for the amount. Default: 1.",
  }],
};
