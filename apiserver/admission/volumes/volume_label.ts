/**
 * Labels on volumes of where they are, which only a cloud knows.
 *
 * @module
 */

import type { ServerContext } from "../../server_context.ts";

/** Says that there is nobody to ask: volumes stay as they are. */
export function persistentVolumeLabel({ logger }: ServerContext): undefined {
  logger.warning(
    "The admission plugin PersistentVolumeLabel leaves volumes as they are: there is no built-in " +
      "integration with a cloud that knows where they are",
  );
}
