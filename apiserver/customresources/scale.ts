/**
 * The scale of custom resources: where a definition says that it is.
 *
 * @module
 */

import type { CustomResourceSubresourceScale } from "../../toolkit/api/apiextensions_v1.ts";
import { type JsonObject, rawText } from "../../toolkit/codec/mod.ts";
import { FieldError, FieldPath, internalError } from "../../toolkit/errors/mod.ts";
import { isObject, memberOf } from "../../toolkit/values/json.ts";
import type { ScalePlace } from "../resource/scale.ts";
import { shownValue } from "./schema/json.ts";

/** The place of a scale at the paths that a definition says, which may say others for its other versions. */
export function scalePlaceOf(
  paths: CustomResourceSubresourceScale,
  pathsIn: (apiVersion: string) => CustomResourceSubresourceScale | undefined,
): ScalePlace {
  const { specReplicasPath, statusReplicasPath, labelSelectorPath = "" } = paths;
  const wantedAt = namesOf(specReplicasPath);
  const thereAt = namesOf(statusReplicasPath);
  const selectorAt = labelSelectorPath === "" ? undefined : namesOf(labelSelectorPath);
  return {
    read(object) {
      const wanted = valueAt(object, wantedAt);
      const there = valueAt(object, thereAt) ?? 0;
      const selector = selectorAt && valueAt(object, selectorAt);
      return {
        wanted: wanted === undefined ? undefined : replicasOf("spec", specReplicasPath, wanted),
        there: replicasOf("status", statusReplicasPath, there),
        selector: String(selector ?? ""),
      };
    },
    write: (object, wanted) => withValue(object, wantedAt, wanted),
    wantedAt(apiVersion) {
      const of = pathsIn(apiVersion);
      return of && namesOf(of.specReplicasPath);
    },
  };
}

/** The names of a path, which are between dots: it leads to fields alone, whatever they are called. */
function namesOf(path: string): readonly string[] {
  return path.replace(/^\./, "").split(".");
}

/** What is at a path; undefined where nothing is. */
function valueAt(object: JsonObject, names: readonly string[]): unknown {
  let value: unknown = object;
  for (const name of names) {
    if (!isObject(value)) return undefined;
    value = memberOf(value, name);
  }
  return value;
}

/** What is wrong with the number of replicas that an object asks for. */
export function wantedErrors(
  object: JsonObject,
  { specReplicasPath }: CustomResourceSubresourceScale,
): FieldError[] {
  return replicasErrors(object, specReplicasPath);
}

/** What is wrong with the replicas that the status of an object tells of, and with their selector. */
export function thereErrors(
  object: JsonObject,
  { statusReplicasPath, labelSelectorPath = "" }: CustomResourceSubresourceScale,
): FieldError[] {
  const errors = replicasErrors(object, statusReplicasPath);
  if (labelSelectorPath === "") return errors;
  const selector = valueAt(object, namesOf(labelSelectorPath));
  if (selector === undefined || typeof selector === "string") return errors;
  const path = FieldPath.of(labelSelectorPath);
  return [...errors, FieldError.invalid(path, shownValue(selector), "must be a string")];
}

function replicasErrors(object: JsonObject, path: string): FieldError[] {
  const value = valueAt(object, namesOf(path));
  const why = value === undefined ? undefined : replicasProblem(value);
  return why === undefined ? [] : [FieldError.invalid(FieldPath.of(path), shownValue(value), why)];
}

function replicasProblem(value: unknown): string | undefined {
  if (typeof value !== "bigint" && !Number.isInteger(value)) return "must be an integer";
  const number = value as number | bigint;
  if (number < 0) return "should be a non-negative integer";
  return number > MOST_REPLICAS ? `should be less than or equal to ${MOST_REPLICAS}` : undefined;
}

const MOST_REPLICAS = 2 ** 31 - 1;

/** A number of replicas, which the schema may know as any value. */
function replicasOf(part: string, path: string, value: unknown): number {
  const isNumber = typeof value === "number" && Number.isInteger(value);
  if (isNumber && Math.abs(value) <= MOST_REPLICAS) return value;
  const field = `the ${part} replicas field ${JSON.stringify(path)}`;
  throw internalError(
    `${field} is ${rawText(value).slice(0, 100)}, which is no number of replicas`,
  );
}

/** A copy with a value at a path; what is beside the path is shared. */
function withValue(
  object: JsonObject,
  [name = "", ...rest]: readonly string[],
  value: unknown,
): JsonObject {
  if (rest.length === 0) return { ...object, [name]: value };
  const inner = object[name];
  const within = typeof inner === "object" && inner !== null && !Array.isArray(inner) ? inner : {};
  return { ...object, [name]: withValue(within as JsonObject, rest, value) };
}
