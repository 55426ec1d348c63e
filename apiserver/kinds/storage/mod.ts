/**
 * The kinds of the group storage.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { csiDriverRules } from "./csi_driver.ts";
import { csiNodeRules } from "./csi_node.ts";
import { csiStorageCapacityRules } from "./csi_storage_capacity.ts";
import { storageClassRules } from "./storage_class.ts";
import { volumeAttachmentRules, volumeAttributesClassRules } from "./volume_attachment.ts";

/** The rules of each resource of the group storage, by its plural name. */
export const storageKinds: GroupDeclarations = {
  csidrivers: csiDriverRules,
  csinodes: csiNodeRules,
  csistoragecapacities: csiStorageCapacityRules,
  storageclasses: storageClassRules,
  volumeattachments: volumeAttachmentRules,
  volumeattributesclasses: volumeAttributesClassRules,
};
