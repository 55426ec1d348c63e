/**
 * Writes commits to etcd.
 *
 * @module
 */

import { Conflict, Overloaded, TooLarge, Unavailable } from "../errors.ts";
import { Queue } from "../../../toolkit/queue.ts";
import type { Op } from "../store.ts";
import { Attempts, type EtcdClient } from "./client.ts";
import { GrpcError } from "../../../toolkit/grpc/mod.ts";
import { encodeKey } from "./key_range.ts";
import { decodeTxn, encodeTxn, METHODS, type RequestOp, type TxnResponse } from "./messages.ts";

/** Transactions on their way at once. More bring nothing, and all would time out together. */
const MAX_IN_FLIGHT = 128;

/** What etcd takes in one request unless its --max-request-bytes says otherwise. */
export const DEFAULT_REQUEST_BYTES = 1.5 * 1024 * 1024;

/** What is known of the store's revisions. */
export interface Revisions {
  /** The newest one that an answer has named. */
  readonly seen: number;
}

/**
 * Writes commits, each as one etcd transaction, a bounded number at a time. Commits of several
 * callers are not joined in one transaction, though that would write three times as many objects a
 * second: they would share a revision, and a client that had received one of its changes when its
 * connection broke would resume after that revision and never see the others.
 */
export class CommitWriter {
  readonly #client: EtcdClient;
  readonly #revisions: Revisions;
  readonly #waiting = new Queue<() => void>();
  #inFlight = 0;

  constructor(client: EtcdClient, revisions: Revisions) {
    this.#client = client;
    this.#revisions = revisions;
  }

  /** Writes one commit and resolves with its revision. An abort takes back one that still waits. */
  async write(ops: readonly Op[], signal: AbortSignal | undefined): Promise<number> {
    await this.#turn(signal);
    try {
      return await this.#send(ops);
    } finally {
      this.#inFlight--;
      this.#startNext();
    }
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    if (this.#inFlight < MAX_IN_FLIGHT && this.#waiting.length === 0) {
      this.#inFlight++;
      return;
    }
    const turn = Promise.withResolvers<void>();
    let withdrawn = false;
    const abort = () => {
      withdrawn = true;
      turn.reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
    this.#waiting.push(() => {
      if (withdrawn) return;
      signal?.removeEventListener("abort", abort);
      this.#inFlight++;
      turn.resolve();
    });
    await turn.promise;
  }

  #startNext(): void {
    while (this.#inFlight < MAX_IN_FLIGHT) {
      const start = this.#waiting.at(0);
      if (start === undefined) return;
      this.#waiting.drop(1);
      start();
    }
  }

  async #send(ops: readonly Op[]): Promise<number> {
    const request = transactionOf(ops);
    const attempts = new Attempts(this.#client);
    const before = this.#revisions.seen;
    let mayBeWritten = false;
    for (;;) {
      try {
        const response = decodeTxn(await this.#client.attempt(METHODS.txn, request));
        if (response.succeeded) return response.revision;
        throw refusal(ops, response, before, mayBeWritten);
      } catch (error) {
        if (!(error instanceof GrpcError)) throw error;
        if (error.final) throw answerOf(error, request.length, mayBeWritten);
        if (mayHaveActed(error)) {
          mayBeWritten = true;
          // To send it again is safe only if it can't be done twice.
          if (!ops.some(isOnce)) throw new Unavailable("writing to etcd", "unknown", error);
        }
        if (await attempts.pause()) continue;
        if (error.busy && !mayBeWritten) throw new Overloaded(request.length);
        const outcome = mayBeWritten ? "unknown" : "nothing written";
        throw new Unavailable("writing to etcd", outcome, error);
      }
    }
  }
}

/**
 * Whether an operation makes its transaction impossible once it is done: no key ever returns to an
 * earlier revision. That a key is absent does return.
 */
function isOnce({ revision }: Op): boolean {
  return revision !== undefined && revision > 0;
}

function transactionOf(ops: readonly Op[]): Uint8Array<ArrayBuffer> {
  const keys = ops.map(({ key }) => encodeKey(key));
  const conditional = ops.flatMap(({ revision }, index) =>
    revision === undefined ? [] : [{ key: keys[index]!, modRevision: revision }]
  );
  return encodeTxn({
    compare: conditional,
    success: ops.map((op, index): RequestOp => {
      const key = keys[index]!;
      return op.type === "put" ? { put: { key, value: op.value } } : { delete: key };
    }),
    failure: conditional.map(({ key }) => ({ range: { key, keysOnly: true } })),
  });
}

/** Why a transaction's conditions did not hold. */
function refusal(
  ops: readonly Op[],
  { ranges }: TxnResponse,
  before: number,
  mayBeWritten: boolean,
): Error {
  const conflicts = ops.filter(({ revision }) => revision !== undefined)
    .map(({ key, revision }, index) =>
      new Conflict(key, revision ?? 0, ranges[index]?.items[0]?.modRevision ?? 0)
    )
    .filter(({ expected, found }) => expected !== found);
  const [first] = conflicts;
  if (first === undefined) return new Error("etcd refused a transaction whose conditions hold");
  // A key that already was so before the first attempt proves that none of them took effect.
  const older = conflicts.some(({ found }) => found > 0 && found <= before);
  if (!mayBeWritten || older) return first;
  return new Unavailable("writing to etcd", "unknown", first);
}

/** The store's error for an answer that is not about conditions. */
function answerOf(error: GrpcError, bytes: number, mayBeWritten: boolean): Error {
  // "etcdserver: request is too large", or of gRPC: "received message larger than max (X vs. Y)".
  const limit = /larger than max \(\d+ vs\. (\d+)\)/.exec(error.message)?.[1];
  if (limit !== undefined || error.message.includes("request is too large")) {
    return new TooLarge(
      "the size of a commit in bytes",
      bytes,
      Number(limit ?? DEFAULT_REQUEST_BYTES),
    );
  }
  return new Unavailable("writing to etcd", mayBeWritten ? "unknown" : "nothing written", error);
}

/** What etcd says when it has not even begun, though the code alone leaves that open. */
const NOT_BEGUN = ["etcdserver: no leader", "raft proposal dropped"];

function mayHaveActed(error: GrpcError): boolean {
  return error.mayHaveActed && !NOT_BEGUN.some((text) => error.message.includes(text));
}
