/**
 * Which store a command line names.
 *
 * @module
 */

import { StoreError } from "../errors.ts";

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
  if (spelled === undefined || !spelled.startsWith("--etcd")) return values;
  return values.map((value) => {
    const url = /^http(s?):\/\/(.*)$/.exec(value);
    if (url === null) {
      throw new StoreError(
        `${spelled}: ${JSON.stringify(value)} must begin with http:// or https://`,
      );
    }
    return `etcd${url[1]}://${url[2]}`;
  });
}

/** The path of a store in a file of this machine; undefined for any other. */
export function filePath(servers: readonly string[]): string | undefined {
  const [first] = servers;
  if (first === undefined || !/^file:/i.test(first)) return undefined;
  return decodeURIComponent(first.slice("file:".length).replace(/^\/\/(?=\/)/, ""));
}
