/**
 * Every field of every kind with values that its type allows, one at a time: what is refused in which words, what is
 * filled in, what may not change. Rows that somebody wrote down test the rules that he knew of; these test all others.
 *
 * @module
 */

import { schemaOf } from "../../../toolkit/schema/mod.ts";
import type { KindTables } from "../../../testing/kind_tables.ts";
import { collection, gone, isStored, type Kind, objectOf, settled } from "../kinds.ts";
import type { Area, Scenario } from "../scenario.ts";
import type { AnyObject } from "../session.ts";
import { type FieldValue, fieldValues, valueAt, withValue } from "../field_values.ts";

/** Values in one scenario. */
const VALUES = 200;

export const eachField: Area = {
  name: "each field",
  *scenarios({ kinds }) {
    for (const kind of kinds.filter(isStored)) {
      for (const [index, table] of kind.tables.entries()) {
        const name = `${collection(kind)} ${index}`;
        for (const [part, values] of parts(kind, table)) {
          for (let from = 0; from < values.length; from += VALUES) {
            const some = values.slice(from, from + VALUES);
            if (part === "object") yield created(kind, table, `${name} made ${from}`, some);
            yield changed(kind, table, `${name} changed ${part} ${from}`, some, part);
          }
        }
      }
    }
  },
};

/**
 * Values of all fields, the object's own and those of its status; of tables beside the first, of what only they have:
 * not more than fit into a scenario, as pods have thirty tables.
 */
export function parts(kind: Kind, table: KindTables): [string, FieldValue[]][] {
  const [first] = kind.tables;
  const base = objectOf(kind, table, "x");
  const known = objectOf(kind, first!, "x");
  const values = [...fieldValues(typeOf(kind), base)].filter(({ path }) =>
    table === first || valueAt(known, path) === undefined && valueAt(base, path) !== undefined
  ).slice(0, table === first ? undefined : VALUES);
  const ofStatus = values.filter(({ path }) => path[0] === "status");
  const others = values.filter(({ path }) => path[0] !== "status");
  return kind.subresources.includes("status")
    ? [["object", others], ["status", ofStatus]]
    : [["object", values]];
}

function typeOf({ group, version, kind }: Kind) {
  const type = schemaOf("kubernetes").kind(group, version, kind);
  if (type === undefined) throw new Error(`there is no schema of ${group}/${version} ${kind}`);
  return type;
}

function created(kind: Kind, table: KindTables, name: string, values: FieldValue[]): Scenario {
  return {
    name,
    alone: isAlone(kind, table),
    async run(session) {
      const objects = collection(kind, kind.namespaced ? await session.namespace() : "");
      for (const value of values) {
        const object = withValue(objectOf(kind, table, "x"), value);
        await session.post(`${objects}?dryRun=All&fieldValidation=Strict`, object, { view });
      }
    },
  };
}

function changed(
  kind: Kind,
  table: KindTables,
  name: string,
  values: FieldValue[],
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
      const { managedFields: _, resourceVersion: __, ...metadata } = json.metadata ?? {};
      const at = part === "status" ? `${path}/status` : path;
      for (const value of values) {
        const wanted = withValue({ ...json, metadata }, value);
        await session.put(`${at}?dryRun=All&fieldValidation=Strict`, wanted, { view });
      }
      await session.patch(path, "merge", { metadata: { finalizers: null } });
      await session.delete(`${path}?gracePeriodSeconds=0`);
      if (!kind.namespaced) await gone(session, path);
    },
  };
}

/** What others notice; and what has a name that no scenario can choose. */
export function isAlone({ namespaced, group, resource }: Kind, { valid }: KindTables): boolean {
  return group === "admissionregistration.k8s.io" || resource === "services" ||
    !namespaced && (valid.metadata as AnyObject)?.name !== undefined;
}

/** Who owns what is compared elsewhere. */
export function view(json: AnyObject): unknown {
  if (json?.metadata?.managedFields === undefined) return json;
  const { managedFields: _, ...metadata } = json.metadata;
  return { ...json, metadata };
}
