/**
 * Plans the rows of a group of commits.
 *
 * @module
 */

import { Unavailable } from "../errors.ts";
import { alive, type History, type Version } from "../history/history.ts";
import { checkPrecondition } from "../requests.ts";
import type { Op } from "../store.ts";
import type { CommitInput, PendingCommit } from "./commit_queue.ts";
import type { StagedChunks } from "./chunks.ts";
import type { RecordWriter } from "./record.ts";
import { packPlace } from "./rows.ts";

/** One change to write. */
export interface PlannedChange {
  readonly version: Version;
  readonly record: Uint8Array;
}

/** What a commit comes to, once the changes are written. */
export type Outcome = { readonly revision: number } | { readonly error: unknown };

/**
 * The rows of one atomic operation, planned from a group of commits: each is checked in memory on
 * top of those before it and gets its own revision. One that breaks a precondition fails alone.
 */
export interface Plan {
  /** The newest revision after it. */
  readonly newest: number;
  readonly changes: readonly PlannedChange[];
  /** One for each commit of the group. */
  readonly outcomes: readonly Outcome[];
  /** Chunks that the changes point to. */
  readonly staged: readonly StagedChunks[];
}

/**
 * Plans a group on top of `history`, where its versions are staged: the caller publishes them or
 * takes them back. Commits whose chunks are among the `lost` fail.
 */
export function planGroup(
  group: readonly PendingCommit[],
  history: History,
  records: RecordWriter,
  lost: ReadonlySet<StagedChunks>,
): Plan {
  const planner = new Planner(history, records, lost);
  const outcomes = group.map(({ input }) => planner.add(input));
  return { newest: planner.newest, changes: planner.changes, outcomes, staged: planner.staged };
}

class Planner {
  readonly changes: PlannedChange[] = [];
  readonly staged: StagedChunks[] = [];
  newest: number;
  readonly #history: History;
  readonly #records: RecordWriter;
  readonly #lost: ReadonlySet<StagedChunks>;

  constructor(history: History, records: RecordWriter, lost: ReadonlySet<StagedChunks>) {
    this.newest = history.revision;
    this.#history = history;
    this.#records = records;
    this.#lost = lost;
  }

  add(commit: CommitInput): Outcome {
    const { ops } = commit;
    // Almost all commits have one operation, and need no list of what their keys are at.
    const [only] = ops;
    let before: Version | undefined;
    let all: (Version | undefined)[] | undefined;
    try {
      if (ops.length === 1 && only !== undefined) before = this.#checked(only);
      else all = ops.map((op) => this.#checked(op));
      this.#checkChunks(commit);
    } catch (error) {
      return { error };
    }
    const revision = Math.max(this.newest + 1, commit.minRevision ?? 0);
    let position = 0;
    for (let index = 0; index < ops.length; index++) {
      const op = ops[index] as Op;
      if (all !== undefined) before = all[index];
      if (op.type === "put") this.#put(commit, index, op, revision, position++, before);
      else if (before !== undefined) this.#delete(op.key, revision, position++);
    }
    if (position > 0) {
      this.newest = revision;
      if (commit.staged !== undefined) this.staged.push(commit.staged);
    }
    return { revision: this.newest };
  }

  /** The version that the operation's key is at; throws when it asks for another. */
  #checked(op: Op): Version | undefined {
    const before = alive(this.#history.head(op.key));
    checkPrecondition(op, before === undefined ? 0 : before.revision);
    return before;
  }

  #checkChunks(commit: CommitInput): void {
    if (commit.staged === undefined || !this.#lost.has(commit.staged)) return;
    const cause = new Error("its large values were written too long ago and have been deleted");
    throw new Unavailable("writing to the store", "nothing written", cause);
  }

  #put(
    commit: CommitInput,
    index: number,
    { key, value }: Op & { type: "put" },
    revision: number,
    position: number,
    before: Version | undefined,
  ): void {
    const created = before === undefined ? revision : before.createRevision;
    const pointer = commit.staged?.pointers[commit.pointers?.[index] ?? -1];
    const record = pointer === undefined
      ? this.#records.put(key, created, value)
      : this.#records.putPointer(key, created, pointer);
    const place = packPlace(position, pointer !== undefined);
    const version = this.#history.stage(key, revision, created, value.length, place, value);
    this.changes.push({ version, record });
  }

  #delete(key: string, revision: number, position: number): void {
    const record = this.#records.delete(key);
    const version = this.#history.stage(key, revision, 0, 0, packPlace(position, false));
    this.changes.push({ version, record });
  }
}
