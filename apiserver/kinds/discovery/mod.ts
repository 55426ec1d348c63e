/**
 * The kinds of the group discovery.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { endpointSliceRules } from "./endpoint_slice.ts";

/** See the module's comment. */
export const discoveryKinds: GroupDeclarations = {
  endpointslices: endpointSliceRules,
};
