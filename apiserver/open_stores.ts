/**
 * Opens the stores that the flags name.
 *
 * @module
 */

import { readFlagFile } from "../toolkit/flags/mod.ts";
import { redacted } from "../toolkit/logger.ts";
import type { Egress } from "./egress/mod.ts";
import type { ApiServerFlagValues, Surroundings } from "./surroundings.ts";
import {
  adminOf,
  type AdminServer,
  filePath,
  serversOf,
  serveStoreAdmin,
} from "./storage/admin/mod.ts";
import {
  checkServers,
  normalizePrefix,
  openStoreSet,
  parseOverrides,
  type StoreSet,
} from "./storage/mod.ts";

/**
 * Opens the stores of the flags `--store-servers` and `--store-servers-overrides`, and serves the
 * store admin socket of each that is a file, through which `orch store` reaches it while the server
 * holds it. Throws, naming the server, file or override. The caller closes the set.
 */
export async function openStores(
  values: ApiServerFlagValues,
  surroundings: Surroundings,
  egress: Egress,
): Promise<StoreSet> {
  const { dialect, given, clock, logger, storeToken } = surroundings;
  const servers = checkedServers(values, given);
  const overrides = parseOverrides(
    values["store-servers-overrides"],
    given.get("store-servers-overrides"),
  );
  const prefix = normalizePrefix(values["store-prefix"]);
  const tls = await readTls(values);
  // A store that does not answer holds up the start: the log says what is waited for.
  logger.info("Opening the store", { servers });
  const stores = await openStoreSet(servers, overrides, {
    dialect,
    prefix,
    clock,
    logger,
    compactionIntervalMs: values["store-compaction-interval"],
    historyBytes: values["store-history-bytes"],
    proxy: egress.proxyTo("etcd") ?? undefined,
    ...(tls !== undefined && { tls }),
    ...(storeToken !== undefined && { accessToken: redacted(storeToken) }),
  });
  const places = [{ group: "", resource: "", servers }, ...overrides];
  const admins = new Map<string, AdminServer>();
  for (const { group, resource, servers } of places) {
    const path = filePath(servers);
    if (path === undefined || admins.has(path)) continue;
    const store = stores.storeFor(group, resource);
    const admin = adminOf({ store, name: servers.join(","), dialect, prefix, clock });
    admins.set(path, await serveStoreAdmin(admin, await Deno.realPath(path), logger));
  }
  return {
    ...stores,
    async close() {
      await Promise.all([...admins.values()].map((admin) => admin.close()));
      await stores.close();
    },
  };
}

/** The servers of the flag `--store-servers`. Throws, naming it, where they are not of one store. */
export function checkedServers(
  values: ApiServerFlagValues,
  given: Surroundings["given"],
): readonly string[] {
  const spelled = given.get("store-servers");
  const servers = serversOf(values["store-servers"], spelled);
  try {
    checkServers(servers);
  } catch (cause) {
    throw new Error(`${spelled ?? "--store-servers"}: ${(cause as Error).message}`, { cause });
  }
  return servers;
}

async function readTls(values: ApiServerFlagValues) {
  const files = {
    ca: "store-cafile",
    cert: "store-certfile",
    key: "store-keyfile",
  } as const;
  const given = Object.entries(files).filter(([, flag]) => values[flag] !== "");
  if (given.length === 0) return undefined;
  if ((values["store-certfile"] === "") !== (values["store-keyfile"] === "")) {
    throw new Error("--store-certfile and --store-keyfile must be given together");
  }
  return Object.fromEntries(
    await Promise.all(
      given.map(async ([name, flag]) => [name, await readFlagFile(flag, values[flag])]),
    ),
  );
}
