import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { isSameObject, trackUpdate, UNTYPED, UPDATE_MANAGERS_LIMIT } from "./mod.ts";
import { FieldSet } from "./field_set.ts";
import { NOW, Stage } from "../../testing/apply_stage.ts";

const LATER = "2026-01-02T03:04:06Z";

function configMap(data: JsonObject = { k: "1", l: "1" }): Stage {
  const stage = new Stage("v1", "ConfigMap");
  stage.update("maker", { data });
  return stage;
}

Deno.test("trackUpdate() gives a new object to its maker, but for what nobody owns", () => {
  const stage = new Stage("v1", "ConfigMap");
  stage.update("maker", {
    metadata: {
      namespace: "n",
      uid: "u",
      generation: 1,
      resourceVersion: "1",
      creationTimestamp: NOW,
      labels: { a: "b" },
    },
    data: { k: "1" },
  });
  assertEquals(stage.entries(), [{
    manager: "maker",
    operation: "Update",
    apiVersion: "v1",
    time: NOW,
    fieldsType: "FieldsV1",
    fieldsV1: {
      "f:data": { ".": {}, "f:k": {} },
      "f:metadata": { "f:labels": { ".": {}, "f:a": {} } },
    },
  }]);
});

Deno.test("trackUpdate() moves owners with values", () => {
  const cases: Record<string, [after: JsonObject, owners: Record<string, string>]> = {
    "another value": [{ k: "2", l: "1" }, {
      "Update maker": '{"f:data":{".":{},"f:l":{}}}',
      "Update other": '{"f:data":{"f:k":{}}}',
    }],
    "another key": [{ k: "1", l: "1", m: "1" }, {
      "Update maker": '{"f:data":{".":{},"f:k":{},"f:l":{}}}',
      "Update other": '{"f:data":{"f:m":{}}}',
    }],
    "a key less": [{ l: "1" }, { "Update maker": '{"f:data":{".":{},"f:l":{}}}' }],
    "nothing": [{ k: "1", l: "1" }, { "Update maker": '{"f:data":{".":{},"f:k":{},"f:l":{}}}' }],
    "no data": [{}, {}],
  };
  for (const [name, [after, owners]] of Object.entries(cases)) {
    const stage = configMap();
    stage.update("other", { data: after });
    assertEquals(stage.owners(), owners, name);
  }
});

Deno.test("trackUpdate() moves the time of who changed something, and of nobody else", () => {
  const stage = configMap();
  const times = () => stage.entries().map(({ manager, time }) => `${manager} ${time}`);
  stage.update("other", { data: { k: "1", l: "1" } }, { now: LATER });
  assertEquals(times(), [`maker ${NOW}`], "no change");
  stage.update("other", { data: { k: "2", l: "1" } }, { now: LATER });
  assertEquals(times(), [`maker ${NOW}`, `other ${LATER}`], "a value taken");
  stage.update("maker", { data: { k: "2" } }, { now: "2026-01-02T03:04:07Z" });
  assertEquals(times(), [`maker ${NOW}`, `other ${LATER}`], "a field removed");
  stage.update("other", { data: { k: "3" } }, { now: "2026-01-02T03:04:08Z" });
  assertEquals(times(), [`maker ${NOW}`, "other 2026-01-02T03:04:08Z"], "its own value changed");
});

Deno.test("trackUpdate() keeps the list of entries where nothing changed", () => {
  const stage = configMap();
  const live = stage.live!;
  const sent: Record<string, unknown> = {
    "the same": stage.entries(),
    "a copy": structuredClone(stage.entries()),
    "none": undefined,
    "null": null,
    "an empty list": [],
    "what is no list": "x",
    "what is no entry": [{ manager: "x" }],
  };
  for (const [name, managedFields] of Object.entries(sent)) {
    const updated = { ...live, metadata: { ...live.metadata as JsonObject, managedFields } };
    const result = trackUpdate(options(live, updated));
    assert((result.metadata as JsonObject).managedFields === stage.entries(), name);
  }
  assert(trackUpdate(options(live, live)) === live, "the object itself");
});

