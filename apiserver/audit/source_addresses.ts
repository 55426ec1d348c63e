/**
 * Where a request says that it comes from, and where it does.
 *
 * @module
 */

import type { HttpRequest } from "../../toolkit/serving/mod.ts";
import { parseIpSloppy } from "../../toolkit/validation/mod.ts";

/** Addresses of one request that are kept: a client may name as many as fit into a header. */
const MAX_ADDRESSES = 100;

/**
 * The addresses that proxies say they were asked from, then that of the connection, which nobody can make
 * up. What is no address is left out.
 */
export function sourceAddresses(
  { headers, peer }: Pick<HttpRequest, "headers" | "peer">,
): string[] {
  const remote = canonical(peer.address);
  const forwarded = headers["x-forwarded-for"];
  const real = headers["x-real-ip"];
  if (forwarded === undefined && real === undefined) return remote === undefined ? [] : [remote];
  const addresses: string[] = [];
  for (const part of first(forwarded).split(",", MAX_ADDRESSES)) {
    const address = canonical(part.trim());
    if (address !== undefined) addresses.push(address);
  }
  const own = canonical(first(real));
  if (own !== undefined && !addresses.includes(own)) addresses.push(own);
  if (remote !== undefined && addresses.at(-1) !== remote) addresses.push(remote);
  return addresses;
}

function first(value: string | readonly string[] | undefined): string {
  return (typeof value === "string" ? value : value?.[0]) ?? "";
}

/** The last address that was read: requests of one connection come from the same. */
let last: { readonly text: string; readonly address: string | undefined } | undefined;

function canonical(text: string): string | undefined {
  if (text === "") return undefined;
  if (last?.text !== text) last = { text, address: parseIpSloppy(text)?.toString() };
  return last.address;
}
