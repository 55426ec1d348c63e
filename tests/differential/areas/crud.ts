/**
 * The life of an object of each kind that is stored.
 *
 * @module
 */

import { collection, gone, isPlain, isWorkedOn, type Kind, objectOf, settled } from "../kinds.ts";
import type { Area, Scenario } from "../scenario.ts";
import type { AnyObject, Session } from "../session.ts";

export const crud: Area = {
  name: "life of objects",
  *scenarios({ kinds }) {
    for (const kind of kinds) {
      if (isPlain(kind) && kind.tables.length > 0) yield lifeOf(kind);
    }
  },
};

function lifeOf(kind: Kind): Scenario {
  return {
    name: collection(kind),
    alone: isWorkedOn(kind),
    async run(session) {
      const namespace = kind.namespaced ? await session.namespace() : "";
      const objects = collection(kind, namespace);
      const [table] = kind.tables;
      const object = objectOf(kind, table!, kind.namespaced ? "x" : `x${session.id}`);
      const { name } = object.metadata;
      const path = `${objects}/${encodeURIComponent(name)}`;
      await session.get(path);
      await session.post(`${objects}?dryRun=All`, object);
      await session.post(objects, object);
      await settled(session, kind, path);
      await session.post(objects, object);
      await session.get(path);
      await session.get(path, { accept: "application/yaml" });
      await session.get(path, { accept: "application/vnd.kubernetes.protobuf" });
      await showMetadata(session, path);
      await session.get(`${objects}?fieldSelector=metadata.name%3D${encodeURIComponent(name)}`);
      await changes(session, path);
      for (const subresource of kind.subresources) await session.get(`${path}/${subresource}`);
      await session.delete(`${path}?dryRun=All`);
      await session.delete(`${path}?gracePeriodSeconds=0`);
      if (isWorkedOn(kind)) await gone(session, path);
      await session.get(path);
      await session.delete(path);
    },
  };
}

/** The forms of an answer that do not show the whole object. */
async function showMetadata(session: Session, path: string): Promise<void> {
  for (const form of ["Table", "PartialObjectMetadata"]) {
    await session.get(path, { accept: `application/json;as=${form};g=meta.k8s.io;v=v1` });
  }
}

/** Each way to change an object, by a field that every kind has. */
async function changes(session: Session, path: string): Promise<void> {
  const { json: read } = await session.get(path);
  const labelled = (value: string): AnyObject => ({
    ...read,
    metadata: { ...read.metadata, labels: { ...read.metadata?.labels, changed: value } },
  });
  await session.put(path, labelled("put"));
  await session.put(path, labelled("stale"));
  await session.patch(path, "merge", { metadata: { labels: { changed: "merge" } } });
  await session.patch(path, "strategic", { metadata: { labels: { changed: "strategic" } } });
  await session.patch(path, "json", [
    { op: "add", path: "/metadata/labels/changed", value: "json" },
  ]);
  const applied = {
    apiVersion: read.apiVersion,
    kind: read.kind,
    metadata: { name: read.metadata?.name, labels: { changed: "applied" } },
  };
  await session.patch(`${path}?fieldManager=applier`, "apply", applied);
  await session.patch(`${path}?fieldManager=applier&force=true`, "apply", applied);
}
