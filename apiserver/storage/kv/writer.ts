/**
 * Writes groups of commits.
 *
 * @module
 */

import { Backoff } from "../../../toolkit/backoff.ts";
import { type Clock, sleep } from "../../../toolkit/clock.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import { StoreError, Unavailable } from "../errors.ts";
import type { PendingCommit } from "./commit_queue.ts";
import type { KvDatabase } from "./database.ts";
import { encodeRevision, NEWEST_ROW, pendingRow } from "./layout.ts";
import type { StagedChunks } from "./chunks.ts";
import { type Outcome, type Plan, planGroup } from "./plan.ts";
import { RecordWriter, WRITER_BYTES } from "./record.ts";
import type { Newest, Replica } from "./replica.ts";
import { rowOf, type RowReader } from "./rows.ts";

/** How often a group is sent while it fails, and how long after the first time and the last. */
const ATTEMPTS = 4;
const FIRST_RETRY_MS = 50;
const LAST_RETRY_MS = 200;

/** Options of a {@link GroupWriter}. */
export interface GroupWriterOptions {
  readonly kv: KvDatabase;
  readonly replica: Replica;
  readonly rows: RowReader;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether the database is this process's own: what it has not written by now, it never will. */
  readonly exclusive: boolean;
  /** Called with the chunks of commits that came to nothing. */
  readonly onUnused: (staged: StagedChunks) => void;
}

/** How an atomic operation ended: written, found written after a failure, or its checks failed. */
type Sent = { readonly versionstamp: string } | "found written" | "refused";

/**
 * Writes groups of commits, each group as one atomic operation that fails if another process wrote
 * first. Where the database does not say what became of one, it finds out before it settles the
 * commits.
 */
export class GroupWriter {
  readonly #options: GroupWriterOptions;
  /** In every record; another one for each plan, so that what is found shows which plan wrote it. */
  readonly #id = crypto.getRandomValues(new Uint8Array(WRITER_BYTES));
  readonly #idView = new DataView(this.#id.buffer);
  /** Its buffer serves one group after the other: only one is in flight. */
  readonly #records = new RecordWriter(this.#id);
  /** True after a failure whose outcome could not be learned. */
  #uncertain = false;

  constructor(options: GroupWriterOptions) {
    this.#options = options;
  }

  /** Writes a group: what it gives back settles each of its commits, in order of revision. Never rejects. */
  async write(group: readonly PendingCommit[]): Promise<readonly (() => void)[]> {
    let outcomes: readonly Outcome[];
    try {
      outcomes = await this.#outcomes(group);
    } catch (cause) {
      // What fails outside of sending does so before anything was sent, or after it was refused.
      const error = cause instanceof StoreError
        ? cause
        : new Unavailable("writing to the store", "nothing written", cause);
      outcomes = group.map(() => ({ error }));
    }
    return group.map((commit, index) => () => this.#settle(commit, outcomes[index] as Outcome));
  }

  async #outcomes(group: readonly PendingCommit[]): Promise<readonly Outcome[]> {
    const { replica, exclusive } = this.#options;
    const lost = new Set<StagedChunks>();
    // A write that goes through proves that nobody else had written. Where there is nothing to write,
    // what speaks against it may be over by now.
    let isCurrent = exclusive;
    if (this.#uncertain) {
      await replica.refresh();
      this.#uncertain = false;
    }
    for (;;) {
      const base = replica.newest;
      const { history } = replica;
      this.#records.reset(replica.format);
      this.#idView.setBigUint64(0, this.#idView.getBigUint64(0) + 1n);
      const plan = planGroup(group, history, this.#records, lost);
      if (plan.changes.length === 0) {
        if (isCurrent) return plan.outcomes;
        await replica.refresh();
        isCurrent = true;
        continue;
      }
      let sent: Sent;
      try {
        sent = await this.#send(plan, base);
      } catch (error) {
        history.unstage();
        throw error;
      }
      if (sent === "found written") return plan.outcomes;
      if (sent !== "refused") {
        this.#publish(plan, base, sent.versionstamp);
        return plan.outcomes;
      }
      history.unstage();
      // Another process wrote first, or swept away chunks that we were too slow to point to.
      const learned = await this.#learn(plan, base, "its checks failed");
      if (learned === "found written") return plan.outcomes;
      if (learned === "not written") await this.#findLost(plan, lost);
    }
  }

  async #send(plan: Plan, base: Newest): Promise<Sent> {
    const { kv, exclusive, clock, logger } = this.#options;
    const atomic = kv.atomic().check({ key: NEWEST_ROW, versionstamp: base.versionstamp });
    for (const { version, record } of plan.changes) atomic.set(rowOf(version), record);
    for (const { id, versionstamp } of plan.staged) {
      atomic.check({ key: pendingRow(id), versionstamp }).delete(pendingRow(id));
    }
    atomic.set(NEWEST_ROW, encodeRevision(plan.newest));
    const pauses = new Backoff({ firstMs: FIRST_RETRY_MS, mostMs: LAST_RETRY_MS });
    for (let attempt = 1;; attempt++) {
      try {
        const result = await atomic.commit();
        return result.ok ? result : "refused";
      } catch (error) {
        const learned = await this.#learn(plan, base, error);
        if (learned !== "not written") return learned;
        // Should an earlier attempt still be on its way, either it or the next one fails its check.
        if (attempt < ATTEMPTS) {
          logger.warning("Writing to the store failed and is tried again", { error, attempt });
          await sleep(clock, pauses.next());
          continue;
        }
        const outcome = exclusive ? "nothing written" : "unknown";
        throw new Unavailable("writing to the store", outcome, error);
      }
    }
  }

  /**
   * What became of an operation whose failure leaves it open. So does a failed check: the client of
   * a remote database sends an operation again whose answer was lost, and if that one was done, then
   * the check fails for our own sake.
   */
  async #learn(
    plan: Plan,
    base: Newest,
    failure: unknown,
  ): Promise<"found written" | "refused" | "not written"> {
    const { replica } = this.#options;
    try {
      await replica.refresh();
      if (replica.newest.versionstamp === base.versionstamp) return "not written";
      const [first] = plan.changes;
      const written = first !== undefined && await replica.hasRow(rowOf(first.version), this.#id);
      return written ? "found written" : "refused";
    } catch {
      this.#uncertain = true;
      throw new Unavailable("writing to the store", "unknown", failure);
    }
  }

  #publish(plan: Plan, base: Newest, versionstamp: string): void {
    const { replica, rows } = this.#options;
    // A reader that caught up meanwhile has added the versions already, in place of the staged ones.
    if (replica.history.revision === base.revision) {
      replica.history.publish();
      for (const { version } of plan.changes) rows.remember(version);
    }
    replica.wrote({ revision: plan.newest, versionstamp });
  }

  async #findLost(plan: Plan, lost: Set<StagedChunks>): Promise<void> {
    for (const staged of plan.staged) {
      const { versionstamp } = await this.#options.kv.get(pendingRow(staged.id));
      if (versionstamp !== staged.versionstamp) lost.add(staged);
    }
  }

  #settle(commit: PendingCommit, outcome: Outcome): void {
    if ("revision" in outcome) return commit.resolve(outcome.revision);
    const { error } = outcome;
    const { staged } = commit.input;
    const mayBeUsed = error instanceof Unavailable && error.outcome === "unknown";
    if (staged !== undefined && !mayBeUsed) this.#options.onUnused(staged);
    commit.reject(error);
  }
}
