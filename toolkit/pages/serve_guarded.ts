/**
 * The secure port of a process that leaves it to the API server who may use it.
 *
 * @module
 */

import type { Client } from "../client/client.ts";
import type { Clock } from "../clock.ts";
import { type DelegationOptions, type GuardOptions, prepareDelegation } from "../delegation/mod.ts";
import type { Logger } from "../logger.ts";
import type { Registry } from "../metrics/mod.ts";
import type { Names } from "../names.ts";
import {
  type Handler,
  type ListenAddress,
  openCertificates,
  serve,
  type ServingPlan,
} from "../serving/mod.ts";

/** What it takes. */
export interface GuardedServingOptions {
  /** Who is let in, and who says so. */
  readonly values: DelegationOptions["values"];
  readonly plan: ServingPlan;
  readonly names: Names;
  readonly program: string;
  /** Names of the process for a certificate that it makes itself, besides those of the loopback. Default: none. */
  readonly hosts?: readonly string[];
  /** What a request is about besides its path. Default: nothing, with the method as the verb. */
  readonly question?: GuardOptions["question"];
  readonly metrics: Registry;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** A client by the client config file of a flag. */
  clientOf(path: string, name: string): Promise<Client>;
}

/** Requests under way have so long when the process ends. */
const GRACE_MS = 1000;

const LOOPBACK = ["localhost", "127.0.0.1", "::1"];

/** The address that is listened on alone: clients call the process by it. */
function addressIn(listen: ListenAddress): string[] {
  return "hostname" in listen && listen.hostname !== "" ? [listen.hostname] : [];
}

/** A secure port that is served until it is disposed of. */
export interface GuardedServing extends AsyncDisposable {
  /**
   * Settles when it is known who may ask what; until then only paths that everybody may use are answered. Rejects where
   * that can't be found out.
   */
  readonly known: Promise<void>;
}

/**
 * Serves, whether or not the API server answers yet: who looks after the process is not to take it for dead. Nothing
 * where the flags turn it off. Only who may gets to `handler`.
 */
export async function serveGuarded(
  options: GuardedServingOptions,
  handler: Handler,
): Promise<GuardedServing | undefined> {
  const { plan, program, hosts = [], question, clock, logger } = options;
  const { listen, minVersion, limits } = plan;
  if (listen === undefined) return undefined;
  const delegation = await prepareDelegation({
    values: options.values,
    names: options.names,
    clock,
    logger,
    metrics: options.metrics,
    signal: options.signal,
    clientOf: (path, name) => options.clientOf(path, name),
  });
  const tls = delegation.withAuthorities(
    await openCertificates(plan, {
      hosts: [...new Set([...LOOPBACK, ...addressIn(listen), ...hosts])],
      baseName: program,
      clientAuthorityFiles: delegation.authorityFiles,
      clock,
      logger,
    }),
  );
  const server = await serve(
    { listen, tls, minVersion, limits, clock, logger },
    delegation.guard(handler, question),
  ).catch(async (error) => {
    await tls.close();
    throw error;
  });
  logger.info("Serving", { ...server.address });
  const known = delegation.look();
  // Whoever opened the port awaits it, or has closed the port by then.
  known.catch(() => {});
  return { known, [Symbol.asyncDispose]: () => server.close(GRACE_MS) };
}
