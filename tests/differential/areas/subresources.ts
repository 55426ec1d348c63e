/**
 * Parts of objects that are served on their own, and kinds that are asked and not kept.
 *
 * @module
 */

import { collection, isStored, isWorkedOn, type Kind, objectOf } from "../kinds.ts";
import type { Area, Scenario } from "../scenario.ts";
import type { AnyObject } from "../session.ts";

export const subresources: Area = {
  name: "subresources",
  *scenarios({ kinds }) {
    for (const kind of kinds) {
      if (isStored(kind) && kind.namespaced && !isWorkedOn(kind) && kind.tables.length > 0) {
        if (kind.subresources.includes("status")) yield statusOf(kind);
        if (kind.subresources.includes("scale")) yield scaleOf(kind);
      }
    }
    yield* [bindings, evictions, tokens, ephemeral, resize, approval, finalize, streams];
    for (const [path, bodies] of REVIEWS) yield reviews(path, bodies);
  },
};

function statusOf(kind: Kind): Scenario {
  const table = kind.tables[0]!;
  return {
    name: `status of ${collection(kind)}`,
    async run(session) {
      const objects = collection(kind, await session.namespace());
      const { json: made } = await session.post(objects, objectOf(kind, table, "x"));
      const path = `${objects}/${encodeURIComponent(made.metadata?.name ?? "x")}/status`;
      await session.get(path);
      const { json: same } = await session.put(path, made);
      const { resourceVersion } = same.metadata ?? {};
      await session.put(path, {
        ...made,
        metadata: { ...made.metadata, labels: { a: "b" }, resourceVersion },
      });
      await session.patch(path, "merge", { metadata: { annotations: { a: "b" } } });
      await session.patch(path, "merge", { metadata: { finalizers: ["example.com/a"] } });
      await session.patch(path, "merge", { spec: null });
      await session.patch(path, "merge", { status: null });
      await session.patch(path, "merge", { status: { unknown: 1 } });
      await session.patch(path, "merge", { status: "x" });
      await session.patch(`${path}?dryRun=All`, "strategic", {
        status: { conditions: [{ type: "A", status: "True" }] },
      });
      await session.patch(path, "strategic", {
        status: { observedGeneration: 3, replicas: 1, phase: "Running" },
      });
      await session.post(path, made);
      await session.delete(path);
      await session.get(path, { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" });
      await session.get(`${path}/nobody`);
      await session.get(path.replace(/\/status$/, ""));
    },
  };
}

function scaleOf(kind: Kind): Scenario {
  const table = kind.tables[0]!;
  return {
    name: `scale of ${collection(kind)}`,
    async run(session) {
      const objects = collection(kind, await session.namespace());
      await session.post(objects, objectOf(kind, table, "x"));
      const path = `${objects}/x/scale`;
      const { json } = await session.get(path);
      await session.put(path, { ...json, spec: { replicas: 4 } });
      await session.put(path, { ...json, spec: { replicas: 5 } });
      await session.put(path, { metadata: { name: "x" }, spec: { replicas: 6 } });
      await session.put(path, { metadata: { name: "y" }, spec: { replicas: 6 } });
      await session.put(path, { metadata: { name: "x", uid: "y" }, spec: { replicas: 6 } });
      await session.patch(path, "merge", { spec: { replicas: 7 } });
      await session.patch(path, "strategic", { spec: { replicas: 8 } });
      await session.patch(path, "json", [{ op: "replace", path: "/spec/replicas", value: 9 }]);
      await session.patch(path, "merge", { spec: { replicas: -1 } });
      await session.patch(path, "merge", { spec: { replicas: "x" } });
      await session.patch(path, "merge", { spec: null });
      await session.patch(`${path}?dryRun=All`, "merge", { spec: { replicas: 2 } });
      await session.get(path, { accept: "application/vnd.kubernetes.protobuf" });
      await session.get(path, { accept: "application/json;as=Table;g=meta.k8s.io;v=v1" });
      await session.get(`${objects}/x`);
      await session.get(`${objects}/nobody/scale`);
      await session.post(path, json);
      await session.delete(path);
    },
  };
}

const POD: AnyObject = {
  metadata: { name: "x", labels: { a: "b" } },
  spec: { containers: [{ name: "c", image: "i", resources: { requests: { cpu: "1" } } }] },
};

const bindings: Scenario = {
  name: "bindings",
  async run(session) {
    const namespace = await session.namespace();
    const pods = `${namespace}/pods`;
    await session.post(pods, POD);
    const binding = (name: string, target: AnyObject = { kind: "Node", name: "n" }) => ({
      apiVersion: "v1",
      kind: "Binding",
      metadata: { name, annotations: { a: "b" } },
      target,
    });
    await session.post(`${pods}/x/binding?dryRun=All`, binding("x"));
    await session.post(`${pods}/x/binding`, binding("y"));
    await session.post(`${pods}/x/binding`, binding("x", {}));
    await session.post(`${pods}/x/binding`, binding("x", { kind: "Pod", name: "n" }));
    await session.post(`${pods}/x/binding`, { metadata: { name: "x" } });
    await session.post(`${pods}/x/binding`, binding("x"));
    await session.get(`${pods}/x`);
    await session.post(`${pods}/x/binding`, binding("x"));
    await session.post(`${namespace}/bindings`, binding("x"));
    await session.post(`${namespace}/bindings`, binding("nobody"));
    await session.post(`${pods}/nobody/binding`, binding("nobody"));
    await session.get(`${namespace}/bindings`);
    await session.put(`${pods}/x/binding`, binding("x"));
    await session.post(pods, {
      ...POD,
      metadata: { name: "y" },
      spec: { ...POD.spec, schedulingGates: [{ name: "g" }] },
    });
    await session.post(`${pods}/y/binding`, binding("y"));
  },
};

const evictions: Scenario = {
  name: "evictions",
  async run(session) {
    const namespace = await session.namespace();
    const pods = `${namespace}/pods`;
    const budgets = `/apis/policy/v1${namespace.slice("/api/v1".length)}/poddisruptionbudgets`;
    const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "x" } };
    await session.post(`${pods}/x/eviction`, eviction);
    await session.post(pods, { ...POD, spec: { ...POD.spec, nodeName: "n" } });
    await session.patch(`${pods}/x/status`, "merge", { status: { phase: "Running" } });
    await session.post(budgets, {
      metadata: { name: "b" },
      spec: { minAvailable: 1, selector: { matchLabels: { a: "b" } } },
    });
    await session.post(`${pods}/x/eviction?dryRun=All`, eviction);
    await session.post(`${pods}/x/eviction`, eviction);
    await session.post(`${pods}/x/eviction`, { ...eviction, metadata: { name: "y" } });
    await session.post(`${pods}/x/eviction`, { ...eviction, apiVersion: "policy/v1beta1" });
    await session.post(`${pods}/x/eviction`, {});
    await session.patch(`${budgets}/b/status`, "merge", {
      status: {
        observedGeneration: 1,
        disruptionsAllowed: 1,
        currentHealthy: 1,
        desiredHealthy: 0,
        expectedPods: 1,
      },
    });
    await session.post(`${pods}/x/eviction?dryRun=All`, eviction);
    await session.post(`${pods}/x/eviction`, {
      ...eviction,
      deleteOptions: { preconditions: { uid: "other" } },
    });
    await session.post(`${pods}/x/eviction`, { ...eviction, deleteOptions: { dryRun: ["All"] } });
    await session.post(`${pods}/x/eviction`, eviction);
    await session.get(`${budgets}/b`);
    await session.get(`${pods}/x`);
    await session.post(budgets, {
      metadata: { name: "c" },
      spec: { minAvailable: 1, selector: { matchLabels: { a: "b" } } },
    });
    await session.post(pods, { ...POD, metadata: { name: "z", labels: { a: "b" } } });
    await session.post(`${pods}/z/eviction`, { ...eviction, metadata: { name: "z" } });
  },
};

