/**
 * The kinds of the group resource.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { AGE_COLUMNS, CLAIM_COLUMNS, SLICE_COLUMNS } from "./columns.ts";

/** See the module's comment. */
export const resourceKinds: GroupDeclarations = {
  deviceclasses: { columns: AGE_COLUMNS },
  resourceclaims: { columns: CLAIM_COLUMNS },
  resourceclaimtemplates: { columns: AGE_COLUMNS },
  resourceslices: {
    hasGeneration: true,
    fields: { "spec.nodeName": true, "spec.driver": true },
    columns: SLICE_COLUMNS,
  },
};
