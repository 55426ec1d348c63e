/**
 * Opens the store that `--store-servers` names.
 *
 * @module
 */

import { type Compactor, startCompactor } from "./compactor.ts";
import { StoreError } from "./errors.ts";
import { parseMembers } from "./etcd/servers.ts";
import { checkUrl } from "./kvconnect/url.ts";
import { DEFAULT_COMPACTION_INTERVAL_MS, DEFAULT_HISTORY_BYTES } from "./limits.ts";
import { normalizePrefix } from "./keys.ts";
import { MemoryStore } from "./memory.ts";
import type { BackendOptions, Server, StoreOptions } from "./options.ts";
import { checkRestored } from "./restoring.ts";
import type { Store } from "./store.ts";

/** One way to store. */
interface Backend {
  /** Whether several servers may be named: the members of one cluster. */
  readonly severalServers: boolean;
  /** Whether it is reached over the network, with certificates and tokens. */
  readonly remote: boolean;
  /** Throws unless the servers make sense, before anything is opened. */
  check?(servers: readonly Server[]): void;
  open(servers: readonly Server[], options: BackendOptions): Promise<Store>;
}

/** The members of an etcd cluster. */
const etcd: Backend = {
  severalServers: true,
  remote: true,
  check: (servers) => void parseMembers(servers.map(({ url }) => url)),
  async open(servers, options) {
    const { openEtcdStore } = await import("./etcd/open.ts");
    return await openEtcdStore(servers.map(({ url }) => url), options);
  },
};

/** A Deno KV database elsewhere. */
const kvConnect: Backend = {
  severalServers: false,
  remote: true,
  check: (servers) => servers.forEach(({ url }) => checkUrl(url)),
  async open([server], options) {
    const { openKvConnectStore } = await import("./kvconnect/open.ts");
    return await openKvConnectStore((server as Server).url, options);
  },
};

/** The backends by the scheme of their URLs. Each is loaded only when it is used. */
const BACKENDS: Readonly<Record<string, Backend>> = {
  file: {
    severalServers: false,
    remote: false,
    check: (servers) => void servers.map(pathOf),
    async open([server], options) {
      const { openFileStore } = await import("./kv/file.ts");
      return await openFileStore({ ...options, path: pathOf(server as Server) });
    },
  },
  memory: {
    severalServers: false,
    remote: false,
    open: (_servers, options) => Promise.resolve(new MemoryStore(options)),
  },
  etcd,
  etcds: etcd,
  http: kvConnect,
  https: kvConnect,
};

/**
 * Opens the store of some servers, which must be of one kind, and compacts it until it is closed.
 * Throws, naming the server, when there is no such kind.
 */
export async function openStore(servers: readonly string[], options: StoreOptions): Promise<Store> {
  const { backend, parsed } = chooseBackend(servers);
  if (!backend.remote && (options.tls !== undefined || options.accessToken !== undefined)) {
    options.logger.warning("Certificates and tokens have no effect on a local store", { servers });
  }
  const complete = {
    ...options,
    compactionIntervalMs: options.compactionIntervalMs ?? DEFAULT_COMPACTION_INTERVAL_MS,
    historyBytes: options.historyBytes ?? DEFAULT_HISTORY_BYTES,
  };
  const store = await backend.open(parsed, complete);
  if (!options.unfinishedRestore) await refuseUnfinished(store, options.prefix, servers);
  const { clock, logger, compactionIntervalMs: intervalMs } = complete;
  const compactor = startCompactor({ store, intervalMs, clock, logger });
  return compacted(store, compactor);
}

async function refuseUnfinished(
  store: Store,
  prefix: string,
  servers: readonly string[],
): Promise<void> {
  try {
    await checkRestored(store, normalizePrefix(prefix), `store ${servers.join(",")}`);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Throws, naming what is wrong, unless `servers` name one store. */
export function checkServers(servers: readonly string[]): void {
  chooseBackend(servers);
}

function chooseBackend(servers: readonly string[]): { backend: Backend; parsed: Server[] } {
  const parsed = parseServers(servers);
  const [first] = parsed;
  if (first === undefined) throw new StoreError("no store server is named");
  const backend = Object.hasOwn(BACKENDS, first.scheme) ? BACKENDS[first.scheme] : undefined;
  if (backend === undefined) {
    throw new StoreError(`store server ${shown(first)} has an unknown scheme: ${FORMS}`);
  }
  const other = parsed.find(({ scheme }) => scheme !== first.scheme);
  if (other !== undefined) {
    throw new StoreError(
      `store servers ${shown(first)} and ${shown(other)} have different schemes: all servers ` +
        "together are one store",
    );
  }
  if (parsed.length > 1 && !backend.severalServers) {
    throw new StoreError(
      `a store of scheme ${first.scheme} takes one server, not ${parsed.length}`,
    );
  }
  backend.check?.(parsed);
  return { backend, parsed };
}

const FORMS =
  "a store is named as file:PATH, memory:, http(s)://HOST, etcd://HOST:PORT or etcds://HOST:PORT";

/** A scheme, but not a host name before a port: `SCHEME:2379` is a host. */
const SCHEME = /^([a-z][a-z0-9+.-]*):(?!\d+$)/i;

/** Servers after the first may leave out the scheme: a list is cut at its commas. */
function parseServers(servers: readonly string[]): Server[] {
  const parsed: Server[] = [];
  for (const text of servers) {
    const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
    const before = parsed.at(-1);
    if (scheme !== undefined) parsed.push({ scheme, url: text });
    else if (before !== undefined) {
      parsed.push({ scheme: before.scheme, url: `${before.scheme}://${text}` });
    } else throw new StoreError(`store server ${JSON.stringify(text)} has no scheme: ${FORMS}`);
  }
  return parsed;
}

/** The server without what may be a password. */
function shown({ url }: Server): string {
  return JSON.stringify(url.replace(/\/\/[^/]*@/, "//"));
}

/** `file:/a/b`, `file:///a/b`, or `file:b` from the working folder, percent-encoded or not. */
function pathOf({ url }: Server): string {
  const rest = url.slice("file:".length).replace(/^\/\/(?=\/)/, "");
  if (rest.startsWith("//")) {
    throw new StoreError(
      `store server ${JSON.stringify(url)} names a file of another machine; write file:PATH`,
    );
  }
  if (rest === "" || rest.endsWith("/")) {
    throw new StoreError(`store server ${JSON.stringify(url)} names no file: write file:PATH`);
  }
  try {
    return decodeURIComponent(rest);
  } catch {
    throw new StoreError(`store server ${JSON.stringify(url)} has an invalid percent-encoding`);
  }
}

/** The store, which knows what its compactor has it forget, and stops that before it closes. */
function compacted(store: Store, compactor: Compactor): Store {
  return {
    get forgotten() {
      return compactor.forgotten;
    },
    get ownRevision() {
      return store.ownRevision;
    },
    revision: (options) => store.revision(options),
    get: (key, options) => store.get(key, options),
    range: (prefix, options) => store.range(prefix, options),
    commit: (ops, options) => store.commit(ops, options),
    changes: (since, options) => store.changes(since, options),
    compact: (revision, options) => store.compact(revision, options),
    status: (options) => store.status(options),
    async close() {
      await compactor.close();
      await store.close();
    },
  };
}
