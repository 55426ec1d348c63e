/**
 * The kinds of the group resource.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { claimRules, claimTemplateRules } from "./claim.ts";
import { deviceClassRules } from "./device_class.ts";
import { sliceRules } from "./slice.ts";

/** See the module's comment. */
export const resourceKinds: GroupDeclarations = {
  deviceclasses: deviceClassRules,
  resourceclaims: claimRules,
  resourceclaimtemplates: claimTemplateRules,
  resourceslices: sliceRules,
};
