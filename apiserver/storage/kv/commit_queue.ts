/**
 * Commits that wait to be written together.
 *
 * @module
 */

import { Queue } from "../../../toolkit/queue.ts";
import type { Op } from "../store.ts";
import { ATOMIC_BYTES, ATOMIC_PENDING, ATOMIC_ROWS } from "./layout.ts";
import type { StagedChunks } from "./chunks.ts";
import { FewATurn } from "./few_a_turn.ts";

/** What a {@link PendingCommit} is made of. */
export interface CommitInput {
  readonly ops: readonly Op[];
  /** Bytes of its values. */
  readonly valueBytes: number;
  /** What it adds to an atomic operation at most. */
  readonly bytes: number;
  /** The large values, written already; their operations are those with an entry in `pointers`. */
  readonly staged?: StagedChunks | undefined;
  /** For each operation the index of its pointer in `staged`, or -1; undefined when none has one. */
  readonly pointers?: readonly number[] | undefined;
  /** The least revision that it may have. */
  readonly minRevision?: number | undefined;
}

/** A caller's commit on its way. */
export class PendingCommit {
  readonly #settled = Promise.withResolvers<number>();
  #state: "waiting" | "withdrawn" | "taken" = "waiting";

  constructor(readonly input: CommitInput) {}

  /** Resolves with the commit's revision. */
  get promise(): Promise<number> {
    return this.#settled.promise;
  }

  /** Makes the promise resolve. */
  resolve(revision: number): void {
    this.#settled.resolve(revision);
  }

  /** Makes the promise reject. */
  reject(error: unknown): void {
    this.#settled.reject(error);
  }

  /** Takes it into an atomic operation: false when its caller has given up. */
  take(): boolean {
    if (this.#state === "withdrawn") return false;
    this.#state = "taken";
    return true;
  }

  /** Gives it up with a reason: false when it is in flight already, and its outcome will come. */
  withdraw(reason: unknown): boolean {
    if (this.#state === "taken") return false;
    this.#state = "withdrawn";
    this.reject(reason);
    return true;
  }
}

/** Takes a group, and gives back for each of its commits what settles it. Never rejects. */
export type WriteGroup = (group: readonly PendingCommit[]) => Promise<readonly (() => void)[]>;

/**
 * Group commit: commits that come while an atomic operation is in flight wait, and are written
 * together in the next one, as many as fit. Only one operation is in flight at a time. Callers learn
 * of their commits in order, a few in each turn, while the next group is on its way already.
 */
export class CommitQueue {
  readonly #waiting = new Queue<PendingCommit>();
  readonly #settling = new FewATurn();
  readonly #write: WriteGroup;
  #valueBytes = 0;
  #running: Promise<void> | undefined;

  constructor(write: WriteGroup) {
    this.#write = write;
  }

  /** Bytes of values of commits that are not settled. */
  get valueBytes(): number {
    return this.#valueBytes;
  }

  /** Adds a commit; it is written with all that come before the operation in flight ends. */
  push(commit: PendingCommit): void {
    this.#valueBytes += commit.input.valueBytes;
    this.#waiting.push(commit);
    this.#running ??= this.#run();
  }

  /** Settles when nothing waits, nothing is in flight, and all callers know. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
    await this.#settling.idle();
  }

  async #run(): Promise<void> {
    // Commits of the same turn of the event loop belong together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#take();
      if (group.length === 0) continue;
      const settle = await this.#write(group);
      this.#settling.add(group.map(({ input }, index) => () => {
        this.#valueBytes -= input.valueBytes;
        settle[index]!();
      }));
    }
    this.#running = undefined;
  }

  /** As many of the first commits as one atomic operation holds, and at least one. */
  #take(): PendingCommit[] {
    const group: PendingCommit[] = [];
    let bytes = 0;
    let rows = 0;
    let pending = 0;
    let taken = 0;
    for (;; taken++) {
      const next = this.#waiting.at(taken);
      if (next === undefined) break;
      const { input } = next;
      bytes += input.bytes;
      rows += input.ops.length;
      if (input.staged !== undefined) pending++;
      const over = bytes > ATOMIC_BYTES || rows > ATOMIC_ROWS || pending > ATOMIC_PENDING;
      if (over && group.length > 0) break;
      if (next.take()) group.push(next);
      else this.#valueBytes -= input.valueBytes;
    }
    this.#waiting.drop(taken);
    return group;
  }
}
