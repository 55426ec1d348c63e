/** Watches, read by line from an answer that goes on. */

import { CoreV1Api, PatchStrategy, setHeaderOptions, Watch } from "@kubernetes/client-node";
import { step } from "./report.mjs";

const namespace = "default";
const PATH = `/api/v1/namespaces/${namespace}/configmaps`;

/** @param {import("@kubernetes/client-node").KubeConfig} config */
export async function watches(config) {
  const core = config.makeApiClient(CoreV1Api);
  const subject = "watches";
  const labels = { watched: "js" };
  const labelSelector = "watched=js";
  const make = (name) =>
    core.createNamespacedConfigMap({
      namespace,
      body: { metadata: { name, labels } },
    });
  const remove = (name) => core.deleteNamespacedConfigMap({ namespace, name });
  const now = async () =>
    (await core.listNamespacedConfigMap({ namespace, limit: 1 })).metadata
      .resourceVersion;
  const patch = (name, body) => {
    return core.patchNamespacedConfigMap(
      { namespace, name, body },
      setHeaderOptions("Content-Type", PatchStrategy.MergePatch),
    );
  };

  await step(subject, "from a version on", async () => {
    const resourceVersion = await now();
    const events = follow(config, { resourceVersion, labelSelector });
    await make("js-watched");
    await patch("js-watched", { data: { a: "1" } });
    await remove("js-watched");
    return await events.until(({ type }) => type === "DELETED");
  });
  await step(subject, "what leaves a selection", async () => {
    const events = follow(config, {
      resourceVersion: await now(),
      labelSelector,
    });
    await make("js-left");
    await patch("js-left", { metadata: { labels: { watched: "other" } } });
    await patch("js-left", { metadata: { labels: { watched: "js" } } });
    await remove("js-left");
    return await events.until((_, all) => all.length === 4);
  });
  await step(subject, "what is there first", async () => {
    await make("js-there");
    const events = follow(config, { labelSelector });
    const first = await events.until(() => true);
    await remove("js-there");
    return first;
  });
  await step(subject, "a list first, then a bookmark", async () => {
    await make("js-listed");
    const events = follow(config, {
      labelSelector,
      sendInitialEvents: true,
      allowWatchBookmarks: true,
      resourceVersionMatch: "NotOlderThan",
    });
    const first = await events.until(({ type }) => type === "BOOKMARK");
    await remove("js-listed");
    return first;
  });
  await step(subject, "one that ends by itself", async () => {
    const events = follow(config, {
      resourceVersion: await now(),
      timeoutSeconds: 1,
    });
    return await events.ended;
  });
  await step(subject, "a version that is to come", async () => {
    return await follow(config, {
      resourceVersion: "99999999999",
      timeoutSeconds: 1,
    }).ended;
  });
  await step(subject, "a version that is none", async () => {
    return await follow(config, { resourceVersion: "none" }).ended;
  });
}

/**
 * A watch: what it told, until something was told and until it ended.
 * @param {import("@kubernetes/client-node").KubeConfig} config
 */
export function follow(config, query, path = PATH) {
  const all = [];
  const waiting = new Set();
  const { promise: ended, resolve } = deferred();
  const controller = new Watch(config).watch(
    path,
    query,
    (type, object) => {
      const event = {
        type,
        name: object.metadata?.name,
        kind: object.kind,
        code: object.code,
      };
      if (type === "BOOKMARK") event.annotations = object.metadata.annotations;
      else if (type !== "ERROR") event.data = object.data;
      all.push(event);
      for (const look of waiting) look();
    },
    (error) => resolve({ error: error?.statusCode ?? error?.name ?? null, events: all }),
  );
  const until = async (enough) => {
    const { promise, resolve } = deferred();
    const look = () => all.length > 0 && enough(all.at(-1), all) && resolve();
    waiting.add(look);
    look();
    await Promise.race([promise, ended]);
    waiting.delete(look);
    (await controller).abort();
    return all;
  };
  return { ended, until };
}

/** A promise that is settled from without: not every version of the runtime has one. */
function deferred() {
  let resolve;
  const promise = new Promise((settle) => resolve = settle);
  return { promise, resolve };
}
