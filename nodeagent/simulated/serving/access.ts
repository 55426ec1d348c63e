/**
 * Who may ask the agent.
 *
 * @module
 */

import { followedRoots } from "../../../toolkit/authentication/followed_roots.ts";
import type { Clock } from "../../../toolkit/clock.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import { authenticateCertificate, type Handler } from "../../../toolkit/serving/mod.ts";
import { text } from "./text.ts";

/** What decides. */
export interface AccessOptions {
  /** The file of the authorities of clients; "": no certificate is looked at. */
  readonly authorityFile: string;
  /** Whether who proves nothing may ask as well. */
  readonly anonymous: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * Lets requests through to `handler` of clients whose certificate is of an authority; of others where anonymous
 * ones may ask, but never of one whose certificate is wrong. Rejects, naming the flag, where the file can't be used.
 */
export async function guardAgent(options: AccessOptions, handler: Handler): Promise<Handler> {
  const { authorityFile, anonymous, clock } = options;
  const authorities = authorityFile === ""
    ? undefined
    : await followedRoots("client-ca-file", authorityFile, options);
  return (request) => {
    const identity = authorities &&
      authenticateCertificate(request.peer, authorities.current, new Date(clock.now()));
    const isAllowed = identity?.is === "verified" || anonymous && identity?.is !== "refused";
    return isAllowed ? handler(request) : text(401, "Unauthorized\n");
  };
}
