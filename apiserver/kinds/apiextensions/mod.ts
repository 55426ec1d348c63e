/**
 * The kinds of the group apiextensions.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { definitionDeletion } from "./deletion.ts";

/** See the module's comment. */
export const apiextensionsKinds: GroupDeclarations = {
  customresourcedefinitions: (names) => ({ hasGeneration: true, ...definitionDeletion(names) }),
};
