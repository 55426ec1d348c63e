/**
 * The kinds of the group discovery.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";

/** See the module's comment. */
export const discoveryKinds: GroupDeclarations = {
  endpointslices: { hasGeneration: true },
};
