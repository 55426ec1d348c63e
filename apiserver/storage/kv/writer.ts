/**
 * Writes groups of commits: checks their preconditions in memory, gives each its revision, and puts
 * all of them into one atomic operation that fails if another process wrote first.
 *
 * @module
 */

import { type Clock, sleep } from "../../../toolkit/clock.ts";
import { Unavailable } from "../errors.ts";
import { alive } from "../history/history.ts";
import { checkPrecondition } from "../requests.ts";
import type { Op } from "../store.ts";
import type { Waiting } from "./commit_queue.ts";
import { changeRow, encodeRevision, NEWEST_ROW, pendingRow } from "./layout.ts";
import type { StagedPieces } from "./pieces.ts";
import { pointerRecordBound, recordBound, RecordWriter, WRITER_BYTES } from "./record.ts";
import type { Newest, Replica } from "./replica.ts";
import { packPlace, type RowReader } from "./rows.ts";

/** How often a group is sent again after a failure of the connection, and how long after the first. */
const ATTEMPTS = 4;
const FIRST_RETRY_MS = 50;

/** What a group's commit comes to. */
type Outcome = { readonly revision: number } | { readonly error: unknown };

/** One change that the atomic operation makes. */
interface Planned {
  readonly op: Op;
  readonly revision: number;
  /** 0 for a delete. */
  readonly createRevision: number;
  readonly place: number;
}

/** A group, ready to be sent. */
interface Plan {
  readonly base: Newest;
  readonly newest: number;
  readonly changes: readonly Planned[];
  /** The outcome of each commit of the group once the changes are written. */
  readonly outcomes: readonly Outcome[];
  /** Pieces that the changes point to. */
  readonly staged: readonly StagedPieces[];
  readonly atomic: Deno.AtomicOperation;
}

/** Options of a {@link GroupWriter}. */
export interface GroupWriterOptions {
  readonly kv: Deno.Kv;
  readonly replica: Replica;
  readonly rows: RowReader;
  readonly clock: Clock;
  /** Whether the database is this process's own: a failure there does not pass by trying again. */
  readonly exclusive: boolean;
  /** Called with the pieces of commits that came to nothing. */
  readonly onUnused: (staged: StagedPieces) => void;
}

/** See the module's comment. */
export class GroupWriter {
  readonly #options: GroupWriterOptions;
  readonly #id = crypto.getRandomValues(new Uint8Array(WRITER_BYTES));
  /** True after a failure whose outcome could not be learned. */
  #uncertain = false;

  constructor(options: GroupWriterOptions) {
    this.#options = options;
  }

  /** Writes a group and settles each of its commits, in order of revision. Never rejects. */
  async write(group: readonly Waiting[]): Promise<void> {
    try {
      this.#settle(group, await this.#outcomes(group));
    } catch (error) {
      this.#settle(group, group.map(() => ({ error })));
    }
  }

