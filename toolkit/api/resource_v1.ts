// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as coreV1 from "./core_v1.ts";
import type * as metaV1 from "./meta_v1.ts";
import type { Int64, JsonValue, Quantity, Time } from "./scalars.ts";

export interface AllocatedDeviceStatus {
  driver: string;
  pool: string;
  device: string;
  shareID?: string;
  conditions?: metaV1.Condition[] | null;
  data?: JsonValue;
  networkData?: NetworkDeviceData;
}

export type AllocationConfigSource = "FromClass" | "FromClaim";

export interface AllocationResult {
  devices?: DeviceAllocationResult;
  nodeSelector?: coreV1.NodeSelector;
  allocationTimestamp?: Time;
}

export interface CELDeviceSelector {
  expression: string;
}

export interface CapacityRequestPolicy {
  default?: Quantity | null;
  validValues?: Quantity[];
  validRange?: CapacityRequestPolicyRange;
}

export interface CapacityRequestPolicyRange {
  min?: Quantity;
  max?: Quantity;
  step?: Quantity;
}

export interface CapacityRequirements {
  requests?: Record<string, Quantity>;
}

export interface Counter {
  value: Quantity;
}

export interface CounterSet {
  name: string;
  counters?: Record<string, Counter>;
}

export interface Device {
  name: string;
  attributes?: Record<string, DeviceAttribute>;
  capacity?: Record<string, DeviceCapacity>;
  consumesCounters?: DeviceCounterConsumption[];
  nodeName?: string;
  nodeSelector?: coreV1.NodeSelector;
  allNodes?: boolean;
  taints?: DeviceTaint[];
  bindsToNode?: boolean;
  bindingConditions?: string[];
  bindingFailureConditions?: string[];
  allowMultipleAllocations?: boolean;
  nodeAllocatableResourceMappings?: Record<string, NodeAllocatableResourceMapping>;
}

export interface DeviceAllocationConfiguration extends DeviceConfiguration {
  source: AllocationConfigSource;
  requests?: string[];
}

export type DeviceAllocationMode = string;

export interface DeviceAllocationResult {
  results?: DeviceRequestAllocationResult[];
  config?: DeviceAllocationConfiguration[];
}

export interface DeviceAttribute {
  int?: Int64;
  bool?: boolean;
  string?: string;
  version?: string;
  ints?: Int64[];
  bools?: boolean[];
  strings?: string[];
  versions?: string[];
}

export interface DeviceCapacity {
  value: Quantity;
  requestPolicy?: CapacityRequestPolicy;
}

export interface DeviceClaim {
  requests?: DeviceRequest[] | null;
  constraints?: DeviceConstraint[];
  config?: DeviceClaimConfiguration[];
}

export interface DeviceClaimConfiguration extends DeviceConfiguration {
  requests?: string[];
}

export interface DeviceClass {
  apiVersion?: string;
  kind?: "DeviceClass";
  metadata?: metaV1.ClusterObjectMeta;
  spec: DeviceClassSpec;
}

export interface DeviceClassConfiguration extends DeviceConfiguration {
}

export interface DeviceClassList {
  apiVersion?: string;
  kind?: "DeviceClassList";
  metadata?: metaV1.ListMeta;
  items: DeviceClass[];
}

export interface DeviceClassSpec {
  selectors?: DeviceSelector[];
  config?: DeviceClassConfiguration[];
  extendedResourceName?: string;
}

export interface DeviceConfiguration {
  opaque?: OpaqueDeviceConfiguration;
}

export interface DeviceConstraint {
  requests?: string[];
  matchAttribute?: FullyQualifiedName;
  distinctAttribute?: FullyQualifiedName;
}

export interface DeviceCounterConsumption {
  counterSet: string;
  counters?: Record<string, Counter>;
}

export interface DeviceRequest {
  name: string;
  exactly?: ExactDeviceRequest;
  firstAvailable?: DeviceSubRequest[];
}

