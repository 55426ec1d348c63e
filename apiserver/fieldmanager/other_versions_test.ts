// A kind with two versions: v1 has `replicas`, v2 calls it `size`, and tells elements of its list
// apart; v0 is no more.

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { assert, assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { runToEnd } from "../../toolkit/time_slice.ts";
import {
  applyPatch,
  fieldElement,
  listType,
  mapType,
  type MergeType,
  type OtherVersions,
  scalarType,
  SPECIFIED,
  trackUpdate,
  UNTYPED,
} from "./mod.ts";
import { NOW } from "../../testing/apply_stage.ts";

function struct(fields: Record<string, MergeType>): MergeType {
  return mapType({
    fields: new Map(
      Object.entries(fields).map(([name, type]) => [
        name,
        { element: fieldElement(name), type, default: undefined },
      ]),
    ),
  });
}

const item = struct({ name: scalarType("string"), value: scalarType("number") });

function kindOf(spec: MergeType): MergeType {
  return struct({
    apiVersion: scalarType("string"),
    kind: scalarType("string"),
    metadata: UNTYPED,
    spec,
  });
}

const items = (atomic: boolean) =>
  listType({ atomic, keys: atomic ? [] : ["name"], element: item });

const SCHEMAS: Record<string, MergeType> = {
  "x/v1": kindOf(struct({ replicas: scalarType("number"), items: items(true) })),
  "x/v2": kindOf(struct({ size: scalarType("number"), items: items(false) })),
};

const versions: OtherVersions = {
  schemaOf: (apiVersion) => SCHEMAS[apiVersion],
  convert(object, apiVersion) {
    if (object.apiVersion === apiVersion) return object;
    // What is pruned may lack all of it.
    const { replicas, size, ...spec } = (object.spec ?? {}) as JsonObject;
    const value = replicas ?? size;
    const name = apiVersion === "x/v1" ? "replicas" : "size";
    return {
      ...object,
      apiVersion,
      spec: { ...spec, ...(value !== undefined && { [name]: value }) },
    };
  },
};

class TwoVersions {
  live: JsonObject | undefined;

  apply(manager: string, apiVersion: string, spec: JsonObject, force = false): void {
    this.live = runToEnd(applyPatch({
      ...this.#options(manager, apiVersion),
      kind: "X",
      applied: { apiVersion, kind: "X", metadata: { name: "a" }, spec },
      force,
      policy: { ...SPECIFIED, unownedFields: "remove" },
    })).object;
  }

  update(manager: string, apiVersion: string, spec: JsonObject): void {
    this.live = trackUpdate({
      ...this.#options(manager, apiVersion),
      updated: { apiVersion, kind: "X", metadata: { name: "a" }, spec },
    });
  }

  #options(manager: string, apiVersion: string) {
    const schema = SCHEMAS[apiVersion];
    if (schema === undefined) throw new Error(`no ${apiVersion}`);
    const live = this.live && versions.convert(this.live, apiVersion);
    return { schema, live, manager, apiVersion, now: NOW, versions };
  }

  owners(): Record<string, string> {
    const entries = ((this.live?.metadata as JsonObject).managedFields ?? []) as JsonObject[];
    return Object.fromEntries(
      entries.map(({ operation, manager, apiVersion, fieldsV1 }) => [
        `${operation} ${manager} ${apiVersion}`,
        JSON.stringify(fieldsV1),
      ]),
    );
  }
}

Deno.test("trackUpdate() takes fields from managers that named them in another version", () => {
  const object = new TwoVersions();
  object.apply("a", "x/v1", { replicas: 1 });
  object.update("w", "x/v2", { size: 2 });
  assertEquals(object.owners(), { "Update w x/v2": '{"f:spec":{"f:size":{}}}' });
  object.update("w", "x/v1", { replicas: 3 });
  assertEquals(object.owners(), { "Update w x/v1": '{"f:spec":{"f:replicas":{}}}' });
});

