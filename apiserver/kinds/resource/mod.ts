/**
 * The kinds of the group resource.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";

/** See the module's comment. */
export const resourceKinds: GroupDeclarations = {
  resourceslices: { hasGeneration: true, fields: { "spec.nodeName": true, "spec.driver": true } },
};
