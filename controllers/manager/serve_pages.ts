/**
 * The secure port of a process: what it shows, and to whom.
 *
 * @module
 */

import { type DelegationOptions, openDelegation } from "../../toolkit/delegation/mod.ts";
import type { Names } from "../../toolkit/names.ts";
import {
  openCertificates,
  serve,
  type servingOptionsFromFlags,
} from "../../toolkit/serving/mod.ts";
import type { ManagerClients } from "./clients.ts";
import { pages, type PagesOptions } from "./pages.ts";

/** What it takes. */
export interface ServePagesOptions extends PagesOptions {
  /** Who is let in, and who says so. */
  readonly values: DelegationOptions["values"];
  readonly plan: ReturnType<typeof servingOptionsFromFlags>;
  readonly names: Names;
  readonly program: string;
  readonly clients: Pick<ManagerClients, "by">;
  readonly signal: AbortSignal;
}

/** Requests under way have so long when the process ends. */
const GRACE_MS = 1000;

/** Serves until it is disposed of; nothing where the flags turn it off. */
export async function servePages(options: ServePagesOptions): Promise<AsyncDisposable | undefined> {
  const { values, plan, names, program, clients, metrics, clock, logger, signal } = options;
  const { listen, minVersion, limits } = plan;
  if (listen === undefined) return undefined;
  const delegation = await openDelegation({
    values,
    names,
    clock,
    logger,
    metrics,
    signal,
    clientOf: (path, name) => clients.by(path, name),
  });
  const tls = delegation.withAuthorities(
    await openCertificates(plan, {
      hosts: ["localhost", "127.0.0.1", "::1"],
      baseName: program,
      clientAuthorityFiles: delegation.authorityFiles,
      clock,
      logger,
    }),
  );
  const server = await serve(
    { listen, tls, minVersion, limits, clock, logger },
    delegation.guard(pages(options)),
  ).catch(async (error) => {
    await tls.close();
    throw error;
  });
  logger.info("Serving", { ...server.address });
  return { [Symbol.asyncDispose]: () => server.close(GRACE_MS) };
}
