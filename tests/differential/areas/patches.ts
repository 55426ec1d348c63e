/**
 * Patches of each kind of patch, and who owns what after them.
 *
 * @module
 */

import type { Area, Scenario } from "../scenario.ts";
import type { AnyObject, Session } from "../session.ts";

export const patches: Area = {
  name: "patches",
  *scenarios({ random }) {
    yield* [jsonPatches, mergePatches, strategicPatches, bodies, stale];
    yield* [applied, conflicts, refusedApplies, ownership, lists, subresources, removed];
    for (let round = 0; round < ROUNDS; round++) yield randomWrites(round, random);
  },
};

const ROUNDS = 25;
const STEPS = 12;

const DEPLOYMENT: AnyObject = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "x", labels: { app: "x" }, annotations: { a: "b" } },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: "x" } },
    template: {
      metadata: { labels: { app: "x" } },
      spec: {
        containers: [
          {
            name: "a",
            image: "a:1",
            env: [{ name: "A", value: "1" }, { name: "B", value: "2" }],
            ports: [{ containerPort: 80, name: "http" }, { containerPort: 443 }],
            args: ["x", "y"],
          },
          { name: "b", image: "b:1", resources: { requests: { cpu: "100m" } } },
        ],
        tolerations: [{ key: "k", operator: "Exists" }],
        volumes: [{ name: "v", emptyDir: {} }],
      },
    },
  },
};

/** A deployment in a namespace of its own. */
async function deployment(session: Session): Promise<string> {
  const deployments = `/apis/apps/v1/namespaces/${
    (await session.namespace()).split("/").at(-1)
  }/deployments`;
  await session.post(deployments, DEPLOYMENT);
  return `${deployments}/x`;
}

const JSON_PATCHES: readonly unknown[] = [
  [],
  [{ op: "replace", path: "/spec/replicas", value: 3 }],
  [{ op: "add", path: "/metadata/labels/new", value: "x" }],
  [{ op: "add", path: "/metadata/labels/a~1b", value: "x" }],
  [{ op: "remove", path: "/metadata/labels/new" }],
  [{ op: "remove", path: "/metadata/labels/nobody" }],
  [{ op: "replace", path: "/metadata/labels/nobody", value: "x" }],
  [{ op: "test", path: "/spec/replicas", value: 3 }],
  [{ op: "test", path: "/spec/replicas", value: 4 }],
  [{ op: "test", path: "/spec/nobody", value: null }],
  [{ op: "copy", from: "/metadata/labels/app", path: "/metadata/labels/copy" }],
  [{ op: "move", from: "/metadata/labels/copy", path: "/metadata/labels/moved" }],
  [{ op: "move", from: "/metadata/labels/nobody", path: "/metadata/labels/moved" }],
  [{ op: "add", path: "/spec/template/spec/containers/-", value: { name: "c", image: "c" } }],
  [{ op: "add", path: "/spec/template/spec/containers/0", value: { name: "d", image: "d" } }],
  [{ op: "add", path: "/spec/template/spec/containers/9", value: { name: "e", image: "e" } }],
  [{ op: "remove", path: "/spec/template/spec/containers/-1" }],
  [{ op: "remove", path: "/spec/template/spec/containers/x" }],
  [{ op: "add", path: "/spec/nobody/deep", value: 1 }],
  [{ op: "add", path: "spec", value: 1 }],
  [{ op: "add", path: "", value: {} }],
  [{ op: "x", path: "/spec" }],
  [{ path: "/spec" }],
  [{ op: "add", value: 1 }],
  [{ op: "add", path: "/spec/replicas" }],
  [{ op: "replace", path: "/spec/replicas", value: "x" }],
  [{ op: "replace", path: "/metadata/name", value: "y" }],
  [{ op: "replace", path: "/metadata/namespace", value: "y" }],
  [{ op: "replace", path: "/metadata/uid", value: "y" }],
  [{ op: "replace", path: "/metadata/resourceVersion", value: "1" }],
  [{ op: "replace", path: "/kind", value: "Pod" }],
  [{ op: "replace", path: "/apiVersion", value: "v1" }],
  [{ op: "remove", path: "/spec" }],
  [{ op: "remove", path: "/metadata" }],
  [{ op: "replace", path: "/status/replicas", value: 5 }],
  {},
  "x",
  1,
  null,
  [1],
  Array.from({ length: 10_001 }, () => ({ op: "test", path: "/spec/replicas", value: 3 })),
];

