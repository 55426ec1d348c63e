/**
 * Configurations that are applied, and who owns what after them: a part of the area of patches.
 *
 * @module
 */

import type { Scenario } from "../scenario.ts";
import type { AnyObject, Session } from "../session.ts";
import { scalesOfNobody } from "./applied_scales.ts";
import { DEPLOYMENT, deployment } from "./patched_deployment.ts";

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

/** All of them. */
export const applies: readonly Scenario[] = [
  applied,
  conflicts,
  refusedApplies,
  ownership,
  lists,
  subresources,
  scalesOfNobody,
  removed,
];
