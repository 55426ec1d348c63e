// Invariants, over random sequences of writes and applies of random objects:
// 1. What was applied is there: every field of an applier's set is in the object, unless it applied
//    null, or a zero that is left out.
// 2. Applying the same again changes nothing, times included.
// 3. A field that two managers own was applied by all of them but one, which may have written it.
// 4. An object without a change keeps its list of entries.
// 5. Forced or not, an apply of a value that others own with another value leaves one owner.
// 6. Once all managers let go of an element, it is gone.
// 7. Sets are in normal form, and no manager has an empty one.
// Hostile objects and sets end in the errors that are documented, and soon.

import { runs } from "../../testing/requirements.ts";
import { Random, randomJson, randomObject } from "../../testing/random_objects.ts";
import { canonicalObject, CodecError, type JsonObject } from "../../toolkit/codec/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { StatusError } from "../../toolkit/errors/mod.ts";
import { runToEnd } from "../../toolkit/time_slice.ts";
import { applyPatch, fieldsOf, mergeTypeOf, trackUpdate, UNTYPED } from "./mod.ts";
import { FieldSet } from "./field_set.ts";
import { NOW, Stage } from "../../testing/apply_stage.ts";

const MANAGERS = ["a", "b", "c"];

function randomMap(random: Random): JsonObject {
  const map: JsonObject = {};
  for (const key of ["x", "y", "z"]) if (random.chance(50)) map[key] = random.pick(["1", "2"]);
  return map;
}

function randomContainers(random: Random): JsonObject[] {
  return ["one", "two", "three"].filter(() => random.chance(50)).map((name) => ({
    name,
    ...(random.chance(50) && { image: random.pick(["i", "j"]) }),
    ...(random.chance(30) && { args: [random.pick(["u", "v"])] }),
    ...(random.chance(40) && {
      ports: [80, 443].filter(() => random.chance(50)).map((containerPort) => ({ containerPort })),
    }),
  })).sort(() => random.chance(50) ? 1 : -1);
}

function randomDeployment(random: Random): JsonObject {
  return {
    metadata: {
      labels: randomMap(random),
      finalizers: ["f/a", "f/b", "f/c"].filter(() => random.chance(30)),
    },
    spec: {
      ...(random.chance(50) && { replicas: 1 + random.below(3) }),
      template: { spec: { containers: randomContainers(random) } },
    },
  };
}

/** Takes random steps, and calls `check` after each that came to something. */
function play(seed: number, check: (stage: Stage, step: Step) => void): void {
  const random = new Random(seed);
  const stage = new Stage("apps/v1", "Deployment");
  for (let i = 0; i < 6; i++) {
    const manager = random.pick(MANAGERS);
    const fields = randomDeployment(random);
    const step: Step = { manager, fields, before: stage.live, applied: random.chance(70) };
    try {
      if (step.applied) stage.apply(manager, fields, { force: random.chance(60) });
      else stage.update(manager, fields);
    } catch (error) {
      if (!(error instanceof StatusError) || error.code !== 409) throw error;
      assert(stage.live === step.before, "a conflict changed something");
      continue;
    }
    check(stage, step);
  }
}

interface Step {
  manager: string;
  fields: JsonObject;
  before: JsonObject | undefined;
  applied: boolean;
}

function property(check: (stage: Stage, step: Step) => void): void {
  fc.assert(fc.property(fc.integer(), (seed) => play(seed, check)), {
    numRuns: runs(150),
    endOnFailure: true,
  });
}

function pathsOf(entry: JsonObject): string[] {
  return [...FieldSet.parse(entry.fieldsV1).paths()].map((path) => JSON.stringify(path));
}

Deno.test("applyPatch(): what an applier owns is there", () => {
  property((stage) => {
    const there = fieldsOf(mergeTypeOf(stage.struct), stage.live ?? {});
    const all = new Set([...there.paths()].map((path) => JSON.stringify(path)));
    for (const entry of stage.entries().filter(({ operation }) => operation === "Apply")) {
      for (const path of FieldSet.parse(entry.fieldsV1).leaves().paths()) {
        // An empty map or list that was applied is left out.
        const empty = ["f:labels", "f:ports", "f:containers"].includes(path.at(-1) ?? "");
        assert(empty || all.has(JSON.stringify(path)), `${entry.manager}: ${path.join(" ")}`);
      }
    }
  });
});

