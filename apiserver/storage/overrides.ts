/**
 * Which store holds which resource: `--store-servers` for all, `--store-servers-overrides` for some.
 *
 * @module
 */

import { StoreError } from "./errors.ts";
import { namedServers } from "./named_servers.ts";
import { checkServers, openStore } from "./open.ts";
import type { StoreOptions } from "./options.ts";
import type { Store } from "./store.ts";

/** One parsed override. */
export interface StoreOverride {
  /** `""` for the core group. */
  readonly group: string;
  readonly resource: string;
  readonly servers: readonly string[];
}

/** The stores of a server. */
export interface StoreSet {
  /** The store that holds a resource. */
  storeFor(group: string, resource: string): Store;
  /** All stores, each once, the default first. */
  readonly stores: readonly Store[];
  /** Closes all of them. */
  close(): Promise<void>;
}

/**
 * Parses overrides, each `group/resource#servers` with semicolons between the servers; the core
 * group is empty or `core`. Throws, quoting the one that is wrong. `spelled`: how the flag was given, which
 * is what its servers mean ({@link namedServers}).
 *
 * @example
 * ```ts
 * import { parseOverrides } from "./overrides.ts";
 * parseOverrides(["/events#file:///var/lib/orch/events.kv"]);
 * ```
 */
export function parseOverrides(
  values: readonly string[],
  spelled = "--store-servers-overrides",
): StoreOverride[] {
  const seen = new Set<string>();
  return values.map((value) => {
    const fail = (why: string): never => {
      throw new StoreError(
        `${spelled}: store override ${
          JSON.stringify(value)
        } ${why}; expected group/resource#server;server`,
      );
    };
    const [place, list, ...moreLists] = value.split("#");
    if (place === undefined || list === undefined || moreLists.length > 0) {
      return fail("must have one #");
    }
    const [groupPart, resource, ...moreParts] = place.split("/");
    if (groupPart === undefined || resource === undefined || moreParts.length > 0) {
      return fail("must name one group and one resource");
    }
    if (!/^[a-z0-9-]+$/.test(resource)) fail("names no resource");
    if (!/^[a-z0-9.-]*$/.test(groupPart)) fail("names no group");
    const names = list.split(";").map((server) => server.trim());
    if (names.includes("")) fail("has an empty server");
    const group = groupPart === "core" ? "" : groupPart;
    if (seen.has(`${group}/${resource}`)) fail("names a resource that another override has");
    seen.add(`${group}/${resource}`);
    try {
      const servers = namedServers(names, spelled);
      checkServers(servers);
      return { group, resource, servers };
    } catch (error) {
      return fail(`is wrong: ${(error as Error).message}`);
    }
  });
}

/**
 * Opens the default store and those of the overrides. Overrides with the same servers share one
 * store. Should one fail to open, those that did are closed again.
 */
export async function openStoreSet(
  servers: readonly string[],
  overrides: readonly StoreOverride[],
  options: StoreOptions,
): Promise<StoreSet> {
  const byServers = new Map<string, Store>();
  const closeAll = async () => {
    await Promise.all([...byServers.values()].map((store) => store.close()));
  };
  const open = async (some: readonly string[]) => {
    const name = [...some].sort().join(";");
    const store = byServers.get(name) ?? await openStore(some, options);
    byServers.set(name, store);
    return store;
  };
  try {
    const main = await open(servers);
    const byResource = new Map<string, Store>();
    for (const { group, resource, servers } of overrides) {
      byResource.set(`${group}/${resource}`, await open(servers));
    }
    return {
      storeFor: (group, resource) => byResource.get(`${group}/${resource}`) ?? main,
      stores: [...byServers.values()],
      close: closeAll,
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
