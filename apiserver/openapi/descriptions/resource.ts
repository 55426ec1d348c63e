/**
 * Devices, and claims to them.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

const REQUESTED: FieldWords = {
  deviceClassName: "The device class.",
  selectors: "What the devices have to be like, besides what the class says: all of these, at " +
    "most 32.",
  allocationMode: "ExactCount (the default): as many as count says. All: all that fit.",
  count: "How many devices, for ExactCount: at least 1. Default: 1.",
  tolerations: "Taints of devices to put up with: at most 16.",
  capacity: "How much of each device's capacity is needed.",
};

const BINDING: FieldWords = {
  bindingConditions: "Conditions that have to be True in the claim's status before a pod is " +
    "bound: at most 4.",
  bindingFailureConditions: "Conditions of which any being True means that binding failed: at " +
    "most 4.",
};

const DEVICE: FieldWords = {
  driver: "The driver of the device: a DNS name.",
  pool: "The pool of the device.",
  device: "The name of the device in its pool.",
  shareID: "Tells apart the shares of a device that is allocated several times.",
};

const REQUESTS = "The requests that it is for: NAME, or NAME/ALTERNATIVE. Left out: all.";

const PLACE: FieldWords = {
  nodeName: "The one node that has it.",
  nodeSelector: "The nodes that can reach it.",
  allNodes: "Whether all nodes can reach it.",
};

const KEEP_TEMPLATE = "What the claims to make are like. Can't be changed.";

/**
 * The OpenAPI descriptions of dynamic resource allocation: device classes, resource claims and
 * resource slices.
 */
