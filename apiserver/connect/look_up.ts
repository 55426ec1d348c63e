/**
 * The addresses of host names.
 *
 * @module
 */

import { lookup } from "node:dns/promises";

/** The addresses of a host name, as the machine knows them. Rejects where there are none. */
export async function lookUp(host: string): Promise<readonly string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch (cause) {
    const { code } = cause as { code?: unknown };
    throw new Error(code === "ENOTFOUND" ? "no such host" : String(code ?? cause), { cause });
  }
}
