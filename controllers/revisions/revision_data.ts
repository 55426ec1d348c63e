/**
 * What a revision keeps of its set: a patch that brings the pod template back.
 *
 * @module
 */

import type { coreV1, JsonObject, JsonValue } from "../../toolkit/mod.ts";
import { copyJson, isObject } from "../../toolkit/values/json.ts";
import { canonicalJson } from "../pods/mod.ts";

/** The data of a revision, and the text that tells it from others. */
export interface RevisionData {
  readonly data: JsonObject;
  /** Byte for byte what the reference writes for the same template. */
  readonly text: string;
}

/** What JSON of the reference never has as it is. */
const ESCAPED = /[<>&\u2028\u2029]/g;

/** The data of a template: laid over a set as a strategic merge patch, it has that template again. */
export function revisionDataOf(template: coreV1.PodTemplateSpec | undefined): RevisionData {
  const copy = copyJson(template ?? {}) as JsonObject;
  const data: JsonObject = { spec: { template: { ...inFull(copy), $patch: "replace" } } };
  return { data, text: textOf(data) };
}

/** The text of data that somebody has written; undefined where it keeps no template. */
export function revisionTextOf(data: unknown): string | undefined {
  const template = templateIn(data);
  if (template === undefined) return undefined;
  return textOf({ spec: { template: { ...inFull(template), $patch: "replace" } } });
}

/** The template that the data of a revision keeps, if it does. */
export function templateOfRevision(data: unknown): coreV1.PodTemplateSpec | undefined {
  const template = templateIn(data);
  if (template === undefined) return undefined;
  const { $patch: _, ...kept } = template;
  return kept as coreV1.PodTemplateSpec;
}

function templateIn(data: unknown): JsonObject | undefined {
  const spec = isObject(data) ? data.spec : undefined;
  const template = isObject(spec) ? spec.template : undefined;
  return isObject(template) ? template as JsonObject : undefined;
}

/** With what the reference writes even where there is nothing, and without what it wrote once. */
function inFull(template: JsonObject): JsonObject {
  const { metadata, spec } = template;
  const { creationTimestamp, ...kept } = isObject(metadata) ? metadata : {};
  return {
    ...template,
    metadata: (creationTimestamp ? { creationTimestamp, ...kept } : kept) as JsonObject,
    ...(isObject(spec) && {
      spec: {
        ...spec,
        ...withResources(spec, "containers"),
        ...withResources(spec, "initContainers"),
      } as JsonObject,
    }),
  };
}

function withResources(spec: { [name: string]: unknown }, name: string): JsonObject {
  const containers = spec[name];
  if (!Array.isArray(containers)) return {};
  return {
    [name]: containers.map((one) => isObject(one) ? { resources: {}, ...one } : one) as JsonValue[],
  };
}

function textOf(data: JsonObject): string {
  return canonicalJson(data).replace(
    ESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