function options(live: JsonObject | undefined, updated: JsonObject) {
  return { schema: UNTYPED, live, updated, manager: "m", apiVersion: "v1", now: LATER };
}

Deno.test("trackUpdate() forgets all owners first when told so by [{}]", () => {
  const stage = configMap();
  stage.update("other", { data: { k: "2", l: "1" }, metadata: { managedFields: [{}] } });
  assertEquals(stage.owners(), { "Update other": '{"f:data":{"f:k":{}}}' });
  stage.update("other", { data: { k: "2", l: "1" }, metadata: { managedFields: [{}] } });
  assertEquals(stage.entries(), []);
  assert(!("managedFields" in (stage.live!.metadata as JsonObject)));
  // From then on nobody is tracked, until somebody applies.
  stage.update("other", { data: { k: "3", l: "1" } });
  assertEquals(stage.entries(), []);
  stage.apply("me", { data: { k: "3" } });
  assertEquals(stage.owners(), {
    "Apply me": '{"f:data":{"f:k":{}}}',
    "Update before-first-apply": '{"f:data":{".":{},"f:k":{},"f:l":{}}}',
  });
});

Deno.test("trackUpdate() of a subresource takes no entries from the request", () => {
  const stage = configMap();
  stage.update("other", { data: { k: "2", l: "1" }, metadata: { managedFields: [{}] } }, {
    subresource: "status",
  });
  assertEquals(stage.owners(), {
    "Update maker": '{"f:data":{".":{},"f:l":{}}}',
    "Update other status": '{"f:data":{"f:k":{}}}',
  });
});

Deno.test("trackUpdate() takes valid entries of the request, and ignores others", () => {
  const entry = {
    manager: "x",
    operation: "Apply",
    apiVersion: "v1",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:data": { "f:l": {}, "f:k": {} } },
  };
  const taken = { "Apply x": '{"f:data":{"f:k":{},"f:l":{}}}' };
  const kept = { "Update maker": '{"f:data":{".":{},"f:k":{},"f:l":{}}}' };
  const cases: Record<string, [sent: unknown, owners: Record<string, string>]> = {
    "another manager": [[entry], taken],
    "twice the same": [[{ ...entry, fieldsV1: {} }, entry], taken],
    "no operation": [[{ ...entry, operation: "" }], kept],
    "no version": [[{ ...entry, apiVersion: "" }], kept],
    "no type": [[{ ...entry, fieldsType: "" }], kept],
    "another type": [[{ ...entry, fieldsType: "FieldsV2" }], kept],
    "no set": [[{ ...entry, fieldsV1: { "k:{": {} } }], kept],
    "one of two": [[entry, {}], kept],
  };
  for (const [name, [managedFields, owners]] of Object.entries(cases)) {
    const stage = configMap();
    stage.update("other", { data: { k: "1", l: "1" }, metadata: { managedFields } });
    assertEquals(stage.owners(), owners, name);
  }
});

Deno.test("trackUpdate() leaves out what the endpoint resets", () => {
  const stage = new Stage("v1", "Pod");
  const skip = FieldSet.ofFields(["status"]);
  const pod = (phase: string) => ({ spec: { containers: [] }, status: { phase } });
  stage.update("kubelet", pod("Running"), { subresource: "status" });
  stage.update("other", { ...pod("Failed"), metadata: { labels: { a: "b" } } }, { skip });
  assertEquals(stage.owners(), {
    "Update kubelet status": '{"f:spec":{"f:containers":{}},"f:status":{"f:phase":{}}}',
    "Update other": '{"f:metadata":{"f:labels":{".":{},"f:a":{}}}}',
  });
});

