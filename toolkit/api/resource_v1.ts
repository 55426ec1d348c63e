// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { coreV1 } from "./core_v1.ts";
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of resource/v1. */
export declare namespace resourceV1 {
  /** The status of an allocated device, as reported by its driver. */
  interface AllocatedDeviceStatus {
    /** The name of the device's driver: a DNS name. */
    driver: string;
    /** The pool that contains the device. */
    pool: string;
    /** The name of the device in its pool. */
    device: string;
    /** The ID of one share of a device that is allocated several times. */
    shareID?: string;
    /** The conditions of the device: at most 8. */
    conditions?: metaV1.Condition[] | null;
    /** Further data in a format specific to the driver: at most 10 KiB. */
    data?: scalars.JsonValue;
    /** Data about a network interface. */
    networkData?: NetworkDeviceData;
  }

  /** Whether a setting comes from a device class or from the claim. */
  type AllocationConfigSource = "FromClass" | "FromClaim";

  /** The result of an allocation. */
  interface AllocationResult {
    /** The allocated devices. */
    devices?: DeviceAllocationResult;
    /** The nodes that can use the devices. If unset, all nodes. */
    nodeSelector?: coreV1.NodeSelector;
    /** When the devices were allocated. */
    allocationTimestamp?: scalars.Time;
  }

  /** A requirement for devices as a CEL expression. */
  interface CELDeviceSelector {
    /**
     * The expression, which is true for matching devices. It can use driver, attributes and capacity
     * of device. At most 10 KiB.
     */
    expression: string;
  }

  /** The amounts of a capacity that claims can request. */
  interface CapacityRequestPolicy {
    /** The amount for requests that specify none. */
    default?: scalars.Quantity | null;
    /** The valid amounts, in ascending order: at most 10. Requests are rounded up to the next one. */
    validValues?: scalars.Quantity[];
    /** The range of valid amounts. Not allowed with validValues. */
    validRange?: CapacityRequestPolicyRange;
  }

  /** A range of valid amounts. */
  interface CapacityRequestPolicyRange {
    /** The minimum amount. */
    min?: scalars.Quantity;
    /** The maximum amount. If unset, the whole capacity. */
    max?: scalars.Quantity;
    /** Requests are rounded up to min plus a multiple of this. If unset, any amount is valid. */
    step?: scalars.Quantity;
  }

  /** Requirements for the capacity of a device. */
  interface CapacityRequirements {
    /** The amount by capacity. Default: the device's default amount, or all of it. */
    requests?: Record<string, scalars.Quantity>;
  }

  /** A counter, from which devices consume. */
  interface Counter {
    /** The available amount. */
    value: scalars.Quantity;
  }

  /** A set of counters that devices share. */
  interface CounterSet {
    /** The name of the counter set: a DNS label, unique in the pool. */
    name: string;
    /** The counters by name: at most 32. */
    counters?: Record<string, Counter>;
  }

  /** A device of a pool. */
  interface Device {
    /** The name of the device, unique in its pool: a DNS label. */
    name: string;
    /** The attributes of the device, by name. */
    attributes?: Record<string, DeviceAttribute>;
    /** The capacities of the device, by name. Together with attributes at most 32. */
    capacity?: Record<string, DeviceCapacity>;
    /** The shared counters that an allocation of the device consumes: at most 2 sets. */
    consumesCounters?: DeviceCounterConsumption[];
    /** The only node that can use the device. */
    nodeName?: string;
    /** The nodes that can use the device. */
    nodeSelector?: coreV1.NodeSelector;
    /** Whether all nodes can use the device. */
    allNodes?: boolean;
    /** Taints, which prevent allocation for claims that don't tolerate them: at most 16. */
    taints?: DeviceTaint[];
    /** Whether an allocation of the device restricts the claim to the node chosen for it. */
    bindsToNode?: boolean;
    /**
     * Conditions of the device in the claim's status that must be True before a pod is bound: at most
     * 4.
     */
    bindingConditions?: string[];
    /** Conditions of the device that abort the binding of a pod if any is True: at most 4. */
    bindingFailureConditions?: string[];
    /** Whether the device can be allocated several times, within its capacity. */
    allowMultipleAllocations?: boolean;
    /** The node resources that the device consumes, by resource. */
    nodeAllocatableResourceMappings?: Record<string, NodeAllocatableResourceMapping>;
  }

