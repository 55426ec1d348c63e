/**
 * The annotations in which the old version of autoscalers tells what it has no fields for.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { metadataOf } from "../../resource/metadata.ts";

/** The annotations by what they tell of. */
export interface Annotations {
  readonly metrics: string;
  readonly currentMetrics: string;
  readonly conditions: string;
  readonly behavior: string;
}

/** Their keys. */
export function oldAnnotations({ domain }: Pick<Names, "domain">): Annotations {
  const prefix = `autoscaling.alpha.${domain}`;
  return {
    metrics: `${prefix}/metrics`,
    currentMetrics: `${prefix}/current-metrics`,
    conditions: `${prefix}/conditions`,
    behavior: `${prefix}/behavior`,
  };
}

/** All others. */
export function withoutKeys(
  annotations: Readonly<Record<string, string>> | undefined,
  keys: Annotations,
): Record<string, string> {
  const rest = { ...annotations };
  for (const key of Object.values(keys)) delete rest[key];
  return rest;
}

/** Metadata with other annotations, or none. */
export function withAnnotations(
  metadata: unknown,
  annotations: Record<string, string>,
): JsonObject {
  const { annotations: _, ...rest } = { ...metadata as JsonObject };
  return Object.keys(annotations).length === 0 ? rest : { ...rest, annotations };
}

/** What they tell of a spec, and of a status. */
const PARTS = { spec: ["metrics", "behavior"], status: ["currentMetrics", "conditions"] } as const;

/** Has an object tell of one part in annotations what another one does; undefined: nothing. */
export function takeAnnotations(
  part: keyof typeof PARTS,
  object: JsonObject,
  from: JsonObject | undefined,
  keys: Annotations,
): void {
  const annotations = { ...metadataOf(object).annotations };
  const told = from === undefined ? {} : metadataOf(from).annotations ?? {};
  for (const key of PARTS[part].map((name) => keys[name])) {
    delete annotations[key];
    if (Object.hasOwn(told, key)) annotations[key] = told[key]!;
  }
  object.metadata = withAnnotations(object.metadata, annotations);
}
