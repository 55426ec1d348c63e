/**
 * Streams of changes.
 *
 * @module
 */

import { collection, isStored, isWorkedOn, type Kind, objectOf } from "../kinds.ts";
import type { Area, Scenario } from "../scenario.ts";
import type { Session } from "../session.ts";

export const watches: Area = {
  name: "watches",
  *scenarios({ kinds }) {
    for (const [name, parameters] of OPTIONS) yield watchOfMaps(name, parameters);
    for (const accept of FORMS) yield watchInForm(accept);
    yield* [refused, selected, byName];
    for (const kind of kinds) {
      if (isStored(kind) && kind.namespaced && !isWorkedOn(kind) && kind.tables.length > 0) {
        yield watchOf(kind);
      }
    }
  },
};

const query = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters)}`;

/** Seconds: long enough for the writes meanwhile. */
const timeoutSeconds = "3";

const LATEST = "<latest>";
const FIRST = "<first>";

const OPTIONS: readonly (readonly [name: string, parameters: Record<string, string>])[] = [
  ["from now", {}],
  ["from any", { resourceVersion: "0" }],
  ["from a version", { resourceVersion: LATEST }],
  ["from an older version", { resourceVersion: FIRST }],
  ["with bookmarks", { allowWatchBookmarks: "true" }],
  ["with bookmarks from a version", { allowWatchBookmarks: "true", resourceVersion: LATEST }],
  ["a list first", {
    sendInitialEvents: "true",
    allowWatchBookmarks: "true",
    resourceVersionMatch: "NotOlderThan",
  }],
  ["a list first, of any version", {
    sendInitialEvents: "true",
    allowWatchBookmarks: "true",
    resourceVersionMatch: "NotOlderThan",
    resourceVersion: "0",
  }],
  ["a list first, of a version", {
    sendInitialEvents: "true",
    allowWatchBookmarks: "true",
    resourceVersionMatch: "NotOlderThan",
    resourceVersion: LATEST,
  }],
  ["a list first, without bookmarks", {
    sendInitialEvents: "true",
    resourceVersionMatch: "NotOlderThan",
  }],
  ["no list first", { sendInitialEvents: "false", resourceVersionMatch: "NotOlderThan" }],
  ["no list first, from any", {
    sendInitialEvents: "false",
    resourceVersionMatch: "NotOlderThan",
    resourceVersion: "0",
  }],
  ["some labels", { labelSelector: "app=a" }],
  ["other labels, from a version", { labelSelector: "app!=a", resourceVersion: LATEST }],
  ["one name", { fieldSelector: "metadata.name=a" }],
];

/** What a watch sees: objects that come, change what selects them, and go. */
async function writes(session: Session, maps: string): Promise<void> {
  await session.post(maps, { metadata: { name: "c", labels: { app: "a" } } });
  await session.patch(`${maps}/a`, "merge", { data: { k: "v" } });
  await session.patch(`${maps}/a`, "merge", { data: { k: "v" } });
  await session.patch(`${maps}/a`, "merge", { metadata: { labels: { app: "other" } } });
  await session.patch(`${maps}/b`, "merge", { metadata: { labels: { app: "a" } } });
  await session.patch(`${maps}/c`, "merge", { metadata: { finalizers: ["example.com/x"] } });
  await session.delete(`${maps}/c`);
  await session.patch(`${maps}/c`, "merge", { metadata: { finalizers: null } });
  await session.delete(`${maps}/a`);
  await session.delete(maps);
}

/** Two config maps, and the versions of the first and of the collection. */
async function two(session: Session): Promise<{ maps: string; first: string; latest: string }> {
  const maps = `${await session.namespace()}/configmaps`;
  const { json: a } = await session.post(maps, { metadata: { name: "a", labels: { app: "a" } } });
  await session.post(maps, { metadata: { name: "b", labels: { app: "b" } } });
  const { json } = await session.get(maps);
  return {
    maps,
    first: a.metadata?.resourceVersion ?? "",
    latest: json.metadata?.resourceVersion ?? "",
  };
}

function watchOfMaps(name: string, options: Record<string, string>): Scenario {
  return {
    name,
    async run(session) {
      const { maps, first, latest } = await two(session);
      const parameters: Record<string, string> = { watch: "1", timeoutSeconds, ...options };
      if (parameters.resourceVersion === LATEST) parameters.resourceVersion = latest;
      if (parameters.resourceVersion === FIRST) parameters.resourceVersion = first;
      await session.watch(maps + query(parameters), () => writes(session, maps));
    },
  };
}

const FORMS = [
  "application/json;as=Table;g=meta.k8s.io;v=v1",
  "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  "application/vnd.kubernetes.protobuf",
  "application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
  "application/yaml",
  "application/cbor",
  "application/json;stream=watch",
  "application/vnd.kubernetes.protobuf;stream=watch",
  "text/plain",
];

function watchInForm(accept: string): Scenario {
  return {
    name: `as ${accept}`,
    async run(session) {
      const { maps } = await two(session);
      const parameters = query({ watch: "true", timeoutSeconds, allowWatchBookmarks: "true" });
      await session.watch(maps + parameters, () => writes(session, maps), { accept });
    },
  };
}

/** Watches that are no watches. */
const refused: Scenario = {
  name: "refused",
  async run(session) {
    const { maps } = await two(session);
    for (
      const parameters of [
        { sendInitialEvents: "true" },
        { sendInitialEvents: "x" },
        { sendInitialEvents: "true", resourceVersionMatch: "Exact", allowWatchBookmarks: "true" },
        { resourceVersionMatch: "NotOlderThan" },
        { resourceVersionMatch: "Exact", resourceVersion: "1" },
        { resourceVersion: "x" },
        { resourceVersion: "-1" },
        { labelSelector: "a b" },
        { fieldSelector: "data.a=b" },
        { limit: "x" },
        { continue: "x" },
        { timeoutSeconds: "x" },
        { allowWatchBookmarks: "x" },
        { resourceVersion: "1", sendInitialEvents: "true", resourceVersionMatch: "NotOlderThan" },
      ]
    ) {
      await session.get(maps + query({ timeoutSeconds: "1", ...parameters, watch: "true" }));
    }
    await session.get(`${maps}?watch=x&timeoutSeconds=1`);
    await session.get(`${maps}?watch=0`);
    await session.get(`${maps}?watch=&timeoutSeconds=1`);
    await session.get(`${maps}?watch=true&timeoutSeconds=1`, { accept: "image/png" });
    await session.get("/api/v1/namespaces/nobody/configmaps?watch=1&timeoutSeconds=1");
  },
};

const selected: Scenario = {
  name: "through the old paths",
  async run(session) {
    const { maps } = await two(session);
    const path = maps.replace("/api/v1/", "/api/v1/watch/");
    await session.watch(`${path}?timeoutSeconds=1`, () => writes(session, maps));
    await session.get(`/api/v1/watch/nobody?timeoutSeconds=1`);
  },
};

const byName: Scenario = {
  name: "of one object",
  async run(session) {
    const { maps } = await two(session);
    const path = maps.replace("/api/v1/", "/api/v1/watch/");
    await session.watch(`${path}/a?timeoutSeconds=1`, async () => {});
    await session.watch(`${maps}/a?watch=1&timeoutSeconds=1`, () => writes(session, maps));
    await session.get(`${path}/nobody?timeoutSeconds=1`);
    await session.get(`${maps}/nobody?watch=1&timeoutSeconds=1`);
  },
};

/** The life of an object of a kind, as a watch sees it. */
function watchOf(kind: Kind): Scenario {
  const [table] = kind.tables;
  return {
    name: `of ${collection(kind)}`,
    async run(session) {
      const objects = collection(kind, await session.namespace());
      const path = `${objects}?watch=1&timeoutSeconds=1`;
      const object = objectOf(kind, table!, "x");
      await session.watch(path, async () => {
        await session.post(objects, object);
        const one = `${objects}/${encodeURIComponent(object.metadata.name)}`;
        await session.patch(one, "merge", { metadata: { annotations: { a: "b" } } });
        await session.delete(`${one}?gracePeriodSeconds=0`);
      });
    },
  };
}