const tokens: Scenario = {
  name: "tokens",
  async run(session) {
    const namespace = await session.namespace();
    const path = `${namespace}/serviceaccounts/x/token`;
    await session.post(path, {});
    await session.post(`${namespace}/serviceaccounts`, { metadata: { name: "x" } });
    for (
      const spec of [
        {},
        { audiences: ["a"] },
        { expirationSeconds: 600 },
        { expirationSeconds: 1 },
        { expirationSeconds: 2 ** 33 },
        { audiences: ["a", "b"], expirationSeconds: 3600 },
        { boundObjectRef: { kind: "Pod", apiVersion: "v1", name: "nobody" } },
        { boundObjectRef: { kind: "Secret", apiVersion: "v1", name: "nobody" } },
        { boundObjectRef: { kind: "Node", apiVersion: "v1", name: "nobody" } },
        { boundObjectRef: { kind: "x", apiVersion: "v1", name: "nobody" } },
      ]
    ) {
      await session.post(path, { spec });
      await session.post(`${path}?dryRun=All`, {
        apiVersion: "authentication.k8s.io/v1",
        kind: "TokenRequest",
        spec,
      });
    }
    await session.post(path, { metadata: { name: "y" }, spec: {} });
    await session.post(path, { metadata: { name: "x", namespace: "y" }, spec: {} });
    await session.put(path, {});
  },
};

