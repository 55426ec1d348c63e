/**
 * The kinds of the group auditregistration.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { auditSinkRules } from "./audit_sink.ts";

/** See the module's comment. */
export const auditregistrationKinds: GroupDeclarations = { auditsinks: auditSinkRules };
