/**
 * The kinds of the group batch.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { at } from "../fields.ts";

/** See the module's comment. */
export const batchKinds: GroupDeclarations = {
  cronjobs: { hasGeneration: true },
  jobs: {
    hasGeneration: true,
    defaultPropagation: "orphan",
    fields: { "status.successful": (object) => at(object, "status.succeeded") ?? 0 },
  },
};
