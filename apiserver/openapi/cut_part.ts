/**
 * Cuts the part of one group version out of another server's document of version 2. What that server
 * says is not to be trusted: a part that clients can't read would spoil the whole document for them.
 *
 * @module
 */

import type { Part } from "./foreign.ts";
import type { SlicedTask } from "../../toolkit/time_slice.ts";
import { encodeVersion2 } from "./encode_version2.ts";
import { mapMembers } from "./map_members.ts";
import { ofOwnKinds } from "./own_kinds.ts";
import { readable } from "./readable.ts";
import { isObject } from "../../toolkit/values/json.ts";

/** Characters of a part, as JSON. */
const PART_LIMIT = 4 * 1024 * 1024;
/** Values within each other: every reader of the document goes down into them. */
const DEPTH_LIMIT = 100;

const DEFINITIONS = "#/definitions/";
const PARAMETERS = "#/parameters/";

/**
 * The paths at and below `prefix`, with what they need, as JSON. Throws saying what is wrong with the
 * document. In steps: it may be millions of characters.
 */
export function* cutPart(document: unknown, prefix: string): SlicedTask<string> {
  if (!isObject(document) || document.swagger !== "2.0") {
    throw new Error("it is not an OpenAPI document of version 2.0");
  }
  const whole = {
    definitions: mapOf(document.definitions),
    parameters: mapOf(document.parameters),
  };
  const paths = [...mapOf(document.paths)]
    .filter(([path]) => path === prefix || path.startsWith(`${prefix}/`))
    .map(([path, item]) => {
      if (!isObject(item)) throw new Error(`no object is at ${shown(path)}`);
      return [path, item] as const;
    });
  const needed = {
    definitions: new Map<string, unknown>(),
    parameters: new Map<string, unknown>(),
  };
  const pending: unknown[] = paths.map(([, item]) => item);
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    yield;
    for (const reference of references(item)) {
      const kind = reference.startsWith(DEFINITIONS) ? "definitions" : "parameters";
      const name = reference.slice((kind === "definitions" ? DEFINITIONS : PARAMETERS).length);
      if (needed[kind].has(name)) continue;
      const found = whole[kind].get(name);
      if (!isObject(found) || referenceTo(kind, name) !== reference) {
        throw new Error(`nothing is at ${shown(reference)}`);
      }
      needed[kind].set(name, found);
      pending.push(found);
    }
  }
  const own = (value: unknown) => isObject(value) ? ofOwnKinds(value, prefix) : value;
  const text = JSON.stringify(
    {
      paths: yield* mapMembers(
        paths,
        (item) =>
          Object.fromEntries(Object.entries(item).map(([name, value]) => [name, own(value)])),
      ),
      definitions: yield* mapMembers(needed.definitions, (schema) => own(readable(schema))),
      parameters: Object.fromEntries(needed.parameters),
    } satisfies Part,
  );
  yield;
  if (text.length > PART_LIMIT) throw new Error(`its part is longer than ${PART_LIMIT} characters`);
  // What has another form than the specification's fails here, and not where all is put together.
  yield* encodeVersion2(JSON.parse(text));
  return text;
}

/** How a part refers to something. */
export function referenceTo(kind: "definitions" | "parameters", name: string): string {
  return (kind === "definitions" ? DEFINITIONS : PARAMETERS) + name;
}

/** Every reference in a value, without recursion, as its depth is not known yet. */
function* references(value: unknown): Generator<string> {
  const pending: { readonly value: object; readonly depth: number }[] = [];
  const enter = (member: unknown, depth: number) => {
    if (typeof member !== "object" || member === null) return;
    if (depth > DEPTH_LIMIT) throw new Error(`it is deeper than ${DEPTH_LIMIT} levels`);
    pending.push({ value: member, depth });
  };
  enter(value, 0);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [name, member] of Object.entries(next.value)) {
      // Where it is the name of a field, what follows is a schema.
      if (name === "$ref" && typeof member === "string") yield member;
      else enter(member, next.depth + 1);
    }
  }
}

/** A name in no more characters than anybody reads. */
function shown(name: string): string {
  return JSON.stringify(name.slice(0, 200));
}

function mapOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(isObject(value) ? Object.entries(value) : []);
}
