/**
 * Random objects of each version of a resource, converted there and back.
 *
 * @module
 */

import { AssertionError } from "node:assert";
import { convertObject, keptAnnotation } from "../../toolkit/resource/convert_object.ts";
import type { Resource } from "../../toolkit/resource/mod.ts";
import { fieldsOf, type Schema } from "../../toolkit/resource/schema.ts";
import { equalJson, isObject, type JsonObject } from "../../toolkit/values/json.ts";
import { Random } from "../random_objects.ts";
import { randomValue } from "./random_values.ts";

// deno-lint-ignore no-explicit-any -- of any objects
type AnyResource = Resource<any, any, any>;

/** How {@link checkConversions} goes about it. */
export interface ConversionCheckOptions {
  /** Objects of each version. */
  readonly runs: number;
  readonly seed: number;
}

/** Fields of every status, which are no conversion's business. */
const OWN_STATUS = ["conditions", "observedGeneration"];

/** See `TestEnv.checkConversions`. */
export function checkConversions(
  resource: AnyResource,
  { runs, seed }: ConversionCheckOptions,
): void {
  if (!Number.isSafeInteger(runs) || runs < 1) {
    throw new TypeError(`checkConversions: runs is ${runs}: write a whole number from 1 on`);
  }
  const { group, kind, version: stored } = resource;
  const { versions } = resource.definition().spec;
  for (const { name: other } of versions) {
    if (other === stored) continue;
    for (const [from, by] of [[other, stored], [stored, other]] as const) {
      const schema = versions.find(({ name }) => name === from)!.schema!.openAPIV3Schema as Schema;
      const random = new Random(seed);
      let refusal: unknown;
      let converted = 0;
      for (let run = 0; run < runs; run++) {
        const object = { apiVersion: `${group}/${from}`, kind, ...randomParts(schema, random) };
        const where = `${kind} ${from} to ${by} and back, object ${run + 1} of seed ${seed}`;
        try {
          roundTrip(resource, object, by, where);
          converted++;
        } catch (error) {
          // What is refused on its way to the store is never in it.
          if (error instanceof AssertionError || from === stored) throw error;
          refusal = error;
        }
      }
      if (converted > 0) continue;
      throw new AssertionError({
        message:
          `checkConversions: none of ${runs} random objects of ${kind} ${from} can be stored: ` +
          `give its schema patterns and bounds, so that fewer are valid; the last: ${refusal}`,
      });
    }
  }
}

function roundTrip(resource: AnyResource, object: JsonObject, by: string, where: string): void {
  const [, from = ""] = String(object.apiVersion).split("/");
  let there: JsonObject;
  let back: JsonObject;
  try {
    there = convertObject(resource, object, by) as JsonObject;
    back = convertObject(resource, there, from) as JsonObject;
  } catch (error) {
    throw new Error(`checkConversions: ${where}: ${error}`, { cause: error });
  }
  const loss = difference(comparable(resource, object), comparable(resource, back), "");
  if (loss === undefined) return;
  throw new AssertionError({
    message: [
      `checkConversions: ${where}: ${loss}`,
      `  it was   ${JSON.stringify(object)}`,
      `  it became ${JSON.stringify(there)}`,
      `  and then ${JSON.stringify(back)}`,
    ].join("\n"),
    operator: "checkConversions",
  });
}

function randomParts(schema: Schema, random: Random): JsonObject {
  const { spec, status } = fieldsOf(schema) as Record<string, Schema | undefined>;
  const parts = Object.entries({ spec, status: status && withoutOwn(status) }).flatMap(
    ([name, one]) => {
      const value = one && randomValue(one, random);
      return value === undefined ? [] : [[name, value]];
    },
  );
  const metadata = {
    name: "random",
    ...random.chance(50) && { labels: { app: random.pick(["web", ""]) } },
    ...random.chance(50) && { annotations: { "example.com/note": random.pick(["a", "é"]) } },
  };
  return { metadata, ...Object.fromEntries(parts) };
}

function withoutOwn(status: Schema): Schema {
  const fields = Object.entries(fieldsOf(status)).filter(([name]) => !OWN_STATUS.includes(name));
  return { ...status, properties: Object.fromEntries(fields) };
}

/** What has to come back. */
function comparable(resource: AnyResource, { metadata, spec, status }: JsonObject): JsonObject {
  const { labels = {}, annotations = {} } = isObject(metadata) ? metadata : {};
  const { [keptAnnotation(resource.group)]: _, ...others } = annotations as JsonObject;
  return { metadata: { labels, annotations: others }, spec: spec ?? {}, status: status ?? {} };
}

/** The first field in which two values differ, as a sentence; undefined: they are equal. */
function difference(one: unknown, other: unknown, path: string): string | undefined {
  if (equalJson(one, other)) return undefined;
  if (isObject(one) && isObject(other)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const found = difference(one[name], other[name], path === "" ? name : `${path}.${name}`);
      if (found !== undefined) return found;
    }
  }
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    for (const [index, item] of one.entries()) {
      const found = difference(item, other[index], `${path}[${index}]`);
      if (found !== undefined) return found;
    }
  }
  const shown = (value: unknown) => value === undefined ? "nothing" : JSON.stringify(value);
  return `${path} was ${shown(one)} and came back as ${shown(other)}`;
}
