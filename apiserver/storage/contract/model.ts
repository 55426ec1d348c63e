/** Random operations, compared with a naive model after each. @module */

import fc from "../../../toolkit/deps/fast_check.ts";
import { Compacted, Conflict } from "../errors.ts";
import type { Op, Store } from "../store.ts";
import {
  assert,
  assertEquals,
  bytes,
  rejects,
  shown,
  shownChange,
  type Suite,
  takeChanges,
} from "./suite.ts";

/**
 * Invariants, for any sequence of commits, compactions and reopenings:
 * a commit succeeds just when the model says so, with the model's revision; ranges at any readable
 * revision equal the model's state, page by page; the changes since any readable revision equal the
 * model's, with what they replaced; what is compacted says so.
 */
export function modelContract(suite: Suite): void {
  suite.test("random operations do what a naive model does", async (shared) => {
    // The seed is printed by the library when a sequence fails.
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
        await run(shared, steps, suite.inOrder);
      }),
      { numRuns: suite.modelRuns, interruptAfterTimeLimit: 60_000 },
    );
  });
}

interface ModelOp {
  readonly name: number;
  readonly kind: "put" | "delete";
  readonly size: number;
  /** Which revision to ask for: none, absent, the right one, a wrong one. */
  readonly condition: "none" | "absent" | "right" | "wrong";
}

type Step =
  | { readonly do: "commit"; readonly ops: readonly ModelOp[] }
  | { readonly do: "burst"; readonly commits: readonly (readonly ModelOp[])[] }
  | { readonly do: "compact"; readonly back: number }
  | { readonly do: "read"; readonly back: number; readonly limit: number };

const NAMES = ["a", "b", "b/c", "bc", "é", "😀", "\ue000", "z"];

const SMALL = [0, 1, 10, 2000];

function opsOf(sizes: readonly number[]): fc.Arbitrary<ModelOp[]> {
  const op: fc.Arbitrary<ModelOp> = fc.record({
    name: fc.nat(NAMES.length - 1),
    kind: fc.constantFrom("put", "put", "delete"),
    size: fc.constantFrom(...sizes),
    condition: fc.constantFrom("none", "none", "absent", "right", "right", "wrong"),
  });
  return fc.uniqueArray(op, { selector: ({ name }) => name, minLength: 1, maxLength: 4 });
}

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("commit" as const),
      ops: opsOf([...SMALL, 70_000]),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("burst" as const),
      // Large values may take longer, and their commits then come after later ones.
      commits: fc.array(opsOf(SMALL), { minLength: 2, maxLength: 8 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("compact" as const), back: fc.nat(6) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("read" as const),
      back: fc.nat(8),
      limit: fc.integer({ min: 1, max: 9 }),
    }),
  },
);

interface Entry {
  readonly text: string;
  readonly revision: number;
  readonly created: number;
}

/** Keeps the whole state at every revision, and every change as a line of text. */
class Model {
  readonly states: Map<string, Entry>[] = [new Map()];
  readonly changes: { revision: number; line: string }[] = [];

  constructor(readonly base: number, readonly prefix: string) {}

  get revision(): number {
    return this.base + this.states.length - 1;
  }

  at(revision: number): Map<string, Entry> {
    return this.states[revision - this.base] as Map<string, Entry>;
  }

  /** Turns a drawn operation into one that fits the state. */
  op({ name, kind, size, condition }: ModelOp, serial: number): Op {
    const key = this.prefix + NAMES[name];
    const found = this.at(this.revision).get(key)?.revision ?? 0;
    const revision = condition === "none"
      ? undefined
      : condition === "absent"
      ? 0
      : condition === "right"
      ? found
      : found + 1;
    return kind === "delete"
      ? { type: "delete", key, revision }
      : { type: "put", key, value: bytes(`${serial}:`.padEnd(size, "x")), revision };
  }

