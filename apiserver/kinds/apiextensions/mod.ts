/**
 * The kinds of the group apiextensions.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { definitionRules } from "./definition.ts";

/** The rules of each resource of the group apiextensions, by its plural name. */
export const apiextensionsKinds: GroupDeclarations = {
  customresourcedefinitions: definitionRules,
};
