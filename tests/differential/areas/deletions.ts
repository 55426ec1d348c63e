/**
 * Deletions: of one object, of collections, with options, in two phases.
 *
 * @module
 */

import type { Area, Scenario } from "../scenario.ts";
import type { AnyObject } from "../session.ts";

export const deletions: Area = {
  name: "deletions",
  *scenarios() {
    for (const [index, options] of OPTIONS.entries()) yield withOptions(index, options);
    yield* [finalizers, graceful, preconditions, collections, propagation, namespaces, quirks];
  },
};

const OPTIONS: readonly unknown[] = [
  undefined,
  {},
  { kind: "DeleteOptions", apiVersion: "v1" },
  { kind: "DeleteOptions", apiVersion: "meta.k8s.io/v1" },
  { kind: "DeleteOptions", apiVersion: "apps/v1" },
  { kind: "DeleteOptions", apiVersion: "batch/v1" },
  { kind: "Pod", apiVersion: "v1" },
  { gracePeriodSeconds: 0 },
  { gracePeriodSeconds: 1 },
  { gracePeriodSeconds: -1 },
  { gracePeriodSeconds: "x" },
  { gracePeriodSeconds: 1.5 },
  { propagationPolicy: "Background" },
  { propagationPolicy: "Foreground" },
  { propagationPolicy: "Orphan" },
  { propagationPolicy: "x" },
  { propagationPolicy: "" },
  { orphanDependents: true },
  { orphanDependents: false },
  { orphanDependents: true, propagationPolicy: "Orphan" },
  { dryRun: ["All"] },
  { dryRun: ["x"] },
  { dryRun: "All" },
  { dryRun: [] },
  { preconditions: { uid: "x" } },
  { preconditions: { resourceVersion: "1" } },
  { preconditions: {} },
  { unknown: 1 },
  [],
  "x",
  "{",
  null,
  { metadata: { name: "x" } },
];

/** Each option on three kinds: plain, graceful, with dependents. */
function withOptions(index: number, options: unknown): Scenario {
  return {
    name: `options ${index}: ${JSON.stringify(options)}`,
    async run(session) {
      const namespace = await session.namespace();
      const body = options === undefined || typeof options === "string"
        ? options
        : JSON.stringify(options);
      const remove = (path: string) => session.delete(path, body);
      await session.post(`${namespace}/configmaps`, { metadata: { name: "x" } });
      await remove(`${namespace}/configmaps/x`);
      await session.get(`${namespace}/configmaps/x`);
      await session.post(`${namespace}/pods`, POD);
      await remove(`${namespace}/pods/x`);
      await session.get(`${namespace}/pods/x`);
      const deployments = `/apis/apps/v1${namespace.slice("/api/v1".length)}/deployments`;
      await session.post(deployments, DEPLOYMENT);
      await remove(`${deployments}/x`);
      await session.get(`${deployments}/x`);
      await session.post(`${namespace}/configmaps`, { metadata: { name: "y" } });
      await session.post(`${namespace}/configmaps`, { metadata: { name: "z" } });
      await remove(`${namespace}/configmaps`);
      await session.get(`${namespace}/configmaps`);
    },
  };
}

const POD: AnyObject = {
  metadata: { name: "x" },
  spec: { containers: [{ name: "c", image: "i" }], terminationGracePeriodSeconds: 7 },
};

const DEPLOYMENT: AnyObject = {
  metadata: { name: "x" },
  spec: {
    selector: { matchLabels: { a: "b" } },
    template: {
      metadata: { labels: { a: "b" } },
      spec: { containers: [{ name: "c", image: "i" }] },
    },
  },
};

