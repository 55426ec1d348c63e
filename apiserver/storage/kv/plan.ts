/**
 * Turns a group of commits into the rows of one atomic operation: checks their preconditions in
 * memory, each on top of those before it, and gives each its revision.
 *
 * @module
 */

import { Unavailable } from "../errors.ts";
import { alive, type History } from "../history/history.ts";
import { checkPrecondition } from "../requests.ts";
import type { Op } from "../store.ts";
import type { CommitInput, PendingCommit } from "./commit_queue.ts";
import type { StagedPieces } from "./pieces.ts";
import type { RecordWriter } from "./record.ts";
import { packPlace } from "./rows.ts";

/** One change to write. */
export interface PlannedChange {
  readonly op: Op;
  readonly revision: number;
  /** Its place within the commit. */
  readonly position: number;
  /** 0 for a delete. */
  readonly createRevision: number;
  /** The packed place of its row. */
  readonly place: number;
  readonly record: Uint8Array;
}

/** What a commit comes to, once the changes are written. */
export type Outcome = { readonly revision: number } | { readonly error: unknown };

/** See the module's comment. */
export interface Plan {
  /** The newest revision after it. */
  readonly newest: number;
  readonly changes: readonly PlannedChange[];
  /** One for each commit of the group. */
  readonly outcomes: readonly Outcome[];
  /** Pieces that the changes point to. */
  readonly staged: readonly StagedPieces[];
}

/** What a key is at before an operation: undefined when it is absent. */
type State = { readonly revision: number; readonly createRevision: number } | undefined;

/** Plans a group on top of `history`. Commits whose pieces are among the `lost` fail. */
export function planGroup(
  group: readonly PendingCommit[],
  history: History,
  records: RecordWriter,
  lost: ReadonlySet<StagedPieces>,
): Plan {
  const planner = new Planner(history, records, lost);
  const outcomes = group.map(({ input }) => planner.add(input));
  return { newest: planner.newest, changes: planner.changes, outcomes, staged: planner.staged };
}

class Planner {
  readonly changes: PlannedChange[] = [];
  readonly staged: StagedPieces[] = [];
  newest: number;
  readonly #history: History;
  readonly #records: RecordWriter;
  readonly #lost: ReadonlySet<StagedPieces>;
  /** What earlier commits of the group made of keys: the history knows only what is durable. */
  readonly #written = new Map<string, PlannedChange>();

  constructor(
    history: History,
    records: RecordWriter,
    lost: ReadonlySet<StagedPieces>,
  ) {
    this.newest = history.revision;
    this.#history = history;
    this.#records = records;
    this.#lost = lost;
  }

  add(commit: CommitInput): Outcome {
    // Almost all commits have one operation, and need no list of states.
    const [only] = commit.ops;
    let state: State;
    let states: State[] | undefined;
    try {
      if (commit.ops.length === 1 && only !== undefined) state = this.#checked(only);
      else states = commit.ops.map((op) => this.#checked(op));
      this.#checkPieces(commit);
    } catch (error) {
      return { error };
    }
    const revision = this.newest + 1;
    let position = 0;
    for (let index = 0; index < commit.ops.length; index++) {
      const op = commit.ops[index] as Op;
      if (states !== undefined) state = states[index];
      if (op.type === "delete" && state === undefined) continue;
      this.#change(commit, index, op, revision, position++, state);
    }
    if (position > 0) {
      this.newest = revision;
      if (commit.staged !== undefined) this.staged.push(commit.staged);
    }
    return { revision: this.newest };
  }

  /** What the operation's key is at; throws when that is not what it asks for. */
  #checked(op: Op): State {
    const state = this.#state(op.key);
    checkPrecondition(op, state === undefined ? 0 : state.revision);
    return state;
  }

  #checkPieces(commit: CommitInput): void {
    if (commit.staged === undefined || !this.#lost.has(commit.staged)) return;
    const cause = new Error("its large values were written too long ago and have been deleted");
    throw new Unavailable("writing to the store", "nothing written", cause);
  }

  #state(key: string): State {
    const change = this.#written.get(key);
    if (change === undefined) return alive(this.#history.head(key));
    return change.createRevision === 0 ? undefined : change;
  }

  #change(
    commit: CommitInput,
    index: number,
    op: Op,
    revision: number,
    position: number,
    state: State,
  ): void {
    const created = state === undefined ? revision : state.createRevision;
    const pointer = commit.staged?.pointers[commit.pointers?.[index] ?? -1];
    const record = op.type === "delete"
      ? this.#records.delete(op.key)
      : pointer === undefined
      ? this.#records.put(op.key, created, op.value)
      : this.#records.putPointer(op.key, created, pointer);
    const change = {
      op,
      revision,
      position,
      createRevision: op.type === "delete" ? 0 : created,
      place: packPlace(position, pointer !== undefined),
      record,
    };
    this.changes.push(change);
    this.#written.set(op.key, change);
  }
}
