/**
 * The kinds of the group discovery.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { endpointSliceRules } from "./endpoint_slice.ts";

/** The rules of each resource of the group discovery, by its plural name. */
export const discoveryKinds: GroupDeclarations = {
  endpointslices: endpointSliceRules,
};
