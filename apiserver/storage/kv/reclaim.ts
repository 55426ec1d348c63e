/**
 * Gives the space of deleted rows back to the file system, a little at a time, while the store is in
 * use. A `VACUUM` would hold up all writes while it copies the whole file (0.25 s for 100 MB);
 * freeing a mebibyte at a time, between two of them, holds them up for some milliseconds each.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import { type Clock, sleep } from "../../../toolkit/clock.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import type { GatedKv } from "./gated.ts";

/** Bytes of a page. Larger ones than SQLite's 4 KiB, so that objects of up to 4 KB, which are most,
 * lie in the page of their row: half the writes, and a third of the space. */
const PAGE_BYTES = 16 * 1024;

/** Free pages that are worth giving back. Fewer are left for the next rows. */
const LEAST_FREE_PAGES = 256;

/** Pages given back at a time. */
const STEP_PAGES = 64;

/** Pause between steps, in which others write. */
const STEP_PAUSE_MS = 20;

/** How long a step waits for other programs that have the file open, and how often it may do so in
 * vain: the store's own writes are held up meanwhile. */
const BUSY_TIMEOUT_MS = 20;
const BUSY_STEPS = 100;

/**
 * Makes an empty database file from which space can be given back: that must be said at its birth. The file
 * is nobody's yet: whoever makes it flushes it to the disk once, when it is complete.
 */
export function createDatabase(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA synchronous = OFF");
    database.exec("PRAGMA journal_mode = MEMORY");
    database.exec(`PRAGMA page_size = ${PAGE_BYTES}`);
    database.exec("PRAGMA auto_vacuum = INCREMENTAL");
    // Writes the two down.
    database.exec("VACUUM");
  } finally {
    database.close();
  }
}

/**
 * Gives the space of deleted rows back to the file system, a little at a time, while the store is
 * in use. A `VACUUM` would hold up all writes while it copies the whole file (0.25 s for 100 MB);
 * freeing a mebibyte at a time, with writes let in between, holds them up for some milliseconds
 * each.
 */
export class Reclaimer {
  readonly #path: string;
  readonly #kv: GatedKv;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  /** Of the database that `kv` has open. */
  constructor(path: string, kv: GatedKv, clock: Clock, logger: Logger) {
    this.#path = path;
    this.#kv = kv;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Starts giving space back unless that is under way; settles when it ends. Never rejects. */
  run(): Promise<void> {
    this.#running ??= this.#run().finally(() => this.#running = undefined);
    return this.#running;
  }

  /** Stops and waits for the end of the step under way. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      using database = await this.#kv.pauseWrites(() => this.#open());
      const before = freePages(database);
      if (before < LEAST_FREE_PAGES) return;
      for (let busy = 0; busy < BUSY_STEPS && freePages(database) > STEP_PAGES;) {
        await sleep(this.#clock, STEP_PAUSE_MS, this.#stop.signal);
        if (!await this.#step(database, `PRAGMA incremental_vacuum(${STEP_PAGES})`)) busy++;
      }
      // Until then the pages are gone from the log only.
      await this.#step(database, "PRAGMA wal_checkpoint(TRUNCATE)");
      const bytes = (before - freePages(database)) * PAGE_BYTES;
      this.#logger.v(2).info("Gave unused space of the store's file back to the system", { bytes });
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      this.#logger.error(
        "Giving unused space of the store's file back to the system failed",
        error,
      );
    }
  }

  #open(): DatabaseSync {
    const database = new DatabaseSync(this.#path, { timeout: BUSY_TIMEOUT_MS });
    // What it writes need not be durable by itself: the next commit makes it so.
    database.exec("PRAGMA synchronous = NORMAL");
    return database;
  }

  /** False when another program was writing. */
  #step(database: DatabaseSync, sql: string): Promise<boolean> {
    return this.#kv.pauseWrites(() => {
      try {
        // Fetching all rows is what makes it free all the pages.
        database.prepare(sql).all();
        return true;
      } catch (error) {
        if (error instanceof Error && /locked|busy/i.test(error.message)) return false;
        throw error;
      }
    });
  }
}

function freePages(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA freelist_count").get()?.freelist_count ?? 0);
}
