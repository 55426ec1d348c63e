/**
 * All areas, in the order in which they run.
 *
 * @module
 */

import { admission } from "./areas/admission.ts";
import { crud } from "./areas/crud.ts";
import { creation, updates } from "./areas/rules.ts";
import { lists } from "./areas/lists.ts";
import { watches } from "./areas/watches.ts";
import { bodies } from "./areas/bodies.ts";
import { patches } from "./areas/patches.ts";
import { customResources } from "./areas/custom_resources.ts";
import { deletions } from "./areas/deletions.ts";
import { discovery } from "./areas/discovery.ts";
import { subresources } from "./areas/subresources.ts";
import { appliedKinds } from "./areas/applied_kinds.ts";
import { metadataOfKinds } from "./areas/metadata_of_kinds.ts";
import { refusedUpdates } from "./areas/refused_updates.ts";
import { tables } from "./areas/tables.ts";
import type { Area } from "./scenario.ts";

/** Every area of requests that is compared with the reference. They run in this order. */
export const AREAS: readonly Area[] = [
  crud,
  creation,
  updates,
  lists,
  watches,
  bodies,
  patches,
  deletions,
  subresources,
  tables,
  appliedKinds,
  refusedUpdates,
  metadataOfKinds,
  admission,
  discovery,
  customResources,
];
