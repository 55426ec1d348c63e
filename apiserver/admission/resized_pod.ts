/**
 * Requests for another size of a pod.
 *
 * @module
 */

import type { Node, Pod } from "../../toolkit/api/core_v1.ts";
import { quoteText } from "../../toolkit/values/mod.ts";
import { about } from "./about.ts";
import type { AdmissionRequest } from "./admission.ts";
import { refused } from "./refusal.ts";

/** Nothing else changes a size. */
export const ABOUT_RESIZES = { handles: ["UPDATE"], about: about("", "pods/resize") } as const;

/** A pod on a node, as it is to be and as it was. */
export interface ResizedPod {
  readonly pod: Pod;
  readonly before: Pod;
  readonly nodeName: string;
}

/** What is to be resized; undefined where no node has to do anything, as nothing else is wanted than before. */
export function resizedPod({ object, old }: AdmissionRequest): ResizedPod | undefined {
  const [pod, before] = [object as Pod, old as Pod];
  const nodeName = pod.spec?.nodeName ?? "";
  const isSame = pod.metadata?.generation === before.metadata?.generation;
  return nodeName === "" || isSame ? undefined : { pod, before, nodeName };
}

/** The node of a pod; throws a refusal where there is none. */
export async function nodeOf(
  { nodeName: name }: ResizedPod,
  request: AdmissionRequest,
  find: (place: { readonly name: string }, signal: AbortSignal) => Promise<Node | undefined>,
): Promise<Node> {
  const node = await find({ name }, request.signal);
  if (node === undefined) throw refused(request, `node ${quoteText(name)} not found`);
  return node;
}
