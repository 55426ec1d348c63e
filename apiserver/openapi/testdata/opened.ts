/**
 * The descriptions of some resources, for tests that look into them.
 *
 * @module
 */

import type { Dialect } from "../../../toolkit/names.ts";
import type { DescribedResource } from "../mod.ts";
import { OpenApi, type OpenApiRequest } from "../service.ts";
import { builtin } from "./resources.ts";

/** A document. */
export type Json = { [name: string]: Json };

/** The descriptions of all that is built in, and of more. */
export function open(dialect: Dialect, more: readonly DescribedResource[] = []) {
  const resources = [...builtin(dialect), ...more];
  const state = { resources, generation: 1 };
  const api = new OpenApi({
    dialect,
    info: { title: "API", version: "v1.36.0" },
    resources: () => state.resources,
    generation: () => state.generation,
  });
  const get = async (path: string, request: Partial<OpenApiRequest> = {}) =>
    (await api.answer({ path, ...request }))!;
  const json = async (path: string) => {
    const { body } = await get(path);
    return JSON.parse(new TextDecoder().decode(body)) as Json;
  };
  return { api, state, get, json };
}

/** Every reference in a document. */
export function* references(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    // Where it is the name of a field, what follows is a schema.
    if (name === "$ref" && typeof member === "string") yield member;
    else yield* references(member);
  }
}

/** What a reference leads to. */
export function resolve(document: Json, reference: string): unknown {
  return reference.slice("#/".length).split("/").reduce((at, step) => at?.[step]!, document);
}
