/**
 * A keeper of keys behind a unix socket, as it is asked.
 *
 * @module
 */

import { Backoff } from "../../../toolkit/backoff.ts";
import { type Clock, sleep } from "../../../toolkit/clock.ts";
import { CODE, GrpcConnection, GrpcError } from "../../../toolkit/grpc/mod.ts";
import { connectUnix } from "../../../toolkit/unix_socket.ts";
import type { KmsMetrics } from "./kms_metrics.ts";
import {
  decodeDecrypt,
  decodeEncrypt,
  decodeStatus,
  type DecryptRequest,
  encodeDecrypt,
  encodeEncrypt,
  type EncryptResponse,
  METHODS,
  type StatusResponse,
} from "./messages.ts";

/** Where it is, and how long it may take. */
export interface KeyServiceOptions {
  readonly name: string;
  /** The path of its socket. */
  readonly socket: string;
  /** How long a call may take, and how long is waited for a keeper that is not there. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly measures: KmsMetrics;
}

const ANSWER_LIMIT_BYTES = 1024 * 1024;
/** Waits for a keeper that is not there: most come back within a second or two. */
const RETRIES = { firstMs: 100, factor: 1.6, mostMs: 1000 };

/** Asks over one connection, which is made anew when it is lost. */
export class KeyService {
  readonly #options: KeyServiceOptions;
  readonly #end = new AbortController();
  #connection: GrpcConnection | undefined;

  constructor(options: KeyServiceOptions) {
    this.#options = options;
  }

  async status(): Promise<StatusResponse> {
    return decodeStatus(await this.#call(METHODS.status, new Uint8Array()));
  }

  async encrypt(plaintext: Uint8Array, uid: string): Promise<EncryptResponse> {
    return decodeEncrypt(await this.#call(METHODS.encrypt, encodeEncrypt(plaintext, uid)));
  }

  async decrypt(request: DecryptRequest): Promise<Uint8Array> {
    return decodeDecrypt(await this.#call(METHODS.decrypt, encodeDecrypt(request)));
  }

  /** Ends its connection, and all calls. */
  close(): void {
    this.#end.abort(new Error(`the KMS provider ${this.#options.name} is no longer in use`));
    this.#connection?.destroy();
  }

  async #call(method: string, message: Uint8Array): Promise<Uint8Array> {
    const { name, clock, measures } = this.#options;
    const start = clock.monotonic();
    try {
      const answer = await this.#answer(method, message, start);
      measures.asked(name, method, start);
      return answer;
    } catch (error) {
      measures.asked(name, method, start, error);
      throw new Error(`the KMS provider ${name} can't be asked: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  /** Asks, again and again while nobody is there who could have heard of it. */
  async #answer(method: string, message: Uint8Array, start: number): Promise<Uint8Array> {
    const { timeoutMs, clock } = this.#options;
    const backoff = new Backoff(RETRIES);
    for (;;) {
      this.#end.signal.throwIfAborted();
      if (this.#connection?.usable !== true) this.#connection = this.#open();
      const leftMs = start + timeoutMs - clock.monotonic();
      try {
        return await this.#connection.unary(method, message, { timeoutMs: leftMs });
      } catch (error) {
        const waitMs = backoff.next();
        if (!isAway(error) || clock.monotonic() + waitMs >= start + timeoutMs) throw error;
        await sleep(clock, waitMs, this.#end.signal);
      }
    }
  }

  #open(): GrpcConnection {
    const { socket: path, clock } = this.#options;
    this.#connection?.retire();
    return new GrpcConnection({
      name: path.replace("\0", "@"),
      authority: "http://localhost",
      dial: () => connectUnix(path),
      messageLimitBytes: ANSWER_LIMIT_BYTES,
    }, clock);
  }
}

/** Whether nobody was reached. */
function isAway(error: unknown): boolean {
  return error instanceof GrpcError && error.code === CODE.unavailable && !error.sent;
}