const finalizers: Scenario = {
  name: "finalizers",
  async run(session) {
    const maps = `${await session.namespace()}/configmaps`;
    const metadata = { name: "x", finalizers: ["example.com/a", "example.com/b"] };
    await session.post(maps, { metadata });
    await session.delete(`${maps}/x?dryRun=All`);
    await session.delete(`${maps}/x`);
    await session.delete(`${maps}/x`);
    await session.get(`${maps}/x`);
    await session.post(maps, { metadata });
    await session.patch(`${maps}/x`, "merge", {
      metadata: { finalizers: [...metadata.finalizers, "example.com/c"] },
    });
    await session.patch(`${maps}/x`, "merge", { metadata: { labels: { a: "b" } } });
    await session.patch(`${maps}/x`, "merge", { metadata: { deletionTimestamp: null } });
    await session.patch(`${maps}/x`, "merge", { metadata: { finalizers: ["example.com/a"] } });
    await session.patch(`${maps}/x?dryRun=All`, "merge", { metadata: { finalizers: null } });
    const { json } = await session.get(`${maps}/x`);
    await session.put(`${maps}/x`, { ...json, metadata: { ...json.metadata, finalizers: [] } });
    await session.get(`${maps}/x`);
    await session.post(maps, { metadata });
    await session.delete(maps);
    await session.get(maps);
    await session.patch(`${maps}/x`, "json", [{ op: "remove", path: "/metadata/finalizers" }]);
    await session.get(maps);
  },
};

/** Pods that run on a node go once the node has said so. */
const graceful: Scenario = {
  name: "graceful",
  async run(session) {
    const pods = `${await session.namespace()}/pods`;
    const running = { ...POD, spec: { ...POD.spec, nodeName: "n" } };
    for (const options of ["", "?gracePeriodSeconds=3", "?gracePeriodSeconds=100", "?dryRun=All"]) {
      await session.post(pods, running);
      await session.delete(`${pods}/x${options}`);
      await session.get(`${pods}/x`);
      await session.delete(`${pods}/x`);
      await session.delete(`${pods}/x?gracePeriodSeconds=1`);
      await session.get(`${pods}/x`);
      await session.delete(`${pods}/x?gracePeriodSeconds=0`);
      await session.get(`${pods}/x`);
    }
    await session.post(pods, running);
    await session.patch(`${pods}/x/status`, "merge", { status: { phase: "Succeeded" } });
    await session.delete(`${pods}/x`);
    await session.post(pods, {
      ...running,
      metadata: { name: "x", finalizers: ["example.com/a"] },
    });
    await session.delete(`${pods}/x?gracePeriodSeconds=0`);
    await session.delete(`${pods}/x?gracePeriodSeconds=5`);
    await session.patch(`${pods}/x`, "merge", { metadata: { finalizers: null } });
    await session.post(pods, running);
    await session.delete(pods);
    await session.get(pods);
    await session.delete(`${pods}?gracePeriodSeconds=0`);
    await session.get(pods);
  },
};

const preconditions: Scenario = {
  name: "preconditions",
  async run(session) {
    const maps = `${await session.namespace()}/configmaps`;
    const { json } = await session.post(maps, { metadata: { name: "x" } });
    const { uid, resourceVersion } = json.metadata ?? {};
    const other = "00000000-0000-4000-8000-000000000000";
    await session.delete(`${maps}/x`, { preconditions: { uid: other } });
    await session.delete(`${maps}/x`, { preconditions: { uid, resourceVersion: "1" } });
    await session.delete(`${maps}/x`, { preconditions: { uid: other, resourceVersion } });
    await session.delete(`${maps}?dryRun=All`, { preconditions: { uid: other } });
    await session.put(`${maps}/x`, { metadata: { name: "x", uid: other } });
    await session.patch(`${maps}/x`, "merge", { metadata: { uid: other } });
    await session.delete(`${maps}/x`, { preconditions: { uid, resourceVersion } });
    await session.get(`${maps}/x`);
  },
};

const collections: Scenario = {
  name: "collections",
  async run(session) {
    const maps = `${await session.namespace()}/configmaps`;
    for (const name of ["a", "b", "c"]) {
      await session.post(maps, { metadata: { name, labels: { name } } });
    }
    await session.delete(`${maps}?labelSelector=name%3Da`);
    await session.delete(`${maps}?fieldSelector=metadata.name%3Db&dryRun=All`);
    await session.delete(`${maps}?fieldSelector=metadata.name%3Db`);
    await session.delete(`${maps}?limit=1`);
    await session.get(maps);
    await session.delete(`${maps}?watch=true`);
    await session.delete(maps, undefined, {
      accept: "application/json;as=Table;g=meta.k8s.io;v=v1",
    });
    await session.delete(maps, undefined, {
      accept: "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
    });
    await session.delete(maps, undefined, { accept: "application/yaml" });
    await session.delete("/api/v1/configmaps");
    await session.delete("/api/v1/namespaces");
    await session.delete("/api/v1/namespaces?labelSelector=nobody");
    await session.delete("/api/v1/nodes?labelSelector=nobody");
    await session.delete("/api/v1/componentstatuses");
  },
};

