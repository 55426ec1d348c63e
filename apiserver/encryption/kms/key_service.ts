/**
 * A keeper of keys behind a unix socket, as it is asked.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import { GrpcConnection } from "../../../toolkit/grpc/mod.ts";
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
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly measures: KmsMetrics;
}

const ANSWER_LIMIT_BYTES = 1024 * 1024;

/** Asks over one connection, which is made anew when it is lost. */
export class KeyService {
  readonly #options: KeyServiceOptions;
  #connection: GrpcConnection | undefined;
  #isClosed = false;

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
    this.#isClosed = true;
    this.#connection?.destroy();
  }

  async #call(method: string, message: Uint8Array): Promise<Uint8Array> {
    const { timeoutMs, name, clock, measures } = this.#options;
    if (this.#isClosed) throw new Error(`the KMS provider ${name} is no longer in use`);
    if (this.#connection?.usable !== true) this.#connection = this.#open();
    const start = clock.monotonic();
    try {
      const answer = await this.#connection.unary(method, message, { timeoutMs });
      measures.asked(name, method, start);
      return answer;
    } catch (error) {
      measures.asked(name, method, start, error);
      throw new Error(`the KMS provider ${name} can't be asked: ${(error as Error).message}`, {
        cause: error,
      });
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
