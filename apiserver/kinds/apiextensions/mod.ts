/**
 * The kinds of the group apiextensions.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { definitionRules } from "./definition.ts";

/** See the module's comment. */
export const apiextensionsKinds: GroupDeclarations = {
  customresourcedefinitions: definitionRules,
};