export interface DeviceRequestAllocationResult {
  request: string;
  driver: string;
  pool: string;
  device: string;
  adminAccess?: boolean;
  tolerations?: DeviceToleration[];
  bindingConditions?: string[];
  bindingFailureConditions?: string[];
  shareID?: string;
  consumedCapacity?: Record<string, Quantity>;
}

export interface DeviceSelector {
  cel?: CELDeviceSelector;
}

export interface DeviceSubRequest {
  name: string;
  deviceClassName: string;
  selectors?: DeviceSelector[];
  allocationMode?: DeviceAllocationMode;
  count?: Int64;
  tolerations?: DeviceToleration[];
  capacity?: CapacityRequirements;
}

export interface DeviceTaint {
  key: string;
  value?: string;
  effect: DeviceTaintEffect;
  timeAdded?: Time;
}

export type DeviceTaintEffect = "None" | "NoSchedule" | "NoExecute";

export interface DeviceToleration {
  key?: string;
  operator?: DeviceTolerationOperator;
  value?: string;
  effect?: DeviceTaintEffect;
  tolerationSeconds?: Int64;
}

export type DeviceTolerationOperator = "Exists" | "Equal";

export interface ExactDeviceRequest {
  deviceClassName: string;
  selectors?: DeviceSelector[];
  allocationMode?: DeviceAllocationMode;
  count?: Int64;
  adminAccess?: boolean;
  tolerations?: DeviceToleration[];
  capacity?: CapacityRequirements;
}

export type FullyQualifiedName = string;

export interface NetworkDeviceData {
  interfaceName?: string;
  ips?: string[];
  hardwareAddress?: string;
}

export interface NodeAllocatableResourceMapping {
  capacityKey?: QualifiedName;
  allocationMultiplier?: Quantity;
}

export interface OpaqueDeviceConfiguration {
  driver: string;
  parameters: JsonValue;
}

export type QualifiedName = string;

export interface ResourceClaim {
  apiVersion?: string;
  kind?: "ResourceClaim";
  metadata?: metaV1.ObjectMeta;
  spec: ResourceClaimSpec;
  status?: ResourceClaimStatus;
}

export interface ResourceClaimConsumerReference {
  apiGroup?: string;
  resource: string;
  name: string;
  uid: string;
}

export interface ResourceClaimList {
  apiVersion?: string;
  kind?: "ResourceClaimList";
  metadata?: metaV1.ListMeta;
  items: ResourceClaim[];
}

export interface ResourceClaimSpec {
  devices?: DeviceClaim;
}

export interface ResourceClaimStatus {
  allocation?: AllocationResult;
  reservedFor?: ResourceClaimConsumerReference[];
  devices?: AllocatedDeviceStatus[];
}

export interface ResourceClaimTemplate {
  apiVersion?: string;
  kind?: "ResourceClaimTemplate";
  metadata?: metaV1.ObjectMeta;
  spec: ResourceClaimTemplateSpec;
}

export interface ResourceClaimTemplateList {
  apiVersion?: string;
  kind?: "ResourceClaimTemplateList";
  metadata?: metaV1.ListMeta;
  items: ResourceClaimTemplate[];
}

export interface ResourceClaimTemplateSpec {
  metadata?: metaV1.ObjectMeta;
  spec: ResourceClaimSpec;
}

export interface ResourcePool {
  name: string;
  generation: Int64;
  resourceSliceCount: Int64;
}

export interface ResourceSlice {
  apiVersion?: string;
  kind?: "ResourceSlice";
  metadata?: metaV1.ClusterObjectMeta;
  spec: ResourceSliceSpec;
}

export interface ResourceSliceList {
  apiVersion?: string;
  kind?: "ResourceSliceList";
  metadata?: metaV1.ListMeta;
  items: ResourceSlice[];
}

export interface ResourceSliceSpec {
  driver: string;
  pool: ResourcePool;
  nodeName?: string;
  nodeSelector?: coreV1.NodeSelector;
  allNodes?: boolean;
  devices?: Device[];
  perDeviceNodeSelection?: boolean;
  sharedCounters?: CounterSet[];
}
