/**
 * Claims of volumes: their number and what they ask for, in all and by storage class.
 *
 * @module
 */

import type { PersistentVolumeClaim } from "../api/core_v1.ts";
import type { JsonObject } from "../codec/mod.ts";
import type { Names } from "../names.ts";
import { Quantity } from "../values/mod.ts";
import { type Amounts, ONE } from "./amounts.ts";
import { countName, type QuotaEvaluator } from "./evaluator.ts";
import { isOneOf } from "./scope.ts";

const ABOUT = { group: "", resource: "persistentvolumeclaims" };
const COUNT = countName(ABOUT);
const CLAIMS = "persistentvolumeclaims";
const STORAGE = "requests.storage";

/** Measures claims of volumes. */
export function persistentVolumeClaims(names: Names): QuotaEvaluator {
  const ofClass = `.storageclass.${names.group("storage")}/`;
  const oldClass = `volume.beta.${names.domain}/storage-class`;
  const view = (object: JsonObject) => object as unknown as PersistentVolumeClaim;
  return {
    about: ABOUT,
    handles: ({ operation, subresource }) =>
      subresource === ""
        ? operation === "CREATE" || operation === "UPDATE"
        : subresource === "status" && operation === "UPDATE",
    counts: (name) =>
      name === COUNT || name === CLAIMS || name === STORAGE ||
      name.endsWith(ofClass + CLAIMS) || name.endsWith(ofClass + STORAGE),
    generation: 0,
    isIn: (scope, object) =>
      scope.scopeName === "VolumeAttributesClass" &&
      isOneOf(scope, attributesClassesOf(view(object))),
    standing: (object) => String(attributesClassesOf(view(object))),
    usage(object): Amounts {
      const claim = view(object);
      const usage = new Map([[CLAIMS, ONE], [COUNT, ONE]]);
      const storageClass = claim.metadata?.annotations?.[oldClass] ??
        claim.spec?.storageClassName ?? "";
      if (storageClass !== "") usage.set(storageClass + ofClass + CLAIMS, ONE);
      const storage = storageOf(claim);
      if (storage !== undefined) {
        usage.set(STORAGE, storage);
        if (storageClass !== "") usage.set(storageClass + ofClass + STORAGE, storage);
      }
      return usage;
    },
  };
}

/** In whole bytes: what a claim asks for, or what is allocated to it already if that is more. */
function storageOf({ spec, status }: PersistentVolumeClaim): Quantity | undefined {
  const asked = spec?.resources?.requests?.storage;
  if (asked === undefined) return undefined;
  const wanted = Quantity.parse(asked);
  const allocated = Quantity.parse(status?.allocatedResources?.storage ?? "0");
  return (allocated.compare(wanted) > 0 ? allocated : wanted).roundUp(0);
}

/** The classes of attributes that a claim is to have, has, or is on its way to. */
export function attributesClassesOf(
  { spec, status }: Pick<PersistentVolumeClaim, "spec" | "status">,
): string[] {
  return [
    spec?.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ].filter((name) => name !== undefined && name !== "") as string[];
}
