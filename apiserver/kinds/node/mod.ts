/**
 * The kinds of the group node.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { runtimeClassRules } from "./runtime_class.ts";

/** The rules of each resource of the group node, by its plural name. */
export const nodeKinds: GroupDeclarations = { runtimeclasses: runtimeClassRules };
