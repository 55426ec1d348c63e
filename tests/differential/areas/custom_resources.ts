/**
 * Definitions, and objects of what they define.
 *
 * @module
 */

import type { Area, Scenario } from "../scenario.ts";
import { customColumns } from "./custom_columns.ts";
import { defaults, emptied, loose, rules, schemas } from "./custom_schemas.ts";
import { defined, definition, DEFINITIONS, INTEGER, STRING } from "./defined.ts";

export const customResources: Area = {
  name: "custom resources",
  *scenarios() {
    yield* [schemas, defaults, versions, scales, columns, rules, loose, emptied, writes, watched];
    yield customColumns;
  },
};

const versions = defined(
  "versions",
  definition("versioneds", { spec: { type: "object", properties: { a: STRING } } }, {
    more: {
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: "object",
              properties: { spec: { type: "object", properties: { a: STRING } } },
            },
          },
        },
        {
          name: "v1beta1",
          served: true,
          storage: false,
          deprecated: true,
          deprecationWarning: "use another",
          schema: {
            openAPIV3Schema: {
              type: "object",
              properties: { spec: { type: "object", properties: { a: STRING, b: STRING } } },
            },
          },
        },
        {
          name: "v1alpha1",
          served: false,
          storage: false,
          schema: { openAPIV3Schema: { type: "object" } },
        },
      ],
    },
  }),
  async (session, objects, kind) => {
    const old = objects.replace("/v1/", "/v1beta1/");
    const spec = { a: "1", b: "2" };
    await session.post(objects, { ...kind, metadata: { name: "x" }, spec });
    await session.get(`${old}/x`);
    await session.post(old, {
      ...kind,
      apiVersion: "differential.example.com/v1beta1",
      metadata: { name: "y" },
      spec,
    });
    await session.post(old, { ...kind, metadata: { name: "z" }, spec });
    await session.get(`${objects}/y`);
    await session.get(old);
    await session.get(objects);
    await session.patch(`${old}/x`, "merge", { spec: { b: "3" } });
    await session.get(objects.replace("/v1/", "/v1alpha1/"));
    await session.get("/apis/differential.example.com");
  },
);

const scales = defined(
  "subresources",
  definition("scaleds", {
    spec: { type: "object", properties: { replicas: INTEGER, other: STRING } },
    status: { type: "object", properties: { replicas: INTEGER, selector: STRING } },
  }, {
    version: {
      subresources: {
        status: {},
        scale: {
          specReplicasPath: ".spec.replicas",
          statusReplicasPath: ".status.replicas",
          labelSelectorPath: ".status.selector",
        },
      },
    },
  }),
  async (session, objects, kind) => {
    const path = `${objects}/x`;
    await session.get(`${path}/scale`);
    const { json } = await session.post(objects, {
      ...kind,
      metadata: { name: "x" },
      spec: { replicas: 2 },
      status: { replicas: 9 },
    });
    await session.get(`${path}/scale`);
    await session.get(`${path}/status`);
    await session.put(`${path}/status`, { ...json, status: { replicas: 1, selector: "a=b" } });
    const { json: scale } = await session.get(`${path}/scale`);
    await session.put(`${path}/scale`, { ...scale, spec: { replicas: 5 } });
    await session.put(`${path}/scale`, { ...scale, spec: { replicas: 6 } });
    await session.patch(`${path}/scale`, "merge", { spec: { replicas: 7 } });
    await session.patch(`${path}/scale`, "merge", { spec: { replicas: -1 } });
    await session.patch(`${path}/scale`, "merge", { spec: { replicas: "x" } });
    await session.patch(path, "merge", { status: { replicas: 3 } });
    await session.patch(`${path}/status`, "merge", { status: { replicas: "x" } });
    await session.patch(`${path}/status`, "merge", {
      spec: { replicas: 1 },
      metadata: { labels: { a: "b" } },
    });
    await session.patch(path, "merge", { spec: { other: "x" } });
    await session.patch(path, "strategic", { spec: { other: "y" } });
    await session.patch(path, "json", [{ op: "remove", path: "/spec/replicas" }]);
    await session.get(`${path}/scale`);
    await session.patch(`${path}/scale`, "merge", { metadata: { labels: { a: "b" } } });
    await session.patch(`${path}/scale`, "merge", { spec: { replicas: 0 } });
    await session.get(path);
    await session.patch(path, "json", [{ op: "remove", path: "/spec/replicas" }]);
    const { json: now } = await session.get(path);
    await session.put(`${path}/scale`, {
      ...scale,
      metadata: { ...scale?.metadata, resourceVersion: now?.metadata?.resourceVersion },
      spec: { replicas: 8 },
    });
    await session.get(path);
    await session.patch(`${path}/scale?fieldManager=one&force=true&dryRun=All`, "apply", {
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name: "x" },
      spec: { replicas: 9 },
    });
    await session.get(`${path}/nobody`);
    await session.post(`${path}/status`, {});
    await session.delete(`${path}/scale`);
    await session.get(path);
  },
);

