// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { coreV1 } from "./core_v1.ts";
import type { metaV1 } from "./meta_v1.ts";

/** The types of settings/v1alpha1. */
export declare namespace settingsV1alpha1 {
  /** Settings that are added to selected pods in the namespace at creation. */
  interface PodPreset {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PodPreset";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: PodPresetSpec;
  }

  /** A list of PodPreset objects. */
  interface PodPresetList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PodPresetList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: PodPreset[];
  }

  /** The selected pods and the settings. */
  interface PodPresetSpec {
    /** Selects the pods by labels. */
    selector?: metaV1.LabelSelector;
    /** Environment variables for all containers. */
    env?: coreV1.EnvVar[];
    /** Sources of environment variables for all containers. */
    envFrom?: coreV1.EnvFromSource[];
    /** Volumes for the pods. */
    volumes?: coreV1.Volume[];
    /** Volume mounts for all containers. */
    volumeMounts?: coreV1.VolumeMount[];
  }
}

export type PodPreset = settingsV1alpha1.PodPreset;
export type PodPresetList = settingsV1alpha1.PodPresetList;
export type PodPresetSpec = settingsV1alpha1.PodPresetSpec;
