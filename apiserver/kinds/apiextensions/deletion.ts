/**
 * How a definition goes: its objects go first, which a finalizer of the server sees to.
 *
 * @module
 */

import type { CustomResourceDefinition } from "../../../toolkit/api/apiextensions_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { KindRules } from "../declaration.ts";

/** The hooks of deletion. */
export function definitionDeletion(
  { finalizerDefinitionCleanup: finalizer }: Names,
): Pick<KindRules, "deletesByTime" | "holdsDeletion" | "whileDeleting"> {
  return {
    deletesByTime: true,
    /** Held from the beginning of its deletion until its objects are gone. */
    holdsDeletion(object) {
      if (metadataOf(object).finalizers?.includes(finalizer)) return true;
      return terminatingOf(object)?.status !== "False";
    },
    whileDeleting(object) {
      const metadata = metadataOf(object);
      const { finalizers = [], deletionTimestamp } = metadata;
      // What was begun goes on as it is.
      if (terminatingOf(object) !== undefined) return;
      metadata.finalizers = finalizers.includes(finalizer)
        ? finalizers
        : [...finalizers, finalizer];
      const status = (object.status ?? {}) as JsonObject;
      const conditions = (status.conditions ?? []) as JsonObject[];
      object.status = {
        ...status,
        conditions: [...conditions, {
          type: "Terminating",
          status: "True",
          lastTransitionTime: deletionTimestamp,
          reason: "InstanceDeletionPending",
          message: "CustomResourceDefinition marked for deletion; " +
            "CustomResource deletion will begin soon",
        }],
      };
    },
  };
}

function terminatingOf(object: JsonObject) {
  const { status } = object as unknown as CustomResourceDefinition;
  return status?.conditions?.find(({ type }) => type === "Terminating");
}
