/**
 * Servers as flags name them.
 *
 * @module
 */

import { StoreError } from "./errors.ts";

/**
 * The servers of a flag's value. Under its name in the other dialect a flag means etcd by http and https URLs, as
 * clients of the reference write them. `spelled`: how it was given; undefined: it was not.
 */
export function namedServers(
  values: readonly string[],
  spelled: string | undefined,
): readonly string[] {
  if (spelled === undefined || !/^--etcd[-_]/.test(spelled)) return values;
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
