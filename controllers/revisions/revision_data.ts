/**
 * What a revision keeps of its set: a patch that brings the pod template back.
 *
 * @module
 */

import type { coreV1, JsonObject, JsonValue } from "../../toolkit/mod.ts";
import { encodeUntypedJson, sortedNames } from "../../toolkit/codec/mod.ts";
import { isObject } from "../../toolkit/values/json.ts";

/** The data of a revision, and the text that tells it from others. */
export interface RevisionData {
  /** In the reference's order: its clients find the revision of a set by comparing bytes. */
  readonly data: JsonObject;
  /** Byte for byte what the reference writes for the same template. */
  readonly text: string;
}

/** The data of a template: laid over a set as a strategic merge patch, it has that template again. */
export function revisionDataOf(template: coreV1.PodTemplateSpec | undefined): RevisionData {
  const data = dataOf((template ?? {}) as JsonObject);
  return { data, text: textOf(data) };
}

/** The text of data that somebody has written; undefined where it keeps no template. */
export function revisionTextOf(data: unknown): string | undefined {
  const template = templateIn(data);
  if (template === undefined) return undefined;
  return textOf(dataOf(template));
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

function dataOf(template: JsonObject): JsonObject {
  return { spec: { template: inOrder({ ...inFull(template), $patch: "replace" }) as JsonObject } };
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

/** A copy whose names are in their order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    sortedNames(value).filter((name) => value[name] !== undefined)
      .map((name) => [name, inOrder(value[name])]),
  );
}

function textOf(data: JsonObject): string {
  return new TextDecoder().decode(encodeUntypedJson(data));
}