const ephemeral: Scenario = {
  name: "ephemeral containers",
  async run(session) {
    const pods = `${await session.namespace()}/pods`;
    await session.post(pods, POD);
    const path = `${pods}/x/ephemeralcontainers`;
    await session.get(path);
    const container = { name: "debug", image: "d" };
    const patch = (ephemeralContainers: unknown) => ({ spec: { ephemeralContainers } });
    await session.patch(path, "strategic", patch([container]));
    await session.patch(path, "strategic", patch([{ ...container, image: "other" }]));
    await session.patch(
      path,
      "strategic",
      patch([{ name: "more", image: "d", targetContainerName: "c" }]),
    );
    await session.patch(path, "strategic", patch([{ name: "c", image: "d" }]));
    await session.patch(
      path,
      "strategic",
      patch([{ name: "bad", image: "d", ports: [{ containerPort: 1 }] }]),
    );
    await session.patch(
      path,
      "strategic",
      patch([{ name: "target", image: "d", targetContainerName: "z" }]),
    );
    await session.patch(path, "merge", patch([]));
    await session.patch(path, "merge", { spec: { activeDeadlineSeconds: 5 } });
    await session.patch(`${pods}/x`, "strategic", patch([{ name: "late", image: "d" }]));
    const { json } = await session.get(`${pods}/x`);
    await session.put(path, json);
    await session.put(path, {
      apiVersion: "v1",
      kind: "EphemeralContainers",
      metadata: { name: "x" },
    });
    await session.delete(path);
    await session.get(`${pods}/nobody/ephemeralcontainers`);
  },
};

const resize: Scenario = {
  name: "resize",
  async run(session) {
    const pods = `${await session.namespace()}/pods`;
    await session.post(pods, POD);
    const path = `${pods}/x/resize`;
    await session.get(path);
    const resources = (cpu: string, more: AnyObject = {}) => ({
      spec: { containers: [{ name: "c", resources: { requests: { cpu } }, ...more }] },
    });
    await session.patch(path, "strategic", resources("2"));
    await session.patch(path, "strategic", resources("x"));
    await session.patch(path, "strategic", resources("1", { image: "other" }));
    await session.patch(path, "strategic", { spec: { containers: [{ name: "new", image: "n" }] } });
    await session.patch(path, "strategic", { metadata: { labels: { x: "y" } } });
    await session.patch(`${pods}/x`, "strategic", resources("3"));
    const { json } = await session.get(`${pods}/x`);
    await session.put(path, json);
    await session.get(`${pods}/x`);
    await session.delete(path);
  },
};

const approval: Scenario = {
  name: "approval",
  async run(session) {
    const path = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
    await session.get(`${path}/nobody/approval`);
    await session.put(`${path}/nobody/approval`, { metadata: { name: "nobody" } });
    await session.put(`${path}/nobody/status`, { metadata: { name: "nobody" } });
    await session.delete(`${path}/nobody/approval`);
    await session.patch(`${path}/nobody/approval`, "merge", {});
  },
};

const finalize: Scenario = {
  name: "finalize",
  async run(session) {
    const path = await session.namespace();
    const { json } = await session.get(path);
    await session.put(`${path}/finalize`, {
      ...json,
      spec: { finalizers: ["example.com/a", "kubernetes"] },
    });
    await session.put(`${path}/finalize`, { ...json, spec: { finalizers: ["x"] } });
    await session.put(`${path}/finalize?dryRun=All`, { ...json, spec: { finalizers: [] } });
    await session.put(`${path}/finalize`, {
      ...json,
      metadata: { ...json.metadata, name: "other" },
    });
    await session.patch(`${path}/finalize`, "merge", { spec: { finalizers: [] } });
    await session.put(path, { ...json, spec: { finalizers: [] } });
    await session.patch(`${path}/status`, "merge", { status: { phase: "Terminating" } });
    await session.get(path);
  },
};

