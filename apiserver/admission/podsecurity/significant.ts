/**
 * Which changes of a pod have it judged again.
 *
 * @module
 */

import type { PodSpec } from "../../../toolkit/api/core_v1.ts";

/** Whether a container came or went, or has another image: all that can change of what is judged. */
export function isSignificant(now: PodSpec | undefined, before: PodSpec | undefined): boolean {
  for (const list of ["containers", "initContainers"] as const) {
    const [ours, theirs] = [now?.[list] ?? [], before?.[list] ?? []];
    if (ours.length !== theirs.length) return true;
    if (ours.some(({ image }, index) => image !== theirs[index]!.image)) return true;
  }
  const known = new Map((before?.ephemeralContainers ?? []).map((one) => [one.name, one]));
  return (now?.ephemeralContainers ?? []).some(({ name, image }) =>
    !known.has(name) || known.get(name)!.image !== image
  );
}
