/**
 * Authorities in a file that may be replaced while the server runs.
 *
 * @module
 */

import type { Clock } from "../clock.ts";
import { certificatesOfPem, type Roots, rootsOf } from "../certificates/mod.ts";
import type { Logger } from "../logger.ts";
import { type Followed, followFile } from "../process/followed_file.ts";

/** How a file is followed. */
export interface FollowOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * Reads a bundle of authorities, and follows what it holds. Rejects, naming flag and file, when it can't be
 * used from the beginning; later the last good one stays in use.
 */
export async function followedRoots(
  flag: string,
  path: string,
  { clock, logger, signal }: FollowOptions,
): Promise<Followed<Roots>> {
  const read = (text: string) => rootsOf(certificatesOfPem(text, "the file"));
  return await followFile({ flag, path, read, clock, logger, signal });
}

/** Whether any certificate is in both. */
export function overlap(one: Roots, other: Roots): boolean {
  return one.certificates.some((certificate) => other.has(certificate));
}
