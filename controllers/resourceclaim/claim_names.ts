/**
 * What claims on devices are called, and what marks them.
 *
 * @module
 */

import type { Names } from "../../toolkit/mod.ts";

/** Room for a hyphen and what is drawn, in a name of 63 characters. */
const MOST_BASE = 57;

/** The names of a dialect. */
export function claimNames({ domain, groupSuffix }: Names) {
  return {
    /** On claims that were made for a pod: which of the pod's claims it is. */
    podClaim: `resource.${domain}/pod-claim-name`,
    /** On claims that the scheduler has made for resources that nodes are asked for by name. */
    extended: `resource.${domain}/extended-resource-claim`,
    /** Holds claims that are allocated. */
    finalizer: `resource.${domain}/delete-protection`,
    template: `resourceclaimtemplate.resource.${groupSuffix}`,
  };
}

/** What the name of a claim begins with: of both names something is left where they are too long together. */
export function claimPrefix(pod: string, podClaim: string): string {
  const full = `${pod}-${podClaim}-`;
  if (full.length <= MOST_BASE) return full;
  const cut = (name: string) => name.slice(0, Math.floor(name.length * MOST_BASE / full.length));
  return `${cut(pod)}-${cut(podClaim)}`;
}
