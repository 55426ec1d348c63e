/**
 * What is added to pods as they are created.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The OpenAPI descriptions of pod presets. */
export const PRESETS: Words = {
  PodPreset: ["What is added to some pods of the namespace as they are created."],
  PodPresetSpec: ["Which pods, and what.", {
    selector: "The pods.",
    env: "Environment variables for all their containers.",
    envFrom: "Sources of environment variables for all their containers.",
    volumes: "Volumes for the pods.",
    volumeMounts: "Mounts of volumes for all their containers.",
  }],
};
