/**
 * A client certificate of this server, in files that may be replaced while it runs.
 *
 * @module
 */

import { readFlagFile } from "../../toolkit/flags/mod.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { followFile } from "../../toolkit/process/followed_file.ts";
import { checkedPair } from "../../toolkit/serving/mod.ts";
import type { ClientIdentity } from "../../toolkit/transport/mod.ts";

/** Where it is. */
export interface ClientIdentityFiles {
  /** The flags that name the files, without dashes. */
  readonly flags: { readonly cert: string; readonly key: string };
  readonly certFile: string;
  readonly keyFile: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * The client certificate that this server presents to others, from a pair of files. They are followed: a change of either reads both again; where that fails the last good pair stays in use and the
 * failure is logged. Close it to stop that.
 */
export class ClientIdentityFile {
  readonly #files: ClientIdentityFiles;
  readonly #stop = new AbortController();
  #current: ClientIdentity | undefined;

  private constructor(files: ClientIdentityFiles) {
    this.#files = files;
  }

  /**
   * Reads the files. Undefined where none is named. Rejects, naming flags and files, when they can't be used, or
   * only one of them is named.
   */
  static async openNamed(files: ClientIdentityFiles): Promise<ClientIdentityFile | undefined> {
    const { certFile, keyFile, flags } = files;
    if (certFile === "" && keyFile === "") return undefined;
    if (certFile === "" || keyFile === "") {
      throw new Error(`--${flags.cert} and --${flags.key} must be given together`);
    }
    return await ClientIdentityFile.open(files);
  }

  /** Reads the files. Rejects, naming them, when they can't be used. */
  static async open(files: ClientIdentityFiles): Promise<ClientIdentityFile> {
    const identity = new ClientIdentityFile(files);
    try {
      await identity.#follow(files.flags.cert, files.certFile);
      await identity.#follow(files.flags.key, files.keyFile);
      // Last, so that no change is missed.
      await identity.#read();
    } catch (error) {
      identity.close();
      throw error;
    }
    return identity;
  }

  get current(): ClientIdentity {
    if (this.#current === undefined) throw new Error("the client certificate was not read");
    return this.#current;
  }

  close(): void {
    this.#stop.abort();
  }

  async #follow(flag: string, path: string): Promise<void> {
    const { clock, logger } = this.#files;
    await followFile({
      flag,
      path,
      read: (text) => text,
      changed: () => this.#read(),
      clock,
      logger,
      signal: this.#stop.signal,
    });
  }

  async #read(): Promise<void> {
    this.#current = await read(this.#files);
  }
}

async function read({ flags, certFile, keyFile }: ClientIdentityFiles): Promise<ClientIdentity> {
  const [certificate, key] = await Promise.all([
    readFlagFile(flags.cert, certFile),
    readFlagFile(flags.key, keyFile),
  ]);
  return checkedPair(
    certificate,
    key,
    `--${flags.cert}: ${certFile}`,
    `--${flags.key}: ${keyFile}`,
  );
}
