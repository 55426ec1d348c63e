/**
 * The secure port of a process: what it shows, and to whom.
 *
 * @module
 */

import {
  type GuardedServingOptions,
  pages,
  type PagesOptions,
  serveGuarded,
} from "../../toolkit/pages/mod.ts";
import type { ManagerClients } from "./clients.ts";

/** What it takes. */
export interface ServePagesOptions extends
  PagesOptions,
  Omit<
    GuardedServingOptions,
    "clientOf" | "hosts" | "question" | keyof PagesOptions
  > {
  readonly clients: Pick<ManagerClients, "by">;
}

/** Serves until it is disposed of; nothing where the flags turn it off. */
export function servePages(options: ServePagesOptions): Promise<AsyncDisposable | undefined> {
  const { clients, ...others } = options;
  const clientOf = (path: string, name: string) => clients.by(path, name);
  return serveGuarded({ ...others, clientOf }, pages(options));
}
