/**
 * What is said of objects of every kind besides what they are: versions, ids and times that a server chooses,
 * finalizers, and the ways in which they are made and go.
 *
 * @module
 */

import { collection, isPlain, isWorkedOn, type Kind, objectOf } from "../kinds.ts";
import type { Area, Scenario } from "../scenario.ts";
import type { AnyObject } from "../session.ts";

const OTHER_UID = "00000000-0000-4000-8000-000000000000";

/** What a client may say of an object, and a server chooses. */
const CHOSEN: readonly AnyObject[] = [
  { uid: OTHER_UID },
  { creationTimestamp: "2001-01-01T00:00:00Z", deletionTimestamp: "2001-01-01T00:00:00Z" },
  { deletionGracePeriodSeconds: 5, selfLink: "x" },
  { resourceVersion: "1" },
  { resourceVersion: "0" },
  { finalizers: ["example.com/a", "nobody"] },
  { ownerReferences: [{ apiVersion: "v1", kind: "A", name: "a", uid: "u", controller: true }] },
  { managedFields: [] },
  { labels: { "a b": "c" }, annotations: { "A/b": "c" } },
];

/** How objects may go. */
const DELETIONS: readonly AnyObject[] = [
  { propagationPolicy: "Orphan" },
  { propagationPolicy: "Foreground" },
  { propagationPolicy: "Background" },
  { orphanDependents: true },
  { orphanDependents: false },
  { gracePeriodSeconds: 30 },
  { gracePeriodSeconds: 0 },
  { preconditions: { uid: OTHER_UID } },
  { preconditions: { resourceVersion: "1" } },
];

export const metadataOfKinds: Area = {
  name: "metadata of kinds",
  *scenarios({ kinds }) {
    for (const kind of kinds) {
      if (!isPlain(kind) || isWorkedOn(kind) || kind.tables.length === 0) continue;
      yield creationOf(kind);
      yield deletionsOf(kind);
    }
  },
};

function creationOf(kind: Kind): Scenario {
  return {
    name: `creation of ${collection(kind)}`,
    alone: !kind.namespaced || kind.resource === "services",
    async run(session) {
      const objects = collection(kind, kind.namespaced ? await session.namespace() : "");
      const object = objectOf(kind, kind.tables[0]!, kind.namespaced ? "x" : `x${session.id}`);
      const { name } = object.metadata;
      const path = `${objects}/${encodeURIComponent(name)}`;
      const withMetadata = (more: AnyObject) => ({
        ...object,
        metadata: { ...object.metadata, ...more },
      });
      for (const more of CHOSEN) {
        await session.post(`${objects}?dryRun=All`, withMetadata(more));
        await session.put(`${path}?dryRun=All`, withMetadata(more));
      }
      await session.post(`${objects}?dryRun=All`, {
        ...object,
        metadata: { ...object.metadata, name: undefined, generateName: "g-" },
      }, { view: ({ kind, message, reason }) => ({ kind, message, reason }) });
      await session.put(path, object);
      await session.post(objects, object);
      for (const more of CHOSEN) {
        await session.put(`${path}?dryRun=All`, withMetadata(more));
        await session.patch(`${path}?dryRun=All`, "merge", { metadata: more });
        for (const part of kind.subresources.filter((one) => one === "status")) {
          await session.patch(`${path}/${part}?dryRun=All`, "merge", { metadata: more });
        }
      }
      await session.put(`${path}?dryRun=All`, object);
      await session.delete(`${path}?gracePeriodSeconds=0`);
    },
  };
}

function deletionsOf(kind: Kind): Scenario {
  return {
    name: `deletions of ${collection(kind)}`,
    alone: !kind.namespaced || kind.resource === "services",
    async run(session) {
      const objects = collection(kind, kind.namespaced ? await session.namespace() : "");
      const object = objectOf(kind, kind.tables[0]!, kind.namespaced ? "x" : `x${session.id}`);
      const path = `${objects}/${encodeURIComponent(object.metadata.name)}`;
      const options = kind.resource === "namespaces" ? { view: withSortedFinalizers } : {};
      for (const [index, deletion] of DELETIONS.entries()) {
        const finalizers = index % 2 === 0 ? ["example.com/held"] : [];
        await session.post(objects, { ...object, metadata: { ...object.metadata, finalizers } });
        await session.delete(`${path}?dryRun=All`, undefined, options);
        await session.delete(path, deletion, options);
        await session.get(path, options);
        await session.delete(path, deletion, options);
        const change = (body: AnyObject) => session.patch(path, "merge", body, options);
        await change({ spec: {}, metadata: { labels: { late: "1" } } });
        await change({ metadata: { finalizers: ["example.com/new"] } });
        await change({ metadata: { finalizers: null } });
        await session.get(path, options);
        await session.delete(`${path}?gracePeriodSeconds=0`);
      }
    },
  };
}

/** Finalizers that a deletion adds to a namespace come in any order in the reference. */
function withSortedFinalizers(body: AnyObject): AnyObject {
  const finalizers = body.metadata?.finalizers?.toSorted();
  return finalizers === undefined ? body : { ...body, metadata: { ...body.metadata, finalizers } };
}
