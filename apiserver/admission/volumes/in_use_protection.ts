/**
 * Keeps volumes and claims from going while somebody uses them.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { NAMES } from "../../../toolkit/names.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { ServerContext } from "../../server_context.ts";
import { about, anyOf } from "../about.ts";
import type { AdmissionPlugin } from "../admission.ts";

/** Gives new volumes, claims and attributes classes a finalizer; controllers take it away in time. */
export function storageObjectInUseProtection(
  { dialect }: Pick<ServerContext, "dialect">,
): AdmissionPlugin {
  const names = NAMES[dialect];
  const finalizers: Readonly<Record<string, string>> = {
    persistentvolumes: names.finalizerVolumeProtection,
    persistentvolumeclaims: names.finalizerClaimProtection,
    volumeattributesclasses: `${names.domain}/vac-protection`,
  };
  return {
    handles: ["CREATE"],
    about: anyOf(
      about("", "persistentvolumes", "persistentvolumeclaims"),
      about(names.group("storage"), "volumeattributesclasses"),
    ),
    mutate({ object = {}, resource }) {
      addFinalizer(object, finalizers[resource.resource]!);
    },
  };
}

function addFinalizer(object: JsonObject, finalizer: string): void {
  const metadata = metadataOf(object);
  const { finalizers = [] } = metadata;
  if (!finalizers.includes(finalizer)) metadata.finalizers = [...finalizers, finalizer];
}
