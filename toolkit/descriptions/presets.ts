/**
 * Descriptions of pod presets.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of pod presets. */
export const PRESETS: Words = {
  PodPreset: ["Settings that are added to selected pods in the namespace at creation."],
  PodPresetSpec: ["The selected pods and the settings.", {
    selector: "Selects the pods by labels.",
    env: "Environment variables for all containers.",
    envFrom: "Sources of environment variables for all containers.",
    volumes: "Volumes for the pods.",
    volumeMounts: "Volume mounts for all containers.",
  }],
};