  /** The revision that committing gives, or undefined for a conflict. */
  commit(ops: readonly Op[]): number | undefined {
    const before = this.at(this.revision);
    for (const { key, revision } of ops) {
      if (revision !== undefined && revision !== (before.get(key)?.revision ?? 0)) return undefined;
    }
    const state = new Map(before);
    const revision = this.revision + 1;
    const lines: string[] = [];
    for (const op of ops) {
      const old = before.get(op.key);
      const was = old === undefined
        ? ""
        : ` was ${op.key}=${old.text}@${old.revision}/${old.created}`;
      if (op.type === "put") {
        const text = new TextDecoder().decode(op.value);
        const created = old?.created ?? revision;
        state.set(op.key, { text, revision, created });
        lines.push(`${op.key}=${text}@${revision}/${created}${was}`);
      } else if (old !== undefined) {
        state.delete(op.key);
        lines.push(`${op.key}-@${revision}/0${was}`);
      }
    }
    if (lines.length === 0) return this.revision;
    this.states.push(state);
    for (const line of lines) this.changes.push({ revision, line });
    return revision;
  }

  /** The lines of a range at a revision. */
  range(revision: number): string[] {
    const encoder = new TextEncoder();
    return [...this.at(revision)]
      .sort(([a], [b]) => compareBytes(encoder.encode(a), encoder.encode(b)))
      .map(([key, { text, revision, created }]) => `${key}=${text}@${revision}/${created}`);
  }
}

let runs = 0;

async function run(store: Store, steps: readonly Step[], inOrder: boolean): Promise<void> {
  // Sequences follow one another in one store, each under a prefix of its own.
  const prefix = `/registry/model/${++runs}/`;
  const model = new Model(await store.revision(), prefix);
  let compacted = (await store.status()).compacted;
  let serial = 0;
  for (const step of steps) {
    if (step.do === "commit") {
      await commitBoth(store, model, [step.ops.map((op) => model.op(op, ++serial))]);
    } else if (step.do === "burst") {
      const commits = step.commits.map((ops) => ops.map((op) => model.op(op, ++serial)));
      if (inOrder) await commitBoth(store, model, commits);
      else for (const ops of commits) await commitBoth(store, model, [ops]);
    } else if (step.do === "compact") {
      compacted = Math.max(compacted, model.revision - step.back);
      await store.compact(Math.max(0, model.revision - step.back));
    } else {
      await compareAt(store, model, Math.max(model.base, model.revision - step.back), {
        compacted,
        limit: step.limit,
      });
    }
  }
  for (let at = Math.max(compacted, model.base); at <= model.revision; at++) {
    await compareAt(store, model, at, { compacted, limit: 3 });
  }
}

/** Commits all at once: they take effect in the order in which they were handed in. */
async function commitBoth(store: Store, model: Model, commits: readonly Op[][]): Promise<void> {
  const outcomes = await Promise.allSettled(commits.map((ops) => store.commit(ops)));
  outcomes.forEach((outcome, index) => {
    const expected = model.commit(commits[index] ?? []);
    if (outcome.status === "fulfilled") return assertEquals(outcome.value, expected);
    if (!(outcome.reason instanceof Conflict)) throw outcome.reason;
    assertEquals(expected, undefined);
  });
}

async function compareAt(
  store: Store,
  model: Model,
  at: number,
  { compacted, limit }: { compacted: number; limit: number },
): Promise<void> {
  if (at < compacted) {
    await rejects(Compacted, () => store.range(model.prefix, { at }));
    return;
  }
  const items: (string | undefined)[] = [];
  let after: string | undefined;
  for (let remaining = 1; remaining > 0;) {
    const page = await store.range(model.prefix, { at, after, limit });
    items.push(...page.items.map(shown));
    after = page.items.at(-1)?.key;
    remaining = page.remaining;
    assert(page.items.length === limit || remaining === 0, "only the last page is short");
  }
  assertEquals(items, model.range(at));
  const changes = model.changes.filter(({ revision }) => revision > at).map(({ line }) => line);
  const seen = await takeChanges(store, at, changes.length, { prefix: model.prefix });
  assertEquals(seen.map(shownChange), changes);
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const difference = (a[index] as number) - (b[index] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