  /** A configuration for allocated devices. */
  interface DeviceAllocationConfiguration extends DeviceConfiguration {
    /** The origin of the configuration: FromClass or FromClaim. */
    source: AllocationConfigSource;
    /** The requests that it applies to: REQUEST, or REQUEST/SUBREQUEST. If empty, all. */
    requests?: string[];
  }

  /** How many devices are meant: ExactCount (as many as count says) or All. */
  type DeviceAllocationMode = string;

  /** The allocated devices and their configuration. */
  interface DeviceAllocationResult {
    /** The allocated devices: at most 32. */
    results?: DeviceRequestAllocationResult[];
    /** The configuration of the devices, from the claim and its device classes. */
    config?: DeviceAllocationConfiguration[];
  }

  /** The value of an attribute: exactly one of these. */
  interface DeviceAttribute {
    /** An integer. */
    int?: scalars.Int64;
    /** A boolean. */
    bool?: boolean;
    /** A string of at most 64 bytes. */
    string?: string;
    /** A semantic version of at most 64 bytes. */
    version?: string;
    /** A list of integers. */
    ints?: scalars.Int64[];
    /** A list of booleans. */
    bools?: boolean[];
    /** A list of strings. */
    strings?: string[];
    /** A list of semantic versions. */
    versions?: string[];
  }

  /** A capacity of a device. */
  interface DeviceCapacity {
    /** The total amount. */
    value: scalars.Quantity;
    /**
     * The amounts that claims can request. If unset, all of it, or with multiple allocations any
     * amount.
     */
    requestPolicy?: CapacityRequestPolicy;
  }

  /** The requested devices and their configuration. */
  interface DeviceClaim {
    /** The requests: at most 32. All must be satisfied. */
    requests?: DeviceRequest[] | null;
    /** Constraints on the devices of several requests: at most 32. */
    constraints?: DeviceConstraint[];
    /** The configuration of the devices: at most 32 entries. */
    config?: DeviceClaimConfiguration[];
  }

  /** A configuration for devices of a claim. */
  interface DeviceClaimConfiguration extends DeviceConfiguration {
    /** The requests that it applies to: REQUEST, or REQUEST/SUBREQUEST. If empty, all. */
    requests?: string[];
  }

  /** A class of devices, which resource claims request by name. */
  interface DeviceClass {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "DeviceClass";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec: DeviceClassSpec;
  }

  /** A configuration for the devices of a class. */
  interface DeviceClassConfiguration extends DeviceConfiguration {
  }

