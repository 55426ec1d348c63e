// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { scalars } from "../scalars.ts";

/** The types of stats/v1alpha1. */
export declare namespace statsV1alpha1 {
  interface AcceleratorStats {
    make: string;
    model: string;
    id: string;
    memoryTotal: scalars.Int64;
    memoryUsed: scalars.Int64;
    dutyCycle: scalars.Int64;
  }

  interface CPUStats {
    time: scalars.Time | null;
    usageNanoCores?: scalars.Int64;
    usageCoreNanoSeconds?: scalars.Int64;
    psi?: PSIStats;
  }

  interface ContainerStats {
    name: string;
    startTime: scalars.Time | null;
    cpu?: CPUStats;
    memory?: MemoryStats;
    io?: IOStats;
    accelerators?: AcceleratorStats[];
    rootfs?: FsStats;
    logs?: FsStats;
    userDefinedMetrics?: UserDefinedMetric[];
    swap?: SwapStats;
  }

  interface FsStats {
    time: scalars.Time | null;
    availableBytes?: scalars.Int64;
    capacityBytes?: scalars.Int64;
    usedBytes?: scalars.Int64;
    inodesFree?: scalars.Int64;
    inodes?: scalars.Int64;
    inodesUsed?: scalars.Int64;
  }

  interface IOStats {
    time: scalars.Time | null;
    psi?: PSIStats;
  }

  interface InterfaceStats {
    name: string;
    rxBytes?: scalars.Int64;
    rxErrors?: scalars.Int64;
    txBytes?: scalars.Int64;
    txErrors?: scalars.Int64;
  }

  interface MemoryStats {
    time: scalars.Time | null;
    availableBytes?: scalars.Int64;
    usageBytes?: scalars.Int64;
    workingSetBytes?: scalars.Int64;
    rssBytes?: scalars.Int64;
    pageFaults?: scalars.Int64;
    majorPageFaults?: scalars.Int64;
    psi?: PSIStats;
  }

  interface NetworkStats extends InterfaceStats {
    time: scalars.Time | null;
    interfaces?: InterfaceStats[];
  }

  interface NodeStats {
    nodeName: string;
    systemContainers?: ContainerStats[];
    startTime: scalars.Time | null;
    cpu?: CPUStats;
    memory?: MemoryStats;
    io?: IOStats;
    network?: NetworkStats;
    fs?: FsStats;
    runtime?: RuntimeStats;
    rlimit?: RlimitStats;
    swap?: SwapStats;
  }

  interface PSIData {
    total: scalars.Int64;
    avg10: number;
    avg60: number;
    avg300: number;
  }

  interface PSIStats {
    full: PSIData;
    some: PSIData;
  }

  interface PVCReference {
    name: string;
    namespace: string;
  }

  interface PodReference {
    name: string;
    namespace: string;
    uid: string;
  }

  interface PodStats {
    podRef: PodReference;
    startTime: scalars.Time | null;
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

  interface ProcessStats {
    process_count?: scalars.Int64;
  }

  interface RlimitStats {
    time: scalars.Time | null;
    maxpid?: scalars.Int64;
    curproc?: scalars.Int64;
  }

  interface RuntimeStats {
    imageFs?: FsStats;
    containerFs?: FsStats;
  }

  interface Summary {
    node: NodeStats;
    pods: PodStats[];
  }

  interface SwapStats {
    time: scalars.Time | null;
    swapAvailableBytes?: scalars.Int64;
    swapUsageBytes?: scalars.Int64;
  }

  interface UserDefinedMetric extends UserDefinedMetricDescriptor {
    time: scalars.Time | null;
    value: number;
  }

  interface UserDefinedMetricDescriptor {
    name: string;
    type: UserDefinedMetricType;
    units: string;
    labels?: Record<string, string>;
  }

  type UserDefinedMetricType = "gauge" | "cumulative" | "delta" | (string & Record<never, never>);

  interface VolumeHealthStats {
    abnormal: boolean;
  }

  interface VolumeStats extends FsStats {
    name?: string;
    pvcRef?: PVCReference;
    volumeHealthStats?: VolumeHealthStats;
  }
}

export type AcceleratorStats = statsV1alpha1.AcceleratorStats;
export type CPUStats = statsV1alpha1.CPUStats;
export type ContainerStats = statsV1alpha1.ContainerStats;
export type FsStats = statsV1alpha1.FsStats;
export type IOStats = statsV1alpha1.IOStats;
export type InterfaceStats = statsV1alpha1.InterfaceStats;
export type MemoryStats = statsV1alpha1.MemoryStats;
export type NetworkStats = statsV1alpha1.NetworkStats;
export type NodeStats = statsV1alpha1.NodeStats;
export type PSIData = statsV1alpha1.PSIData;
export type PSIStats = statsV1alpha1.PSIStats;
export type PVCReference = statsV1alpha1.PVCReference;
export type PodReference = statsV1alpha1.PodReference;
export type PodStats = statsV1alpha1.PodStats;
export type ProcessStats = statsV1alpha1.ProcessStats;
export type RlimitStats = statsV1alpha1.RlimitStats;
export type RuntimeStats = statsV1alpha1.RuntimeStats;
export type Summary = statsV1alpha1.Summary;
export type SwapStats = statsV1alpha1.SwapStats;
export type UserDefinedMetric = statsV1alpha1.UserDefinedMetric;
export type UserDefinedMetricDescriptor = statsV1alpha1.UserDefinedMetricDescriptor;
export type UserDefinedMetricType = statsV1alpha1.UserDefinedMetricType;
export type VolumeHealthStats = statsV1alpha1.VolumeHealthStats;
export type VolumeStats = statsV1alpha1.VolumeStats;
