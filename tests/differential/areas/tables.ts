/**
 * Rows of tables, of objects in states that are seldom met.
 *
 * @module
 */

import type { Area, Scenario } from "../scenario.ts";
import type { AnyObject } from "../session.ts";
import { podState } from "./pod_states.ts";
import { HERE, type ShownState, STATES } from "./shown_states.ts";

const TABLE = "application/json;as=Table;g=meta.k8s.io;v=v1";

/** Pods whose states follow from the seed. */
const PODS = 200;

export const tables: Area = {
  name: "tables",
  *scenarios({ random }) {
    for (const [resource, states] of Object.entries(STATES)) yield rowsOf(resource, states);
    yield rowsOf("v1/pods", Array.from({ length: PODS }, () => podState(random)));
  },
};

/** What is compared is what stands in the cells: how columns are told is compared with the lists. */
const rows = ({ rows }: AnyObject) =>
  rows?.map(({ cells, conditions }: AnyObject) => ({ cells, conditions }));

/** What makes the state of an object is compared elsewhere. */
const unseen = { view: () => undefined };

function rowsOf(resource: string, states: readonly ShownState[]): Scenario {
  const [place, isShared] = [resource.replace(/^\*/, ""), resource.startsWith("*")];
  return {
    name: `of ${place}`,
    // What belongs to no namespace may be what objects get that name no other.
    alone: isShared,
    async run(session) {
      const namespace = isShared ? "" : (await session.namespace()).replace(/^\/api\/v1/, "");
      const root = place.startsWith("v1/") ? "/api" : "/apis";
      const cut = place.lastIndexOf("/");
      const objects = `${root}/${place.slice(0, cut)}${namespace}${place.slice(cut)}`;
      const prefix = isShared ? `t${session.id}-` : "";
      for (const [index, state] of states.entries()) {
        const text = JSON.stringify(state).replaceAll(HERE, namespace.replace(/.*\//, ""));
        const { metadata, status, ends, ...object } = JSON.parse(text) as ShownState;
        const name = `${prefix}s${index}`;
        const finalizers = ends === true ? ["example.com/held"] : [];
        const made = { ...object, metadata: { ...metadata, name, finalizers } };
        await session.post(objects, made, unseen);
        const path = `${objects}/${name}`;
        if (status !== undefined) {
          await session.patch(`${path}/status`, "merge", { status }, unseen);
        }
        if (ends === true) await session.delete(path, undefined, unseen);
        await session.get(path, { accept: TABLE, view: rows });
        if (!isShared) continue;
        await session.patch(path, "merge", { metadata: { finalizers: null } }, unseen);
        await session.delete(path, undefined, unseen);
      }
    },
  };
}