  /** A list of DeviceClass objects. */
  interface DeviceClassList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "DeviceClassList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: DeviceClass[];
  }

  /** The devices of a class and their configuration. */
  interface DeviceClassSpec {
    /** Requirements for the devices. All must be met; at most 32. */
    selectors?: DeviceSelector[];
    /** The configuration of the devices: at most 32 entries. */
    config?: DeviceClassConfiguration[];
    /**
     * An extended resource name for the class: containers that request that resource get devices of
     * the class without a claim of their own.
     */
    extendedResourceName?: string;
  }

  /** A configuration for devices. Exactly one field must be set. */
  interface DeviceConfiguration {
    /** A configuration in a format specific to the driver. */
    opaque?: OpaqueDeviceConfiguration;
  }

  /** A constraint on the devices of several requests. */
  interface DeviceConstraint {
    /** The requests that it applies to: REQUEST, or REQUEST/SUBREQUEST. If empty, all. */
    requests?: string[];
    /** An attribute that all devices must have with the same value. */
    matchAttribute?: FullyQualifiedName;
    /** An attribute that all devices must have with different values. */
    distinctAttribute?: FullyQualifiedName;
  }

  /** The shared counters that a device consumes. */
  interface DeviceCounterConsumption {
    /** The name of the counter set. */
    counterSet: string;
    /** The amount by counter: at most 32. */
    counters?: Record<string, Counter>;
  }

  /** A request for devices. Either exactly or firstAvailable must be set. */
  interface DeviceRequest {
    /** The name of the request: a DNS label. Containers and other parts of the claim refer to it. */
    name: string;
    /** The requested devices. */
    exactly?: ExactDeviceRequest;
    /** Alternatives in order of preference: the first that can be satisfied is used. At most 8. */
    firstAvailable?: DeviceSubRequest[];
  }

  /** An allocated device. */
  interface DeviceRequestAllocationResult {
    /** The request that the device was allocated for: REQUEST, or REQUEST/SUBREQUEST. */
    request: string;
    /** The name of the device's driver: a DNS name. */
    driver: string;
    /** The pool that contains the device. */
    pool: string;
    /** The name of the device in its pool. */
    device: string;
    /** Whether the device was allocated for administration. */
    adminAccess?: boolean;
    /** The tolerations of the request at the time of allocation. */
    tolerations?: DeviceToleration[];
    /**
     * Conditions of the device in the claim's status that must be True before a pod is bound: at most
     * 4.
     */
    bindingConditions?: string[];
    /** Conditions of the device that abort the binding of a pod if any is True: at most 4. */
    bindingFailureConditions?: string[];
    /** The ID of one share of a device that is allocated several times. */
    shareID?: string;
    /** How much of the device's capacity is consumed. */
    consumedCapacity?: Record<string, scalars.Quantity>;
  }

  /** A requirement for devices. */
  interface DeviceSelector {
    /** The requirement as a CEL expression. */
    cel?: CELDeviceSelector;
  }

  /** A request for devices that is one of several alternatives. */
  interface DeviceSubRequest {
    /** The name of the alternative: a DNS label, unique in the list. */
    name: string;
    /** The device class of the requested devices. */
    deviceClassName: string;
    /**
     * Further requirements for the devices, in addition to those of the class. All must be met; at
     * most 32.
     */
    selectors?: DeviceSelector[];
    /** ExactCount (the default) allocates count devices, All allocates all matching ones. */
    allocationMode?: DeviceAllocationMode;
    /** The number of devices for ExactCount: at least 1. Default: 1. */
    count?: scalars.Int64;
    /** The device taints that the request tolerates: at most 16. */
    tolerations?: DeviceToleration[];
    /** The capacity that is needed from each device. */
    capacity?: CapacityRequirements;
  }

  /** A mark on a device that repels claims that don't tolerate it. */
  interface DeviceTaint {
    /** The key of the taint. */
    key: string;
    /** The value of the taint, which tolerations can match. */
    value?: string;
    /**
     * NoSchedule: no new allocations; NoExecute: pods that use the device are evicted as well; None:
     * no effect, informational.
     */
    effect: DeviceTaintEffect;
    /** When the taint was added. */
    timeAdded?: scalars.Time;
  }

  /**
   * What a taint does to pods that don't tolerate it. None: nothing, it only informs. NoSchedule:
   * none gets the device. NoExecute: those that have it are evicted too.
   */
  type DeviceTaintEffect = "None" | "NoSchedule" | "NoExecute";

  /** A device taint that is tolerated. */
  interface DeviceToleration {
    /** The key of the taint. Empty with operator Exists matches all taints. */
    key?: string;
    /** Equal (the default): the taint has this value. Exists: it has any value. */
    operator?: DeviceTolerationOperator;
    /** The value of the taint. Must be empty for Exists. */
    value?: string;
    /** The effect of the taint. Empty matches all effects. */
    effect?: DeviceTaintEffect;
    /** How many seconds a NoExecute taint is tolerated. If unset, forever; 0 or less not at all. */
    tolerationSeconds?: scalars.Int64;
  }

  /** How a toleration is compared with a taint. Exists: by its key. Equal: by key and value. */
  type DeviceTolerationOperator = "Exists" | "Equal";

  /** A request for devices of one class. */
  interface ExactDeviceRequest {
    /** The device class of the requested devices. */
    deviceClassName: string;
    /**
     * Further requirements for the devices, in addition to those of the class. All must be met; at
     * most 32.
     */
    selectors?: DeviceSelector[];
    /** ExactCount (the default) allocates count devices, All allocates all matching ones. */
    allocationMode?: DeviceAllocationMode;
    /** The number of devices for ExactCount: at least 1. Default: 1. */
    count?: scalars.Int64;
    /**
     * Whether the request is for administration, such as monitoring: the devices may be in use by
     * other claims. Requires a specially labeled namespace. Default: false.
     */
    adminAccess?: boolean;
    /** The device taints that the request tolerates: at most 16. */
    tolerations?: DeviceToleration[];
    /** The capacity that is needed from each device. */
    capacity?: CapacityRequirements;
  }

  /** A name with its domain: DOMAIN/NAME. */
  type FullyQualifiedName = string;

  /** Data about a network device. */
  interface NetworkDeviceData {
    /** The name of the network interface in the pod. */
    interfaceName?: string;
    /** The IP addresses with their prefix lengths, such as 10.0.0.1/24: at most 16. */
    ips?: string[];
    /** The hardware (MAC) address of the interface. */
    hardwareAddress?: string;
  }

  /** How much of a node resource a device consumes. */
  interface NodeAllocatableResourceMapping {
    /** The capacity of the device that determines the amount. If unset, the device counts as 1. */
    capacityKey?: QualifiedName;
    /** A factor for the amount. Default: 1. */
    allocationMultiplier?: scalars.Quantity;
  }

  /** A device configuration in a format specific to the driver. */
  interface OpaqueDeviceConfiguration {
    /** The driver that the configuration is for. */
    driver: string;
    /** The parameters for the driver: an object with kind and apiVersion, at most 10 KiB. */
    parameters: scalars.JsonValue;
  }

  /** A name: DOMAIN/NAME. Without a domain, that of the driver. */
  type QualifiedName = string;

  /** Requests devices, and records their allocation and use. */
  interface ResourceClaim {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ResourceClaim";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec: ResourceClaimSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: ResourceClaimStatus;
  }

  /** A reference to an object that uses a claim. */
  interface ResourceClaimConsumerReference {
    /** The API group of the resource. Empty for the core group. */
    apiGroup?: string;
    /** The resource of the object, such as pods. */
    resource: string;
    /** The name of the object. */
    name: string;
    /** The UID of the object. */
    uid: string;
  }

  /** A list of ResourceClaim objects. */
  interface ResourceClaimList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ResourceClaimList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: ResourceClaim[];
  }

  /** The requested devices. Can't be changed. */
  interface ResourceClaimSpec {
    /** The requested devices. */
    devices?: DeviceClaim;
  }

  /** The allocation and use of a claim. */
  interface ResourceClaimStatus {
    /** The allocated devices. Unset until the claim is allocated. */
    allocation?: AllocationResult;
    /**
     * The objects that may use the devices now: at most 256. The claim stays allocated while there
     * are any.
     */
    reservedFor?: ResourceClaimConsumerReference[];
    /** The status of the devices, as reported by their drivers. */
    devices?: AllocatedDeviceStatus[];
  }

  /** A template of claims: each pod that refers to it gets a claim of its own. */
  interface ResourceClaimTemplate {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ResourceClaimTemplate";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec: ResourceClaimTemplateSpec;
  }

  /** A list of ResourceClaimTemplate objects. */
  interface ResourceClaimTemplateList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ResourceClaimTemplateList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: ResourceClaimTemplate[];
  }

  /** The template of the claims. Can't be changed. */
  interface ResourceClaimTemplateSpec {
    /** The labels and annotations of the claims. */
    metadata?: metaV1.ObjectMeta;
    /** The spec of the claims. Can't be changed. */
    spec: ResourceClaimSpec;
  }

  /** A pool of devices, published in one or more slices. */
  interface ResourcePool {
    /** The name of the pool, unique for the driver. */
    name: string;
    /**
     * A number that increases with each change of the pool. Slices with a lower generation are
     * ignored.
     */
    generation: scalars.Int64;
    /**
     * The number of slices of the pool at this generation. The pool is incomplete until all exist.
     */
    resourceSliceCount: scalars.Int64;
  }

  /** A part of the devices of a pool, published by their driver. */
  interface ResourceSlice {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ResourceSlice";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec: ResourceSliceSpec;
  }

  /** A list of ResourceSlice objects. */
  interface ResourceSliceList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ResourceSliceList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: ResourceSlice[];
  }

  /**
   * The devices, and which nodes can use them: set only one of nodeName, nodeSelector, allNodes or
   * perDeviceNodeSelection.
   */
  interface ResourceSliceSpec {
    /** The name of the driver: a DNS name. Can't be changed. */
    driver: string;
    /** The pool that the devices belong to. */
    pool: ResourcePool;
    /** The only node that can use the devices. Can't be changed. */
    nodeName?: string;
    /** The nodes that can use the devices. */
    nodeSelector?: coreV1.NodeSelector;
    /** Whether all nodes can use the devices. */
    allNodes?: boolean;
    /** The devices: at most 128, or 64 if any has taints or consumes counters. */
    devices?: Device[];
    /** Whether each device specifies the nodes that can use it. */
    perDeviceNodeSelection?: boolean;
    /**
     * Counters shared by devices of the pool: at most 8 sets. Not allowed in a slice with devices.
     */
    sharedCounters?: CounterSet[];
  }
}

