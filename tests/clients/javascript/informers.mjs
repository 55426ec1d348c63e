/** Informers: a list, then a watch, and again after each end. */

import { CoreV1Api, makeInformer, PatchStrategy, setHeaderOptions } from "@kubernetes/client-node";
import { step } from "./report.mjs";

const namespace = "default";
const PATH = `/api/v1/namespaces/${namespace}/secrets`;
const labelSelector = "informed=js";
const labels = { informed: "js" };

/** @param {import("@kubernetes/client-node").KubeConfig} config */
export async function informers(config) {
  const core = config.makeApiClient(CoreV1Api);
  const list = () => core.listNamespacedSecret({ namespace, labelSelector });
  const make = (name) =>
    core.createNamespacedSecret({
      namespace,
      body: { metadata: { name, labels } },
    });
  const change = (name) => {
    return core.patchNamespacedSecret(
      { namespace, name, body: { stringData: { word: "changed" } } },
      setHeaderOptions("Content-Type", PatchStrategy.MergePatch),
    );
  };
  const remove = (name) => core.deleteNamespacedSecret({ namespace, name });
  const told = [];
  let look = () => {};
  const informer = makeInformer(config, PATH, list, labelSelector);
  for (const verb of ["add", "update", "delete"]) {
    informer.on(verb, ({ metadata, data }) => {
      told.push({ verb, name: metadata.name, data });
      look();
    });
  }
  informer.on("error", (error) => {
    // So it tells that it was stopped.
    if (error.name === "AbortError") return;
    told.push({ error: error.message });
    look();
  });
  const until = (count) => {
    return new Promise((resolve) => {
      look = () => {
        if (told.length < count) return;
        look = () => {};
        resolve(told.splice(0));
      };
      look();
    });
  };
  const subject = "informers";
  await step(subject, "what is there", async () => {
    await make("js-first");
    await informer.start();
    return await until(1);
  });
  await step(subject, "what comes, changes and goes", async () => {
    await make("js-second");
    await change("js-second");
    await remove("js-second");
    return await until(3);
  });
  await step(subject, "what it holds", async () => {
    await make("js-third");
    await until(1);
    return {
      names: informer.list(namespace).map(({ metadata }) => metadata.name)
        .sort(),
      found: informer.get("js-third", namespace)?.metadata.labels,
    };
  });
  await step(subject, "what happened while it stood still", async () => {
    await informer.stop();
    await change("js-third");
    await remove("js-first");
    await make("js-fourth");
    await informer.start();
    return await until(3);
  });
  await step(subject, "all that goes with its collection", async () => {
    await core.deleteCollectionNamespacedSecret({ namespace, labelSelector });
    return (await until(2)).map(({ verb, name }) => `${verb} ${name}`).sort();
  });
  await informer.stop();
}