Deno.test("applyPatch() conflicts with managers that named their fields in another version", () => {
  const object = new TwoVersions();
  object.update("w", "x/v1", { replicas: 1 });
  const error = assertThrows(() => object.apply("a", "x/v2", { size: 2 }));
  assertEquals(
    error.message,
    'Apply failed with 1 conflict: conflict with "w" using x/v1: .spec.replicas',
  );
  object.apply("a", "x/v2", { size: 2 }, true);
  assertEquals(object.owners(), {
    "Apply a x/v2": '{"f:spec":{"f:size":{}}}',
    "Update w x/v1": '{"f:spec":{}}',
  });
});

Deno.test("applyPatch() takes out what the applier named in another version", () => {
  const object = new TwoVersions();
  object.apply("a", "x/v1", { replicas: 1, items: [{ name: "i", value: 1 }] });
  object.apply("a", "x/v2", { items: [{ name: "i", value: 1 }] });
  assertEquals(object.live?.spec, { items: [{ name: "i", value: 1 }] });
  assertEquals(Object.keys(object.owners()), ["Apply a x/v2"]);
});

Deno.test("applyPatch() keeps what another applier names in another version", () => {
  const object = new TwoVersions();
  object.apply("a", "x/v1", { replicas: 1 });
  object.apply("b", "x/v2", { size: 1 });
  object.apply("a", "x/v1", {});
  assertEquals(object.live?.spec, { replicas: 1 });
  object.apply("b", "x/v2", {});
  assertEquals(object.live?.spec, null);
});

Deno.test("applyPatch() and trackUpdate() drop managers of versions that are no more", () => {
  const gone = {
    manager: "old",
    operation: "Update",
    apiVersion: "x/v0",
    time: NOW,
    fieldsType: "FieldsV1",
    fieldsV1: { "f:spec": { "f:count": {} } },
  };
  const steps: Record<string, (object: TwoVersions) => void> = {
    apply: (object) => object.apply("a", "x/v1", { replicas: 1 }),
    update: (object) => object.update("w", "x/v1", { replicas: 1 }),
  };
  for (const [name, step] of Object.entries(steps)) {
    const object = new TwoVersions();
    object.apply("a", "x/v1", { replicas: 1 });
    const metadata = object.live?.metadata as JsonObject;
    const managedFields = [...metadata.managedFields as JsonObject[], gone];
    object.live = { ...object.live, metadata: { ...metadata, managedFields } };
    step(object);
    assertEquals(object.owners(), { "Apply a x/v1": '{"f:spec":{"f:replicas":{}}}' }, name);
  }
});

Deno.test("trackUpdate() drops managers of other versions where it is told of none", () => {
  const object = new TwoVersions();
  object.apply("a", "x/v1", { replicas: 1 });
  const live = versions.convert(object.live ?? {}, "x/v2");
  const result = trackUpdate({
    schema: SCHEMAS["x/v2"] ?? UNTYPED,
    live,
    updated: live,
    manager: "w",
    apiVersion: "x/v2",
    now: NOW,
  });
  assert(!("managedFields" in (result.metadata as JsonObject)));
});

Deno.test("owners of parts own the whole once a schema makes it one value", () => {
  const object = new TwoVersions();
  object.apply("a", "x/v2", { items: [{ name: "i", value: 1 }], size: 1 });
  // The same version, with a list that has become atomic.
  const schema = kindOf(struct({ size: scalarType("number"), items: items(true) }));
  const base = { schema, live: object.live, apiVersion: "x/v2", now: NOW };
  const updated = { ...object.live, spec: { items: [{ name: "j" }], size: 1 } };
  object.live = trackUpdate({ ...base, updated, manager: "w" });
  assertEquals(object.owners(), {
    "Apply a x/v2": '{"f:spec":{"f:size":{}}}',
    "Update w x/v2": '{"f:spec":{"f:items":{}}}',
  });
});
