import { assertEquals } from "../../toolkit/deps/assert.ts";
import { fieldElement } from "./element.ts";
import { entriesOfPart, entriesWithPart, type OwnedPart } from "./part_owners.ts";

/** Scales of a kind with two versions, of which the old one calls its replicas otherwise. */
const PART: OwnedPart = {
  apiVersion: "autoscaling/v1",
  path: ["spec", "replicas"].map(fieldElement),
  pathIn(apiVersion) {
    const names = { "g/v1": ["spec", "replicas"], "g/v1beta1": ["spec", "size", "count"] };
    return names[apiVersion as keyof typeof names]?.map(fieldElement);
  },
};

type Tree = { [step: string]: Tree };
const REPLICAS: Tree = { "f:spec": { "f:replicas": {} } };
const BOTH: Tree = { "f:spec": { "f:other": {}, "f:replicas": {} } };
const OTHER: Tree = { "f:spec": { "f:other": {} } };
const COUNT: Tree = { "f:spec": { "f:size": { "f:count": {} } } };

/** An entry, written short: `Apply one g/v1 scale`. */
function entry(name: string, fieldsV1: Tree, time?: string) {
  const [operation, manager, apiVersion, subresource] = name.split(" ");
  return {
    manager,
    operation,
    apiVersion,
    ...(time !== undefined && { time }),
    fieldsType: "FieldsV1",
    fieldsV1,
    ...(subresource !== undefined && { subresource }),
  };
}

const TIME = "2026-01-02T03:04:05Z";

Deno.test("entriesOfPart() shows who owns the part's field, as the part calls it", () => {
  const cases: Record<string, [entries: unknown, ofPart: unknown[]]> = {
    "nobody": [undefined, []],
    "of other fields": [[entry("Update one g/v1", OTHER, TIME)], []],
    "of both": [[entry("Update one g/v1", BOTH, TIME)], [
      entry("Update one autoscaling/v1", REPLICAS, TIME),
    ]],
    "in the old version": [[entry("Apply one g/v1beta1", COUNT, TIME)], [
      entry("Apply one autoscaling/v1", REPLICAS, TIME),
    ]],
    "by the part itself": [[entry("Update one g/v1 scale", REPLICAS)], [
      entry("Update one autoscaling/v1 scale", REPLICAS),
    ]],
    "in a version without it": [[entry("Update one g/v2", REPLICAS)], []],
    "of what can't be read": [[entry("Update one g/v1", REPLICAS), { operation: "x" }], []],
  };
  for (const [name, [entries, ofPart]] of Object.entries(cases)) {
    assertEquals<unknown>(entriesOfPart(entries, PART), ofPart, name);
  }
});

Deno.test("entriesWithPart() gives the object's field to whom the part's field belongs", () => {
  const owner = entry("Update one g/v1", BOTH, TIME);
  const scaler = entry("Update two autoscaling/v1 scale", REPLICAS, TIME);
  const cases: Record<string, [entries: unknown, ofPart: unknown, then: unknown[]]> = {
    "kept": [[owner], [entry("Update one autoscaling/v1", REPLICAS, TIME)], [owner]],
    "kept by who has nothing else": [
      [entry("Update one g/v1", REPLICAS, TIME)],
      [entry("Update one autoscaling/v1", REPLICAS, TIME)],
      [entry("Update one g/v1", REPLICAS, TIME)],
    ],
    "lost": [[owner], [], [entry("Update one g/v1", OTHER, TIME)]],
    "lost by who has nothing else": [[entry("Apply one g/v1beta1", COUNT)], [], []],
    "taken": [[owner], [scaler], [
      entry("Update two g/v1 scale", REPLICAS),
      entry("Update one g/v1", OTHER, TIME),
    ]],
    "shared": [[owner], [entry("Update one autoscaling/v1", REPLICAS, TIME), scaler], [
      entry("Update two g/v1 scale", REPLICAS),
      owner,
    ]],
    "shared with the old version": [
      [entry("Apply one g/v1beta1", COUNT, TIME)],
      [entry("Apply one autoscaling/v1", REPLICAS, TIME), scaler],
      [entry("Apply one g/v1beta1", COUNT, TIME), entry("Update two g/v1 scale", REPLICAS)],
    ],
    "of other fields of the part": [[], [entry("Apply two autoscaling/v1 scale", OTHER)], []],
    "beside a version without it": [[entry("Update one g/v2", REPLICAS)], [scaler], [
      entry("Update one g/v2", REPLICAS),
      entry("Update two g/v1 scale", REPLICAS),
    ]],
  };
  for (const [name, [entries, ofPart, then]] of Object.entries(cases)) {
    assertEquals<unknown>(entriesWithPart(entries, ofPart, PART, "g/v1"), then, name);
  }
});
