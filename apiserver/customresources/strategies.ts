/**
 * How custom resources are written: what their definition says, and nothing else.
 *
 * @module
 */

import type { CustomResourceSubresourceScale } from "../../toolkit/api/apiextensions_v1.ts";
import type { ObjectMeta } from "../../toolkit/api/meta_v1.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { checkNameIsSubdomain, isUnqualifiedFinalizer } from "../../toolkit/validation/mod.ts";
import type { Strategy } from "../resource/strategy.ts";
import { memberOf, setMember } from "../../toolkit/values/json.ts";
import { thereErrors, wantedErrors } from "./scale.ts";
import type { VersionSchema } from "./version_schema.ts";

/** What the writes of one version go by. */
export interface StrategyOptions {
  readonly schema: VersionSchema;
  /** Whether the status is the server's own side of the objects. */
  readonly hasStatus: boolean;
  /** Where the scale of the objects is; undefined: they have none. */
  readonly scale: CustomResourceSubresourceScale | undefined;
}

/** The strategy of writes of whole objects. */
export function strategyOfObjects({ schema, hasStatus, scale }: StrategyOptions): Strategy {
  return {
    checkName: checkNameIsSubdomain,
    createsOnUpdate: false,
    updatesUnconditionally: false,
    returnsDeleted: false,
    hasGeneration: true,
    intentHasStatus: !hasStatus,
    defaultPropagation: "background",
    resetFields: hasStatus ? [["status"]] : [],
    setDefaults: (object) => schema.setDefaults(object),
    prepareForCreate(object) {
      if (hasStatus) delete object.status;
    },
    prepareForUpdate(object, old) {
      if (hasStatus) keep(object, old, "status");
    },
    *validateInSteps(object, old, { warn }) {
      const errors = yield* schema.validate(object, old, warn);
      if (scale === undefined) return errors;
      return [...errors, ...wantedErrors(object, scale), ...thereErrors(object, scale)];
    },
    canonicalize(object) {
      // What is read from the store has it, so what was just written has it too.
      if (hasStatus && schema.hasDefaultStatus) schema.setDefaults(object);
    },
    warnings: aboutNewFinalizers,
  };
}

/** The strategy of writes that change one part alone: the status. */
export function strategyOfStatus({ schema, scale }: StrategyOptions): Strategy {
  return {
    checkName: checkNameIsSubdomain,
    createsOnUpdate: false,
    updatesUnconditionally: false,
    returnsDeleted: false,
    hasGeneration: false,
    defaultPropagation: "background",
    resetFields: [["spec"], ["metadata"]],
    setDefaults: (object) => schema.setDefaults(object),
    prepareForUpdate(object, old) {
      for (const field of new Set([...Object.keys(object), ...Object.keys(old)])) {
        if (field !== "status" && field !== "metadata") keep(object, old, field);
      }
      const { managedFields, resourceVersion } = (object.metadata ?? {}) as JsonObject;
      object.metadata = { ...old.metadata as JsonObject, managedFields, resourceVersion };
    },
    *validateInSteps(object, old = {}, { warn }) {
      const errors = yield* schema.validateStatus(object, old, warn);
      return scale === undefined ? errors : [...errors, ...thereErrors(object, scale)];
    },
  };
}

/** Finalizers of built-in kinds must be qualified; those of custom resources had better be. */
function aboutNewFinalizers(object: JsonObject, old: JsonObject | undefined): string[] {
  const had = new Set(finalizersOf(old));
  return finalizersOf(object)
    .filter((finalizer) => !had.has(finalizer) && isUnqualifiedFinalizer(finalizer))
    .map((finalizer) => {
      // What has a dot lacks the path only.
      const path = finalizer.includes(".") ? " including a path (/)" : "";
      return `metadata.finalizers: ${
        JSON.stringify(finalizer)
      }: prefer a domain-qualified finalizer ` +
        `name${path} to avoid accidental conflicts with other finalizer writers`;
    });
}

function finalizersOf(object: JsonObject | undefined): readonly string[] {
  return (object?.metadata as ObjectMeta | undefined)?.finalizers ?? [];
}

/** Takes back what a write did to a field, whatever its name. */
function keep(object: JsonObject, old: JsonObject, field: string): void {
  const before = memberOf(old, field);
  if (before === undefined) delete object[field];
  else setMember(object, field, before);
}
