/**
 * The cleaner of tokens by which nodes join a cluster.
 *
 * @module
 */

import { Secret } from "../toolkit/mod.ts";
import { NAMES } from "../toolkit/names.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import { expiresMs } from "./bootstrap/tokens.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";

const WORKERS = 10;

/** Deletes the tokens of the system namespace when they end, and those whose end can't be read. */
export function createTokenCleaner(parts: LoopParts): Runnable {
  const { client, informers, clock } = parts;
  const { namespaceSystem: namespace, secretTypeBootstrapToken: type } = NAMES[client.dialect];
  const secrets = informers.of(Secret, [], { namespace, type });
  return keyedLoop(parts, {
    name: "token-cleaner-controller",
    queue: "token_cleaner",
    workers: WORKERS,
    listen: (wake) => [
      secrets.subscribe(({ type, key }) => {
        if (type !== "Deleted") wake(key);
      }),
    ],
    async sync(key, { signal }) {
      const secret = secrets.lister.get(key);
      const at = secret && expiresMs(secret);
      if (secret === undefined || at === undefined) return;
      const left = at - clock.now();
      if (left > 0) return left;
      const { name, uid } = secret.metadata;
      await client.delete(Secret, { namespace, name }, { uid, ignoreNotFound: true, signal });
    },
  });
}

/** The controller of a process. */
export const tokenCleaner: ProcessController = {
  name: "token-cleaner-controller",
  aliases: ["tokencleaner"],
  isOptional: true,
  account: "token-cleaner",
  flags: [],
  make: createTokenCleaner,
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("token_cleaner", [tokenCleaner]));
}
