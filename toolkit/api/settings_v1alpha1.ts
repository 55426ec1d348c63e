// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as coreV1 from "./core_v1.ts";
import type * as metaV1 from "./meta_v1.ts";

export interface PodPreset {
  apiVersion?: string;
  kind?: "PodPreset";
  metadata?: metaV1.ObjectMeta;
  spec?: PodPresetSpec;
}

export interface PodPresetList {
  apiVersion?: string;
  kind?: "PodPresetList";
  metadata?: metaV1.ListMeta;
  items: PodPreset[];
}

export interface PodPresetSpec {
  selector?: metaV1.LabelSelector;
  env?: coreV1.EnvVar[];
  envFrom?: coreV1.EnvFromSource[];
  volumes?: coreV1.Volume[];
  volumeMounts?: coreV1.VolumeMount[];
}
