/**
 * An authority in a pair of files, which may be replaced while it is in use.
 *
 * @module
 */

import { openAuthority, type SigningAuthority } from "../../toolkit/certificates/mod.ts";
import type { Clock } from "../../toolkit/clock.ts";
import { readFlagFile } from "../../toolkit/flags/mod.ts";
import type { Logger } from "../../toolkit/logger.ts";
import { followFile } from "../../toolkit/process/followed_file.ts";

/** Where it is. */
export interface FollowedAuthorityOptions {
  readonly certFile: string;
  readonly keyFile: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What errors call the files. */
const FLAG = "cluster-signing-cert-file";

/** Follows both files: a change of either reads both, and what can't be used leaves the last good pair. */
export class FollowedAuthority {
  readonly #options: FollowedAuthorityOptions;
  #current: SigningAuthority | undefined;

  constructor(options: FollowedAuthorityOptions) {
    this.#options = options;
  }

  get current(): SigningAuthority {
    if (this.#current === undefined) throw new Error("the authority was not read yet");
    return this.#current;
  }

  /** Reads the files, and follows them until `signal` aborts. Rejects where they can't be used. */
  async open(signal: AbortSignal): Promise<void> {
    const { certFile, keyFile, clock, logger } = this.#options;
    for (const path of [certFile, keyFile]) {
      await followFile({
        flag: FLAG,
        path,
        read: (text) => text,
        changed: () => this.#read(),
        clock,
        logger,
        signal,
      });
    }
    // Last, so that no change is missed.
    await this.#read();
  }

  async #read(): Promise<void> {
    const { certFile, keyFile } = this.#options;
    const [certificate, key] = await Promise.all([
      readFlagFile(FLAG, certFile),
      readFlagFile(FLAG, keyFile),
    ]);
    this.#current = await openAuthority(certificate, key);
  }
}
