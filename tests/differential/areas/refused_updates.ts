/**
 * What is refused of a new object, said of one that is there: to itself and to its status.
 *
 * @module
 */

import { collection, isPlain, isWorkedOn, type Kind, objectOf } from "../kinds.ts";
import type { Area, Scenario } from "../scenario.ts";
import type { KindTables } from "../../../testing/kind_tables.ts";

/** Characters of a change: larger ones are about limits. */
const LARGEST_ROW = 20_000;

export const refusedUpdates: Area = {
  name: "refused updates",
  *scenarios({ kinds }) {
    for (const kind of kinds) {
      if (!isPlain(kind) || isWorkedOn(kind)) continue;
      for (const [index, table] of kind.tables.entries()) yield updatesOf(kind, table, index);
    }
  },
};

function updatesOf(kind: Kind, table: KindTables, index: number): Scenario {
  return {
    name: `${collection(kind)} ${index}`,
    alone: !kind.namespaced || kind.resource === "services",
    async run(session) {
      const objects = collection(kind, kind.namespaced ? await session.namespace() : "");
      const valid = objectOf(kind, table, kind.namespaced ? "x" : `x${session.id}`);
      const { json: made } = await session.post(objects, valid);
      const path = `${objects}/${encodeURIComponent(made.metadata?.name ?? "x")}`;
      const { name, namespace, resourceVersion } = made.metadata ?? {};
      const changes = [...table.bad ?? [], ...table.warned ?? []].map(([, change]) => change)
        .filter((change) => JSON.stringify(change).length < LARGEST_ROW);
      for (const change of changes) {
        const object = objectOf(kind, table, name, change);
        const metadata = { ...object.metadata, name, namespace, resourceVersion };
        await session.put(`${path}?dryRun=All`, { ...object, metadata });
        if (!kind.subresources.includes("status") || !("status" in change)) continue;
        await session.put(`${path}/status?dryRun=All`, { ...object, metadata });
      }
      await session.patch(path, "merge", { metadata: { finalizers: null } });
      await session.delete(`${path}?gracePeriodSeconds=0`);
    },
  };
}