export const RESOURCE: Words = {
  DeviceClass: ["A kind of device, for claims to ask for by name."],
  DeviceClassSpec: ["What the devices of a class are like, and how they are set up.", {
    selectors: "What devices have to be like: all of these, at most 32.",
    config: "How devices are set up: at most 32.",
    extendedResourceName: "An extended resource that stands for the class: containers that " +
      "request it get such devices without a claim of their own.",
  }],
  DeviceClassConfiguration: ["How devices of a class are set up."],
  DeviceConfiguration: ["How devices are set up: exactly one.", {
    opaque: "In a form that the driver knows.",
  }],
  OpaqueDeviceConfiguration: ["How devices are set up, in a form that their driver knows.", {
    driver: "The driver that it is for.",
    parameters: "What the driver is told: an object with a kind and an apiVersion, at most 10 KiB.",
  }],
  DeviceSelector: ["What a device has to be like.", { cel: "As a CEL expression." }],
  CELDeviceSelector: ["What a device has to be like, as a CEL expression.", {
    expression: "True for devices that fit; device has driver, attributes and capacity. At most " +
      "10 KiB.",
  }],
  ResourceClaim: ["Asks for devices, and says which were allocated and who may use them."],
  ResourceClaimSpec: ["What is asked for. Can't be changed.", { devices: "The devices." }],
  DeviceClaim: ["The devices that are asked for.", {
    requests: "The requests: all have to be met, at most 32.",
    constraints: "What has to hold for devices of several requests: at most 32.",
    config: "How devices are set up: at most 32.",
  }],
  DeviceRequest: ["A request for devices: either exactly or firstAvailable.", {
    name: "The name by which containers and the rest of the claim refer to it: a DNS label.",
    exactly: "The devices.",
    firstAvailable: "Alternatives, of which the first that can be met is: at most 8.",
  }],
  ExactDeviceRequest: ["Devices that are asked for.", {
    ...REQUESTED,
    adminAccess: "Whether the devices are to be looked after: they may be in use by others. " +
      "Takes a namespace that is labeled for it. Default: false.",
  }],
  DeviceSubRequest: ["Devices that are asked for, as one of several alternatives.", {
    ...REQUESTED,
    name: "The name of the alternative: a DNS label.",
  }],
  CapacityRequirements: ["How much of a device's capacity is needed.", {
    requests: "How much, by capacity. Left out: what the device has as default, else all of it.",
  }],
  DeviceToleration: ["A taint of a device that is put up with.", {
    key: "The key of the taint. Empty, with Exists: every taint.",
    operator: "Equal (the default): the taint's value is the same. Exists: any value.",
    value: "The value of the taint. Empty for Exists.",
    effect: "The effect of the taint. Empty: every effect.",
    tolerationSeconds: "For how many seconds a NoExecute taint is put up with. Left out: for " +
      "ever; 0 or less: not at all.",
  }],
  DeviceConstraint: ["What has to hold for devices of several requests.", {
    requests: REQUESTS,
    matchAttribute: "An attribute that all the devices must have, with one value.",
    distinctAttribute: "An attribute that all the devices must have, with different values.",
  }],
  DeviceClaimConfiguration: ["How devices of a claim are set up.", { requests: REQUESTS }],
  ResourceClaimStatus: ["What became of a claim.", {
    allocation: "The devices that were allocated. Left out: none are yet.",
    reservedFor: "Who may use them now: at most 256. While there is any, they stay allocated.",
    devices: "What the drivers say of the devices.",
  }],
  AllocationResult: ["What was allocated.", {
    devices: "The devices.",
    nodeSelector: "The nodes from which they can be used. Left out: all.",
    allocationTimestamp: "When they were allocated.",
  }],
  DeviceAllocationResult: ["The devices that were allocated.", {
    results: "The devices: at most 32.",
    config: "How they are set up: what classes and claims say of it.",
  }],
  DeviceRequestAllocationResult: ["A device that was allocated.", {
    ...DEVICE,
    ...BINDING,
    request: "The request that it is for: NAME, or NAME/ALTERNATIVE.",
    adminAccess: "Whether it was allocated to be looked after.",
    tolerations: "The tolerations of the request.",
    consumedCapacity: "How much of its capacity is taken.",
  }],
  DeviceAllocationConfiguration: ["How devices that were allocated are set up.", {
    source: "FromClass or FromClaim: who says so.",
    requests: REQUESTS,
  }],
  ResourceClaimConsumerReference: ["Who may use a claim.", {
    apiGroup: "The group of the resource. Empty: the core group.",
    resource: "The resource: pods.",
    name: "The name of the object.",
    uid: "The uid of the object.",
  }],
  AllocatedDeviceStatus: ["What a driver says of an allocated device.", {
    ...DEVICE,
    conditions: "The state of the device: at most 8.",
    data: "More, in a form that the driver knows: at most 10 KiB.",
    networkData: "Of a network interface.",
  }],
  NetworkDeviceData: ["A network interface.", {
    interfaceName: "Its name in the pod.",
    ips: "Its addresses, each with its prefix: 10.0.0.1/24. At most 16.",
    hardwareAddress: "Its hardware address.",
  }],
  ResourceClaimTemplate: ["What claims of pods are made from, one for each pod."],
  ResourceClaimTemplateSpec: ["What claims are made from. Can't be changed.", {
    metadata: "Labels and annotations of the claims to make.",
    spec: KEEP_TEMPLATE,
  }],
  ResourceSlice: ["Some devices of a pool. Written by the driver."],
  ResourceSliceSpec: [
    "Some devices, and where they can be used: exactly one of nodeName, nodeSelector, allNodes " +
    "and perDeviceNodeSelection.",
    {
      ...PLACE,
      driver: "The driver of the devices: a DNS name. Can't be changed.",
      pool: "The pool that the devices belong to.",
      nodeName: "The one node that has them. Can't be changed.",
      nodeSelector: "The nodes that can reach them.",
      allNodes: "Whether all nodes can reach them.",
      devices: "The devices: at most 128; 64 where any has taints or consumes counters.",
      perDeviceNodeSelection: "Whether each device says for itself where it can be used.",
      sharedCounters: "Counters that devices of the pool share: at most 8 sets. Not in the same " +
        "slice as devices.",
    },
  ],
  ResourcePool: ["A pool of devices: one or more slices.", {
    name: "The name of the pool, unique for the driver.",
    generation: "Grows with each change of the pool; slices with lower ones are out of date.",
    resourceSliceCount: "How many slices the pool has at this generation. With fewer, it is not " +
      "known in full yet.",
  }],
  Device: ["A device.", {
    ...PLACE,
    ...BINDING,
    name: "The name of the device, unique in its pool: a DNS label.",
    attributes: "What it is like, by name.",
    capacity: "How much it has to give, by name. Together with attributes at most 32.",
    consumesCounters: "What of shared counters it takes when it is allocated: at most 2 sets.",
    taints: "What keeps away claims that don't tolerate it: at most 16.",
    bindsToNode: "Whether, once allocated, it can be used from that node alone.",
    allowMultipleAllocations: "Whether it can be allocated several times, within its capacity.",
    nodeAllocatableResourceMappings: "Which of the node's own resources it takes up, by resource.",
  }],
  DeviceAttribute: ["What a device is like: exactly one of these.", {
    int: "A number.",
    bool: "True or false.",
    string: "A text: at most 64 bytes.",
    version: "A semantic version: at most 64 bytes.",
    ints: "Numbers.",
    bools: "Truth values.",
    strings: "Texts.",
    versions: "Semantic versions.",
  }],
  DeviceCapacity: ["How much a device has to give.", {
    value: "How much.",
    requestPolicy: "How much a claim may ask for. Left out: all or, with several allocations, " +
      "any part.",
  }],
  CapacityRequestPolicy: ["How much of a capacity claims may ask for.", {
    default: "How much they get that don't say.",
    validValues: "The amounts that are handed out, in ascending order: at most 10. Requests are " +
      "rounded up to one of them.",
    validRange: "The range of amounts that are handed out. Not together with validValues.",
  }],
  CapacityRequestPolicyRange: ["A range of amounts.", {
    min: "The least.",
    max: "The most. Left out: the whole capacity.",
    step: "Amounts are rounded up to min and a multiple of this. Left out: any amount.",
  }],
  DeviceCounterConsumption: ["What of shared counters a device takes.", {
    counterSet: "The name of the set.",
    counters: "How much, by counter: at most 32.",
  }],
  CounterSet: ["Counters that devices share.", {
    name: "The name of the set, unique in the pool: a DNS label.",
    counters: "How much there is, by counter: at most 32.",
  }],
  Counter: ["An amount that devices share.", { value: "How much." }],
  DeviceTaint: ["Keeps away claims that don't tolerate it.", {
    key: "The key of the taint.",
    value: "The value, which tolerations may ask for.",
    effect: "NoSchedule: not allocated further; NoExecute: pods that use the device are evicted " +
      "too; None: nothing, for information.",
    timeAdded: "When it was added.",
  }],
  NodeAllocatableResourceMapping: ["How much of a node's own resource a device takes up.", {
    capacityKey: "The capacity of the device that is counted. Left out: the device itself.",
    allocationMultiplier: "What the amount is multiplied by. Default: 1.",
  }],
};
