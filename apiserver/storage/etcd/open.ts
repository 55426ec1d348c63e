/**
 * Opens the store of an etcd cluster from what `--store-servers` says.
 *
 * @module
 */

import { normalizePrefix } from "../keys.ts";
import type { BackendOptions } from "../options.ts";
import type { Store } from "../store.ts";
import { checkTls } from "../tls.ts";
import { memberName, parseMembers } from "./servers.ts";
import { EtcdStore } from "./store.ts";

/** Opens it. Throws `Unavailable`, `WrongDialect`, `NewerFormat`, `Corrupt`, a `StoreError` for certificates. */
export async function openEtcdStore(
  urls: readonly string[],
  options: BackendOptions,
): Promise<Store> {
  const { tls, logger, accessToken } = options;
  const members = parseMembers(urls);
  const prefix = normalizePrefix(options.prefix);
  const where = `${prefix}/ of etcd at ${members.map(memberName).join(", ")}`;
  checkTls(tls, where);
  if (tls !== undefined && !members.some(({ secure }) => secure)) {
    logger.warning("Certificates have no effect on etcd without encryption: use etcds://", {
      servers: urls,
    });
  }
  if (accessToken !== undefined) logger.warning("An access token has no effect on etcd");
  return await EtcdStore.open({
    where,
    members,
    tls,
    proxy: options.proxy,
    prefix,
    dialect: options.dialect,
    create: options.create,
    clock: options.clock,
    logger,
  });
}
