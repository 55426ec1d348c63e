/**
 * The kinds of the group rbac.authorization.
 *
 * @module
 */

import {
  checkPathSegmentName,
  checkPathSegmentPrefix,
  type NameCheck,
} from "../../../toolkit/validation/mod.ts";
import type { GroupDeclarations } from "../declaration.ts";

/** Names that may be anything that fits into a path. */
const checkName: NameCheck = (name, options) =>
  options?.prefix ? checkPathSegmentPrefix(name) : checkPathSegmentName(name);

/** See the module's comment. */
export const rbacKinds: GroupDeclarations = {
  clusterrolebindings: { checkName, createsOnUpdate: true },
  clusterroles: { checkName, createsOnUpdate: true },
  rolebindings: { checkName, createsOnUpdate: true },
  roles: { checkName, createsOnUpdate: true },
};
