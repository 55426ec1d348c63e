/**
 * The frame of the contract's tests.
 *
 * @module
 */

import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { MAX_VALUE_BYTES } from "../limits.ts";
import type { Change, ChangesOptions, Op, Store, Stored } from "../store.ts";

/** One empty place to store in, for one test. */
export interface Backend extends AsyncDisposable {
  /** Opens a handle; the first one makes the store. */
  open(): Promise<Store>;
  /** Whether several handles may be open at once. */
  readonly shared: boolean;
  /** Whether a handle opened after all were closed finds what they wrote. */
  readonly persistent: boolean;
}

/** Makes a backend. */
export type BackendFactory = () => Promise<Backend>;

/** Options of a contract. */
export interface ContractOptions {
  /** The largest value that this backend takes, if that is less than the store's own limit. */
  readonly maxValueBytes?: number;
  /** Tests to skip, by name, each with the reason. */
  readonly skip?: Readonly<Record<string, string>>;
  /** Random sequences of the model test. Default 20. */
  readonly modelRuns?: number;
  /**
   * Whether commits that one handle is given at once take effect in that order, as they do where it
   * writes them as groups; default true.
   */
  readonly inOrder?: boolean;
  /**
   * Whether commits that are under way together are acknowledged in the order of their revisions;
   * default true.
   */
  readonly acknowledgesInOrder?: boolean;
}

/** Registers the tests of one backend. */
export class Suite {
  readonly maxValueBytes: number;
  readonly modelRuns: number;
  readonly inOrder: boolean;
  readonly acknowledgesInOrder: boolean;
  readonly #name: string;
  readonly #factory: BackendFactory;
  readonly #skip: Readonly<Record<string, string>>;
  readonly #names = new Set<string>();

  constructor(name: string, factory: BackendFactory, options: ContractOptions) {
    this.#name = name;
    this.#factory = factory;
    this.#skip = options.skip ?? {};
    this.maxValueBytes = options.maxValueBytes ?? MAX_VALUE_BYTES;
    this.modelRuns = options.modelRuns ?? 20;
    this.inOrder = options.inOrder ?? true;
    this.acknowledgesInOrder = options.acknowledgesInOrder ?? true;
  }

  /** A test of one handle on an empty store; its revision is the second argument. */
  test(name: string, run: (store: Store, base: number) => Promise<void>): void {
    this.backendTest(name, async (backend) => {
      const store = await backend.open();
      try {
        await run(store, await store.revision());
      } finally {
        await store.close();
      }
    });
  }

  /** A test that opens handles itself. */
  backendTest(name: string, run: (backend: Backend) => Promise<void>): void {
    assert(!this.#names.has(name), `two tests are named ${name}`);
    this.#names.add(name);
    const reason = this.#skip[name];
    Deno.test({
      name: `${this.#name}: ${name}${reason === undefined ? "" : ` (skipped: ${reason})`}`,
      ignore: reason !== undefined,
      fn: async () => {
        await using backend = await this.#factory();
        await run(backend);
      },
    });
  }

  /** Fails when a skip names no test: it would hide one that was renamed. */
  checkSkips(): void {
    for (const name of Object.keys(this.#skip)) {
      assert(this.#names.has(name), `the contract has no test ${JSON.stringify(name)} to skip`);
    }
  }
}

/** UTF-8 of a text. */
export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The text that a value is. */
export function text(value: Uint8Array | undefined): string | undefined {
  return value && new TextDecoder().decode(value);
}

/** A put of a short text. */
export function put(key: string, value: string, revision?: number): Op {
  return { type: "put", key, value: bytes(value), revision };
}

/** A delete. */
export function remove(key: string, revision?: number): Op {
  return { type: "delete", key, revision };
}

/** What a stored value looks like in assertions: short, with its text. */
export function shown(stored: Stored | undefined): string | undefined {
  return stored &&
    `${stored.key}=${text(stored.value)}@${stored.revision}/${stored.createRevision}`;
}

/** What a change looks like in assertions. */
export function shownChange(change: Change): string {
  const after = change.type === "delete" ? "-" : `=${text(change.value)}`;
  const before = change.previous === undefined ? "" : ` was ${shown(change.previous)}`;
  return `${change.key}${after}@${change.revision}/${change.createRevision}${before}`;
}

/** The changes after `since`, as soon as there are `count` of them; no revision is split. */
export async function takeChanges(
  store: Store,
  since: number,
  count: number,
  options: ChangesOptions = {},
): Promise<Change[]> {
  const taken: Change[] = [];
  let revision = since;
  if (count === 0) return taken;
  for await (const batch of store.changes(since, options)) {
    for (const change of batch.changes) {
      assert(change.revision >= revision, "changes come in the order of revisions");
      revision = change.revision;
    }
    const first = batch.changes[0];
    const last = taken.at(-1);
    assert(
      first === undefined || last === undefined || first.revision > last.revision,
      "no revision is split over two batches",
    );
    assert(batch.revision >= revision, "a batch's revision covers its changes");
    taken.push(...batch.changes);
    if (taken.length >= count) break;
  }
  return taken;
}

/** All keys and texts under a prefix, for comparing whole states. */
export async function contents(
  store: Store,
  at?: number,
  prefix = "",
): Promise<Record<string, string | undefined>> {
  const { items } = await store.range(prefix, { at });
  return Object.fromEntries(items.map(({ key, value }) => [key, text(value)]));
}

/** Fails unless `run` rejects with an error of the class, which it returns. */
export async function rejects<E extends Error>(
  // deno-lint-ignore no-explicit-any -- any constructor will do: only instances are looked at
  type: new (...args: any[]) => E,
  run: () => Promise<unknown>,
): Promise<E> {
  const outcome = await run().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  assert("error" in outcome, `expected ${type.name}, and none was thrown`);
  const { error } = outcome;
  if (!(error instanceof type)) throw error;
  return error;
}

/** The first batch of changes, for those that only fail. */
export async function firstBatch(
  store: Store,
  since: number,
  options?: ChangesOptions,
): Promise<unknown> {
  for await (const batch of store.changes(since, options)) return batch;
  return undefined;
}

export { assert, assertEquals };
