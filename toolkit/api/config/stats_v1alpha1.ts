// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { Int64, Time } from "../scalars.ts";

export interface AcceleratorStats {
  make: string;
  model: string;
  id: string;
  memoryTotal: Int64;
  memoryUsed: Int64;
  dutyCycle: Int64;
}

export interface CPUStats {
  time: Time | null;
  usageNanoCores?: Int64;
  usageCoreNanoSeconds?: Int64;
  psi?: PSIStats;
}

export interface ContainerStats {
  name: string;
  startTime: Time | null;
  cpu?: CPUStats;
  memory?: MemoryStats;
  io?: IOStats;
  accelerators?: AcceleratorStats[];
  rootfs?: FsStats;
  logs?: FsStats;
  userDefinedMetrics?: UserDefinedMetric[];
  swap?: SwapStats;
}

export interface FsStats {
  time: Time | null;
  availableBytes?: Int64;
  capacityBytes?: Int64;
  usedBytes?: Int64;
  inodesFree?: Int64;
  inodes?: Int64;
  inodesUsed?: Int64;
}

export interface IOStats {
  time: Time | null;
  psi?: PSIStats;
}

export interface InterfaceStats {
  name: string;
  rxBytes?: Int64;
  rxErrors?: Int64;
  txBytes?: Int64;
  txErrors?: Int64;
}

export interface MemoryStats {
  time: Time | null;
  availableBytes?: Int64;
  usageBytes?: Int64;
  workingSetBytes?: Int64;
  rssBytes?: Int64;
  pageFaults?: Int64;
  majorPageFaults?: Int64;
  psi?: PSIStats;
}

export interface NetworkStats extends InterfaceStats {
  time: Time | null;
  interfaces?: InterfaceStats[];
}

export interface NodeStats {
  nodeName: string;
  systemContainers?: ContainerStats[];
  startTime: Time | null;
  cpu?: CPUStats;
  memory?: MemoryStats;
  io?: IOStats;
  network?: NetworkStats;
  fs?: FsStats;
  runtime?: RuntimeStats;
  rlimit?: RlimitStats;
  swap?: SwapStats;
}

export interface PSIData {
  total: Int64;
  avg10: number;
  avg60: number;
  avg300: number;
}

export interface PSIStats {
  full: PSIData;
  some: PSIData;
}

export interface PVCReference {
  name: string;
  namespace: string;
}

export interface PodReference {
  name: string;
  namespace: string;
  uid: string;
}

export interface PodStats {
  podRef: PodReference;
  startTime: Time | null;
  containers: ContainerStats[];
  cpu?: CPUStats;
  memory?: MemoryStats;
  io?: IOStats;
  network?: NetworkStats;
  volume?: VolumeStats[];
  "ephemeral-storage"?: FsStats;
  process_stats?: ProcessStats;
  swap?: SwapStats;
}

export interface ProcessStats {
  process_count?: Int64;
}

export interface RlimitStats {
  time: Time | null;
  maxpid?: Int64;
  curproc?: Int64;
}

export interface RuntimeStats {
  imageFs?: FsStats;
  containerFs?: FsStats;
}

export interface Summary {
  node: NodeStats;
  pods: PodStats[];
}

export interface SwapStats {
  time: Time | null;
  swapAvailableBytes?: Int64;
  swapUsageBytes?: Int64;
}

export interface UserDefinedMetric extends UserDefinedMetricDescriptor {
  time: Time | null;
  value: number;
}

export interface UserDefinedMetricDescriptor {
  name: string;
  type: UserDefinedMetricType;
  units: string;
  labels?: Record<string, string>;
}

export type UserDefinedMetricType = "gauge" | "cumulative" | "delta" | (string & Record<never, never>);

export interface VolumeHealthStats {
  abnormal: boolean;
}

export interface VolumeStats extends FsStats {
  name?: string;
  pvcRef?: PVCReference;
  volumeHealthStats?: VolumeHealthStats;
}
