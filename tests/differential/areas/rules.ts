/**
 * The rows of the tables beside the kinds, sent to servers: what is refused, filled in, warned of, and what may
 * change into what.
 *
 * @module
 */

import {
  type Change,
  collection,
  gone,
  isPlain,
  isStored,
  isWorkedOn,
  type Kind,
  objectOf,
  settled,
} from "../kinds.ts";
import type { Area, Scenario } from "../scenario.ts";
import type { AnyObject, Session } from "../session.ts";

/** Characters of a change: larger rows are about limits, which a request reaches before them. */
const LARGEST_ROW = 100_000;

/** Rows of creation in one scenario. */
const ROWS = 40;

export const creation: Area = {
  name: "rules of creation",
  *scenarios({ kinds }) {
    for (const kind of kinds.filter(isStored)) {
      const rows = kind.tables.flatMap((table) => [
        ...[...table.good ?? [], ...table.defaults ?? [], ...table.rows ?? []]
          .map(([name, change]) => ({ table, name, change })),
        ...[...table.bad ?? [], ...table.warned ?? []]
          .map(([name, change]) => ({ table, name, change })),
      ]).filter(({ change }) => JSON.stringify(change).length < LARGEST_ROW);
      for (let from = 0; from < rows.length; from += ROWS) {
        yield {
          name: `${collection(kind)} ${from}`,
          async run(session) {
            const objects = collection(kind, kind.namespaced ? await session.namespace() : "");
            for (const { table, change } of rows.slice(from, from + ROWS)) {
              const object = objectOf(kind, table, "x", change);
              await session.post(`${objects}?dryRun=All`, object);
            }
          },
        };
      }
    }
  },
};

export const updates: Area = {
  name: "rules of updates",
  *scenarios({ kinds }) {
    for (const kind of kinds.filter(isPlain)) {
      for (const table of kind.tables) {
        for (const { name, from = {}, to, through } of table.updates ?? []) {
          yield updateOf(
            kind,
            `${collection(kind)} ${name}`,
            (id, change) => {
              return objectOf(kind, table, kind.namespaced ? "x" : `x${id}`, from, change);
            },
            to,
            through,
          );
        }
      }
    }
  },
};

function updateOf(
  kind: Kind,
  name: string,
  objectWith: (id: string, change: Change) => AnyObject,
  to: Change,
  through: string | undefined,
): Scenario {
  return {
    name,
    // Names, addresses and ranges of the whole cluster are in each other's way.
    alone: !kind.namespaced || kind.resource === "services",
    async run(session) {
      const objects = collection(kind, kind.namespaced ? await session.namespace() : "");
      const old = objectWith(session.id, {});
      if (Object.keys(old.metadata).includes("namespace")) delete old.metadata.namespace;
      const made = await session.post(objects, old);
      const path = `${objects}/${encodeURIComponent(made.json.metadata?.name ?? "x")}`;
      await settled(session, kind, path);
      if (old.status !== undefined && kind.subresources.includes("status")) {
        await withVersion(session, path, `${path}/status`, old);
      }
      const part = through === undefined ? "" : `/${through}`;
      await withVersion(session, path, `${path}${part}`, objectWith(session.id, to));
      await session.get(path);
      // What can't be deleted else would stay in the others' way.
      await session.patch(path, "merge", { metadata: { finalizers: null } });
      await session.delete(`${path}?gracePeriodSeconds=0`);
      if (isWorkedOn(kind)) await gone(session, path);
    },
  };
}

/** Replaces an object whose version is not known yet. */
async function withVersion(
  session: Session,
  path: string,
  target: string,
  object: AnyObject,
): Promise<void> {
  const { json } = await session.get(path);
  const { name, namespace, resourceVersion } = json.metadata ?? {};
  const metadata = { ...object.metadata, name, resourceVersion };
  if (namespace !== undefined) metadata.namespace = namespace;
  await session.put(target, { ...object, metadata });
}