/** Paths that lead to nodes, where there is none. */
const streams: Scenario = {
  name: "streams",
  async run(session) {
    const namespace = await session.namespace();
    const pods = `${namespace}/pods`;
    await session.post(pods, POD);
    for (
      const path of [
        "log",
        "log?container=c",
        "log?container=nobody",
        "log?follow=x",
        "log?tailLines=-1",
        "log?sinceSeconds=-1",
        "log?sinceSeconds=1&sinceTime=2020-01-01T00:00:00Z",
        "log?limitBytes=0",
        "log?stream=x",
        "exec",
        "exec?command=ls",
        "exec?command=ls&container=nobody&stdout=true",
        "attach",
        "attach?stdout=true",
        "portforward",
        "portforward?ports=80",
        "proxy",
        "proxy/x",
      ]
    ) {
      await session.get(`${pods}/x/${path}`);
      await session.get(`${pods}/nobody/${path}`);
      await session.post(`${pods}/x/${path}`, undefined);
    }
    await session.get(`${namespace}/services/nobody/proxy`);
    await session.get(`${namespace}/services/nobody:80/proxy/x`);
    await session.get("/api/v1/nodes/nobody/proxy");
    await session.get("/api/v1/nodes/nobody/proxy/metrics");
  },
};

const AUTHORIZATION = "/apis/authorization.k8s.io/v1";
const RESOURCE = { namespace: "default", verb: "get", resource: "pods" };

const REVIEWS: readonly (readonly [path: string, bodies: readonly unknown[]])[] = [
  [`${AUTHORIZATION}/subjectaccessreviews`, [
    {},
    { spec: {} },
    { spec: { user: "a" } },
    { spec: { user: "a", resourceAttributes: RESOURCE } },
    { spec: { groups: ["g"], resourceAttributes: RESOURCE } },
    { spec: { user: "a", nonResourceAttributes: { path: "/x", verb: "get" } } },
    { spec: { user: "a", resourceAttributes: RESOURCE, nonResourceAttributes: { path: "/x" } } },
    { metadata: { name: "x" }, spec: { user: "a", resourceAttributes: RESOURCE } },
    {
      spec: {
        user: "a",
        resourceAttributes: { ...RESOURCE, fieldSelector: { rawSelector: "a=b" } },
      },
    },
    {
      spec: {
        user: "a",
        resourceAttributes: { ...RESOURCE, labelSelector: { requirements: [{ key: "a" }] } },
      },
    },
    { status: { allowed: true }, spec: { user: "a", resourceAttributes: RESOURCE } },
  ]],
  [`${AUTHORIZATION}/selfsubjectaccessreviews`, [
    {},
    { spec: { resourceAttributes: RESOURCE } },
    { spec: { resourceAttributes: {} } },
    { spec: { nonResourceAttributes: { path: "/healthz", verb: "get" } } },
  ]],
  [`${AUTHORIZATION}/namespaces/default/localsubjectaccessreviews`, [
    {},
    { spec: { user: "a", resourceAttributes: RESOURCE } },
    { spec: { user: "a", resourceAttributes: { ...RESOURCE, namespace: "other" } } },
    { spec: { user: "a", nonResourceAttributes: { path: "/x" } } },
    { metadata: { namespace: "default" }, spec: { user: "a", resourceAttributes: RESOURCE } },
    { metadata: { namespace: "other" }, spec: { user: "a", resourceAttributes: RESOURCE } },
  ]],
  [`${AUTHORIZATION}/selfsubjectrulesreviews`, [
    {},
    { spec: { namespace: "default" } },
    { spec: { namespace: "" } },
  ]],
  ["/apis/authentication.k8s.io/v1/tokenreviews", [
    {},
    { spec: {} },
    { spec: { token: "x" } },
    { spec: { token: "x", audiences: ["a"] } },
    { metadata: { name: "x" }, spec: { token: "x" } },
  ]],
  ["/apis/authentication.k8s.io/v1/selfsubjectreviews", [{}, { spec: {} }, {
    metadata: { name: "x" },
  }]],
];

function reviews(path: string, bodies: readonly unknown[]): Scenario {
  return {
    name: path,
    async run(session) {
      for (const body of bodies) await session.post(path, body);
      await session.post(`${path}?dryRun=All`, bodies.at(-1));
      await session.post(path, bodies.at(-1), { accept: "application/vnd.kubernetes.protobuf" });
      await session.post(path, bodies.at(-1), { accept: "application/yaml" });
      await session.get(path);
      await session.get(`${path}/x`);
      await session.put(`${path}/x`, bodies.at(-1));
      await session.delete(`${path}/x`);
    },
  };
}
