/**
 * The scale of custom resources: where a definition says that it is.
 *
 * @module
 */

import type { CustomResourceSubresourceScale } from "../../toolkit/api/apiextensions_v1.ts";
import { type JsonObject, rawText } from "../../toolkit/codec/mod.ts";
import { internalError } from "../../toolkit/errors/mod.ts";
import type { ScalePlace } from "../resource/scale.ts";
import { readJsonPath } from "./json_path.ts";

/** The place of a scale at the paths that a definition says. */
export function scalePlaceOf(paths: CustomResourceSubresourceScale): ScalePlace {
  const { specReplicasPath, statusReplicasPath, labelSelectorPath = "" } = paths;
  const wantedAt = readJsonPath(specReplicasPath).fields ?? [];
  const thereAt = readJsonPath(statusReplicasPath);
  const selectorAt = labelSelectorPath === "" ? undefined : readJsonPath(labelSelectorPath);
  return {
    read(object) {
      const [wanted] = readJsonPath(specReplicasPath).find(object);
      if (wanted === undefined) {
        throw internalError(
          `the spec replicas field ${JSON.stringify(specReplicasPath)} does not exist`,
        );
      }
      const [there = 0] = thereAt.find(object);
      const [selector = ""] = selectorAt?.find(object) ?? [];
      return {
        wanted: replicasOf("spec", specReplicasPath, wanted),
        there: replicasOf("status", statusReplicasPath, there),
        selector: String(selector),
      };
    },
    write: (object, wanted) => withValue(object, wantedAt, wanted),
    without: (object) => withValue(object, wantedAt, undefined),
  };
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

/** A copy with a value at a path, or none; what is beside the path is shared. */
function withValue(
  object: JsonObject,
  [name = "", ...rest]: readonly string[],
  value: unknown,
): JsonObject {
  if (rest.length === 0) {
    const { [name]: _, ...others } = object;
    return value === undefined ? others : { ...object, [name]: value };
  }
  const inner = object[name];
  const within = typeof inner === "object" && inner !== null && !Array.isArray(inner) ? inner : {};
  return { ...object, [name]: withValue(within as JsonObject, rest, value) };
}
