/**
 * How many templates a daemon set has had: an annotation that clients of old go by.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { badRequest } from "../../../toolkit/errors/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import { metadataOf } from "../../resource/metadata.ts";

const ANNOTATION = "deprecated.daemonset.template.generation";
const MAX_INT64 = 2n ** 63n - 1n;

/** The number is there, whoever writes the set. Throws 400 where what was sent is none. */
export function setTemplateGenerationDefault(object: JsonObject): void {
  const sent = metadataOf(object).annotations?.[ANNOTATION];
  setGeneration(object, sent === undefined ? 0n : readGeneration(sent));
}

/** A new set's is 1, unless it was told otherwise. */
export function beginTemplateGeneration(object: JsonObject): void {
  if (generationOf(object) < 1n) setGeneration(object, 1n);
}

/** It grows with each new template, whatever was sent. */
export function keepTemplateGeneration(object: JsonObject, old: JsonObject): void {
  const generation = generationOf(old);
  const isNew = !equalStored(templateOf(object), templateOf(old));
  setGeneration(object, isNew ? generation + 1n : generation);
}

/** Whether a write that was prepared brings a new template. */
export function hasNewTemplate(object: JsonObject, old: JsonObject): boolean {
  return generationOf(object) !== generationOf(old);
}

function generationOf(object: JsonObject): bigint {
  const text = metadataOf(object).annotations?.[ANNOTATION];
  return text === undefined ? 0n : readGeneration(text);
}

function setGeneration(object: JsonObject, generation: bigint): void {
  const metadata = metadataOf(object);
  const text = String(generation);
  if (metadata.annotations?.[ANNOTATION] === text) return;
  // Another attempt to write may begin with the same annotations.
  metadata.annotations = { ...metadata.annotations, [ANNOTATION]: text };
}

function templateOf({ spec }: JsonObject): unknown {
  return (spec as JsonObject | undefined)?.template;
}

function readGeneration(text: string): bigint {
  const isNumber = /^[+-]?\d+$/.test(text);
  const value = isNumber ? BigInt(text.replace(/^\+/, "")) : 0n;
  if (isNumber && value <= MAX_INT64 && value >= -MAX_INT64 - 1n) return value;
  const why = isNumber ? "value out of range" : "invalid syntax";
  throw badRequest(
    'DaemonSet in version "v1" cannot be handled as a DaemonSet: ' +
      `strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`,
  );
}