const jsonPatches: Scenario = {
  name: "JSON",
  async run(session) {
    const path = await deployment(session);
    for (const patch of JSON_PATCHES) await session.patch(path, "json", JSON.stringify(patch));
    await session.get(path);
  },
};

const MERGE_PATCHES: readonly unknown[] = [
  {},
  { spec: { replicas: 4 } },
  { spec: { replicas: null } },
  { metadata: { labels: { a: "b", app: null } } },
  { metadata: { labels: null } },
  { metadata: { annotations: { x: "y" } } },
  { metadata: { name: "y" } },
  { metadata: { name: null } },
  { metadata: { resourceVersion: "1" } },
  { metadata: { uid: "y" } },
  { metadata: null },
  { kind: "Pod" },
  { apiVersion: "v1" },
  { apiVersion: null },
  { spec: null },
  { spec: { template: null } },
  { spec: { selector: { matchLabels: { app: "y" } } } },
  { spec: { template: { spec: { containers: [{ name: "z", image: "z" }] } } } },
  { spec: { template: { spec: { containers: null } } } },
  { spec: { replicas: "x" } },
  { spec: { unknown: 1 } },
  { status: { replicas: 9 } },
  { metadata: { managedFields: [] } },
  { metadata: { managedFields: [{}] } },
  { metadata: { managedFields: null } },
  { metadata: { finalizers: ["example.com/a"] } },
  { metadata: { deletionTimestamp: "2020-01-01T00:00:00Z" } },
  { metadata: { creationTimestamp: null } },
  { metadata: { generation: 100 } },
  [],
  "x",
  1,
  null,
];

const mergePatches: Scenario = {
  name: "merge",
  async run(session) {
    const path = await deployment(session);
    for (const patch of MERGE_PATCHES) await session.patch(path, "merge", JSON.stringify(patch));
    await session.get(path);
  },
};

const inPod = (spec: AnyObject) => ({ spec: { template: { spec } } });

const STRATEGIC_PATCHES: readonly unknown[] = [
  {},
  inPod({ containers: [{ name: "a", image: "a:2" }] }),
  inPod({ containers: [{ name: "c", image: "c:1" }] }),
  inPod({ containers: [{ name: "c", $patch: "delete" }] }),
  inPod({ containers: [{ image: "x" }] }),
  inPod({ containers: [{ name: "a", env: [{ name: "A", value: "3" }] }] }),
  inPod({ containers: [{ name: "a", env: [{ name: "A", $patch: "delete" }] }] }),
  inPod({ containers: [{ name: "a", env: [{ $patch: "replace" }, { name: "Z", value: "z" }] }] }),
  inPod({ containers: [{ name: "a", ports: [{ containerPort: 80, name: "web" }] }] }),
  inPod({ containers: [{ name: "a", args: ["z"] }] }),
  inPod({ containers: [{ name: "a", args: null }] }),
  inPod({
    "$setElementOrder/containers": [{ name: "b" }, { name: "a" }],
    containers: [{ name: "b", image: "b:2" }],
  }),
  inPod({
    "$setElementOrder/containers": [{ name: "b" }],
    containers: [{ name: "a", image: "a:3" }],
  }),
  inPod({ "$retainKeys": ["containers"], containers: [{ name: "a", image: "a:3" }] }),
  inPod({ tolerations: [{ key: "other", operator: "Exists" }] }),
  inPod({ volumes: [{ name: "v", $retainKeys: ["name", "configMap"], configMap: { name: "m" } }] }),
  inPod({ volumes: [{ name: "w", emptyDir: {} }, { name: "v", $patch: "delete" }] }),
  inPod({ "$deleteFromPrimitiveList/args": ["x"] }),
  { metadata: { finalizers: ["example.com/a"] } },
  { metadata: { finalizers: ["example.com/b"] } },
  { metadata: { "$deleteFromPrimitiveList/finalizers": ["example.com/a"] } },
  { metadata: { finalizers: null } },
  { metadata: { labels: { $patch: "replace", only: "this" } } },
  { metadata: { labels: { $patch: "delete" } } },
  { metadata: { labels: { app: "x", a: null } } },
  { $patch: "replace" },
  { $patch: "delete" },
  { $patch: "x" },
  { spec: { $patch: "replace", replicas: 1 } },
  { spec: { strategy: { type: "Recreate" } } },
  { spec: { strategy: { type: "Recreate", rollingUpdate: null } } },
  { spec: { strategy: { $retainKeys: ["type"], type: "Recreate" } } },
  { spec: { replicas: "x" } },
  { metadata: { name: "y" } },
  { metadata: { resourceVersion: "1" } },
  { status: { replicas: 3 } },
  inPod({ containers: { a: 1 } }),
  inPod({ containers: [1] }),
  inPod({ containers: null }),
  [],
  "x",
  null,
];