const columns = defined(
  "columns and fields",
  definition("showns", {
    spec: {
      type: "object",
      properties: {
        size: INTEGER,
        color: STRING,
        when: { ...STRING, format: "date-time" },
        on: { type: "boolean" },
        part: { type: "number" },
      },
    },
  }, {
    version: {
      selectableFields: [{ jsonPath: ".spec.color" }, { jsonPath: ".spec.size" }],
      additionalPrinterColumns: [
        { name: "Size", type: "integer", jsonPath: ".spec.size" },
        {
          name: "Color",
          type: "string",
          jsonPath: ".spec.color",
          priority: 1,
          description: "a color",
        },
        { name: "When", type: "date", jsonPath: ".spec.when" },
        { name: "On", type: "boolean", jsonPath: ".spec.on" },
        { name: "Part", type: "number", jsonPath: ".spec.part", format: "double" },
        { name: "None", type: "string", jsonPath: ".spec.none[0].x" },
      ],
    },
  }),
  async (session, objects, kind) => {
    await session.post(objects, {
      ...kind,
      metadata: { name: "a" },
      spec: { size: 1, color: "red", on: true, part: 0.5, when: "2020-01-01T00:00:00Z" },
    });
    await session.post(objects, { ...kind, metadata: { name: "b" }, spec: { color: "green" } });
    await session.post(objects, { ...kind, metadata: { name: "c" } });
    for (
      const accept of [
        "application/json;as=Table;g=meta.k8s.io;v=v1",
        "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
        "application/yaml",
        "application/vnd.kubernetes.protobuf",
        "application/vnd.kubernetes.protobuf,application/json",
        "application/cbor",
      ]
    ) {
      await session.get(objects, { accept });
      await session.get(`${objects}/a`, { accept: accept.replace("List;", ";") });
    }
    for (
      const fieldSelector of [
        "spec.color=red",
        "spec.color!=red",
        "spec.size=1",
        "spec.color=",
        "spec.on=true",
        "metadata.name=a",
        "metadata.namespace=x",
        ".spec.color=red",
      ]
    ) {
      await session.get(`${objects}?${new URLSearchParams({ fieldSelector })}`);
    }
    await session.post(objects, JSON.stringify({ ...kind, metadata: { name: "d" } }), {
      contentType: "application/vnd.kubernetes.protobuf",
    });
  },
);

/** Definitions that are none. */
const writes: Scenario = {
  name: "definitions",
  alone: true,
  async run(session) {
    const good = definition("bads", { spec: { type: "object" } });
    const { spec } = good;
    const [version] = spec.versions;
    const schema = (openAPIV3Schema: unknown) => ({
      ...spec,
      versions: [{ ...version, schema: { openAPIV3Schema } }],
    });
    for (
      const bad of [
        {},
        { ...spec, group: "" },
        { ...spec, group: "Bad" },
        { ...spec, scope: "x" },
        { ...spec, names: {} },
        { ...spec, names: { ...spec.names, plural: "other" } },
        { ...spec, names: { ...spec.names, kind: "bad kind" } },
        { ...spec, versions: [] },
        { ...spec, versions: [version, version] },
        { ...spec, versions: [{ ...version, storage: false }] },
        { ...spec, versions: [{ ...version, name: "V1" }] },
        { ...spec, versions: [{ ...version, schema: undefined }] },
        schema({}),
        schema({ type: "string" }),
        schema({ type: "object", properties: { a: {} } }),
        schema({ type: "object", properties: { a: { type: "x" } } }),
        schema({ type: "object", properties: { a: { type: "array" } } }),
        schema({ type: "object", properties: { a: { type: "string", pattern: "(" } } }),
        schema({ type: "object", properties: { a: { type: "integer", default: "x" } } }),
        schema({
          type: "object",
          properties: { metadata: { type: "object", properties: { x: STRING } } },
        }),
        schema({ type: "object", $ref: "#/x" }),
        schema({ type: "object", "x-kubernetes-validations": [{ rule: "self.x" }] }),
        schema({ type: "object", "x-kubernetes-validations": [{ rule: "1 +" }] }),
        schema({ type: "object", "x-kubernetes-validations": [{ rule: "true" }] }),
        { ...spec, versions: [{ ...version, subresources: { scale: {} } }] },
        { ...spec, versions: [{ ...version, selectableFields: [{ jsonPath: ".spec.x" }] }] },
        {
          ...spec,
          versions: [{
            ...version,
            additionalPrinterColumns: [{ name: "", type: "x", jsonPath: "x" }],
          }],
        },
        { ...spec, conversion: { strategy: "x" } },
        { ...spec, conversion: { strategy: "Webhook" } },
        { ...spec, preserveUnknownFields: true },
      ]
    ) {
      await session.post(`${DEFINITIONS}?dryRun=All`, { ...good, spec: bad });
    }
    await session.post(`${DEFINITIONS}?dryRun=All`, { ...good, metadata: { name: "x" } });
    await session.get("/apis/differential.example.com");
    await session.get("/apis/nobody.example.com/v1/things");
  },
};

const watched = defined(
  "watches",
  definition("watcheds", { spec: { type: "object", properties: { a: STRING } } }),
  async (session, objects, kind) => {
    await session.post(objects, { ...kind, metadata: { name: "a" }, spec: { a: "1" } });
    for (
      const more of [
        "",
        "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
        "&fieldSelector=metadata.name%3Da",
      ]
    ) {
      await session.watch(
        `${objects}?watch=1&timeoutSeconds=2&allowWatchBookmarks=true${more}`,
        async () => {
          await session.post(objects, { ...kind, metadata: { name: "b" } });
          await session.patch(`${objects}/a`, "merge", { spec: { a: "2" } });
          await session.delete(`${objects}/b`);
        },
      );
    }
  },
);
