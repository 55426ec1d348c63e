import type { batchV1 } from "../../toolkit/mod.ts";
import { assert, assertEquals } from "../../toolkit/deps/assert.ts";
import { notePods, raiseCounts } from "./count_pods.ts";
import { lookAt } from "./job_look.ts";
import { draftOf } from "./status_draft.ts";
import { jobOf, type MadeUpPod, podOf } from "./testdata/made_up.ts";
import type { Verdict } from "./verdict.ts";

const NOW = "2026-01-01T00:20:00Z";
const INDEXED = { completionMode: "Indexed", completions: 5 } as const;
const PER_INDEX = { ...INDEXED, backoffLimitPerIndex: 1 };
const IGNORE = {
  podFailurePolicy: {
    rules: [{ action: "Ignore", onExitCodes: { operator: "In", values: [7] } }],
  },
} as Partial<batchV1.JobSpec>;

const verdict = (isSuccess: boolean, isKnown: boolean): Verdict => ({
  isSuccess,
  isKnown,
  reason: "Because",
  message: "",
});

interface Case {
  readonly spec?: Partial<batchV1.JobSpec>;
  readonly status?: batchV1.JobStatus;
  readonly pods: readonly MadeUpPod[];
  readonly verdict?: Verdict;
  /** What is noted: counts, uids and indexes. */
  readonly noted: object;
  /** Who loses the finalizer. */
  readonly freed: string[];
}

const uncounted = (succeeded: string[], failed: string[] = []) => ({
  uncountedTerminatedPods: { succeeded, failed },
});

const CASES: Readonly<Record<string, Case>> = {
  "notes each end once": {
    pods: [
      { name: "a", phase: "Succeeded" },
      { name: "b", phase: "Failed" },
      { name: "c" },
    ],
    noted: { uids: [["a"], ["b"]] },
    freed: ["a", "b"],
  },
  "does not note again what was noted": {
    status: uncounted(["a"], ["b"]),
    pods: [{ name: "a", phase: "Succeeded" }, { name: "b", phase: "Failed" }],
    noted: { uids: [["a"], ["b"]] },
    freed: ["a", "b"],
  },
  "counts what was noted and has lost its finalizer": {
    status: { succeeded: 1, ...uncounted(["a", "c"], ["b"]) },
    pods: [{ name: "a", phase: "Succeeded", isTracked: false }, { name: "c", phase: "Succeeded" }],
    noted: { succeeded: 2, failed: 1, uids: [["c"], []] },
    freed: ["c"],
  },
  "does not note what has no finalizer": {
    pods: [{ name: "a", phase: "Succeeded", isTracked: false }],
    noted: {},
    freed: [],
  },
  "takes a pod that is deleted for a failure": {
    pods: [{ name: "a", isDeleting: true }],
    noted: { uids: [[], ["a"]] },
    freed: ["a"],
  },
  "awaits the end of a pod that is deleted": {
    spec: { podReplacementPolicy: "Failed" },
    pods: [{ name: "a", isDeleting: true }],
    noted: {},
    freed: [],
  },
  "stands by a failure of a pod that succeeds on its way out": {
    status: uncounted([], ["a"]),
    pods: [{ name: "a", phase: "Succeeded", isDeleting: true }],
    noted: { uids: [[], ["a"]] },
    freed: ["a"],
  },
  "stands by a success of a pod that says later that it failed": {
    status: uncounted(["a"]),
    pods: [{ name: "a", phase: "Failed" }],
    noted: { uids: [["a"], []] },
    freed: ["a"],
  },
  "takes all for failures when the job has failed": {
    pods: [{ name: "a" }, { name: "b", phase: "Succeeded" }],
    verdict: verdict(false, true),
    noted: { uids: [["b"], ["a"]] },
    freed: ["a", "b"],
  },
  "takes pods that were deleted for the success of their job for nothing": {
    pods: [{ name: "a", isDeleting: true }, { name: "b", phase: "Failed" }],
    verdict: verdict(true, true),
    noted: { uids: [[], ["b"]] },
    freed: ["a", "b"],
  },
  "notes indexes": {
    spec: INDEXED,
    status: { succeeded: 1, completedIndexes: "1" },
    pods: [
      { name: "a", phase: "Succeeded", index: 3 },
      { name: "b", phase: "Succeeded", index: 3 },
      { name: "c", phase: "Succeeded", index: 1 },
    ],
    noted: { succeeded: 2, indexes: "1,3" },
    freed: ["c", "a", "b"],
  },
  "takes an index that there is not for nothing": {
    spec: INDEXED,
    pods: [{ name: "a", phase: "Succeeded", index: 5 }, { name: "b", phase: "Failed" }],
    noted: {},
    freed: ["b", "a"],
  },
  "does not take an index for completed whose pod was noted as failed": {
    spec: INDEXED,
    status: uncounted([], ["a"]),
    pods: [{ name: "a", phase: "Succeeded", index: 0 }],
    noted: { uids: [[], ["a"]] },
    freed: ["a"],
  },
  "holds the last failure of an index until the next pod has its count": {
    spec: PER_INDEX,
    pods: [{ name: "a", phase: "Failed", index: 0 }],
    noted: { failedIndexes: "" },
    freed: [],
  },
  "lets the last failure of an index go when there is the next pod": {
    spec: PER_INDEX,
    pods: [{ name: "a", phase: "Failed", index: 0 }, { name: "b", index: 0, failures: 1 }],
    noted: { uids: [[], ["a"]], failedIndexes: "" },
    freed: ["a"],
  },
  "notes an index that has failed too often": {
    spec: PER_INDEX,
    pods: [{ name: "a", phase: "Failed", index: 0, failures: 1 }],
    noted: { uids: [[], ["a"]], failedIndexes: "0" },
    freed: ["a"],
  },
  "does not note what is ignored": {
    spec: IGNORE,
    pods: [{ name: "a", phase: "Failed", exits: { main: 7 } }],
    noted: {},
    freed: ["a"],
  },
};

