/**
 * What our server makes of custom definitions and of their objects.
 *
 * @module
 */

import type { ApiClient } from "../../testing/api_client.ts";
import type { AnyObject } from "../../toolkit/kinds/mod.ts";

/** A definition, and objects of it. */
export interface SchemaQuestion {
  readonly definition: AnyObject;
  readonly objects: readonly AnyObject[];
}

/** What is wrong with a definition; where nothing is, what becomes of the objects. */
export interface SchemaAnswer {
  readonly definition: readonly string[];
  readonly objects: readonly SchemaOutcome[];
}

/** An object as it is stored, or what is wrong with it; and which fields of it nobody knows. */
export interface SchemaOutcome {
  readonly object?: AnyObject;
  readonly wrong: readonly string[];
  readonly unknown: readonly string[];
}

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Makes a definition, sends objects of it, and deletes it again. */
export async function ourAnswer(
  client: ApiClient,
  { definition, objects }: SchemaQuestion,
): Promise<SchemaAnswer> {
  const made = await client.post(DEFINITIONS, definition);
  if (made.status !== 201) return { definition: causesOf(made.json), objects: [] };
  const outcomes: SchemaOutcome[] = [];
  for (const object of objects) outcomes.push(await outcomeOf(client, definition, object));
  await client.delete(`${DEFINITIONS}/${definition.metadata!.name}`);
  return { definition: [], objects: outcomes };
}

async function outcomeOf(
  client: ApiClient,
  { spec: { group, names } }: AnyObject,
  object: AnyObject,
): Promise<SchemaOutcome> {
  const path = `/apis/${group}/v1/namespaces/default/${names.plural}?dryRun=All`;
  let answer = await client.post(path, object);
  // It is served a moment after it was made.
  for (let tries = 0; answer.status === 404 && tries < 1000; tries++) {
    answer = await client.post(path, object);
  }
  const { status, json, headers } = answer;
  const unknown = [...(headers.get("warning") ?? "").matchAll(/unknown field \\"(.*?)\\"/g)]
    .map(([, path]) => path!);
  if (status !== 201) return { wrong: causesOf(json), unknown };
  return { object: json, wrong: [], unknown };
}

/** What a refusal says of fields, or else what it says. */
function causesOf({ message, details }: AnyObject): string[] {
  const causes: string[] = (details?.causes ?? []).map((
    cause: { field?: string; reason?: string; message?: string },
  ) => `${cause.field ?? ""}: ${cause.reason ?? ""}: ${cause.message ?? ""}`);
  return causes.length > 0 ? causes : [message];
}