const strategicPatches: Scenario = {
  name: "strategic",
  async run(session) {
    const path = await deployment(session);
    for (const patch of STRATEGIC_PATCHES) {
      await session.patch(path, "strategic", JSON.stringify(patch));
    }
    await session.get(path);
  },
};

/** Bodies that are no patches of any kind. */
const bodies: Scenario = {
  name: "bodies",
  async run(session) {
    const path = await deployment(session);
    for (const type of ["json", "merge", "strategic", "apply"] as const) {
      for (
        const text of [
          "",
          "{",
          "x",
          "a: b",
          "[{]",
          '{"a":}',
          '{"spec":{"replicas":1}} x',
          '{"spec":{"replicas":7,"replicas":8}}',
        ]
      ) {
        await session.patch(`${path}?fieldManager=m`, type, text);
      }
    }
    for (
      const contentType of [
        "application/json",
        "application/yaml",
        "text/plain",
        "",
        "application/apply-patch+cbor",
      ]
    ) {
      await session.request("PATCH", path, "{}", { contentType });
    }
    await session.request("PATCH", path, undefined);
    await session.patch(`${path}/nobody`, "merge", {});
    await session.patch(path.slice(0, -2), "merge", {});
    await session.patch(`${path}y`, "merge", {});
    await session.patch(`${path}?force=true`, "merge", {});
    await session.patch(`${path}?force=true`, "json", []);
  },
};

/** Versions in patches. */
const stale: Scenario = {
  name: "versions",
  async run(session) {
    const path = await deployment(session);
    const { json } = await session.get(path);
    const { resourceVersion, uid } = json.metadata ?? {};
    await session.patch(path, "merge", { metadata: { resourceVersion }, spec: { replicas: 5 } });
    await session.patch(path, "merge", { metadata: { resourceVersion }, spec: { replicas: 6 } });
    await session.patch(path, "strategic", {
      metadata: { resourceVersion },
      spec: { replicas: 6 },
    });
    await session.patch(path, "json", [
      { op: "replace", path: "/metadata/resourceVersion", value: resourceVersion },
      { op: "replace", path: "/spec/replicas", value: 7 },
    ]);
    const applied = {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "x", resourceVersion },
    };
    await session.patch(`${path}?fieldManager=m`, "apply", applied);
    await session.patch(path, "merge", { metadata: { uid }, spec: { replicas: 6 } });
    await session.put(path, { ...json, spec: { ...json.spec, replicas: 9 } });
    await session.put(path, { ...DEPLOYMENT, spec: { ...DEPLOYMENT.spec, replicas: 9 } });
    await session.put(path, { ...DEPLOYMENT, metadata: { name: "x", uid: "other" } });
    await session.put(path, { ...DEPLOYMENT, metadata: { name: "x", resourceVersion: "x" } });
    await session.put(path, { ...DEPLOYMENT, metadata: { name: "x", resourceVersion: "0" } });
    await session.put(path.replace(/x$/, "new"), { ...DEPLOYMENT, metadata: { name: "new" } });
    await session.put(path.replace(/x$/, "new"), {
      ...DEPLOYMENT,
      metadata: { name: "new", resourceVersion },
    });
  },
};

const apply = (session: Session, path: string, manager: string, object: AnyObject, more = "") =>
  session.patch(`${path}?fieldManager=${manager}${more}`, "apply", {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "x" },
    ...object,
  });

