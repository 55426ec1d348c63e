/**
 * Authorities in a file that may be replaced while the server runs.
 *
 * @module
 */

import { certificatesOfPem, type Roots, rootsOf } from "../../toolkit/certificates/mod.ts";
import { followFile } from "../../toolkit/process/followed_file.ts";
import type { ServerContext } from "../server_context.ts";

/**
 * Reads a bundle of authorities, and gives what it holds now. Rejects, naming flag and file, when it can't be
 * used from the beginning; later the last good one stays in use.
 */
export async function followedRoots(
  flag: string,
  path: string,
  { clock, logger, signal }: Pick<ServerContext, "clock" | "logger" | "signal">,
): Promise<() => Roots> {
  const read = (text: string) => rootsOf(certificatesOfPem(text, "the file"));
  const followed = await followFile({ flag, path, read, clock, logger, signal });
  return () => followed.current;
}

/** Whether any certificate is in both. */
export function overlap(one: Roots, other: Roots): boolean {
  return one.certificates.some((certificate) => other.has(certificate));
}
