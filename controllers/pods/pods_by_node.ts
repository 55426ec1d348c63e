/**
 * Pods by the node that they are on.
 *
 * @module
 */

import { defineIndex, Pod } from "../../toolkit/mod.ts";

/** Finds pods by the name of their node; those without one are not in it. */
export const podsByNode = defineIndex(Pod, "node", ({ spec }) => spec.nodeName || undefined);
