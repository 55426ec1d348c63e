/**
 * Definitions, and objects of what they define.
 *
 * @module
 */

import type { Area, Scenario } from "../scenario.ts";
import type { AnyObject, Session } from "../session.ts";

export const customResources: Area = {
  name: "custom resources",
  *scenarios() {
    yield* [schemas, defaults, versions, scales, columns, rules, loose, writes, watched];
  },
};

const DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

const STRING = { type: "string" };
const INTEGER = { type: "integer" };

/** A definition; `version` and `more` say what is not plain about it. */
function definition(
  plural: string,
  properties: AnyObject,
  { version = {}, more = {} }: { version?: AnyObject; more?: AnyObject } = {},
): AnyObject {
  const kind = plural[0]!.toUpperCase() + plural.slice(1, -1);
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.differential.example.com` },
    spec: {
      group: "differential.example.com",
      scope: "Namespaced",
      names: {
        plural,
        singular: plural.slice(0, -1),
        kind,
        shortNames: [plural.slice(0, 3)],
        categories: ["some"],
      },
      versions: [{
        name: "v1",
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: "object", properties } },
        ...version,
      }],
      ...more,
    },
  };
}

/** Makes a definition, waits until it is served, runs the rest, and takes it away. */
function defined(
  name: string,
  of: AnyObject,
  run: (
    session: Session,
    objects: string,
    kind: { apiVersion: string; kind: string },
  ) => Promise<void>,
): Scenario {
  return {
    name,
    alone: true,
    async run(session) {
      const { name: path } = of.metadata;
      const { group, names, versions } = of.spec;
      await session.post(`${DEFINITIONS}?dryRun=All`, of);
      await session.post(DEFINITIONS, of);
      await session.until(
        `${DEFINITIONS}/${path}`,
        ({ json }) =>
          (json.status?.conditions ?? []).some(({ type, status }: AnyObject) =>
            type === "Established" && status === "True"
          ),
      );
      await session.get(`${DEFINITIONS}/${path}`);
      const version = versions[0].name;
      const namespace = (await session.namespace()).slice("/api/v1".length);
      const objects = `/apis/${group}/${version}${namespace}/${names.plural}`;
      await session.until(objects, ({ status }) => status === 200);
      // The server that was asked first may be ahead of its own discovery.
      await session.until(
        `/apis/${group}/${version}`,
        ({ json }) => (json.resources ?? []).some(({ name }: AnyObject) => name === names.plural),
      );
      await session.get(`/apis/${group}/${version}`);
      await run(session, objects, { apiVersion: `${group}/${version}`, kind: names.kind });
      await session.delete(objects);
      await session.delete(`${DEFINITIONS}/${path}`);
      await session.until(`${DEFINITIONS}/${path}`, ({ status }) => status === 404);
      await session.get(objects);
    },
  };
}

const LIMITED = {
  spec: {
    type: "object",
    required: ["size"],
    properties: {
      size: { ...INTEGER, minimum: 1, maximum: 5 },
      color: { ...STRING, enum: ["red", "green"] },
      name: { ...STRING, pattern: "^[a-z]+$", maxLength: 5, minLength: 2 },
      when: { ...STRING, format: "date-time" },
      address: { ...STRING, format: "ipv4" },
      list: { type: "array", items: INTEGER, maxItems: 3, minItems: 1 },
      set: { type: "array", items: STRING, "x-kubernetes-list-type": "set" },
      map: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["key"],
        items: { type: "object", required: ["key"], properties: { key: STRING, value: STRING } },
      },
      any: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      either: { "x-kubernetes-int-or-string": true },
      values: { type: "object", additionalProperties: { type: "number", multipleOf: 0.5 } },
      template: {
        type: "object",
        "x-kubernetes-embedded-resource": true,
        properties: { spec: { type: "object" } },
      },
      maybe: { ...STRING, nullable: true },
      one: { ...INTEGER, oneOf: [{ minimum: 3 }, { maximum: 1 }] },
      flag: { type: "boolean" },
    },
  },
};

const SPECS: readonly unknown[] = [
  { size: 1 },
  {},
  { size: 0 },
  { size: 6 },
  { size: "1" },
  { size: 1.5 },
  { size: null },
  { size: 1, color: "blue" },
  { size: 1, color: "red" },
  { size: 1, name: "A" },
  { size: 1, name: "abcdef" },
  { size: 1, when: "x" },
  { size: 1, when: "2020-01-01T00:00:00Z" },
  { size: 1, address: "1.2.3" },
  { size: 1, list: [] },
  { size: 1, list: [1, 2, 3, 4] },
  { size: 1, list: ["a"] },
  { size: 1, list: {} },
  { size: 1, set: ["a", "a"] },
  { size: 1, map: [{ key: "a" }, { key: "a" }] },
  { size: 1, map: [{ value: "a" }] },
  { size: 1, map: [{ key: "a", value: "b" }, { key: "b" }] },
  { size: 1, any: { x: { y: [1] } } },
  { size: 1, any: "x" },
  { size: 1, either: 1 },
  { size: 1, either: "1" },
  { size: 1, either: true },
  { size: 1, values: { a: 0.5, b: 1 } },
  { size: 1, values: { a: 0.3 } },
  {
    size: 1,
    template: { apiVersion: "v1", kind: "Pod", metadata: { name: "x", labels: { a: "b" } } },
  },
  { size: 1, template: { kind: "Pod" } },
  { size: 1, template: { apiVersion: "v1", kind: "Pod", metadata: { name: "X_" } } },
  { size: 1, maybe: null },
  { size: 1, one: 2 },
  { size: 1, one: 3 },
  { size: 1, flag: "true" },
  { size: 1, unknown: { a: 1 } },
  "x",
  null,
  [],
];

const schemas = defined(
  "schemas",
  definition("limits", LIMITED),
  async (session, objects, kind) => {
    for (const [index, spec] of SPECS.entries()) {
      const object = { ...kind, metadata: { name: `o${index}` }, spec };
      await session.post(`${objects}?dryRun=All`, object);
      await session.post(`${objects}?dryRun=All&fieldValidation=Strict`, object);
    }
    await session.post(objects, { ...kind, metadata: { name: "x" }, spec: { size: 1 } });
    for (const spec of SPECS) {
      await session.patch(`${objects}/x?dryRun=All`, "merge", { spec });
      const applied = { ...kind, metadata: { name: "x" }, spec };
      await session.patch(`${objects}/x?dryRun=All&fieldManager=m&force=true`, "apply", applied);
    }
    for (
      const object of [
        {},
        { ...kind },
        { metadata: { name: "y" }, spec: { size: 1 } },
        { ...kind, kind: "Other", metadata: { name: "y" } },
        { ...kind, apiVersion: "differential.example.com/v2", metadata: { name: "y" } },
        { ...kind, metadata: { name: "A" }, spec: { size: 1 } },
        { ...kind, metadata: { name: "y", labels: { a: 1 } }, spec: { size: 1 } },
        { ...kind, metadata: { name: "y", unknown: 1 }, spec: { size: 1 } },
        { ...kind, metadata: { generateName: "g-" }, spec: { size: 1 } },
        { ...kind, metadata: { name: "y" }, spec: { size: 1 }, other: 1 },
      ]
    ) {
      await session.post(`${objects}?dryRun=All`, object);
      await session.post(`${objects}?dryRun=All&fieldValidation=Strict`, object);
    }
  },
);

const defaults = defined(
  "defaults",
  definition("defaulteds", {
    spec: {
      type: "object",
      default: { size: 3 },
      properties: {
        size: { ...INTEGER, default: 2 },
        color: { ...STRING, default: "red" },
        deep: { type: "object", default: {}, properties: { a: { ...STRING, default: "b" } } },
        list: {
          type: "array",
          items: { type: "object", properties: { k: { ...STRING, default: "v" } } },
        },
        maybe: { ...STRING, nullable: true, default: "d" },
      },
    },
    status: { type: "object", properties: { phase: { ...STRING, default: "New" } } },
  }, { version: { subresources: { status: {} } } }),
  async (session, objects, kind) => {
    const specs = [
      undefined,
      {},
      { size: 1 },
      { size: null },
      { deep: {} },
      { list: [{}, { k: "x" }] },
      { maybe: null },
      { extra: 1 },
    ];
    for (const [index, spec] of specs.entries()) {
      await session.post(objects, {
        ...kind,
        metadata: { name: `o${index}` },
        ...(spec !== undefined && { spec }),
        status: { phase: "x" },
      });
      await session.get(`${objects}/o${index}`);
      await session.patch(`${objects}/o${index}/status`, "merge", {
        status: { phase: "Done" },
        spec: { size: 9 },
      });
      await session.get(`${objects}/o${index}/status`);
    }
    await session.get(objects);
  },
);

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

const rules = defined(
  "rules",
  definition("ruleds", {
    spec: {
      type: "object",
      "x-kubernetes-validations": [
        { rule: "self.min <= self.max", message: "min is above max" },
        { rule: "self.min >= 0", messageExpression: "'min is ' + string(self.min)" },
        {
          rule: "!has(self.name) || self.name.startsWith('a')",
          reason: "FieldValueForbidden",
          fieldPath: ".name",
        },
      ],
      properties: {
        min: { ...INTEGER, default: 0 },
        max: { ...INTEGER, default: 10 },
        name: { ...STRING, maxLength: 20 },
        fixed: {
          ...STRING,
          "x-kubernetes-validations": [{
            rule: "self == oldSelf",
            message: "fixed may not change",
          }],
        },
      },
    },
  }),
  async (session, objects, kind) => {
    for (
      const spec of [{}, { min: 11 }, { min: -1 }, { name: "b" }, { name: "a" }, {
        min: 11,
        name: "b",
      }]
    ) {
      await session.post(`${objects}?dryRun=All`, { ...kind, metadata: { name: "x" }, spec });
    }
    await session.post(objects, { ...kind, metadata: { name: "x" }, spec: { fixed: "1" } });
    await session.patch(`${objects}/x`, "merge", { spec: { fixed: "2" } });
    await session.patch(`${objects}/x`, "merge", { spec: { fixed: null } });
    await session.patch(`${objects}/x`, "merge", { spec: { min: 20 } });
  },
);

const loose = defined(
  "of the cluster, and loose",
  definition("looses", {}, {
    version: {
      schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
    },
    more: { preserveUnknownFields: false },
  }),
  async (session, objects, kind) => {
    const object = {
      ...kind,
      metadata: { name: "x" },
      any: { thing: [1, "a", null, { b: true }] },
      n: 1.5,
      big: 12345678901234,
    };
    await session.post(objects, object);
    await session.get(`${objects}/x`);
    await session.patch(`${objects}/x`, "merge", { any: { thing: null, more: 1 } });
    await session.patch(`${objects}/x?fieldManager=m`, "apply", {
      ...kind,
      metadata: { name: "x" },
      any: { more: 2 },
    });
    await session.patch(`${objects}/x?fieldManager=m&force=true`, "apply", {
      ...kind,
      metadata: { name: "x" },
      any: { more: 2 },
      list: [1],
    });
    await session.patch(`${objects}/x?fieldManager=m`, "apply", {
      ...kind,
      metadata: { name: "x" },
    });
    await session.put(`${objects}/x`, { ...kind, metadata: { name: "x" }, other: 1 });
    await session.delete(`${objects}/x?propagationPolicy=Foreground`);
    await session.get(`${objects}/x`);
    await session.patch(`${objects}/x`, "json", [{ op: "remove", path: "/metadata/finalizers" }]);
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