Deno.test("applyPatch() is idempotent", () => {
  property((stage, { manager, fields, applied }) => {
    if (!applied) return;
    const before = JSON.stringify(stage.live);
    const again = stage.apply(manager, fields, { now: "2026-02-03T04:05:06Z" });
    assert(!again.changed);
    assertEquals(JSON.stringify(stage.live), before);
  });
});

Deno.test("applyPatch() and trackUpdate() share fields among appliers only, but for one writer", () => {
  property((stage) => {
    const writers = new Map<string, unknown>();
    for (const entry of stage.entries().filter(({ operation }) => operation === "Update")) {
      for (const path of pathsOf(entry)) {
        assert(!writers.has(path), `${path} of ${writers.get(path)} and ${entry.manager}`);
        writers.set(path, entry.manager);
      }
    }
  });
});

Deno.test("trackUpdate() of what is there changes nothing", () => {
  property((stage) => {
    const { live, struct } = stage;
    assert(live !== undefined);
    const { managedFields: _, ...metadata } = live.metadata as JsonObject;
    for (const updated of [live, structuredClone(live), { ...live, metadata }]) {
      const result = trackUpdate({
        schema: mergeTypeOf(struct),
        live,
        updated,
        manager: "other",
        apiVersion: "apps/v1",
        now: "2026-02-03T04:05:06Z",
      });
      assertEquals(JSON.stringify(result), JSON.stringify(live));
    }
  });
});

Deno.test("applyPatch() of a value that nobody else has leaves one owner", () => {
  let count = 0;
  property((stage, { manager, applied }) => {
    if (!applied) return;
    stage.apply(manager, { metadata: { labels: { x: `new-${count++}` } } }, { force: true });
    const path = JSON.stringify(["f:metadata", "f:labels", "f:x"]);
    const owners = stage.entries().filter((entry) => pathsOf(entry).includes(path));
    assertEquals(owners.map((entry) => entry.manager), [manager]);
  });
});

Deno.test("applyPatch() takes out an element once all managers let go of it", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = new Random(seed);
      const stage = new Stage("apps/v1", "Deployment");
      for (let i = 0; i < 5; i++) {
        stage.apply(random.pick(MANAGERS), randomDeployment(random), { force: true });
      }
      const order = [...MANAGERS].sort(() => random.chance(50) ? 1 : -1);
      for (const manager of order) {
        const owns = stage.entries().some((entry) => entry.manager === manager);
        if (owns) stage.apply(manager, {}, { force: true });
      }
      assertEquals(stage.entries(), []);
      const { metadata, spec } = stage.live as { metadata: JsonObject; spec: JsonObject };
      const { template } = spec as { template: { spec: JsonObject } };
      assertEquals((template.spec.containers as unknown[] | null)?.length ?? 0, 0);
      assertEquals([metadata.labels, metadata.finalizers], [undefined, undefined]);
    }),
    { numRuns: runs(150), endOnFailure: true },
  );
});

Deno.test("sets of managers are in normal form, and not empty", () => {
  property((stage) => {
    for (const { fieldsV1 } of stage.entries()) {
      const set = FieldSet.parse(fieldsV1);
      assertEquals(String(set), JSON.stringify(fieldsV1));
      assert(!set.isEmpty);
    }
  });
});

const KINDS = [["v1", "Pod"], ["v1", "Service"], ["apps/v1", "Deployment"], [
  "v1",
  "Node",
]] as const;

