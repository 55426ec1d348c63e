import { type Change, testKind, type UpdateRow } from "../../../testing/kind_tables.ts";
import { assertEquals, assertThrows } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { firstCommon, readIndexes } from "./indexes.ts";
import { validateJobStatus } from "./job_status.ts";

const START = "2026-01-01T00:00:00Z";
const END = "2026-01-01T01:00:00Z";

/** A status with these conditions. */
function being(types: string, more: Record<string, unknown> = {}): Change {
  const conditions = types.split(" ").filter(Boolean).map((type) => ({ type, status: "True" }));
  return { status: { conditions, ...more } };
}

const COMPLETE = being("SuccessCriteriaMet Complete", { startTime: START, completionTime: END });
const FAILED = being("FailureTarget Failed", { startTime: START });
const INDEXED = { spec: { completionMode: "Indexed", completions: 5, backoffLimitPerIndex: 1 } };
const status = (fields: Record<string, unknown>) => ({ status: fields });

const row = (name: string, from: Change, to: Change, ...causes: string[]): UpdateRow => ({
  name,
  from,
  to,
  through: "status",
  causes,
});

testKind({
  group: "batch",
  resource: "jobs",
  valid: {
    metadata: { name: "x", uid: "1" },
    spec: {
      manualSelector: true,
      selector: { matchLabels: { a: "b" } },
      template: {
        metadata: { labels: { a: "b" } },
        spec: { restartPolicy: "Never", containers: [{ name: "main", image: "a:1" }] },
      },
    },
  },
  updates: [
    {
      name: "no labels with a status and nothing else",
      through: "status",
      from: {
        metadata: { labels: { a: "b" } },
        spec: { template: { metadata: { labels: { c: "d" } } } },
      },
      to: { metadata: { labels: null }, spec: { template: { metadata: null } } },
      becomes: { metadata: { labels: { c: "d" } } },
    },
    row("to its start", {}, status({ startTime: START, active: 1, ready: 1 })),
    row("to its end", status({ startTime: START }), COMPLETE),
    row("to its failure", status({ startTime: START }), FAILED),
    row("with indexes", INDEXED, status({ completedIndexes: "0,2-3", failedIndexes: "1,4" })),
    row(
      "counts below zero",
      {},
      status({ active: -1, terminating: -1 }),
      "status.active: Invalid value: -1: must be greater than or equal to 0",
      "status.terminating: Invalid value: -1: must be greater than or equal to 0",
    ),
    row(
      "a pod twice",
      {},
      status({ uncountedTerminatedPods: { succeeded: ["a", ""], failed: ["a"] } }),
      'status.uncountedTerminatedPods.succeeded[1]: Invalid value: "": must not be empty',
      'status.uncountedTerminatedPods.failed[0]: Duplicate value: "a"',
    ),
    row(
      "complete and failed",
      {},
      being("Complete Failed FailureTarget SuccessCriteriaMet", {
        startTime: START,
        completionTime: END,
      }),
      "status.conditions: Invalid value: cannot set Complete=True and Failed=true conditions",
      "status.conditions: Invalid value: cannot set Complete=True and FailureTarget=true conditions",
      "status.conditions: Invalid value: cannot set SuccessCriteriaMet=True and Failed=true conditions",
      "status.conditions: Invalid value: cannot set SuccessCriteriaMet=True and FailureTarget=true conditions",
    ),
    row(
      "complete without what goes before",
      {},
      being("Complete"),
      "status.completionTime: Required value: completionTime is required for Complete jobs",
      "status.conditions: Invalid value: cannot set Complete=True condition without the " +
        "SuccessCriteriaMet=true condition",
      "status.startTime: Required value: startTime is required for finished job",
    ),
    row(
      "failed without what goes before",
      status({ startTime: START }),
      being("Failed"),
      "status.conditions: Invalid value: cannot set Failed=True condition without the " +
        "FailureTarget=true condition",
    ),
    row(
      "an end that is none",
      status({ startTime: START }),
      status({ completionTime: END }),
      `status.completionTime: Invalid value: "${END}": cannot set completionTime when there is no Complete=True condition`,
    ),
    row(
      "an end before the start",
      {},
      being("SuccessCriteriaMet Complete", { startTime: END, completionTime: START }),
      `status.completionTime: Invalid value: "${START}": must be equal to or after \`startTime\``,
    ),
    row(
      "over, with pods that run",
      status({ startTime: START, active: 2 }),
      being("FailureTarget Failed", {
        terminating: 1,
        uncountedTerminatedPods: { failed: ["a"] },
      }),
      "status.active: Invalid value: 2: active>0 is invalid for finished job",
      'status.uncountedTerminatedPods: Invalid value: {"failed":["a"]}: ' +
        "must be empty for finished job",
      "status.terminating: Invalid value: 1: terminating>0 is invalid for finished job",
    ),
    row(
      "indexes of no indexed job",
      {},
      status({ completedIndexes: "0", failedIndexes: "0" }),
      'status.completedIndexes: Invalid value: "0": cannot set non-empty completedIndexes when ' +
        "non-indexed completion mode",
      'status.failedIndexes: Invalid value: "0": cannot set non-null failedIndexes when ' +
        "backoffLimitPerIndex is null",
      'status.failedIndexes: Invalid value: "0": failedIndexes and completedIndexes overlap at index: 0',
    ),
    row(
      "indexes that are none",
      INDEXED,
      status({ completedIndexes: "3,1", failedIndexes: "7" }),
      'status.completedIndexes: Invalid value: "3,1": error parsing completedIndexes: ' +
        "non-increasing order, previous: 3, current: 1",
      'status.failedIndexes: Invalid value: "7": error parsing failedIndexes: too large index: "7"',
    ),
    row(
      "an index that failed and did not",
      INDEXED,
      status({ completedIndexes: "0-2", failedIndexes: "2-3" }),
      'status.failedIndexes: Invalid value: "2-3": failedIndexes and completedIndexes overlap at index: 2',
    ),
    row(
      "an index that failed and did not, beside one of a job that was larger",
      { ...INDEXED, status: { completedIndexes: "0,7" } },
      status({ failedIndexes: "0" }),
      'status.failedIndexes: Invalid value: "0": failedIndexes and completedIndexes overlap at index: 0',
    ),
    row(
      "indexes that are written otherwise",
      INDEXED,
      status({ completedIndexes: "+1", failedIndexes: "07-x" }),
      'status.failedIndexes: Invalid value: "07-x": error parsing failedIndexes: too large index: "07"',
    ),
    row(
      "an index of many digits",
      INDEXED,
      status({ completedIndexes: "12345678901" }),
      'status.completedIndexes: Invalid value: "12345678901": error parsing completedIndexes: ' +
        'too large index: "12345678901"',
    ),
    row(
      "back from its end",
      COMPLETE,
      being("", { completionTime: null }),
      "status.conditions: Invalid value: cannot disable the terminal Complete=True condition",
      "status.conditions: Invalid value: cannot disable the SuccessCriteriaMet=True condition",
    ),
    row(
      "to another end",
      COMPLETE,
      status({ completionTime: "2026-01-01T02:00:00Z" }),
      'status.completionTime: Invalid value: "2026-01-01T02:00:00Z": field is immutable',
    ),
    row(
      "to no start",
      status({ startTime: START }),
      status({ startTime: null }),
      "status.startTime: Invalid value: null: field is immutable for unsuspended job once set",
    ),
    row(
      "to fewer pods that are over",
      status({ failed: 2, succeeded: 2 }),
      status({ failed: 1, succeeded: 1 }),
      "status.failed: Invalid value: 1: cannot decrease the failed counter",
      "status.succeeded: Invalid value: 1: cannot decrease the succeeded counter",
    ),
    row(
      "to fewer pods, as it was made smaller",
      {
        ...status({ succeeded: 3 }),
        spec: { completionMode: "Indexed", completions: 2, parallelism: 2 },
      },
      status({ succeeded: 2 }),
    ),
    row("what older rules took", being("Complete", { active: 1 }), status({ failed: 1 })),
  ],
});

Deno.test("readIndexes() reads what a job's status says", () => {
  assertEquals(readIndexes("", 5), []);
  assertEquals(readIndexes("0,2-3,9", 10), [[0, 0], [2, 3], [9, 9]]);
  for (
    const text of [",", "a", "1-", "-1", "1-2-3", "2-1", "1,1", "1-3,2", "5", "0-5", " 1", "1e1"]
  ) {
    assertThrows(() => readIndexes(text, 5));
  }
});

Deno.test("firstCommon() is the first index of both", () => {
  const indexes = fc.uniqueArray(fc.nat(30)).map((all) => all.sort((a, b) => a - b));
  fc.assert(fc.property(indexes, indexes, (some, others) => {
    const read = (all: readonly number[]) => readIndexes(all.join(","), 31);
    assertEquals(firstCommon(read(some), read(others)), some.find((one) => others.includes(one)));
  }));
});

Deno.test("validateJobStatus() takes statuses that say nothing", () => {
  assertEquals(validateJobStatus({ spec: {} }, { spec: {} }), []);
});
