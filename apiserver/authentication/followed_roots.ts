/**
 * Authorities in a file that may be replaced while the server runs.
 *
 * @module
 */

import { certificatesOfPem, type Roots, rootsOf } from "../../toolkit/certificates/mod.ts";
import { type Followed, followFile } from "../../toolkit/process/followed_file.ts";
import type { ServerContext } from "../server_context.ts";

/**
 * Reads a bundle of authorities, and follows what it holds. Rejects, naming flag and file, when it can't be
 * used from the beginning; later the last good one stays in use.
 */
export async function followedRoots(
  flag: string,
  path: string,
  { clock, logger, signal }: Pick<ServerContext, "clock" | "logger" | "signal">,
): Promise<Followed<Roots>> {
  const read = (text: string) => rootsOf(certificatesOfPem(text, "the file"));
  return await followFile({ flag, path, read, clock, logger, signal });
}

/** Whether any certificate is in both. */
export function overlap(one: Roots, other: Roots): boolean {
  return one.certificates.some((certificate) => other.has(certificate));
}
