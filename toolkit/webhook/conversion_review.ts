/**
 * A server's question for objects in another version, and the answer.
 *
 * @module
 */

import type { KubeObject } from "../kinds/mod.ts";
import { convertObject } from "../resource/convert_object.ts";
import type { Resource } from "../resource/mod.ts";
import { isObject, type JsonObject } from "../values/json.ts";

// deno-lint-ignore no-explicit-any -- of any objects
type AnyResource = Resource<any, any, any>;

/**
 * Answers a ConversionReview: all objects, in their order, or why not. Throws a TypeError for a
 * question that is none.
 */
export function answerConversion(resources: readonly AnyResource[], question: unknown): object {
  if (!isObject(question) || !isObject(question.request)) {
    throw new TypeError("the request is no ConversionReview: it has no request");
  }
  const { apiVersion, request } = question;
  const { uid, desiredAPIVersion, objects } = request;
  if (typeof desiredAPIVersion !== "string" || !Array.isArray(objects)) {
    throw new TypeError("the ConversionReview lacks its desiredAPIVersion or its objects");
  }
  return {
    apiVersion,
    kind: "ConversionReview",
    response: { uid, ...converted(resources, desiredAPIVersion, objects) },
  };
}

function converted(
  resources: readonly AnyResource[],
  desired: string,
  objects: readonly unknown[],
): object {
  try {
    const convertedObjects = objects.map((object) => convertOne(resources, desired, object));
    return { result: { status: "Success" }, convertedObjects };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { result: { status: "Failure", message } };
  }
}

function convertOne(resources: readonly AnyResource[], desired: string, object: unknown): unknown {
  if (!isObject(object)) throw new TypeError("one of the objects is none");
  const { kind } = object;
  const [group = "", version = ""] = desired.split("/");
  const resource = resources.find((one) => one.group === group && one.kind === kind);
  if (resource === undefined) {
    throw new TypeError(`${String(kind)} of ${group} is not converted here`);
  }
  return convertObject(resource, object as KubeObject & JsonObject, version);
}
