/**
 * The kinds of the group storage.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";

/** See the module's comment. */
export const storageKinds: GroupDeclarations = {
  csidrivers: { returnsDeleted: true, hasGeneration: true },
  csinodes: { returnsDeleted: true },
  storageclasses: { returnsDeleted: true },
  volumeattachments: { returnsDeleted: true },
};
