/**
 * Gives claims the storage class that is the default.
 *
 * @module
 */

import type { PersistentVolumeClaim } from "../../../toolkit/api/core_v1.ts";
import { StorageClass } from "../../../toolkit/kinds/built_in.ts";
import { NAMES } from "../../../toolkit/names.ts";
import type { ServerContext } from "../../server_context.ts";
import { about } from "../about.ts";
import type { AdmissionPlugin } from "../admission.ts";
import { defaultClass } from "../default_class.ts";
import { classAnnotation } from "./claim_class.ts";

/** Names the default class in new claims that name none; "" is a name, of no class at all. */
export function defaultStorageClass(
  { dialect, lister }: Pick<ServerContext, "dialect" | "lister">,
): AdmissionPlugin {
  const { annotationDefaultStorageClass, domain } = NAMES[dialect];
  const ofOld = `storageclass.beta.${domain}/is-default-class`;
  const classOf = defaultClass(lister(StorageClass), [annotationDefaultStorageClass, ofOld]);
  const annotation = classAnnotation(dialect);
  return {
    handles: ["CREATE"],
    about: about("", "persistentvolumeclaims"),
    mutate({ object }) {
      const claim = object as PersistentVolumeClaim;
      const spec = claim.spec ??= {};
      if (spec.storageClassName !== undefined) return;
      if (Object.hasOwn(claim.metadata?.annotations ?? {}, annotation)) return;
      const name = classOf();
      if (name !== undefined) spec.storageClassName = name;
    },
  };
}
