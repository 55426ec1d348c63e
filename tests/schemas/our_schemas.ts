/**
 * What our server makes of custom definitions and of their objects.
 *
 * @module
 */

import type { Answer, ApiClient } from "../../testing/api_client.ts";
import type { AnyObject } from "../../toolkit/kinds/mod.ts";

/** A definition, and objects of it. */
export interface SchemaQuestion {
  readonly definition: AnyObject;
  readonly objects: readonly WrittenObject[];
}

/** An object that is made, or takes the place of one that was stored when there were no rules. */
export interface WrittenObject {
  readonly object: AnyObject;
  readonly old?: AnyObject;
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

/** How often a new kind is asked for at most. */
const TRIES = 10_000;

/** Takes everything. */
const NO_RULES = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

/**
 * Makes a definition, sends objects of it, and deletes it again. `caughtUp` settles once the server knows of what was
 * written before.
 */
export async function ourAnswer(
  client: ApiClient,
  caughtUp: () => Promise<void>,
  { definition, objects }: SchemaQuestion,
): Promise<SchemaAnswer> {
  const { metadata, spec } = definition;
  const { names, group, versions: [version] } = spec;
  const path = `/apis/${group}/v1/namespaces/default/${names.plural}`;
  const place = `${DEFINITIONS}/${metadata!.name}`;
  const stored = objects.some(({ old }) => old !== undefined);
  const free = { ...version, schema: { openAPIV3Schema: NO_RULES } };
  const first = stored ? { ...definition, spec: { ...spec, versions: [free] } } : definition;
  const made = await client.post(DEFINITIONS, first);
  if (made.status !== 201) return { definition: causesOf(made.json), objects: [] };
  // It is served a moment after it was made.
  for (let tries = 0; tries < TRIES && (await client.get(path)).status === 404; tries++);
  const revisions = new Map<unknown, string>();
  for (const { old } of objects) {
    if (old === undefined) continue;
    const { status, text, json } = await client.post(path, old);
    if (status !== 201) throw new Error(text);
    revisions.set(old, json.metadata!.resourceVersion!);
  }
  const outcomes: SchemaOutcome[] = [];
  let wrong: string[] = [];
  if (stored) {
    const { json } = await client.get(place);
    const now = await client.put(place, { ...json, spec: { ...json.spec, versions: [version] } });
    if (now.status !== 200) wrong = causesOf(now.json);
    await caughtUp();
  }
  for (const { object, old } of wrong.length > 0 ? [] : objects) {
    const { name } = object.metadata!;
    const resourceVersion = revisions.get(old);
    const sent = { ...object, metadata: { ...object.metadata, resourceVersion } };
    outcomes.push(
      outcomeOf(
        old === undefined
          ? await client.post(`${path}?dryRun=All`, object)
          : await client.put(`${path}/${name}?dryRun=All`, sent),
      ),
    );
  }
  await client.delete(place);
  return { definition: wrong, objects: outcomes };
}

function outcomeOf({ status, json, headers }: Answer): SchemaOutcome {
  const unknown = [...(headers.get("warning") ?? "").matchAll(/unknown field \\"(.*?)\\"/g)]
    .map(([, path]) => path!);
  if (status >= 300) return { wrong: causesOf(json), unknown };
  return { object: json, wrong: [], unknown };
}

/** What a refusal says of fields, or else what it says. */
function causesOf({ message, details }: AnyObject): string[] {
  const causes: string[] = (details?.causes ?? []).map((
    cause: { field?: string; reason?: string; message?: string },
  ) => `${cause.field ?? ""}: ${cause.reason ?? ""}: ${cause.message ?? ""}`);
  return causes.length > 0 ? causes : [message];
}