/** Sets of fields that look like ones, mostly. */
function randomFields(random: Random, depth = 0): unknown {
  if (random.chance(5)) return randomJson(random, depth);
  const steps = [
    "f:a",
    "f:spec",
    "f:containers",
    "f:__proto__",
    "f:.",
    ".",
    'k:{"name":"a"}',
    'k:{ "name":"a" }',
    'v:"a"',
    "i:1",
    ...(random.chance(5) ? ["k:{", "k:[]", "v:", "i:x", "q:x", "x", "", "__proto__"] : []),
  ];
  const fields: JsonObject = {};
  for (let i = random.below(depth > 4 ? 1 : 4); i > 0; i--) {
    Object.defineProperty(fields, random.pick(steps), {
      value: randomFields(random, depth + 1),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return fields;
}

function randomEntries(random: Random): unknown {
  if (random.chance(10)) return randomJson(random, 0);
  return Array.from({ length: random.below(4) }, (): unknown => ({
    manager: random.pick(["a", "b", "", "é\u0000"]),
    operation: random.pick(["Apply", "Update", random.chance(5) ? "" : "Update"]),
    apiVersion: random.pick(["v1", "apps/v1", "v0", random.chance(5) ? "" : "v1"]),
    fieldsType: random.chance(5) ? "" : "FieldsV1",
    fieldsV1: randomFields(random),
    ...(random.chance(30) && { time: random.pick([NOW, "2020-01-01T00:00:00Z", 1]) }),
    ...(random.chance(30) && { subresource: "status" }),
  }));
}

/** An object with parts of it replaced by anything. */
function damaged(value: unknown, random: Random): unknown {
  if (random.chance(2)) return randomJson(random, 3);
  if (Array.isArray(value)) {
    const items = value.map((each) => damaged(each, random));
    return random.chance(10) ? [...items, ...items] : items;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, damaged(each, random)]);
  return Object.fromEntries(entries);
}

Deno.test("applyPatch() and trackUpdate() of hostile objects fail as documented, or not at all", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = new Random(seed);
      const [apiVersion, kind] = random.pick(KINDS);
      const stage = new Stage(apiVersion, kind);
      const schema = random.chance(20) ? UNTYPED : mergeTypeOf(stage.struct);
      const object = () => {
        const { metadata, ...rest } = randomObject(stage.struct, random);
        return { ...rest, apiVersion, kind, metadata: { ...metadata as object, name: "a" } };
      };
      const live = random.chance(80) ? canonicalObject(stage.struct, object()) : undefined;
      if (live !== undefined) {
        (live.metadata as JsonObject).managedFields = randomEntries(random);
      }
      const base = { schema, live, manager: random.pick(["a", "kubectl"]), apiVersion, now: NOW };
      const updated = damaged(object(), random) as JsonObject;
      if (random.chance(50) && typeof updated.metadata === "object" && updated.metadata !== null) {
        (updated.metadata as JsonObject).managedFields = randomEntries(random);
      }
      if (typeof updated !== "object" || updated === null || Array.isArray(updated)) return;
      trackUpdate({ ...base, updated });
      const applied = damaged(object(), random) as JsonObject;
      if (typeof applied !== "object" || applied === null || Array.isArray(applied)) return;
      const canonical = random.chance(50)
        ? (each: JsonObject) => canonicalObject(stage.struct, each)
        : undefined;
      try {
        runToEnd(applyPatch({ ...base, applied, kind, force: random.chance(50), canonical }));
      } catch (error) {
        if (!(error instanceof StatusError) && !(error instanceof CodecError)) throw error;
      }
    }),
    { numRuns: runs(400), endOnFailure: true },
  );
});

Deno.test("trackUpdate() of large objects and sets takes time in proportion", () => {
  // Far from a proof: an algorithm in squares would take minutes.
  const schema = mergeTypeOf(new Stage("v1", "ConfigMap").struct);
  const data: JsonObject = {};
  for (let i = 0; i < 50_000; i++) data[`key-${(i * 7919) % 50_000}`] = "v";
  const finalizers = Array.from({ length: 20_000 }, (_, i) => `f/${i}`);
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", finalizers }, data };
  const base = { schema, manager: "m", apiVersion: "v1", now: NOW };
  const live = trackUpdate({ ...base, updated: object });
  const reversed = { ...object, metadata: { name: "a", finalizers: finalizers.toReversed() } };
  const { changed } = runToEnd(applyPatch({
    ...base,
    live,
    applied: reversed,
    kind: "ConfigMap",
    force: false,
    manager: "other",
  }));
  assert(changed);
});
