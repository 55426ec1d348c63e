/**
 * The scale of custom resources: where a definition says that it is.
 *
 * @module
 */

import type { CustomResourceSubresourceScale } from "../../toolkit/api/apiextensions_v1.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { internalError } from "../../toolkit/errors/mod.ts";
import type { SpecialSource } from "../endpoints/special.ts";
import { scaleAnswersOf, type ScalePlace } from "../kinds/rules/scale.ts";
import { CustomResource } from "./custom_resource.ts";
import { readJsonPath } from "./json_path.ts";

const answers = scaleAnswersOf((resource) => {
  const scale = resource instanceof CustomResource && resource.declared.subresources?.scale;
  if (!scale) throw new Error(`${resource.resource} can't have a scale`);
  return placeOf(scale);
});

/** The special answers of custom resources. */
export const customSpecial: SpecialSource = {
  find(resource, subresource) {
    return subresource === "scale" && resource instanceof CustomResource ? answers : undefined;
  },
};

function placeOf(paths: CustomResourceSubresourceScale): ScalePlace {
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
      return { wanted: Number(wanted), there: Number(there), selector: String(selector) };
    },
    write: (object, wanted) => withValue(object, wantedAt, wanted),
  };
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