const propagation: Scenario = {
  name: "propagation",
  async run(session) {
    const namespace = await session.namespace();
    const sets = `/apis/apps/v1${namespace.slice("/api/v1".length)}/replicasets`;
    const jobs = `/apis/batch/v1${namespace.slice("/api/v1".length)}/jobs`;
    const controllers = `${namespace}/replicationcontrollers`;
    const template = DEPLOYMENT.spec.template;
    const job = { spec: { template: { spec: { ...template.spec, restartPolicy: "Never" } } } };
    const objects: readonly (readonly [string, AnyObject])[] = [
      [sets, { spec: DEPLOYMENT.spec }],
      [jobs, job],
      [controllers, { spec: { template } }],
    ];
    for (const [path, object] of objects) {
      for (
        const policy of [
          "",
          "?propagationPolicy=Background",
          "?propagationPolicy=Foreground",
          "?propagationPolicy=Orphan",
          "?orphanDependents=true",
          "?orphanDependents=false",
        ]
      ) {
        await session.post(path, { metadata: { name: "x" }, ...object });
        await session.delete(`${path}/x${policy}`);
        await session.get(`${path}/x`);
        await session.delete(`${path}/x?propagationPolicy=Orphan`);
        await session.delete(`${path}/x?propagationPolicy=Background`);
        await session.patch(`${path}/x`, "merge", { metadata: { finalizers: null } });
      }
      await session.post(path, { metadata: { name: "x", finalizers: ["orphan"] }, ...object });
      await session.delete(`${path}/x?propagationPolicy=Foreground`);
      await session.patch(`${path}/x`, "merge", { metadata: { finalizers: null } });
      await session.post(path, { metadata: { name: "x" }, ...object });
      await session.delete(path);
      await session.get(path);
    }
  },
};

/** A namespace that ends takes nothing new. */
const namespaces: Scenario = {
  name: "namespaces",
  async run(session) {
    const path = await session.namespace();
    const maps = `${path}/configmaps`;
    await session.post(maps, { metadata: { name: "x" } });
    // One that says no phase is active, and may not be once it ends.
    await session.patch(`${path}/status`, "merge", { status: { phase: null } });
    await session.patch(`${path}/status`, "merge", { status: { phase: "Terminating" } });
    await session.delete(path);
    await session.get(path);
    await session.patch(`${path}/status`, "merge", { status: { phase: null } });
    await session.delete(path);
    await session.post(maps, { metadata: { name: "y" } });
    await session.post(maps, { metadata: { generateName: "y-" } });
    await session.patch(`${maps}/x`, "merge", { data: { a: "b" } });
    await session.patch(`${maps}/z?fieldManager=m`, "apply", {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "z" },
    });
    await session.delete(`${maps}/x`);
    const { json } = await session.get(path);
    await session.put(`${path}/finalize`, { ...json, spec: { finalizers: [] } });
    await session.get(path);
    for (const name of ["default", "kube-system", "kube-public", "kube-node-lease"]) {
      await session.delete(`/api/v1/namespaces/${name}?dryRun=All`);
    }
  },
};

const quirks: Scenario = {
  name: "of what can't be deleted",
  async run(session) {
    const namespace = await session.namespace();
    await session.delete("/api/v1/namespaces/nobody");
    await session.delete(`${namespace}/configmaps/nobody`);
    await session.delete(`${namespace}/pods/nobody?gracePeriodSeconds=0`);
    await session.delete(`${namespace}/configmaps/`);
    await session.delete(`${namespace}/pods/x/status`);
    await session.delete(`${namespace}/pods/x/log`);
    await session.delete("/api/v1");
    await session.delete("/apis");
    await session.delete("/version");
    await session.delete("/api/v1/nobody/x");
  },
};
