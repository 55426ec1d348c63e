/**
 * The kinds of the group node.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { runtimeClassRules } from "./runtime_class.ts";

/** See the module's comment. */
export const nodeKinds: GroupDeclarations = { runtimeclasses: runtimeClassRules };
