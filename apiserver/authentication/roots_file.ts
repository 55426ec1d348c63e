/**
 * Authorities in a file that may be replaced while the server runs.
 *
 * @module
 */

import { certificatesOfPem, type Roots, rootsOf } from "../../toolkit/certificates/mod.ts";
import type { Clock } from "../../toolkit/clock.ts";
import type { Logger } from "../../toolkit/logger.ts";

/** How often the file is looked at, at most. */
const LOOK_MS = 10_000;

/**
 * Reads a bundle of authorities, and gives what it holds now. A file that can't be read any more, or
 * holds none, is logged and leaves what was read before. Throws when that is so from the beginning.
 */
export function rootsInFile(path: string, clock: Clock, logger: Logger): () => Roots {
  let roots = read(path);
  let changed = Deno.statSync(path).mtime?.getTime();
  let looked = clock.monotonic();
  return () => {
    const now = clock.monotonic();
    if (now - looked < LOOK_MS) return roots;
    looked = now;
    try {
      const modified = Deno.statSync(path).mtime?.getTime();
      if (modified !== changed) {
        roots = read(path);
        changed = modified;
        logger.info("Client certificate authorities were reloaded", { path });
      }
    } catch (error) {
      logger.error(
        "Client certificate authorities can't be reloaded; the old ones stay in use",
        error,
        {
          path,
        },
      );
    }
    return roots;
  };
}

function read(path: string): Roots {
  const certificates = certificatesOfPem(Deno.readTextFileSync(path), path);
  if (certificates.length === 0) throw new Error(`${path} holds no certificate`);
  return rootsOf(certificates);
}
