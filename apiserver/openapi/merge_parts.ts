/**
 * Puts parts of other servers' documents of version 2 into this one's. What has the name of something
 * else gets a suffix; a path that is there already stays as it is.
 *
 * @module
 */

import { equalJson } from "../../toolkit/values/json.ts";
import type { SlicedTask } from "../../toolkit/time_slice.ts";
import { referenceTo } from "./cut_part.ts";
import type { OpenApiSchema } from "./described.ts";
import type { Part } from "./foreign.ts";
import { KINDS } from "./own_kinds.ts";

/** Named schemas of the document, each with how it was before its references were renamed. */
type Named = Map<string, { readonly schema: OpenApiSchema; readonly original: OpenApiSchema }>;

/** The document with the parts, each as JSON, in it. */
export function* mergeParts(
  document: OpenApiSchema,
  parts: readonly string[],
): SlicedTask<OpenApiSchema> {
  if (parts.length === 0) return document;
  const paths = new Map(Object.entries(document.paths as OpenApiSchema));
  const definitions = namedOf(document.definitions);
  const parameters = namedOf(document.parameters);
  const operations: Taken = new Map(
    [...paths.values()].flatMap(operationIds).map((id) => [id, 1]),
  );
  for (const text of parts) {
    yield;
    const part = JSON.parse(text) as Part;
    const renamed = new Map<string, string>();
    const places = [
      ...placesFor(part, "definitions", definitions, renamed),
      ...placesFor(part, "parameters", parameters, renamed),
    ];
    for (const { own, name, original } of places) {
      yield;
      const schema = redirected(original, renamed) as OpenApiSchema;
      const known = own.get(name);
      own.set(name, known === undefined ? { schema, original } : withKinds(known, original));
    }
    for (const [path, item] of Object.entries(part.paths)) {
      yield;
      if (paths.has(path)) continue;
      paths.set(path, withOwnIds(redirected(item, renamed) as OpenApiSchema, operations));
    }
  }
  return {
    ...document,
    paths: Object.fromEntries(paths),
    definitions: schemasOf(definitions),
    parameters: schemasOf(parameters),
  };
}

/** The names of a path's operations. */
function operationIds(item: unknown): string[] {
  return Object.values(item as OpenApiSchema).flatMap((operation) => idOf(operation) ?? []);
}

function idOf(operation: unknown): string | undefined {
  const id = (operation as OpenApiSchema | null)?.operationId;
  return typeof id === "string" ? id : undefined;
}

/** Names of operations, each with the last suffix that was tried: a server may use one throughout. */
type Taken = Map<string, number>;

/**
 * The path with names of operations that no other operation has, and which are `taken` from here on:
 * generators of clients make a function of each.
 */
function withOwnIds(item: OpenApiSchema, taken: Taken): OpenApiSchema {
  return Object.fromEntries(
    Object.entries(item).map(([method, operation]) => {
      const id = idOf(operation);
      if (id === undefined) return [method, operation];
      let operationId = id;
      let suffix = taken.get(id) ?? 0;
      while (taken.has(operationId)) operationId = `${id}_v${++suffix}`;
      taken.set(id, suffix).set(operationId, Math.max(1, taken.get(operationId) ?? 0));
      return [method, { ...operation as OpenApiSchema, operationId }];
    }),
  );
}

function namedOf(value: unknown): Named {
  return new Map(
    Object.entries(value as { readonly [name: string]: OpenApiSchema })
      .map(([name, schema]) => [name, { schema, original: schema }]),
  );
}

function schemasOf(named: Named): OpenApiSchema {
  return Object.fromEntries([...named].map(([name, { schema }]) => [name, schema]));
}

/** Under which name each thing of a part goes; notes the references that change. */
function placesFor(
  part: Part,
  of: "definitions" | "parameters",
  own: Named,
  renamed: Map<string, string>,
) {
  const things = Object.entries(part[of] as { readonly [name: string]: OpenApiSchema });
  return things.map(([name, original]) => {
    const place = placeFor(name, original, own, part[of]);
    if (place !== name) renamed.set(referenceTo(of, name), referenceTo(of, place));
    return { own, name: place, original };
  });
}

function placeFor(name: string, original: OpenApiSchema, own: Named, others: OpenApiSchema) {
  for (let count = 1;; count++) {
    const place = count === 1 ? name : `${name}_v${count}`;
    if (count > 1 && Object.hasOwn(others, place)) continue;
    const known = own.get(place);
    if (known === undefined || sameButKinds(known.original, original)) return place;
  }
}

function sameButKinds(left: OpenApiSchema, right: OpenApiSchema): boolean {
  return equalJson(withoutKinds(left), withoutKinds(right));
}

function withoutKinds(schema: OpenApiSchema): OpenApiSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !KINDS.includes(name)));
}

/** Of the kinds of both. */
function withKinds(
  { schema, original }: { readonly schema: OpenApiSchema; readonly original: OpenApiSchema },
  more: OpenApiSchema,
) {
  const added = KINDS.flatMap((name) => {
    const [known, further] = [schema[name] ?? [], more[name] ?? []];
    if (!Array.isArray(known) || !Array.isArray(further)) return [];
    const fresh = further.filter((kind) => !known.some((each) => equalJson(each, kind)));
    return fresh.length === 0 ? [] : [[name, [...known, ...fresh]] as const];
  });
  return { original, schema: { ...schema, ...Object.fromEntries(added) } };
}

function redirected(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (renamed.size === 0 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => redirected(each, renamed));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === "$ref" && typeof member === "string"
        ? renamed.get(member) ?? member
        : redirected(member, renamed),
    ]),
  );
}