/** A configuration that is applied by one, changed by others. */
const applied: Scenario = {
  name: "apply",
  async run(session) {
    const namespace = (await session.namespace()).split("/").at(-1);
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments/x`;
    const { metadata, spec } = DEPLOYMENT;
    await apply(session, path, "one", { metadata, spec });
    await apply(session, path, "one", { metadata, spec });
    await apply(session, path, "two", { metadata: { name: "x", labels: { two: "2" } } });
    await apply(session, path, "two", { metadata: { name: "x", labels: { app: "x" } } });
    await session.patch(path, "merge", { spec: { minReadySeconds: 4 } });
    await session.patch(`${path}?fieldManager=three`, "merge", {
      metadata: { labels: { app: "y" } },
    });
    await apply(session, path, "one", { metadata, spec });
    await apply(session, path, "one", { metadata, spec }, "&force=true");
    const { containers: _, ...pod } = spec.template.spec;
    const containers = [spec.template.spec.containers[1]];
    const template = { ...spec.template, spec: { ...pod, containers } };
    await apply(session, path, "one", { metadata, spec: { ...spec, template } });
    await session.get(path);
    await session.delete(path);
  },
};

const conflicts: Scenario = {
  name: "conflicts",
  async run(session) {
    const path = await deployment(session);
    await apply(session, path, "one", { spec: { replicas: 5 } });
    await apply(session, path, "one", { spec: { replicas: 5 } }, "&force=true");
    await apply(session, path, "two", { spec: { replicas: 6, minReadySeconds: 1 } });
    await apply(session, path, "two", { spec: { replicas: 6, paused: true } }, "&force=true");
    const containers = [{ name: "a", image: "z", env: [{ name: "A", value: "other" }] }];
    await apply(session, path, "three", { spec: { template: { spec: { containers } } } });
    await apply(
      session,
      path,
      "three",
      { spec: { template: { spec: { containers } } } },
      "&force=true",
    );
    await apply(session, path, "four", { spec: { template: { spec: { containers: [] } } } });
    await apply(session, path, "four", { metadata: { name: "x", annotations: { a: "c" } } });
    await apply(session, path, "four", {
      metadata: { name: "x", annotations: { a: "c" }, labels: { app: "z" } },
    });
    await session.get(path);
  },
};

const refusedApplies: Scenario = {
  name: "refused applies",
  async run(session) {
    const path = await deployment(session);
    const send = (body: unknown, parameters = "?fieldManager=m") =>
      session.patch(path + parameters, "apply", body);
    const whole = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "x" } };
    await send(whole, "");
    await send(whole, "?fieldManager=");
    await send(whole, `?fieldManager=${"x".repeat(129)}`);
    await send(whole, "?fieldManager=m&force=x");
    await send({});
    await send({ kind: "Deployment" });
    await send({ apiVersion: "apps/v1" });
    await send({ ...whole, kind: "Pod" });
    await send({ ...whole, apiVersion: "v1" });
    await send({ ...whole, metadata: {} });
    await send({ ...whole, metadata: { name: "y" } });
    await send({ ...whole, metadata: { name: "x", namespace: "other" } });
    await send({ ...whole, metadata: { name: "x", managedFields: [] } });
    await send({ ...whole, metadata: { name: "x", managedFields: [{ manager: "a" }] } });
    await send({ ...whole, metadata: { name: "x", uid: "other" } });
    await send({ ...whole, spec: { replicas: "x" } });
    await send({ ...whole, spec: { unknown: 1 } });
    await send({ ...whole, spec: { unknown: 1 } }, "?fieldManager=m&fieldValidation=Strict");
    await send({ ...whole, spec: { template: { spec: { containers: [{ image: "x" }] } } } });
    await send({
      ...whole,
      spec: { template: { spec: { containers: [{ name: "a" }, { name: "a" }] } } },
    });
    await send({ ...whole, spec: { template: { spec: { containers: [null] } } } });
    await send({ ...whole, spec: null });
    await send({ ...whole, spec: [] });
    await send("- a");
    await send(
      "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: x}\nspec: {replicas: 4, replicas: 5}",
    );
    await send("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: x}\n---\na: b");
    await session.patch(`${path}y?fieldManager=m`, "apply", { ...whole, metadata: { name: "xy" } });
    const status = { ...whole, status: { replicas: 4 } };
    await send(status);
    await session.patch(`${path}/status?fieldManager=m`, "apply", status);
    await session.patch(`${path}/status?fieldManager=m`, "apply", {
      ...whole,
      spec: { replicas: 9 },
    });
    await session.get(path);
  },
};

/** What happens to entries of managers. */
const ownership: Scenario = {
  name: "ownership",
  async run(session) {
    const path = await deployment(session);
    const { json } = await session.get(path);
    const { metadata } = json;
    const entries: AnyObject[] = metadata?.managedFields ?? [];
    const put = async (managedFields: unknown) => {
      const { json: now } = await session.get(path);
      await session.put(path, { ...now, metadata: { ...now.metadata, managedFields } });
    };
    await put(entries.map((entry) => ({ ...entry, manager: "other" })));
    await put([...entries, { ...entries[0], manager: "second", operation: "Apply" }]);
    await put(entries.map((entry) => ({ ...entry, fieldsType: "x" })));
    await put(entries.map((entry) => ({ ...entry, fieldsV1: { "f:spec": {} } })));
    await put(entries.map((entry) => ({ ...entry, fieldsV1: { spec: {} } })));
    await put(entries.map((entry) => ({ ...entry, operation: "x" })));
    await put(entries.map((entry) => ({ ...entry, apiVersion: "v7" })));
    await put(entries.map((entry) => ({ ...entry, subresource: "x".repeat(300) })));
    await put(entries.map(({ time: _, ...entry }) => entry));
    await session.patch(`${path}?fieldManager=one`, "merge", { spec: { replicas: 3 } });
    await session.patch(`${path}?fieldManager=two`, "merge", { spec: { replicas: 3 } });
    await session.patch(`${path}?fieldManager=two`, "merge", { spec: { replicas: 4 } });
    await session.patch(`${path}/status?fieldManager=two`, "merge", { status: { replicas: 4 } });
    await session.patch(`${path}/scale?fieldManager=three`, "merge", { spec: { replicas: 7 } });
    await session.get(path, { headers: { "user-agent": "kubectl/v1.36 (linux)" } });
    const agents = ["kubectl/v1.36 (linux)", "", "a b", "/x", "é/1", "x".repeat(200)];
    for (const [index, agent] of agents.entries()) {
      await session.patch(path, "merge", { spec: { minReadySeconds: index + 1 } }, {
        headers: { "user-agent": agent },
      });
    }
  },
};

/** Lists of each kind, applied by two. */
const lists: Scenario = {
  name: "applied lists",
  async run(session) {
    const namespace = await session.namespace();
    const path = `${namespace}/services/x`;
    const send = (manager: string, spec: AnyObject, metadata: AnyObject = {}) =>
      session.patch(`${path}?fieldManager=${manager}`, "apply", {
        apiVersion: "v1",
        kind: "Service",
        metadata: { name: "x", ...metadata },
        spec,
      });
    await send("one", { ports: [{ port: 80 }], selector: { a: "b" } });
    await send("two", {
      ports: [{ port: 80, protocol: "TCP", name: "http" }, { port: 81, name: "x" }],
    });
    await send("two", { ports: [{ port: 81, name: "x", protocol: "UDP" }] });
    await send("one", { ports: [{ port: 82, name: "y" }], selector: { a: "c" } });
    await send("three", { externalIPs: ["1.2.3.4"], loadBalancerSourceRanges: ["1.0.0.0/8"] });
    await send("four", { externalIPs: ["1.2.3.5"] });
    await send("four", {}, { finalizers: ["example.com/a"] });
    await send("five", {}, { finalizers: ["example.com/b"] });
    await send("four", {}, { finalizers: [] });
    await send("six", {}, {
      ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u" }],
    });
    await send("six", {}, {});
    await session.get(path);
  },
};

const subresources: Scenario = {
  name: "applied subresources",
  async run(session) {
    const path = await deployment(session);
    const scale = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "x" } };
    await session.patch(`${path}/scale?fieldManager=s`, "apply", {
      ...scale,
      spec: { replicas: 3 },
    });
    await session.patch(`${path}/scale?fieldManager=s&force=true`, "apply", {
      ...scale,
      spec: { replicas: 4 },
    });
    await session.get(path);
    await apply(session, path, "s", { spec: { replicas: 5 } }, "&force=true");
    const status = (conditions: unknown[]) => ({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "x" },
      status: { conditions },
    });
    const condition = { type: "Available", status: "True", reason: "a", message: "b" };
    await session.patch(`${path}/status?fieldManager=c`, "apply", status([condition]));
    await session.patch(
      `${path}/status?fieldManager=d`,
      "apply",
      status([{ ...condition, type: "X" }]),
    );
    await session.patch(
      `${path}/status?fieldManager=d`,
      "apply",
      status([{ ...condition, status: "False" }]),
    );
    await session.patch(`${path}/status?fieldManager=c`, "apply", status([]));
    await session.get(path);
  },
};

/** What of an applied configuration is left out later. */
const removed: Scenario = {
  name: "removed maps and items",
  async run(session) {
    const path = await deployment(session);
    await apply(session, path, "one", {
      metadata: { name: "x", labels: { l: "1" }, annotations: { n: "1" } },
    });
    await apply(session, path, "two", { metadata: { name: "x", labels: { l: "1" } } });
    await apply(session, path, "one", { metadata: { name: "x" } });
    await apply(session, path, "two", { metadata: { name: "x" } });
    const volumes = [{ name: "extra", emptyDir: {} }];
    await apply(session, path, "one", { spec: { template: { spec: { volumes } } } });
    await apply(session, path, "one", { spec: { template: { spec: { volumes: [] } } } });
    await session.get(path);
    const pod = async (spec: AnyObject) => {
      await apply(session, path, "three", { spec: { template: { spec } } });
      await session.get(path);
    };
    for (const left of [{}, null, undefined]) {
      await pod({
        affinity: { nodeAffinity: {} },
        nodeSelector: { a: "b" },
        dnsConfig: { options: [] },
      });
      await pod({ affinity: left, nodeSelector: left, dnsConfig: left });
      await session.patch(`${path}?fieldManager=four`, "merge", {
        spec: { template: { spec: { affinity: {}, nodeSelector: {}, dnsConfig: {} } } },
      });
    }
  },
};

/** Any writes in any order, of few fields and managers. */
function randomWrites(round: number, random: () => number): Scenario {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const value = () => pick(["a", "b", "c"]);
  const fields = (): AnyObject => {
    const object: AnyObject = {};
    if (random() < 0.6) {
      object.data = { [value()]: value(), ...(random() < 0.4 && { [value()]: value() }) };
    }
    if (random() < 0.3) object.metadata = { labels: { [value()]: value() } };
    if (random() < 0.2) {
      object.metadata = { ...object.metadata, finalizers: [`example.com/${value()}`] };
    }
    if (random() < 0.1) object.immutable = false;
    if (random() < 0.1) object.data = {};
    return object;
  };
  const steps = Array.from({ length: STEPS }, () => ({
    kind: pick(["apply", "apply", "force", "merge", "strategic", "put", "json"]),
    manager: pick(["one", "two", "three"]),
    object: fields(),
    dropped: random() < 0.3 ? value() : undefined,
  }));
  return {
    name: `random writes ${round}`,
    async run(session) {
      const maps = `${await session.namespace()}/configmaps`;
      const path = `${maps}/x`;
      await session.post(`${maps}?fieldManager=maker`, {
        metadata: { name: "x" },
        data: { a: "a", b: "b" },
      });
      for (const { kind, manager, object, dropped } of steps) {
        const parameters = `?fieldManager=${manager}`;
        if (kind === "apply" || kind === "force") {
          const { metadata } = object;
          await session.patch(
            `${path}${parameters}${kind === "force" ? "&force=true" : ""}`,
            "apply",
            {
              apiVersion: "v1",
              kind: "ConfigMap",
              ...object,
              metadata: { name: "x", ...metadata },
            },
          );
        } else if (kind === "put") {
          const { json } = await session.get(path);
          const { resourceVersion, managedFields } = json.metadata ?? {};
          await session.put(path + parameters, {
            ...object,
            metadata: { name: "x", resourceVersion, managedFields, ...object.metadata },
          });
        } else if (kind === "json") {
          await session.patch(path + parameters, "json", [
            { op: "add", path: "/data", value: object.data ?? {} },
          ]);
        } else {
          const data = { ...object.data, ...(dropped !== undefined && { [dropped]: null }) };
          await session.patch(path + parameters, kind as "merge", { ...object, data });
        }
      }
      await session.get(path);
    },
  };
}