function look({ spec, status, pods }: Pick<Case, "spec" | "status" | "pods">) {
  const job = jobOf(spec, status);
  return { draft: draftOf(job.status), look: lookAt(job, pods.map(podOf), NOW) };
}

for (const [name, { verdict, noted, freed, ...given }] of Object.entries(CASES)) {
  Deno.test(`notePods() ${name}`, () => {
    const { draft, look: looked } = look(given);
    const { toFree } = notePods(draft, looked, verdict);
    const { succeeded, failed, completedIndexes, failedIndexes, uncounted } = draft;
    const uids = [uncounted.succeeded, uncounted.failed];
    assertEquals({
      ...(succeeded > 0 && { succeeded }),
      ...(failed > 0 && { failed }),
      ...(uids.flat().length > 0 && { uids }),
      ...(completedIndexes !== "" && { indexes: completedIndexes }),
      ...(failedIndexes !== undefined && { failedIndexes }),
    }, noted);
    assertEquals(toFree.map(({ name }) => name), freed);
  });
}

Deno.test("notePods() frees what was noted before it notes more", () => {
  const names = Array.from({ length: 500 }, (_, index) => `noted-${index}`);
  const pods = ["new", ...names].map((name) => ({ name, phase: "Succeeded" }));
  const { draft, look: looked } = look({ status: uncounted(names), pods });
  const { toFree, hasMore } = notePods(draft, looked, undefined);
  assertEquals(toFree.map(({ name }) => name), names);
  assertEquals([hasMore, draft.uncounted.succeeded.length], [true, 500]);
});

Deno.test("notePods() notes 500 pods at once, and all of them in the end", () => {
  for (const spec of [{ completions: 1201 }, { ...INDEXED, completions: 1201 }]) {
    const pods = Array.from({ length: 1201 }, (_, index) => ({
      name: `pod-${index}`,
      phase: "Succeeded",
      index,
      isTracked: true,
    }));
    let status: batchV1.JobStatus = {};
    const turns: number[] = [];
    for (let hasMore = true; hasMore;) {
      const { draft, look: looked } = look({ spec, status, pods });
      const counting = notePods(draft, looked, undefined);
      turns.push(counting.toFree.length);
      const freed = new Set(counting.toFree.map(({ name }) => name));
      assert(draft.uncounted.succeeded.length <= 500);
      for (const pod of pods) if (freed.has(pod.name)) pod.isTracked = false;
      raiseCounts(
        draft,
        new Set(pods.filter(({ isTracked }) => isTracked).map(({ name }) => name)),
      );
      const { succeeded, completedIndexes, uncounted } = draft;
      status = { succeeded, completedIndexes, uncountedTerminatedPods: uncounted };
      hasMore = counting.hasMore;
    }
    assertEquals([turns, status.succeeded], [[500, 500, 201], 1201]);
  }
});
