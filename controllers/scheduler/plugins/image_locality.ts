/**
 * A node that has the images of a pod already is better.
 *
 * @module
 */

import { type Plugin, type SchedulerHandle, StateKey } from "../framework/mod.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import { MOST_SCORE } from "./normalize.ts";

const MEBIBYTE = 1024 * 1024;
/** Less is soon fetched. */
const LEAST_BYTES = 23 * MEBIBYTE;
/** More of a container counts for no more. */
const MOST_BYTES = 1000 * MEBIBYTE;

/** What images of a pod count for on a node that has them. */
const IMAGES = new StateKey<readonly string[]>("ImageLocality");

/** Makes the plugin. */
export function imageLocality({ snapshot }: Pick<SchedulerHandle, "snapshot">): Plugin {
  return {
    name: "ImageLocality",
    score(cycle, pod, { node }) {
      if (node.images.size === 0) return 0;
      let images = cycle.get(IMAGES);
      if (images === undefined) cycle.set(IMAGES, images = imagesOf(pod));
      const { nodes, image } = snapshot();
      let sum = 0;
      for (const name of images) {
        if (!node.images.has(name)) continue;
        const state = image(name);
        if (state !== undefined) sum += Math.trunc(state.sizeBytes * (state.nodes / nodes.length));
      }
      const { containers, initContainers = [] } = pod.object.spec;
      const most = MOST_BYTES * (containers.length + initContainers.length);
      const counted = Math.min(Math.max(sum, LEAST_BYTES), most);
      return Math.trunc(MOST_SCORE * (counted - LEAST_BYTES) / (most - LEAST_BYTES));
    },
  };
}

function imagesOf({ object: { spec } }: PendingPod): string[] {
  const { containers, initContainers = [], volumes = [] } = spec;
  const names = [...initContainers, ...containers].map(({ image = "" }) => image);
  for (const { image } of volumes) if (image?.reference) names.push(image.reference);
  return names.map(withTag);
}

/** Nodes tell of images with their tags. */
function withTag(name: string): string {
  return name.lastIndexOf(":") <= name.lastIndexOf("/") ? `${name}:latest` : name;
}
