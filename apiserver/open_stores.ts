/**
 * Opens the stores that the flags name.
 *
 * @module
 */

import { redacted } from "../toolkit/logger.ts";
import type { ApiServerFlagValues, Surroundings } from "./surroundings.ts";
import {
  adminOf,
  type AdminServer,
  filePath,
  serversOf,
  serveStoreAdmin,
} from "./storage/admin/mod.ts";
import { normalizePrefix, openStoreSet, parseOverrides, type StoreSet } from "./storage/mod.ts";

/**
 * Opens the stores of the flags `--store-servers` and `--store-servers-overrides`, and serves the
 * store admin socket of each that is a file, through which `orch store` reaches it while the server
 * holds it. Throws, naming the server, file or override. The caller closes the set.
 */
export async function openStores(
  values: ApiServerFlagValues,
  surroundings: Surroundings,
): Promise<StoreSet> {
  const { dialect, given, clock, logger, storeToken } = surroundings;
  const servers = serversOf(values["store-servers"], given.get("store-servers"));
  const overrides = parseOverrides(values["store-servers-overrides"]);
  const prefix = normalizePrefix(values["store-prefix"]);
  const tls = await readTls(values);
  const stores = await openStoreSet(servers, overrides, {
    dialect,
    prefix,
    clock,
    logger,
    compactionIntervalMs: values["store-compaction-interval"],
    historyBytes: values["store-history-bytes"],
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

async function readTls(values: ApiServerFlagValues) {
  const files = {
    ca: values["store-cafile"],
    cert: values["store-certfile"],
    key: values["store-keyfile"],
  };
  const given = Object.entries(files).filter(([, path]) => path !== "");
  if (given.length === 0) return undefined;
  return Object.fromEntries(
    await Promise.all(given.map(async ([name, path]) => [name, await Deno.readTextFile(path)])),
  );
}
