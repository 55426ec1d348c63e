import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { StatusError } from "../../toolkit/errors/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { runToEnd } from "../../toolkit/time_slice.ts";
import { applyPatch, REFERENCE, UNTYPED } from "./mod.ts";
import { FieldSet } from "./field_set.ts";
import { NOW, Stage } from "../../testing/apply_stage.ts";

const LATER = "2026-01-02T03:04:06Z";

function statusErrorOf(run: () => unknown): StatusError {
  try {
    run();
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
  throw new Error("expected a throw, and none came");
}

/** A config map whose `data.k` is "1", and belongs to an applier. */
function ownedByA(): Stage {
  const stage = new Stage("v1", "ConfigMap");
  stage.apply("a", { data: { k: "1" } });
  return stage;
}

const K = '{"f:data":{"f:k":{}}}';

/** The table of field ownership in the specification of the API, row by row. */
const OWNERSHIP: {
  row: string;
  run: (stage: Stage) => unknown;
  value: string | undefined;
  owners: Record<string, string>;
}[] = [
  {
    row: "a write with another value takes the field",
    run: (stage) => stage.update("b", { data: { k: "2" } }),
    value: "2",
    owners: { "Update b": K },
  },
  {
    row: "an apply of another value without force conflicts, and changes nothing",
    run: (stage) => {
      const error = statusErrorOf(() => stage.apply("b", { data: { k: "2" } }));
      assertEquals([error.code, error.reason], [409, "Conflict"]);
    },
    value: "1",
    owners: { "Apply a": K },
  },
  {
    row: "an apply of another value by force takes the field from all others",
    run: (stage) => stage.apply("b", { data: { k: "2" } }, { force: true }),
    value: "2",
    owners: { "Apply b": K },
  },
  {
    row: "an apply of the value that is there shares the field",
    run: (stage) => stage.apply("b", { data: { k: "1" } }),
    value: "1",
    owners: { "Apply a": K, "Apply b": K },
  },
  {
    row: "an apply without the field of a map takes it out when nobody else owns it",
    run: (stage) => stage.apply("a", { data: {} }),
    value: undefined,
    owners: { "Apply a": '{"f:data":{}}' },
  },
  {
    row: "an apply without the field leaves it to the others that own it",
    run: (stage) => {
      stage.apply("b", { data: { k: "1" } });
      stage.apply("a", { data: {} });
    },
    value: "1",
    owners: { "Apply a": '{"f:data":{}}', "Apply b": K },
  },
];

Deno.test("applyPatch() and trackUpdate() move fields between owners as specified", () => {
  for (const { row, run, value, owners } of OWNERSHIP) {
    const stage = ownedByA();
    run(stage);
    assertEquals((stage.live?.data as JsonObject | undefined)?.k, value, row);
    assertEquals(stage.owners(), owners, row);
  }
});

const deployment = (spec: JsonObject, containers: JsonObject[] = []) => ({
  spec: { ...spec, template: { spec: { containers } } },
});

Deno.test("applyPatch() keeps the scalar that nobody applies any more, owned by nobody", () => {
  const stage = new Stage("apps/v1", "Deployment");
  stage.apply("a", deployment({ replicas: 3, paused: true }));
  stage.apply("a", deployment({ paused: true }));
  assertEquals((stage.live?.spec as JsonObject).replicas, 3);
  assertEquals(stage.owners(), { "Apply a": '{"f:spec":{"f:paused":{}}}' });
  // It is free for whoever wants it.
  stage.apply("b", deployment({ replicas: 5 }));
  assertEquals((stage.live?.spec as JsonObject).replicas, 5);
});

Deno.test("applyPatch() takes out such a scalar where it is told to", () => {
  const stage = new Stage("apps/v1", "Deployment", { policy: REFERENCE });
  stage.apply("a", deployment({ replicas: 3, paused: true }));
  stage.apply("a", deployment({ paused: true }));
  assertEquals((stage.live?.spec as JsonObject).replicas, undefined);
});

const containersOf = (stage: Stage) =>
  ((((stage.live?.spec as JsonObject).template as JsonObject).spec as JsonObject)
    .containers as JsonObject[] ?? []).map(({ name, image, tty }) =>
      [name, image, tty].filter(Boolean).join(" ")
    );

/** What becomes of the container `one` when `a` no longer applies it. */
const DROPPED: Record<string, [others: (stage: Stage) => unknown, containers: string[]]> = {
  "nobody else": [() => {}, ["two"]],
  "another applier has it": [
    (stage) => stage.apply("b", deployment({}, [{ name: "one" }])),
    ["one i", "two"],
  ],
  "a writer owns part of it, which goes along": [
    (stage) =>
      stage.update(
        "w",
        deployment({}, [{ name: "one", image: "i", tty: true }, { name: "two" }]),
      ),
    ["two"],
  ],
  "a writer owns part of the other": [
    (stage) =>
      stage.update(
        "w",
        deployment({}, [{ name: "one", image: "i" }, { name: "two", tty: true }]),
      ),
    ["two true"],
  ],
  "a writer made another": [
    (stage) =>
      stage.update(
        "w",
        deployment({}, [{ name: "one", image: "i" }, { name: "two" }, { name: "w" }]),
      ),
    ["two", "w"],
  ],
};

Deno.test("applyPatch() takes out elements of lists that nobody has any more", () => {
  for (const [name, [others, containers]] of Object.entries(DROPPED)) {
    const stage = new Stage("apps/v1", "Deployment");
    stage.apply("a", deployment({}, [{ name: "one", image: "i" }, { name: "two" }]));
    others(stage);
    stage.apply("a", deployment({}, [{ name: "two" }]));
    assertEquals(containersOf(stage), containers, name);
  }
});

Deno.test("applyPatch() of the same again changes nothing at all", () => {
  const cases: Record<string, [apiVersion: string, kind: string, fields: JsonObject]> = {
    "data": ["v1", "ConfigMap", { data: { k: "1" }, metadata: { labels: { a: "b" } } }],
    "other spellings": [
      "v1",
      "Pod",
      {
        spec: {
          containers: [{ name: "c", resources: { limits: { cpu: "1000m", memory: 1024 } } }],
        },
      },
    ],
    "zeros that are left out": ["v1", "Pod", {
      spec: { containers: [], hostNetwork: false, nodeName: "" },
    }],
    "nulls": ["v1", "Pod", { spec: { containers: null, nodeName: null, securityContext: null } }],
    "defaults of keys": ["v1", "Service", { spec: { ports: [{ port: 80 }, { port: 443 }] } }],
    "a status": ["v1", "Pod", { status: { phase: "Running" } }],
  };
  for (const [name, [apiVersion, kind, fields]] of Object.entries(cases)) {
    const stage = new Stage(apiVersion, kind);
    assert(stage.apply("a", fields).changed, name);
    const before = JSON.stringify(stage.live);
    assert(!stage.apply("a", fields, { now: LATER }).changed, name);
    assertEquals(JSON.stringify(stage.live), before, name);
  }
});

Deno.test("applyPatch() finds no conflict in another spelling of the same value", () => {
  const pod = (cpu: unknown) => ({
    spec: { containers: [{ name: "c", resources: { limits: { cpu } } }] },
  });
  const stage = new Stage("v1", "Pod");
  stage.apply("a", pod("1"));
  // Something else changes as well: the object is not the one that is stored.
  stage.apply("b", { ...pod("1000m"), metadata: { labels: { x: "y" } } });
  assertEquals(Object.keys(stage.owners()), ["Apply a", "Apply b"]);
  assertEquals(statusErrorOf(() => stage.apply("b", pod("1001m"))).code, 409);
});

Deno.test("applyPatch() with null conflicts with who owns a value", () => {
  const stage = new Stage("apps/v1", "Deployment");
  stage.apply("a", deployment({ replicas: 3 }));
  const error = statusErrorOf(() => stage.apply("b", deployment({ replicas: null })));
  assertEquals(
    error.message,
    'Apply failed with 1 conflict: conflict with "a": .spec.replicas',
  );
  stage.apply("b", deployment({ replicas: null }), { force: true });
  assertEquals((stage.live?.spec as JsonObject).replicas, undefined);
});

Deno.test("applyPatch() moves the time of the applier with what it changes or owns", () => {
  const stage = ownedByA();
  const timeOf = (name: string) => stage.entries().find(({ manager }) => manager === name)?.time;
  stage.apply("b", { data: { k: "1" } }, { now: LATER });
  assertEquals([timeOf("a"), timeOf("b")], [NOW, LATER], "who joins");
  stage.apply("b", { data: { k: "1" } }, { now: "2026-01-02T03:04:07Z" });
  assertEquals([timeOf("a"), timeOf("b")], [NOW, LATER], "the same again");
  stage.apply("b", { data: { k: "2" } }, { now: "2026-01-02T03:04:08Z", force: true });
  assertEquals([timeOf("a"), timeOf("b")], [undefined, "2026-01-02T03:04:08Z"], "a new value");
});

Deno.test("applyPatch() refuses what is not of the kind, or carries owners", () => {
  const cases: Record<string, [applied: JsonObject, message: string]> = {
    "no kind": [{ apiVersion: "v1", metadata: {} }, "invalid object type: /v1, Kind="],
    "no version": [{ kind: "ConfigMap" }, "invalid object type: /, Kind=ConfigMap"],
    "another group": [
      { apiVersion: "apps/v1", kind: "ConfigMap" },
      "invalid object type: apps/v1, Kind=ConfigMap",
    ],
    "a kind that is no text": [
      { apiVersion: "v1", kind: ["ConfigMap"] },
      "invalid object type: /v1, Kind=",
    ],
    "owners": [
      { apiVersion: "v1", kind: "ConfigMap", metadata: { managedFields: [] } },
      "metadata.managedFields must be nil",
    ],
  };
  for (const [name, [applied, message]] of Object.entries(cases)) {
    const stage = new Stage("v1", "ConfigMap");
    const error = statusErrorOf(() => stage.applyWhole("a", applied));
    assertEquals([error.code, error.reason, error.message], [400, "BadRequest", message], name);
  }
});

Deno.test("applyPatch() says so when the owners of the live object can't be read", () => {
  const stage = ownedByA();
  stage.live = {
    ...stage.live,
    metadata: { ...stage.live?.metadata as JsonObject, managedFields: [{ manager: "x" }] },
  };
  const error = statusErrorOf(() => stage.apply("a", { data: {} }));
  assertEquals(error.code, 500);
  assert(error.message.includes("operation must be `Apply` or `Update`"), error.message);
});

Deno.test("applyPatch() leaves out what the endpoint resets", () => {
  const stage = new Stage("v1", "Pod");
  const skip = FieldSet.ofFields(["status"]);
  stage.apply("kubelet", { status: { phase: "Running" } }, { subresource: "status" });
  stage.apply("a", { spec: { nodeName: "n" }, status: { phase: "Failed" } }, { skip });
  assertEquals(stage.owners(), {
    "Apply a": '{"f:spec":{"f:nodeName":{}}}',
    "Apply kubelet status": '{"f:status":{"f:phase":{}}}',
  });
});

Deno.test("applyPatch() forgets a manager that applies nothing, and what it had", () => {
  const stage = ownedByA();
  const { object, changed } = stage.apply("a", {});
  assert(changed);
  assertEquals(object.data, undefined);
  assertEquals(stage.entries(), []);
});

const LAST_APPLIED = NAMES.kubernetes.annotationLastApplied;

Deno.test("applyPatch() drops the annotation of client-side apply when it gets too large", () => {
  const stage = new Stage("v1", "ConfigMap");
  stage.update("w", { metadata: { annotations: { [LAST_APPLIED]: "{}", other: "x" } } });
  stage.apply("kubectl", { data: { k: "x".repeat(256 * 1024) } });
  assertEquals((stage.live?.metadata as JsonObject).annotations, { other: "x" });
});

Deno.test("applyPatch() keeps the annotation of client-side apply as it is for other managers", () => {
  const stage = new Stage("v1", "ConfigMap");
  stage.update("w", { metadata: { annotations: { [LAST_APPLIED]: "{}" } } });
  stage.apply("me", { data: { k: "1" } });
  assertEquals((stage.live?.metadata as JsonObject).annotations, { [LAST_APPLIED]: "{}" });
});

Deno.test("applyPatch() of an object without a schema tells its keys apart, and no elements", () => {
  const apply = (live: JsonObject | undefined, manager: string, spec: JsonObject, force = false) =>
    runToEnd(applyPatch({
      schema: UNTYPED,
      live,
      applied: { apiVersion: "example.com/v1", kind: "X", metadata: { name: "a" }, spec },
      kind: "X",
      apiVersion: "example.com/v1",
      manager,
      force,
      now: NOW,
    })).object;
  const first = apply(undefined, "a", { a: { b: 1 }, list: [{ name: "x" }] });
  const second = apply(first, "b", { a: { c: 2 } });
  assertEquals(second.spec, { a: { b: 1, c: 2 }, list: [{ name: "x" }] });
  const error = statusErrorOf(() => apply(second, "b", { list: [{ name: "y" }], a: { b: {} } }));
  assertEquals(error.status.details?.causes?.map(({ field }) => field), [
    ".spec.list",
    ".spec.a.b",
  ]);
  const third = apply(second, "b", { list: [{ name: "y" }] }, true);
  assertEquals(third.spec, { a: { b: 1 }, list: [{ name: "y" }] });
});

Deno.test("applyPatch() changes none of what it is given", () => {
  const stage = new Stage("apps/v1", "Deployment");
  stage.apply("a", deployment({ replicas: 1 }, [{ name: "one" }, { name: "two" }]));
  stage.update("w", deployment({ replicas: 2 }, [{ name: "one", tty: true }, { name: "two" }]));
  const { live } = stage, text = JSON.stringify(live);
  const applied = deployment({ replicas: 3 }, [{ name: "two", image: "i" }]);
  const sent = JSON.stringify(applied);
  stage.apply("a", applied, { force: true });
  assertEquals([JSON.stringify(live), JSON.stringify(applied)], [text, sent]);
});

Deno.test("applyPatch() leaves a list that it empties to those who own it, as the reference does", () => {
  const stage = new Stage("v1", "ConfigMap", { policy: REFERENCE });
  stage.update("other", { metadata: { finalizers: ["example.com/b"] } });
  stage.apply("me", { metadata: { finalizers: ["example.com/c"] } });
  stage.update("maker", { metadata: { finalizers: ["example.com/c"] } });
  stage.apply("me", {});
  assertEquals((stage.live!.metadata as JsonObject).finalizers, undefined);
  assertEquals(stage.owners(), { "Update other": '{"f:metadata":{"f:finalizers":{}}}' });
});
