/**
 * What is sent: content types, forms, what does not fit, what is too much.
 *
 * @module
 */

import { collection, isStored, type Kind, objectOf } from "../kinds.ts";
import type { Area, Scenario } from "../scenario.ts";
import type { AnyObject, Session } from "../session.ts";
import { encodeEnveloped, encodeYaml } from "../../../toolkit/codec/mod.ts";
import { schemaOf } from "../../../toolkit/schema/mod.ts";

export const bodies: Area = {
  name: "bodies",
  *scenarios({ kinds }) {
    yield* [texts, types, options, names, fieldValidation, generated];
    for (const kind of kinds) {
      if (isStored(kind) && kind.tables.length > 0) {
        yield formsOf(kind);
        yield unfit(kind);
      }
    }
  },
};

const query = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters)}`;

const MAP: AnyObject = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "x" } };

async function maps(session: Session): Promise<string> {
  return `${await session.namespace()}/configmaps`;
}

/** Bodies that are no objects, or not quite. */
const TEXTS: readonly string[] = [
  "",
  " ",
  "{",
  "}",
  "[]",
  "null",
  "1",
  '"x"',
  "true",
  "{}",
  "x: y",
  "kind: ConfigMap",
  '{"kind":"ConfigMap"}',
  '{"apiVersion":"v1"}',
  '{"kind":1}',
  '{"apiVersion":{}}',
  '{"metadata":null}',
  '{"metadata":[]}',
  '{"metadata":"x"}',
  '{"metadata":{"name":1}}',
  '{"metadata":{"name":null}}',
  '{"metadata":{"name":""}}',
  '{"metadata":{"name":"x"},"data":[]}',
  '{"metadata":{"name":"x"},"data":{"a":1}}',
  '{"metadata":{"name":"x"},"data":{"a":{}}}',
  '{"metadata":{"name":"x"},"data":{"a":null}}',
  '{"metadata":{"name":"x"},"data":{"a":true}}',
  '{"metadata":{"name":"x"},"binaryData":{"a":"?"}}',
  '{"metadata":{"name":"x"},"binaryData":{"a":"YQ"}}',
  '{"metadata":{"name":"x"},"binaryData":{"a":null}}',
  '{"metadata":{"name":"x"},"immutable":"true"}',
  '{"metadata":{"name":"x"},"immutable":1}',
  '{"metadata":{"name":"x","labels":[]}}',
  '{"metadata":{"name":"x","labels":{"a":1}}}',
  '{"metadata":{"name":"x","generation":"1"}}',
  '{"metadata":{"name":"x","generation":1.5}}',
  '{"metadata":{"name":"x","creationTimestamp":"x"}}',
  '{"metadata":{"name":"x","creationTimestamp":1}}',
  '{"metadata":{"name":"x","creationTimestamp":"2020-01-01T00:00:00Z"}}',
  '{"metadata":{"name":"x","deletionTimestamp":"2020-01-01T00:00:00Z"}}',
  '{"metadata":{"name":"x","uid":"y"}}',
  '{"metadata":{"name":"x","resourceVersion":"1"}}',
  '{"metadata":{"name":"x","selfLink":"/x"}}',
  '{"metadata":{"name":"x","finalizers":["x"]}}',
  '{"metadata":{"name":"x","finalizers":["example.com/x","example.com/x"]}}',
  '{"metadata":{"name":"x","ownerReferences":[{}]}}',
  '{"metadata":{"name":"x","ownerReferences":[{"apiVersion":"v1","kind":"Pod","name":"p","uid":"u"},{"apiVersion":"v1","kind":"Pod","name":"p","uid":"u"}]}}',
  '{"metadata":{"name":"x","managedFields":[{}]}}',
  '{"metadata":{"name":"x","managedFields":[{"manager":"a","operation":"Update"}]}}',
  '{"metadata":{"name":"x","managedFields":[{"manager":"a","operation":"x","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{}}]}}',
  '{"metadata":{"name":"x"},"data":{"a":"\\ud800"}}',
  '{"metadata":{"name":"x"},"data":{"a":"\\u0000"}}',
  '{"metadata":{"name":"x"},"data":{"<&>":"<&>"}}',
  '{"metadata":{"name":"x"}} ',
  '{"metadata":{"name":"x"}}x',
  '{"metadata":{"name":"x"}}{"metadata":{"name":"y"}}',
  '{"Metadata":{"Name":"x"}}',
  '{"metadata":{"name":"x"},"Data":{"a":"b"}}',
  '{"metadata":{"name":"x"},"unknown":1}',
  '{"metadata":{"name":"x","name":"y"}}',
  '{"metadata":{"name":"x"},"data":{"a":"b","a":"c"}}',
  `{"metadata":{"name":"x"},"data":${"{".repeat(12_000)}`,
  `{"metadata":{"name":"x"},"unknown":${"[".repeat(12_000)}${"]".repeat(12_000)}}`,
  '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"x"}}',
  '{"apiVersion":"apps/v1","kind":"ConfigMap","metadata":{"name":"x"}}',
  '{"apiVersion":"v2","kind":"ConfigMap","metadata":{"name":"x"}}',
  '{"apiVersion":"a/b/c","kind":"ConfigMap","metadata":{"name":"x"}}',
  '{"apiVersion":"/v1","kind":"ConfigMap","metadata":{"name":"empty-group"}}',
  '{"apiVersion":"/","kind":"ConfigMap","metadata":{"name":"empty-version"}}',
  '{"apiVersion":"/v2","kind":"ConfigMap","metadata":{"name":"x"}}',
  '{"apiVersion":"v1","kind":"configmap","metadata":{"name":"x"}}',
  '{"apiVersion":"v1","kind":"Nobody","metadata":{"name":"x"}}',
  '{"apiVersion":"nobody/v1","kind":"Nobody","metadata":{"name":"x"}}',
  '{"apiVersion":"v1","kind":"ConfigMapList","items":[]}',
  '{"apiVersion":"v1","kind":"List","items":[]}',
  '{"apiVersion":"v1","kind":"Status"}',
];

const texts: Scenario = {
  name: "texts",
  async run(session) {
    const path = await maps(session);
    await session.post(path, { metadata: { name: "there" }, data: { k: "v" } });
    for (const text of TEXTS) {
      await session.post(`${path}?dryRun=All`, text);
      await session.put(`${path}/there?dryRun=All`, text);
    }
    await session.post(path, `{"metadata":{"name":"x"},"data":{"k":"${"x".repeat(3_200_000)}"}}`);
    await session.post(path, `{"metadata":{"name":"x"},"data":{"k":"${"x".repeat(2_000_000)}"}}`);
  },
};

const TYPES = [
  "application/json",
  "application/json; charset=utf-8",
  "application/json;charset=latin1",
  "APPLICATION/JSON",
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
  "application/vnd.kubernetes.protobuf;stream=watch",
  "application/cbor",
  "application/apply-patch+yaml",
  "application/merge-patch+json",
  "text/plain",
  "text/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "x",
  "/",
  "",
  "application/json,application/yaml",
];

const types: Scenario = {
  name: "content types",
  async run(session) {
    const path = await maps(session);
    await session.post(path, { metadata: { name: "there" } });
    for (const contentType of TYPES) {
      await session.post(`${path}?dryRun=All`, JSON.stringify(MAP), { contentType });
      await session.put(`${path}/there?dryRun=All`, JSON.stringify(MAP), { contentType });
      const patch = JSON.stringify({ data: { a: "b" } });
      await session.request("PATCH", `${path}/there`, patch, { contentType });
      const dryRun = JSON.stringify({ dryRun: ["All"] });
      await session.delete(`${path}/there`, dryRun, { contentType });
      await session.delete(path, dryRun, { contentType });
    }
    for (const text of ["k8s\0", "k8s", "", "k8s\0\x0a", "k8s\0\x12\x02\x0a\x00"]) {
      const body = new TextEncoder().encode(text);
      await session.post(path, body, { contentType: "application/vnd.kubernetes.protobuf" });
    }
    for (
      const text of [
        "",
        "---",
        "a: [",
        "a: b: c",
        "\t",
        "metadata: {name: y}\n---\nmetadata: {name: z}",
        "- a",
        "metadata:\n  name: y\n  name: z",
        "metadata: &a {name: y}\ndata: *a",
        "metadata: {name: yes}",
        "metadata: {name: 1}",
        "%",
        "metadata: {name: y}\ndata: {a: 1, b: yes, c: 0x10, d: ~, e: 1e3, f: 2020-01-01}",
      ]
    ) {
      await session.post(`${path}?dryRun=All`, text, { contentType: "application/yaml" });
    }
    await session.post(`${path}?dryRun=All`, JSON.stringify(MAP), {
      headers: { "content-encoding": "gzip" },
    });
  },
};

const OPTIONS: readonly Record<string, string>[] = [
  { dryRun: "All" },
  { dryRun: "" },
  { dryRun: "all" },
  { dryRun: "None" },
  { dryRun: "true" },
  { fieldManager: "me" },
  { fieldManager: "" },
  { fieldManager: "x".repeat(129) },
  { fieldManager: "a\nb" },
  { fieldValidation: "Strict" },
  { fieldValidation: "Warn" },
  { fieldValidation: "Ignore" },
  { fieldValidation: "strict" },
  { fieldValidation: "" },
  { force: "true" },
  { force: "x" },
  { pretty: "true" },
  { pretty: "x" },
  { timeout: "5s" },
  { timeout: "x" },
  { timeout: "-1s" },
  { timeout: "0" },
  { timeoutSeconds: "1" },
  { gracePeriodSeconds: "0" },
  { gracePeriodSeconds: "-1" },
  { gracePeriodSeconds: "x" },
  { propagationPolicy: "Orphan" },
  { propagationPolicy: "x" },
  { orphanDependents: "true" },
  { orphanDependents: "x" },
  { orphanDependents: "true", propagationPolicy: "Orphan" },
  { unknown: "x" },
  { resourceVersion: "1" },
  { "preconditions.uid": "x" },
  { ignoreStoreReadErrorWithClusterBreakingPotential: "true" },
];

const options: Scenario = {
  name: "options",
  async run(session) {
    const path = await maps(session);
    for (const [index, parameters] of OPTIONS.entries()) {
      const name = `o${index}`;
      const text = query(parameters);
      await session.post(path + text, { metadata: { name }, unknown: 1 });
      const object = { metadata: { name }, data: { a: "b" }, unknown: 1 };
      await session.put(`${path}/${name}${text}`, object);
      await session.patch(`${path}/${name}${text}`, "merge", { data: { a: "c" }, unknown: 1 });
      await session.get(`${path}/${name}${text}`);
      await session.delete(`${path}/${name}${text}`);
      await session.delete(`${path}${text}`);
    }
    await session.post(`${path}?dryRun=All&dryRun=All`, MAP);
    await session.post(`${path}?dryRun=All&dryRun=x`, MAP);
    await session.post(`${path}?fieldManager=a&fieldManager=b`, MAP);
    await session.post(`${path}?%`, MAP);
    await session.post(`${path}?a=%zz`, MAP);
    await session.post(`${path}?a;b`, MAP);
  },
};

const NAMES = [
  "x",
  "X",
  "x.y",
  "-x",
  "x-",
  "x_y",
  "x/y",
  "x%y",
  ".",
  "..",
  "x..y",
  "\u00e9",
  "x y",
  "x".repeat(63),
  "x".repeat(64),
  "x".repeat(253),
  "x".repeat(254),
  "0",
  "x:y",
];

const KINDS = [
  "configmaps",
  "pods",
  "services",
  "serviceaccounts",
  "persistentvolumeclaims",
  "replicationcontrollers",
];

const names: Scenario = {
  name: "names",
  async run(session) {
    const namespace = await session.namespace();
    for (const resource of KINDS) {
      for (const name of NAMES) {
        await session.post(`${namespace}/${resource}?dryRun=All`, { metadata: { name } });
      }
    }
    for (const name of NAMES) {
      await session.post("/api/v1/namespaces?dryRun=All", { metadata: { name } });
      await session.post("/api/v1/nodes?dryRun=All", { metadata: { name } });
      const rules = `/apis/rbac.authorization.k8s.io/v1/clusterroles`;
      await session.post(`${rules}?dryRun=All`, { metadata: { name }, rules: [] });
      const path = `${namespace}/configmaps/${encodeURIComponent(name)}`;
      await session.get(path);
      await session.put(path, { metadata: { name } });
      await session.put(path, { metadata: { name: "other" } });
      await session.put(path, { metadata: {} });
      await session.put(path, { metadata: { name, namespace: "other" } });
    }
    for (const other of ["other", "", "Default"]) {
      const object = { metadata: { name: "x", namespace: other } };
      await session.post(`${namespace}/configmaps?dryRun=All`, object);
      await session.post("/api/v1/nodes?dryRun=All", object);
      await session.post("/api/v1/configmaps", object);
    }
  },
};

const UNKNOWN: AnyObject = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "x", unknown: 1 },
  spec: {
    selector: { matchLabels: { a: "b" } },
    unknown: { a: 1 },
    template: {
      metadata: { labels: { a: "b" } },
      spec: { containers: [{ name: "c", image: "i", unknown: [], ports: [{ containerport: 1 }] }] },
    },
  },
  status: { unknown: 1 },
  other: 1,
};

const DUPLICATE =
  '{"metadata":{"name":"x","name":"x","labels":{"a":"b","a":"c"}},"data":{},"data":{}}';

const fieldValidation: Scenario = {
  name: "field validation",
  async run(session) {
    const namespace = await session.namespace();
    const deployments = collection(DEPLOYMENTS, namespace);
    for (const validation of ["Strict", "Warn", "Ignore", "x", ""]) {
      const text = `?dryRun=All&fieldValidation=${validation}`;
      await session.post(deployments + text, UNKNOWN);
      await session.post(deployments + text, encodeYaml(UNKNOWN), {
        contentType: "application/yaml",
      });
      await session.post(`${namespace}/configmaps${text}`, DUPLICATE);
      await session.post(
        `${namespace}/configmaps${text}`,
        '{"metadata":{"name":"x"},"a":1,"a":2,"b":{},"c":[]}',
      );
      await session.post(deployments, {
        ...UNKNOWN,
        metadata: { name: `v${validation.toLowerCase()}` },
      });
      const one = `${deployments}/v${text}`;
      await session.put(one, UNKNOWN);
      await session.patch(one, "merge", { spec: { unknown: 1, replicas: 2 } });
      await session.patch(one, "strategic", { spec: { unknown: 1, replicas: 3 } });
      await session.patch(one, "json", [{ op: "add", path: "/spec/unknown", value: 1 }]);
      const applied = { ...UNKNOWN, metadata: { name: "v" } };
      await session.patch(`${one}&fieldManager=a&force=true`, "apply", applied);
      const duplicate = '{"spec":{"replicas":1,"replicas":2}}';
      await session.patch(one, "merge", duplicate);
    }
  },
};

const DEPLOYMENTS = { group: "apps", version: "v1", resource: "deployments" } as Kind;

const generated: Scenario = {
  name: "generated names",
  async run(session) {
    const path = await maps(session);
    for (
      const metadata of [
        { generateName: "g-" },
        { generateName: "g-", name: "n" },
        { generateName: "" },
        { generateName: "G-" },
        { generateName: "-" },
        { generateName: "x".repeat(250) },
        { generateName: "g.", namespace: "other" },
        {},
      ]
    ) {
      await session.post(path, { metadata });
      await session.post(`${path}?dryRun=All`, { metadata });
    }
    await session.post("/api/v1/namespaces", { metadata: { generateName: `g${session.id}-` } });
  },
};

/** The same object in each form that a body may have. */
function formsOf(kind: Kind): Scenario {
  return {
    name: `forms of ${collection(kind)}`,
    async run(session) {
      const objects = collection(kind, kind.namespaced ? await session.namespace() : "");
      const object = objectOf(kind, kind.tables[0]!, "x");
      const path = `${objects}?dryRun=All`;
      await session.post(path, encodeYaml(object), { contentType: "application/yaml" });
      const type = schemaOf("kubernetes").kind(kind.group, kind.version, kind.kind);
      if (type === undefined) return;
      const bytes = encodeEnveloped(type, object);
      const protobuf = "application/vnd.kubernetes.protobuf";
      await session.post(path, bytes, { contentType: protobuf });
      await session.post(path, bytes, { contentType: protobuf, accept: protobuf });
      await session.post(path, bytes);
    },
  };
}

/** Objects of a kind that do not fit it. */
function unfit(kind: Kind): Scenario {
  return {
    name: `what is no ${collection(kind)}`,
    async run(session) {
      const objects = collection(kind, kind.namespaced ? await session.namespace() : "");
      const object = objectOf(kind, kind.tables[0]!, "x");
      const path = `${objects}?dryRun=All`;
      const { apiVersion, kind: name, metadata, ...rest } = object;
      await session.post(path, {});
      await session.post(path, { metadata: { name: "x" } });
      await session.post(path, { apiVersion, kind: name });
      await session.post(path, { apiVersion: "v9", kind: name, metadata, ...rest });
      await session.post(path, { apiVersion, kind: "Nobody", metadata, ...rest });
      await session.post(path, { metadata, ...rest });
      await session.post(path, {
        apiVersion,
        kind: name,
        metadata: { ...metadata, name: "A b" },
        ...rest,
      });
      for (const [field, value] of Object.entries(rest)) {
        const other = typeof value === "object" ? "text" : { a: 1 };
        await session.post(path, { apiVersion, kind: name, metadata, ...rest, [field]: other });
        await session.post(path, { apiVersion, kind: name, metadata, ...rest, [field]: null });
        await session.post(path, { apiVersion, kind: name, metadata, ...rest, [field]: [[]] });
      }
      await session.post(`${path}&fieldValidation=Strict`, { ...object, unknown: 1 });
      const spec = { ...rest.spec, unknown: 1 };
      await session.post(`${path}&fieldValidation=Warn`, { ...object, spec });
      await session.put(`${objects}/x?dryRun=All`, object);
      await session.put(`${objects}/other?dryRun=All`, object);
      await session.patch(`${objects}/nobody`, "merge", {});
      await session.patch(`${objects}/x?dryRun=All&fieldManager=m`, "apply", object);
      await session.patch(`${objects}/x?dryRun=All`, "apply", object);
      await session.delete(`${objects}/nobody`);
      await session.delete(`${objects}?dryRun=All&labelSelector=nobody`);
    },
  };
}