  async #outcomes(group: readonly Waiting[]): Promise<readonly Outcome[]> {
    const { replica } = this.#options;
    const lost = new Set<StagedPieces>();
    if (this.#uncertain) {
      await replica.refresh();
      this.#uncertain = false;
    }
    for (;;) {
      const plan = this.#plan(group, lost);
      if (plan.changes.length === 0) return plan.outcomes;
      const versionstamp = await this.#send(plan);
      if (versionstamp !== undefined) {
        if (versionstamp !== "") this.#apply(plan, versionstamp);
        return plan.outcomes;
      }
      // Another process wrote first, or swept away pieces that we were too slow to point to.
      await replica.refresh();
      if (replica.newest.versionstamp === plan.base.versionstamp) await this.#findLost(plan, lost);
    }
  }

  #plan(group: readonly Waiting[], lost: ReadonlySet<StagedPieces>): Plan {
    const { kv, replica } = this.#options;
    const base = replica.newest;
    const atomic = kv.atomic().check({ key: NEWEST_ROW, versionstamp: base.versionstamp });
    const records = new RecordWriter(bytesOf(group), this.#id);
    const changes: Planned[] = [];
    const staged: StagedPieces[] = [];
    const outcomes: Outcome[] = [];
    /** What the group's earlier commits made of keys; the index knows only what is durable. */
    const written = new Map<string, Planned>();
    const current = (key: string) => written.get(key) ?? alive(replica.history.head(key));
    let newest = base.revision;
    for (const commit of group) {
      try {
        for (const op of commit.ops) checkPrecondition(op, revisionOf(current(op.key)));
        if (commit.staged !== undefined && lost.has(commit.staged)) throw swept();
      } catch (error) {
        outcomes.push({ error });
        continue;
      }
      const revision = newest + 1;
      let position = 0;
      for (const [index, op] of commit.ops.entries()) {
        const before = current(op.key);
        const exists = before !== undefined && before.createRevision !== 0;
        if (op.type === "delete" && !exists) continue;
        const pointer = commit.staged?.pointers[commit.pointers?.[index] ?? -1];
        const created = exists ? before.createRevision : revision;
        const record = op.type === "delete"
          ? records.delete(op.key)
          : pointer === undefined
          ? records.put(op.key, created, op.value)
          : records.putPointer(op.key, created, pointer);
        const change = {
          op,
          revision,
          createRevision: op.type === "delete" ? 0 : created,
          place: packPlace(position, pointer !== undefined),
        };
        atomic.set(changeRow(revision, position++), record);
        changes.push(change);
        written.set(op.key, change);
      }
      if (position > 0) {
        newest = revision;
        if (commit.staged !== undefined) {
          staged.push(commit.staged);
          const { id, versionstamp } = commit.staged;
          atomic.check({ key: pendingRow(id), versionstamp }).delete(pendingRow(id));
        }
      }
      outcomes.push({ revision: newest });
    }
    atomic.set(NEWEST_ROW, encodeRevision(newest));
    return { base, newest, changes, outcomes, staged, atomic };
  }

  /**
   * Resolves with the operation's versionstamp; with `""` when it was found done after a failure and
   * the index has it already; with undefined when its checks did not hold.
   */
  async #send(plan: Plan): Promise<string | undefined> {
    const { exclusive, clock } = this.#options;
    const attempts = exclusive ? 1 : ATTEMPTS;
    for (let attempt = 1;; attempt++) {
      try {
        const result = await plan.atomic.commit();
        return result.ok ? result.versionstamp : undefined;
      } catch (error) {
        const state = await this.#learn(plan, error);
        if (state === "done") return "";
        if (state === "overtaken") return undefined;
        // Should an earlier attempt still be on its way, either it or the next one fails its check.
        if (attempt >= attempts) {
          throw new Unavailable(
            "writing to the store",
            exclusive ? "nothing written" : "unknown",
            error,
          );
        }
        await sleep(clock, FIRST_RETRY_MS * 2 ** (attempt - 1));
      }
    }
  }

  /** What became of an operation that failed in a way that leaves it open. */
  async #learn(plan: Plan, failure: unknown): Promise<"done" | "overtaken" | "not done"> {
    const { replica } = this.#options;
    try {
      await replica.refresh();
      if (replica.newest.versionstamp === plan.base.versionstamp) return "not done";
      return await replica.isWriterAfter(plan.base.revision, this.#id) ? "done" : "overtaken";
    } catch {
      this.#uncertain = true;
      throw new Unavailable("writing to the store", "unknown", failure);
    }
  }

  #apply(plan: Plan, versionstamp: string): void {
    const { replica, rows } = this.#options;
    // A reader that caught up meanwhile has added them already.
    if (replica.history.revision === plan.base.revision) {
      for (const { op, revision, createRevision, place } of plan.changes) {
        const bytes = op.type === "put" ? op.value.length : 0;
        const version = replica.history.add(op.key, revision, createRevision, bytes, place);
        if (op.type === "put") rows.remember(version, op.value);
      }
    }
    replica.wrote({ revision: plan.newest, versionstamp });
  }

  async #findLost(plan: Plan, lost: Set<StagedPieces>): Promise<void> {
    for (const staged of plan.staged) {
      const { versionstamp } = await this.#options.kv.get(pendingRow(staged.id));
      if (versionstamp !== staged.versionstamp) lost.add(staged);
    }
  }

  #settle(group: readonly Waiting[], outcomes: readonly Outcome[]): void {
    group.forEach((commit, index) => {
      const outcome = outcomes[index] as Outcome;
      if ("revision" in outcome) return commit.resolve(outcome.revision);
      const mayBeUsed = outcome.error instanceof Unavailable && outcome.error.outcome === "unknown";
      if (commit.staged !== undefined && !mayBeUsed) this.#options.onUnused(commit.staged);
      commit.reject(outcome.error);
    });
  }
}

function revisionOf(
  state: { readonly revision: number; readonly createRevision: number } | undefined,
): number {
  return state === undefined || state.createRevision === 0 ? 0 : state.revision;
}

function bytesOf(group: readonly Waiting[]): number {
  let bytes = 0;
  for (const { ops, pointers } of group) {
    for (const [index, op] of ops.entries()) {
      if (op.type === "delete") bytes += recordBound(op.key, 0);
      else if ((pointers?.[index] ?? -1) >= 0) bytes += pointerRecordBound(op.key);
      else bytes += recordBound(op.key, op.value.length);
    }
  }
  return bytes;
}

function swept(): Unavailable {
  const cause = new Error("its large values were written too long ago and have been swept away");
  return new Unavailable("writing to the store", "nothing written", cause);
}
