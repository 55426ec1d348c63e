/**
 * Reaches a store by its servers: opens it, or asks the process that holds it.
 *
 * @module
 */

import { type Clock, systemClock } from "../../../toolkit/clock.ts";
import { type Logger, type Redacted, silentLogger } from "../../../toolkit/logger.ts";
import type { Dialect } from "../../../toolkit/names.ts";
import { Locked, StoreError } from "../errors.ts";
import { normalizePrefix } from "../keys.ts";
import { openStore } from "../open.ts";
import type { StoreTls } from "../options.ts";
import type { Store } from "../store.ts";
import { adminOf, type StoreAdmin } from "./admin.ts";
import { adminBehind } from "./client.ts";
import { serveStoreAdmin, socketPath } from "./server.ts";
import { filePath } from "./servers.ts";

/** Which store, and how. */
export interface AccessOptions {
  readonly servers: readonly string[];
  readonly dialect: Dialect;
  readonly prefix: string;
  readonly tls?: StoreTls;
  readonly accessToken?: Redacted;
  /** Make the store when it is missing. */
  readonly create: boolean;
  /** The store is to be filled: a remote one needs not be there. Default false. */
  readonly fills?: boolean;
  readonly clock?: Clock;
  readonly logger?: Logger;
}

/** A store that was reached. */
export interface Access extends AsyncDisposable {
  readonly admin: StoreAdmin;
  /** The store itself, where this process has opened it. */
  readonly store: Store | undefined;
}

/** Opens the store, or finds the process that has. */
export async function accessStore(options: AccessOptions): Promise<Access> {
  const { servers, create } = options;
  if (servers[0]?.startsWith("memory:")) {
    throw new StoreError(
      "a memory: store exists only inside of its server's process: orch store can't reach it",
    );
  }
  const path = filePath(servers);
  if (path !== undefined && !create) await mustExist(path);
  try {
    return await open(options, path);
  } catch (error) {
    if (!(error instanceof Locked) || path === undefined) throw error;
    return await askHolder(await Deno.realPath(path), error);
  }
}

async function mustExist(path: string): Promise<void> {
  try {
    await Deno.stat(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new StoreError(
      `there is no store at ${path}: name another with --store-servers, or make it with --create`,
    );
  }
}

async function open(options: AccessOptions, path: string | undefined): Promise<Access> {
  const { servers, dialect, tls, clock = systemClock, logger = silentLogger } = options;
  const prefix = normalizePrefix(options.prefix);
  const store = await openStore(servers, {
    dialect,
    prefix,
    clock,
    logger,
    // A look at a store must not change what its server keeps.
    compactionIntervalMs: 0,
    historyBytes: 0,
    create: options.create || options.fills === true,
    unfinishedRestore: true,
    ...(tls !== undefined && { tls }),
    ...(options.accessToken !== undefined && { accessToken: options.accessToken }),
  });
  try {
    const admin = adminOf({ store, name: servers.join(","), dialect, prefix, clock });
    const server = path === undefined
      ? undefined
      : await serveStoreAdmin(admin, await Deno.realPath(path), logger);
    return {
      admin,
      store,
      async [Symbol.asyncDispose]() {
        await server?.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function askHolder(path: string, locked: Locked): Promise<Access> {
  const socket = socketPath(path);
  const there = await Deno.stat(socket).then(() => true, () => false);
  if (!there) {
    throw new StoreError(`${locked.message}, which has no socket for orch store at ${socket}`, {
      cause: locked,
    });
  }
  const admin = adminBehind(socket);
  return {
    admin,
    store: undefined,
    [Symbol.asyncDispose]() {
      admin.close();
      return Promise.resolve();
    },
  };
}
