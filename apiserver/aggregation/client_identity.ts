/**
 * The client certificate for extension servers.
 *
 * @module
 */

import { repeatedly } from "../../toolkit/backoff.ts";
import { readFlagFile } from "../../toolkit/flags/mod.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { checkedPair } from "../../toolkit/serving/mod.ts";
import type { ClientIdentity } from "../../toolkit/transport/mod.ts";

/** Where it is. */
export interface ClientIdentityFiles {
  readonly certFile: string;
  readonly keyFile: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How soon a change is seen. */
const INTERVAL_MS = 60_000;

/**
 * The client certificate that this server presents to extension servers, from a pair of files. The
 * files are read again at an interval; where that fails the last good pair stays in use and the
 * failure is logged. Close it to stop that.
 */
export class ClientIdentityFile {
  readonly #files: ClientIdentityFiles;
  readonly #stop = new AbortController();
  #current: ClientIdentity;

  private constructor(files: ClientIdentityFiles, first: ClientIdentity) {
    this.#files = files;
    this.#current = first;
    this.#follow().catch(() => {});
  }

  /** Reads the files. Throws, naming them, when they can't be used. */
  static async open(files: ClientIdentityFiles): Promise<ClientIdentityFile> {
    return new ClientIdentityFile(files, await read(files));
  }

  get current(): ClientIdentity {
    return this.#current;
  }

  close(): void {
    this.#stop.abort();
  }

  async #follow(): Promise<void> {
    const { clock, logger } = this.#files;
    const look = async () => {
      this.#current = await read(this.#files);
    };
    await repeatedly(look, {
      clock,
      signal: this.#stop.signal,
      firstMs: INTERVAL_MS,
      intervalMs: INTERVAL_MS,
      // What was good goes on being used.
      failed: (error) =>
        logger.error(
          "The client certificate for extension servers can't be read again; the one that was read before stays in use",
          error,
        ),
    });
  }
}

async function read({ certFile, keyFile }: ClientIdentityFiles): Promise<ClientIdentity> {
  const [certificate, key] = await Promise.all([
    readFlagFile("proxy-client-cert-file", certFile),
    readFlagFile("proxy-client-key-file", keyFile),
  ]);
  return checkedPair(certificate, key, certFile, keyFile);
}
