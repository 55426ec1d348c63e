/**
 * What a store's operations fail with. Whatever else comes out of one is a defect.
 *
 * @module
 */

import type { Dialect } from "../../toolkit/names.ts";

/** The base of all errors of a store. */
export class StoreError extends Error {
  override name = "StoreError";
}

/** A key's revision was not the one that the operation asked for; nothing was written. */
export class Conflict extends StoreError {
  override name = "Conflict";

  /** `expected` and `found` are revisions; 0 says that the key is absent. */
  constructor(readonly key: string, readonly expected: number, readonly found: number) {
    super(
      `commit refused: key ${JSON.stringify(key)} must be ${state(expected)} but is ${
        state(found)
      }`,
    );
  }
}

function state(revision: number): string {
  return revision === 0 ? "absent" : `at revision ${revision}`;
}

/** The revision asked for is gone from the history. */
export class Compacted extends StoreError {
  override name = "Compacted";

  /** `oldest` is the oldest revision that can still be read, or watched from. */
  constructor(readonly requested: number, readonly oldest: number) {
    super(`revision ${requested} has been compacted: the oldest one kept is ${oldest}`);
  }
}

/** The revision asked for has not been made yet. */
export class FutureRevision extends StoreError {
  override name = "FutureRevision";

  constructor(readonly requested: number, readonly newest: number) {
    super(`revision ${requested} does not exist yet: the newest one is ${newest}`);
  }
}

/** A key, a value or a commit is larger than this store takes. */
export class TooLarge extends StoreError {
  override name = "TooLarge";

  constructor(readonly what: string, readonly size: number, readonly limit: number) {
    super(`${what} is ${size}, which is over the limit of ${limit}`);
  }
}

/** The call itself is wrong: an empty key, a key twice in one commit, a negative revision. */
export class InvalidRequest extends StoreError {
  override name = "InvalidRequest";
}

/** The store was closed before or during the call; of a commit in flight the outcome was awaited. */
export class Closed extends StoreError {
  override name = "Closed";

  constructor() {
    super("the store is closed");
  }
}

/** More is waiting to be written than the store holds; try again later. Nothing was written. */
export class Overloaded extends StoreError {
  override name = "Overloaded";

  constructor(readonly waitingBytes: number) {
    super(`the store is overloaded: ${waitingBytes} bytes are waiting to be written`);
  }
}

/**
 * The backend failed or can't be reached. Of a commit `outcome` says whether it is known that
 * nothing was written, or whether it may have been.
 */
export class Unavailable extends StoreError {
  override name = "Unavailable";

  constructor(action: string, readonly outcome: "nothing written" | "unknown", cause: unknown) {
    const how = outcome === "unknown" ? "failed, and may have been done all the same" : "failed";
    super(`${action} ${how}: ${messageOf(cause)}`, { cause });
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** What lies in the backend is not what a store writes there. */
export class Corrupt extends StoreError {
  override name = "Corrupt";
}

/** The store belongs to the other dialect. */
export class WrongDialect extends StoreError {
  override name = "WrongDialect";

  constructor(readonly where: string, readonly found: string, readonly wanted: Dialect) {
    super(
      `${where} was made with --api-dialect=${found} and can't be opened with --api-dialect=${wanted}`,
    );
  }
}

/** What this process can do nothing more with, however often it asks. */
export class Unusable extends StoreError {
  override name = "Unusable";
}

/**
 * The store is older than it was: it was restored from a backup, or begun anew, under a running
 * server. What that has in memory is of a past that never was.
 */
export class SetBack extends Unusable {
  override name = "SetBack";

  /** `seen` is a revision that it was at, `found` the newest that it has now. */
  constructor(readonly where: string, readonly seen: number, readonly found: number) {
    super(
      `${where} was set back from revision ${seen} to ${found}: ` +
        "whoever uses it must be started anew",
    );
  }
}

/** The store was written by a later version of this program. */
export class NewerFormat extends Unusable {
  override name = "NewerFormat";

  constructor(readonly where: string, readonly found: number, readonly known: number) {
    super(`${where} has format ${found}, and this version reads formats up to ${known}`);
  }
}

/** Another process holds the store. */
export class Locked extends StoreError {
  override name = "Locked";

  constructor(readonly where: string, readonly holder: string) {
    super(`${where} is in use by ${holder}`);
  }
}

/** The store holds a part of a backup whose restore was cut short. */
export class UnfinishedRestore extends StoreError {
  override name = "UnfinishedRestore";

  constructor(where: string) {
    super(`${where} holds an unfinished restore: run orch store restore again`);
  }
}
