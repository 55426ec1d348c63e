/**
 * How a child names its parent.
 *
 * @module
 */

import type { AnyKind, Client, metaV1 } from "../../toolkit/mod.ts";
import { groupOnServer } from "../../toolkit/kinds/mod.ts";

/** The reference by which a child names its parent as its controller. */
export function controllerReference(
  client: Client,
  { group, version, kind }: AnyKind,
  { name, uid }: { readonly name: string; readonly uid: string },
): metaV1.OwnerReference {
  const apiVersion = group === "" ? version : `${groupOnServer(group, client.dialect)}/${version}`;
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}
