/**
 * Plugins that are known by name, and are still to come.
 *
 * @module
 */

import type { ServerContext } from "../server_context.ts";

/** Says at start that a plugin has no effect yet. */
export function notBuilt(name: string): (context: ServerContext) => undefined {
  return ({ logger }) => {
    logger.warning(`The admission plugin ${name} is not built yet: nothing is refused for it`);
  };
}
