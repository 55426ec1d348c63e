/**
 * Commits that wait for the one atomic operation that is in flight, to join the next: group commit.
 *
 * @module
 */

import { Queue } from "../history/queue.ts";
import type { Op } from "../store.ts";
import { ATOMIC_BYTES, ATOMIC_PENDING, ATOMIC_ROWS } from "./layout.ts";
import type { StagedPieces } from "./pieces.ts";

/** A caller's commit on its way. */
export interface Waiting {
  readonly ops: readonly Op[];
  /** The large values, written already; their operations are those with an entry in `pointers`. */
  readonly staged: StagedPieces | undefined;
  /** For each operation the index of its pointer in `staged`, or -1; undefined when none has one. */
  readonly pointers: readonly number[] | undefined;
  /** What it adds to an atomic operation at most. */
  readonly bytes: number;
  readonly resolve: (revision: number) => void;
  readonly reject: (error: unknown) => void;
  /** `withdrawn`: the caller has given up before it was `taken` into an atomic operation. */
  state: "waiting" | "withdrawn" | "taken";
}

/** See the module's comment. `write` takes a group and settles each of its commits; it never rejects. */
export class CommitQueue {
  readonly #waiting = new Queue<Waiting>();
  readonly #write: (group: Waiting[]) => Promise<void>;
  #running: Promise<void> | undefined;

  constructor(write: (group: Waiting[]) => Promise<void>) {
    this.#write = write;
  }

  /** Adds a commit; it is written with all that come before the operation in flight ends. */
  push(commit: Waiting): void {
    this.#waiting.push(commit);
    this.#running ??= this.#run();
  }

  /** Settles when nothing waits and nothing is in flight. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    // Commits of the same turn of the event loop belong together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#take();
      if (group.length > 0) await this.#write(group);
    }
    this.#running = undefined;
  }

  /** As many of the first commits as one atomic operation holds, and at least one. */
  #take(): Waiting[] {
    const group: Waiting[] = [];
    let bytes = 0;
    let rows = 0;
    let pending = 0;
    let taken = 0;
    for (;; taken++) {
      const next = this.#waiting.at(taken);
      if (next === undefined) break;
      if (next.state === "withdrawn") continue;
      bytes += next.bytes;
      rows += next.ops.length;
      if (next.staged !== undefined) pending++;
      const over = bytes > ATOMIC_BYTES || rows > ATOMIC_ROWS || pending > ATOMIC_PENDING;
      if (over && group.length > 0) break;
      next.state = "taken";
      group.push(next);
    }
    this.#waiting.drop(taken);
    return group;
  }
}
