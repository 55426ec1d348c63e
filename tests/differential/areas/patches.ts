/**
 * Patches of each kind of patch, and who owns what after them.
 *
 * @module
 */

import type { Area, Scenario } from "../scenario.ts";
import type { AnyObject } from "../session.ts";
import { applies } from "./applies.ts";
import { DEPLOYMENT, deployment } from "./patched_deployment.ts";

export const patches: Area = {
  name: "patches",
  *scenarios({ random }) {
    yield* [jsonPatches, mergePatches, strategicPatches, bodies, stale];
    yield* applies;
    for (let round = 0; round < ROUNDS; round++) yield randomWrites(round, random);
  },
};

const ROUNDS = 25;
const STEPS = 12;

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