export type AllocatedDeviceStatus = resourceV1.AllocatedDeviceStatus;
export type AllocationConfigSource = resourceV1.AllocationConfigSource;
export type AllocationResult = resourceV1.AllocationResult;
export type CELDeviceSelector = resourceV1.CELDeviceSelector;
export type CapacityRequestPolicy = resourceV1.CapacityRequestPolicy;
export type CapacityRequestPolicyRange = resourceV1.CapacityRequestPolicyRange;
export type CapacityRequirements = resourceV1.CapacityRequirements;
export type Counter = resourceV1.Counter;
export type CounterSet = resourceV1.CounterSet;
export type Device = resourceV1.Device;
export type DeviceAllocationConfiguration = resourceV1.DeviceAllocationConfiguration;
export type DeviceAllocationMode = resourceV1.DeviceAllocationMode;
export type DeviceAllocationResult = resourceV1.DeviceAllocationResult;
export type DeviceAttribute = resourceV1.DeviceAttribute;
export type DeviceCapacity = resourceV1.DeviceCapacity;
export type DeviceClaim = resourceV1.DeviceClaim;
export type DeviceClaimConfiguration = resourceV1.DeviceClaimConfiguration;
export type DeviceClass = resourceV1.DeviceClass;
export type DeviceClassConfiguration = resourceV1.DeviceClassConfiguration;
export type DeviceClassList = resourceV1.DeviceClassList;
export type DeviceClassSpec = resourceV1.DeviceClassSpec;
export type DeviceConfiguration = resourceV1.DeviceConfiguration;
export type DeviceConstraint = resourceV1.DeviceConstraint;
export type DeviceCounterConsumption = resourceV1.DeviceCounterConsumption;
export type DeviceRequest = resourceV1.DeviceRequest;
export type DeviceRequestAllocationResult = resourceV1.DeviceRequestAllocationResult;
export type DeviceSelector = resourceV1.DeviceSelector;
export type DeviceSubRequest = resourceV1.DeviceSubRequest;
export type DeviceTaint = resourceV1.DeviceTaint;
export type DeviceTaintEffect = resourceV1.DeviceTaintEffect;
export type DeviceToleration = resourceV1.DeviceToleration;
export type DeviceTolerationOperator = resourceV1.DeviceTolerationOperator;
export type ExactDeviceRequest = resourceV1.ExactDeviceRequest;
export type FullyQualifiedName = resourceV1.FullyQualifiedName;
export type NetworkDeviceData = resourceV1.NetworkDeviceData;
export type NodeAllocatableResourceMapping = resourceV1.NodeAllocatableResourceMapping;
export type OpaqueDeviceConfiguration = resourceV1.OpaqueDeviceConfiguration;
export type QualifiedName = resourceV1.QualifiedName;
export type ResourceClaim = resourceV1.ResourceClaim;
export type ResourceClaimConsumerReference = resourceV1.ResourceClaimConsumerReference;
export type ResourceClaimList = resourceV1.ResourceClaimList;
export type ResourceClaimSpec = resourceV1.ResourceClaimSpec;
export type ResourceClaimStatus = resourceV1.ResourceClaimStatus;
export type ResourceClaimTemplate = resourceV1.ResourceClaimTemplate;
export type ResourceClaimTemplateList = resourceV1.ResourceClaimTemplateList;
export type ResourceClaimTemplateSpec = resourceV1.ResourceClaimTemplateSpec;
export type ResourcePool = resourceV1.ResourcePool;
export type ResourceSlice = resourceV1.ResourceSlice;
export type ResourceSliceList = resourceV1.ResourceSliceList;
export type ResourceSliceSpec = resourceV1.ResourceSliceSpec;
