/**
 * Objects of tests of the cache, and stores that fail as a test says.
 *
 * @module
 */

import type { MemoryStore } from "../memory.ts";
import type { Store, Stored } from "../store.ts";
import type { Notice } from "./mod.ts";

/** Where the objects are. */
export const PREFIX = "/registry/core/pods/";
/** Nothing is given up. */
export const never = new AbortController().signal;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Test objects are JSON: labels, and the field `node`. `!` in place of one is a bad value. */
export function decode({ value, revision }: Stored) {
  const text = decoder.decode(value);
  if (text.startsWith("!")) throw new Error("not an object");
  const { labels = {}, node = "" } = JSON.parse(text);
  return { json: encoder.encode(`${text}@${revision}`), labels, fields: { node } };
}

/** Writes an object; settles with its revision. */
export const put = (store: Store, name: string, object: unknown = {}) =>
  store.commit([{
    type: "put",
    key: PREFIX + name,
    value: encoder.encode(JSON.stringify(object)),
  }]);
export const remove = (store: Store, name: string) =>
  store.commit([{ type: "delete", key: PREFIX + name }]);

/** The name of an entry, below {@link PREFIX}. */
export const nameOf = ({ key }: { key: string }) => key.slice(PREFIX.length);
/** Notices as texts: what happened, to whom, at which revision. */
export const shown = (notices: readonly Notice[]) =>
  notices.map(({ type, event }) => `${type} ${nameOf(event)}@${event.revision}`);

/** A store whose changes break off as the test says. */
export function faulty(store: MemoryStore, fault: () => Error | undefined): Store {
  const asked = Object.create(store, { ownRevision: { value: undefined } }) as MemoryStore;
  return Object.assign(asked, {
    async *changes(...args: Parameters<Store["changes"]>) {
      for await (const batch of store.changes(...args)) {
        const error = fault();
        if (error !== undefined) throw error;
        yield batch;
      }
    },
    revision: () => store.revision(),
    range: (...args: Parameters<Store["range"]>) => store.range(...args),
    close: () => store.close(),
  });
}
