/**
 * The bounds of a limit range: least, most, and how far limits may be from requests.
 *
 * @module
 */

import type { Quantity } from "../../../toolkit/values/mod.ts";
import type { Amounts } from "../../../toolkit/quota/mod.ts";

/** One resource, in what somebody asks for and is held to. */
export interface Bounded {
  /** Of what: `Pod`, `Container`, `PersistentVolumeClaim`. */
  readonly type: string;
  readonly resource: string;
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** What is wrong with amounts where there is a bound; undefined: nothing. */
export type Bound = (bound: Quantity, bounded: Bounded) => string | undefined;

/** The largest number that can still be counted in thousandths. */
const MOST_IN_THOUSANDTHS = ((1n << 63n) - 1n) / 1000n;

/** As numbers to compare: in thousandths where all of them can be, else whole. */
function comparable(amounts: readonly (Quantity | undefined)[]): bigint[] {
  const fine = amounts.every((one) => (one?.value() ?? 0n) <= MOST_IN_THOUSANDTHS);
  return amounts.map((one) => (fine ? one?.milliValue() : one?.value()) ?? 0n);
}

/** The request, and the limit where there is one, are not below the bound. */
export const least: Bound = (bound, { type, resource, requests, limits }) => {
  const [request, limit] = [requests.get(resource), limits.get(resource)];
  const [asked, held, enforced] = comparable([request, limit, bound]) as [bigint, bigint, bigint];
  const rule = `minimum ${resource} usage per ${type} is ${bound}`;
  if (request === undefined) return `${rule}.  No request is specified`;
  if (asked < enforced) return `${rule}, but request is ${request}`;
  return limit !== undefined && held < enforced ? `${rule}, but limit is ${limit}` : undefined;
};

/** The limit, and the request where there is one, are not above the bound. */
export const most: Bound = (bound, { type, resource, requests, limits }) => {
  const [request, limit] = [requests.get(resource), limits.get(resource)];
  const [asked, held, enforced] = comparable([request, limit, bound]) as [bigint, bigint, bigint];
  const rule = `maximum ${resource} usage per ${type} is ${bound}`;
  if (limit === undefined) return `${rule}.  No limit is specified`;
  if (held > enforced) return `${rule}, but limit is ${limit}`;
  return request !== undefined && asked > enforced
    ? `${rule}, but request is ${request}`
    : undefined;
};

/** The request is not above the bound: for what has no limits. */
export const mostRequested: Bound = (bound, { type, resource, requests }) => {
  const request = requests.get(resource);
  const [asked, enforced] = comparable([request, bound]) as [bigint, bigint];
  const rule = `maximum ${resource} usage per ${type} is ${bound}`;
  if (request === undefined) return `${rule}.  No request is specified`;
  return asked > enforced ? `${rule}, but request is ${request}` : undefined;
};

/** The limit is at most so many times the request. */
export const ratio: Bound = (bound, { type, resource, requests, limits }) => {
  const amounts = [requests.get(resource), limits.get(resource), bound];
  const [asked, held] = comparable(amounts) as [bigint, bigint];
  const rule = `${resource} max limit to request ratio per ${type} is ${bound}`;
  if (asked === 0n) return `${rule}, but no request is specified or request is 0`;
  if (held === 0n) return `${rule}, but no limit is specified or limit is 0`;
  const found = Number(held) / Number(asked);
  const fine = bound.value() <= MOST_IN_THOUSANDTHS;
  const isOver = fine ? found * 1000 > Number(bound.milliValue()) : found > Number(bound.value());
  return isOver ? `${rule}, but provided ratio is ${printRatio(found)}` : undefined;
};

/** With six decimals. Of two that are as near the even one is shown: those are odd numbers of 128ths. */
function printRatio(ratio: number): string {
  const isBetween = Number.isInteger(ratio * 128) && !Number.isInteger(ratio * 64);
  const millionths = Math.floor(ratio * 1e6);
  return isBetween && millionths % 2 === 0 ? (millionths / 1e6).toFixed(6) : ratio.toFixed(6);
}