Deno.test("trackUpdate() puts the oldest writers together", () => {
  const stage = new Stage("v1", "ConfigMap");
  const data: JsonObject = {};
  for (let i = 0; i < UPDATE_MANAGERS_LIMIT + 3; i++) {
    data[`k${i}`] = "v";
    stage.update(`m${i}`, { data }, { now: `2026-01-02T03:04:${10 + i}Z` });
  }
  const updaters = stage.entries();
  assertEquals(updaters.length, UPDATE_MANAGERS_LIMIT);
  const [oldest] = updaters;
  assertEquals(oldest, {
    manager: "ancient-changes",
    operation: "Update",
    apiVersion: "v1",
    time: "2026-01-02T03:04:13Z",
    fieldsType: "FieldsV1",
    fieldsV1: { "f:data": { ".": {}, "f:k0": {}, "f:k1": {}, "f:k2": {}, "f:k3": {} } },
  });
  stage.apply("me", { data: { own: "v" } });
  assertEquals(stage.entries().length, UPDATE_MANAGERS_LIMIT + 1, "appliers are not counted");
});

Deno.test("trackUpdate() takes any key of a map for what it is", () => {
  const names = ["__proto__", "constructor", "toString", "10", "2", ".", "f:a", "", "é"];
  const stage = configMap(Object.fromEntries(names.map((name) => [name, "1"])));
  const fields = FieldSet.parse(stage.entries()[0]?.fieldsV1);
  for (const name of names) assert(fields.has(["f:data", `f:${name}`]), name);
  stage.update("other", { data: {} });
  assertEquals(stage.owners(), {});
});

Deno.test("trackUpdate() forgets owners where elements of a list can't be told apart", () => {
  const stage = new Stage("v1", "ServiceAccount");
  stage.update("maker", { secrets: [{ name: "a" }] });
  stage.update("other", { secrets: [{ kind: "nameless" }] });
  assertEquals(stage.entries(), []);
});

Deno.test("trackUpdate() owns elements with the same key as one", () => {
  const stage = new Stage("v1", "Pod");
  const env = (...values: string[]) => ({
    spec: { containers: [{ name: "c", env: values.map((value) => ({ name: "A", value })) }] },
  });
  const below = (fields: string) =>
    `{"f:spec":{"f:containers":{"k:{\\"name\\":\\"c\\"}":${fields}}}}`;
  stage.update("maker", env());
  stage.update("twice", env("1", "2"));
  const both = below('{"f:env":{".":{},"k:{\\"name\\":\\"A\\"}":{}}}');
  assertEquals(stage.owners()["Update twice"], both);
  stage.update("other", env("1", "3"));
  assertEquals(stage.owners()["Update twice"], below('{"f:env":{}}'));
  stage.update("last", env());
  assertEquals(Object.keys(stage.owners()), ["Update maker"]);
});

Deno.test("trackUpdate() leaves objects without metadata alone", () => {
  const updated = { apiVersion: "v1", kind: "X" };
  assert(trackUpdate(options(undefined, updated)) === updated);
});

Deno.test("trackUpdate() changes neither object", () => {
  const stage = configMap();
  const live = stage.live!, text = JSON.stringify(live);
  const updated = { ...structuredClone(live), data: { k: "9" } };
  const before = JSON.stringify(updated);
  trackUpdate(options(live, updated));
  assertEquals([JSON.stringify(live), JSON.stringify(updated)], [text, before]);
});

Deno.test("isSameObject() tells a write that came to nothing", () => {
  const stage = configMap();
  const live = stage.live!;
  const [entry] = stage.entries();
  const with_ = (entries: unknown, rest: JsonObject = {}) => ({
    ...live,
    ...rest,
    metadata: { ...live.metadata as JsonObject, managedFields: entries },
  });
  const later = with_([{ ...entry, time: LATER }]);
  const turned = Object.fromEntries(Object.entries(live).reverse());
  for (const object of [live, later, turned]) assert(isSameObject(live, object));
  const cases: Record<string, JsonObject> = {
    "another object": with_([{ ...entry, time: LATER }], { data: {} }),
    "another set": with_([{ ...entry, fieldsV1: { "f:data": {} } }]),
    "another manager": with_([{ ...entry, manager: "x" }]),
    "one more": with_([entry, { ...entry, manager: "x" }]),
    "none": with_(undefined),
    "garbage": with_([{}]),
  };
  for (const [name, object] of Object.entries(cases)) {
    assert(!isSameObject(live, object), name);
  }
});
