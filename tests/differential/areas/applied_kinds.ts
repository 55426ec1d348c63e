/**
 * Whole objects of every kind, applied by several, through the object and through its status: who owns what
 * follows from how each of a kind's fields is merged.
 *
 * @module
 */

import { collection, isPlain, isWorkedOn, type Kind, objectOf } from "../kinds.ts";
import type { Area, Scenario } from "../scenario.ts";
import type { KindTables } from "../../../testing/kind_tables.ts";

/** Characters of a change: larger ones are about limits. */
const LARGEST_ROW = 20_000;

/** Other forms of an object that are applied over it. */
const FORMS = 25;

export const appliedKinds: Area = {
  name: "applied kinds",
  *scenarios({ kinds }) {
    for (const kind of kinds) {
      if (!isPlain(kind) || isWorkedOn(kind)) continue;
      for (const [index, table] of kind.tables.entries()) yield appliedForms(kind, table, index);
    }
  },
};

function appliedForms(kind: Kind, table: KindTables, index: number): Scenario {
  return {
    name: `${collection(kind)} ${index}`,
    alone: !kind.namespaced || kind.resource === "services",
    async run(session) {
      const objects = collection(kind, kind.namespaced ? await session.namespace() : "");
      const object = objectOf(kind, table, kind.namespaced ? "x" : `x${session.id}`);
      const { name } = object.metadata;
      const path = `${objects}/${encodeURIComponent(name)}`;
      const apply = (manager: string, body: unknown, part = "", more = "") =>
        session.patch(`${path}${part}?fieldManager=${manager}${more}`, "apply", body);
      await apply("one", object);
      await apply("one", object);
      const changes = [...table.good ?? [], ...table.rows ?? [], ...table.defaults ?? []]
        .map(([, change]) => change)
        .concat((table.updates ?? []).map(({ to }) => to))
        .filter((change) => JSON.stringify(change).length < LARGEST_ROW)
        .slice(0, FORMS);
      for (const [at, change] of changes.entries()) {
        const form = objectOf(kind, table, name, change);
        form.metadata.name = name;
        // A status that is sent to the object changes nothing but the times of who owns what.
        const { status: _, ...wanted } = form;
        await apply(at % 2 === 0 ? "two" : "one", wanted, "", "&force=true");
        if (kind.subresources.includes("status")) {
          await apply("three", form, "/status", "&force=true");
        }
      }
      const { apiVersion, kind: named } = object;
      const bare = { apiVersion, kind: named, metadata: { name } };
      await apply("two", bare);
      await apply("one", bare);
      if (kind.subresources.includes("status")) await apply("three", bare, "/status");
      await session.get(path);
      await session.patch(path, "merge", { metadata: { finalizers: null } });
      await session.delete(`${path}?gracePeriodSeconds=0`);
    },
  };
}
