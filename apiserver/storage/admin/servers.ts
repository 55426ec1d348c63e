/**
 * Which store a command line names.
 *
 * @module
 */

import { namedServers } from "../named_servers.ts";

/** The store when none is named. */
const DEFAULT_SERVERS: readonly string[] = ["file:/var/lib/orch/store.kv"];

/**
 * The servers that `--store-servers` names. Under its other dialect's name the flag means etcd by
 * http and https URLs, as clients of the reference write them.
 */
export function serversOf(
  values: readonly string[],
  spelled: string | undefined,
): readonly string[] {
  if (values.length === 0) return DEFAULT_SERVERS;
  return namedServers(values, spelled);
}

/** The path of a store in a file of this machine; undefined for any other. */
export function filePath(servers: readonly string[]): string | undefined {
  const [first] = servers;
  if (first === undefined || !/^file:/i.test(first)) return undefined;
  return decodeURIComponent(first.slice("file:".length).replace(/^\/\/(?=\/)/, ""));
}
