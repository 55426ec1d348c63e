/**
 * Which claims may ask for more than they have.
 *
 * @module
 */

import type { PersistentVolumeClaim } from "../../../toolkit/api/core_v1.ts";
import { StorageClass } from "../../../toolkit/kinds/built_in.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { Quantity } from "../../../toolkit/values/mod.ts";
import type { ServerContext } from "../../server_context.ts";
import { about } from "../about.ts";
import type { AdmissionPlugin } from "../admission.ts";
import { finderOf } from "../fresh.ts";
import { refused } from "../refusal.ts";
import { classAnnotation, classOfClaim } from "./claim_class.ts";

/** Lets only bound claims grow, and only those whose class says that its volumes can. */
export function persistentVolumeClaimResize(context: ServerContext): AdmissionPlugin {
  const annotation = classAnnotation(context.dialect);
  const find = finderOf(context, StorageClass);
  const mayGrow = async (now: string, before: string, signal: AbortSignal) => {
    if (now === "" || now !== before) return false;
    const found = await find({ name: now }, signal);
    return found?.allowVolumeExpansion === true;
  };
  return {
    handles: ["UPDATE"],
    about: about("", "persistentvolumeclaims"),
    validate(request) {
      const { object, old, signal } = request;
      if (sizeOf(object).compare(sizeOf(old)) <= 0) return;
      const before = old as PersistentVolumeClaim;
      if (before.status?.phase !== "Bound") {
        throw refused(request, "Only bound persistent volume claims can be expanded");
      }
      const [first, second] = [object as PersistentVolumeClaim, before]
        .map((claim) => classOfClaim(claim, annotation));
      return mayGrow(first!, second!, signal).then((may) => {
        if (may) return;
        throw refused(
          request,
          "only dynamically provisioned pvc can be resized and the storageclass that provisions " +
            "the pvc must support resize",
        );
      });
    },
  };
}

function sizeOf(object: JsonObject | undefined): Quantity {
  const { storage } = (object as PersistentVolumeClaim).spec?.resources?.requests ?? {};
  return storage === undefined ? Quantity.zero : Quantity.parse(storage);
}
