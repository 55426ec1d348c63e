/**
 * Every field of every kind with values that its type allows, one at a time, by patches: strategic ones, which merge lists by
 * keys, and configurations that are applied.
 *
 * @module
 */

import type { KindTables } from "../../../testing/kind_tables.ts";
import { type FieldValue, valueAt, withValue } from "../field_values.ts";
import { collection, gone, isStored, type Kind, objectOf, settled } from "../kinds.ts";
import type { Area, Scenario } from "../scenario.ts";
import type { AnyObject } from "../session.ts";
import { isAlone, parts, view } from "./each_field.ts";

/** Values in one scenario. */
const VALUES = 100;

export const eachFieldPatched: Area = {
  name: "each field patched",
  *scenarios({ kinds }) {
    for (const kind of kinds.filter(isStored)) {
      // Of kinds with many tables: the others have the same fields.
      const [table] = kind.tables;
      if (table === undefined) continue;
      for (const [part, values] of parts(kind, table)) {
        for (let from = 0; from < values.length; from += VALUES) {
          const name = `${collection(kind)} ${part} ${from}`;
          yield patched(kind, table, name, values.slice(from, from + VALUES), part);
        }
      }
    }
  },
};

function patched(
  kind: Kind,
  table: KindTables,
  name: string,
  values: readonly FieldValue[],
  part: string,
): Scenario {
  return {
    name,
    alone: isAlone(kind, table),
    async run(session) {
      const objects = collection(kind, kind.namespaced ? await session.namespace() : "");
      const object = objectOf(kind, table, kind.namespaced ? "x" : `x${session.id}`);
      const path = `${objects}/${encodeURIComponent(object.metadata.name)}`;
      await session.post(objects, object, { view });
      await settled(session, kind, path);
      const { json } = await session.get(path, { view });
      const at = part === "status" ? `${path}/status` : path;
      const query = "dryRun=All&fieldManager=other";
      const { apiVersion, kind: kindName } = object;
      const base = { apiVersion, kind: kindName, metadata: { name: object.metadata.name } };
      for (const value of values) {
        const change = changeOf(json, value);
        await session.patch(`${at}?${query}`, "strategic", change, { view });
        const configuration = { ...base, ...change, metadata: base.metadata };
        await session.patch(`${at}?${query}&force=true`, "apply", configuration, { view });
      }
      await session.patch(path, "merge", { metadata: { finalizers: null } });
      await session.delete(`${path}?gracePeriodSeconds=0`);
      if (!kind.namespaced) await gone(session, path);
    },
  };
}

/** What of an object with another value is sent: all that leads there, and the whole of the first list on the way. */
function changeOf(object: AnyObject, value: FieldValue): AnyObject {
  const index = value.path.findIndex((step) => typeof step === "number");
  const path = index < 0 ? value.path : value.path.slice(0, index);
  const changed = valueAt(withValue(object, value), path);
  return withValue({}, { path, value: changed === undefined ? null : changed });
}
