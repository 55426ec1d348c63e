/**
 * The kinds of the group auditregistration.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { auditSinkRules } from "./audit_sink.ts";

/** The rules of each resource of the group auditregistration, by its plural name. */
export const auditregistrationKinds: GroupDeclarations = { auditsinks: auditSinkRules };
