// What the reference makes of the same writes and applies: testdata/reference.jsonl holds sequences of
// them with the owners after each step (those that changed; null for one that is gone), the object,
// or the error. The reference was given a clock that stands still.

import { canonicalObject, type JsonObject } from "../../toolkit/codec/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { StatusError } from "../../toolkit/errors/mod.ts";
import { REFERENCE } from "./policy.ts";
import { Stage, type StepOptions } from "../../testing/apply_stage.ts";

interface Step extends StepOptions {
  op: "apply" | "update" | "forget";
  manager: string;
  object: JsonObject;
  owners?: Record<string, JsonObject | null>;
  result?: JsonObject;
  error?: string;
  code?: number;
  causes?: JsonObject[];
}

interface Sequence {
  name: string;
  apiVersion: string;
  kind: string;
  steps: Step[];
}

const file = new URL("./testdata/reference.jsonl", import.meta.url);
const sequences: Sequence[] = Deno.readTextFileSync(file).trim().split("\n")
  .map((line) => JSON.parse(line));

for (const { name, apiVersion, kind, steps } of sequences) {
  Deno.test(`applyPatch() and trackUpdate() do as the reference: ${name}`, () => {
    const stage = new Stage(apiVersion, kind, { canonical: undefined, policy: REFERENCE });
    const owners: Record<string, string> = {};
    for (const [index, step] of steps.entries()) {
      const where = `step ${index} (${step.op} by ${step.manager})`;
      const error = run(stage, step);
      assertEquals(error?.message, step.error, where);
      if (error !== undefined) {
        assertEquals(error.code, step.code ?? 500, where);
        assertEquals(sorted(error.status.details?.causes), sorted(step.causes), where);
        continue;
      }
      for (const [owner, fields] of Object.entries(step.owners ?? {})) {
        if (fields === null) delete owners[owner];
        else owners[owner] = JSON.stringify(fields);
      }
      assertEquals(ownersOf(stage), owners, where);
      if (step.result !== undefined) {
        assertEquals(contentOf(stage), canonicalObject(stage.struct, step.result), where);
      }
      assert(stage.live !== undefined);
      stage.live = {
        ...stage.live,
        metadata: { ...stage.live.metadata as JsonObject, uid: "u" },
      };
    }
  });
}

function run(stage: Stage, step: Step): StatusError | undefined {
  try {
    if (step.op === "apply") stage.applyWhole(step.manager, step.object, step);
    else if (step.op === "update") stage.updateWhole(step.manager, step.object, step);
    else stage.live = withoutMetadata(stage, "managedFields");
    return undefined;
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
}

/** The reference lists causes by manager, and managers as they come out of a map. */
function sorted(causes: readonly unknown[] | undefined): string[] {
  return (causes ?? []).map((cause) => JSON.stringify(Object.entries(cause as object).sort()))
    .sort();
}

function ownersOf(stage: Stage): Record<string, string> {
  const owners: Record<string, string> = {};
  for (const { operation, manager, apiVersion, subresource, fieldsV1 } of stage.entries()) {
    owners[`${operation} ${manager} ${apiVersion} ${subresource ?? ""}`] = JSON.stringify(fieldsV1);
  }
  return owners;
}

/** The object without what the reference's half of the test does not have. */
function contentOf(stage: Stage): JsonObject {
  stage.live = { ...stage.live };
  return withoutMetadata({ live: withoutMetadata(stage, "managedFields") }, "uid");
}

function withoutMetadata({ live }: Pick<Stage, "live">, name: string): JsonObject {
  const { [name]: _, ...metadata } = live?.metadata as JsonObject;
  return { ...live, metadata };
}
