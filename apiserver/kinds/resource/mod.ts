/**
 * The kinds of the group resource.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { claimRules, claimTemplateRules } from "./claim.ts";
import { deviceClassRules } from "./device_class.ts";
import { sliceRules } from "./slice.ts";

/** The rules of each resource of the group resource, by its plural name. */
export const resourceKinds: GroupDeclarations = {
  deviceclasses: deviceClassRules,
  resourceclaims: claimRules,
  resourceclaimtemplates: claimTemplateRules,
  resourceslices: sliceRules,
};
