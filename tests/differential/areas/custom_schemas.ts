/**
 * What schemas make of custom objects: refused, pruned, filled in.
 *
 * @module
 */

import type { AnyObject } from "../session.ts";
import { defined, definition, INTEGER, STRING } from "./defined.ts";

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

export const schemas = defined(
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

export const defaults = defined(
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

export const rules = defined(
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

export const loose = defined(
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

const inner = (more: AnyObject = {}) => ({
  ...{ type: "object", ...more },
  properties: { a: { type: "string" }, b: { type: "string" } },
});
const map = (more: AnyObject = {}) => ({
  ...{ type: "object", ...more },
  additionalProperties: { type: "string" },
});
const list = (more: AnyObject = {}) => ({
  ...{ type: "array", "x-kubernetes-list-type": "set", ...more },
  items: { type: "string" },
});

/** What has lost all its parts to whoever applied them. */
export const emptied = defined(
  "emptied by applies",
  definition("empties", {
    spec: {
      type: "object",
      properties: {
        inner: inner(),
        innerOrNull: inner({ nullable: true }),
        innerOfAll: inner({ nullable: true, required: ["a", "b"] }),
        innerByDefault: inner({ default: { a: "d" } }),
        map: map(),
        mapOrNull: map({ nullable: true }),
        list: list(),
        listOrNull: list({ nullable: true }),
      },
    },
  }),
  async (session, objects, kind) => {
    const FILLED: AnyObject = { inner: { a: "1", b: "2" }, map: { a: "1" }, list: ["a"] };
    const fields = ["inner", "innerOrNull", "innerOfAll", "innerByDefault", "map", "mapOrNull"];
    for (const field of [...fields, "list", "listOrNull"]) {
      const path = `${objects}/${field.toLowerCase()}`;
      const apply = (manager: string, spec: AnyObject) =>
        session.patch(`${path}?fieldManager=${manager}`, "apply", {
          ...kind,
          metadata: { name: field.toLowerCase() },
          spec,
        });
      const full = FILLED[field.replace(/[A-Z].*/, "")];
      const empty = Array.isArray(full) ? [] : {};
      for (const left of [{ [field]: null }, { [field]: empty }, {}]) {
        await apply("one", { [field]: full });
        await apply("one", left);
        await session.get(path);
      }
      await apply("one", { [field]: full });
      await apply("two", { [field]: empty });
      await apply("one", {});
      await session.get(path);
      await apply("two", {});
      await session.get(path);
    }
  },
);
