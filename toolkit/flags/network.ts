/**
 * Addresses as flags take them.
 *
 * @module
 */

import { isIP } from "node:net";
import { checked, type Kind, list } from "./kind.ts";

/** Whether a text is an address, without the zone that the runtime would take. */
function isAddress(text: string): boolean {
  return isIP(text) > 0 && !text.includes("%");
}

/** An IP address of either family, which may stand between spaces; empty for none. */
export const ip: Kind<string> = {
  name: "ip",
  parse(text) {
    const address = text.trim();
    if (address === "" || isAddress(address)) return address;
    throw new Error(`failed to parse IP: ${text}`);
  },
  print: (value) => value,
};

function cidrProblem(text: string): string | undefined {
  const [address, bits, more] = text.split("/");
  const family = isIP(address ?? "");
  const good = isAddress(address ?? "") && more === undefined &&
    /^(0|[1-9]\d{0,2})$/.test(bits ?? "") &&
    Number(bits) <= (family === 4 ? 32 : 128);
  return good ? undefined : `invalid CIDR address: ${text}`;
}

/** A list of address ranges. */
export const cidrs: Kind<readonly string[]> = checked(
  list,
  (all) => all.map(cidrProblem).find((problem) => problem !== undefined),
);

/**
 * One range of addresses, or one of each family, comma separated. The flag holds one text: its last
 * occurrence counts.
 */
export const dualStackCidrs: Kind<readonly string[]> = {
  ...cidrs,
  name: "string",
  parse(text) {
    const ranges = cidrs.parse(text, undefined);
    const [first, second] = ranges;
    if (ranges.length > 2) throw new Error("must not contain more than two ranges");
    if (first !== undefined && second?.includes(":") === first.includes(":")) {
      throw new Error("two ranges must be of different IP families");
    }
    return ranges;
  },
};

/** A port that can be listened on. */
export function portProblem(port: number, zero: "allowed" | "refused"): string | undefined {
  if (port === 0 && zero === "allowed") return undefined;
  return Number.isInteger(port) && port >= 1 && port <= 65535
    ? undefined
    : `must be between ${zero === "allowed" ? 0 : 1} and 65535`;
}

/** A range of ports, `first-last`, both included; also `first+size` and a single port. */
export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/** A {@link PortRange}; an empty text stands for `unless`. */
export const portRange = (unless: PortRange): Kind<PortRange> => ({
  name: "portRange",
  parse(text) {
    if (text.trim() === "") return unless;
    const match = /^(\d{1,5})(?:([-+])(\d{1,5}))?$/.exec(text.trim());
    if (match === null) throw new Error(`unable to parse port range: ${text}`);
    const first = Number(match[1]);
    const second = Number(match[3] ?? 0);
    const last = match[2] === "-" ? second : first + second;
    if (last > 65535) throw new Error(`the port range cannot be greater than 65535: ${text}`);
    if (last < first) throw new Error(`end port cannot be less than start port: ${text}`);
    return { first, last };
  },
  print: ({ first, last }) => `${first}-${last}`,
});
